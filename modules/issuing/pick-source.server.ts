/** A pick bill as what asks for an out-store: its figures follow what is picked, signed for and settled. */
import { sql } from '../../parts/postgres/database.ts';
import { actingOf, moveState } from '../../kernel/server/run-action.ts';
import { lockRows } from '../../kernel/server/save.ts';
import type { OutStoreSource } from './out-store-source.port.server.ts';
import { pick } from './pick.document.ts';

export const pickSource: OutStoreSource = {
  type: 'pick',
  document: pick,
  shipReason: 'pick.ship',
  receiveReason: 'pick.receive',
  shipped: (id, figures) => [
    sql`update pick set out_state = 'shipped' where id = ${id}::bigint`,
    sql`
      update pick_detail d set picked_qty = g.picked, short_qty = g.short, reserved_qty = 0 from ${figures}
      where d.id = g.source and d.pick_id = ${id}::bigint`,
  ],
  held: (id, figures) => [
    sql`
      update pick_detail d set reserved_qty = g.reserved from ${figures}
      where d.id = g.source and d.pick_id = ${id}::bigint`,
  ],
  shortened: (promised) => [
    sql`
      update pick_detail d set reserved_qty = round(h.qty / d.factor, 6),
        short_qty = round((h.wanted - h.qty) / d.factor, 6)
      from ${promised} h where h.line_id = d.id`,
  ],
  async received(context, id, outStoreId) {
    await context.tx.run(sql`
      update pick_detail d set received_qty = o.received_qty from out_store_detail o
      where o.out_store_id = ${outStoreId}::bigint and d.pick_id = ${id}::bigint
        and d.id = o.source_detail_id::bigint`);
    await context.tx.run(sql`update pick set out_state = 'received' where id = ${id}::bigint`);
  },
  async finished(context, id) {
    const declaration = { ...pick, scope: null };
    const bills = await lockRows(declaration, context, [id]);
    await moveState(declaration, context, bills.map(actingOf), 'complete', { to: 'done' }, null);
  },
};
