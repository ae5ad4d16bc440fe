/** A transfer as what asks for an out-store: its figures follow what is picked, signed for and settled. */
import { actingOf, moveState } from '../../kernel/server/run-action.ts';
import { lockRows } from '../../kernel/server/save.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { ChargedAt, OutStoreSource } from '../issuing/out-store-source.port.server.ts';
import { allocation } from './allocation.document.ts';

export const allocationSource: OutStoreSource = {
  type: 'allocation',
  document: allocation,
  shipReason: 'allocation.ship',
  receiveReason: 'allocation.receive',
  signedThere: true,
  shipped: (id, figures) => [
    sql`update allocation set out_state = 'shipped' where id = ${id}::bigint`,
    sql`
      update allocation_detail d set picked_qty = g.picked, reserved_qty = 0 from ${figures}
      where d.id = g.source and d.allocation_id = ${id}::bigint`,
  ],
  held: (id, figures) => [
    sql`
      update allocation_detail d set reserved_qty = g.reserved from ${figures}
      where d.id = g.source and d.allocation_id = ${id}::bigint`,
  ],
  shortened: (promised) => [
    sql`
      update allocation_detail d set reserved_qty = round(h.qty / d.factor, 6) from ${promised} h
      where h.line_id = d.id`,
  ],
  async received(context, id, outStoreId) {
    await context.tx.run(sql`
      update allocation_detail d set received_qty = o.received_qty,
        settled_qty = round(coalesce(s.qty, 0) / d.factor, 6)
      from (select l.id, l.source_detail_id::bigint as source, l.received_qty from out_store_detail l
        where l.out_store_id = ${outStoreId}::bigint) o
      left join (select p.detail_id::bigint as id, sum(p.settled_base_qty) as qty
        from out_store_picks p where p.out_store_id = ${outStoreId}::bigint group by 1) s on s.id = o.id
      where d.allocation_id = ${id}::bigint and d.id = o.source`);
    await context.tx.run(sql`update allocation set out_state = 'received' where id = ${id}::bigint`);
  },
  async finished(context, id) {
    const declaration = { ...allocation, scope: null };
    const bills = await lockRows(declaration, context, [id]);
    await moveState(declaration, context, bills.map(actingOf), 'complete', { to: 'done' }, null);
  },
  chargedAt: async (context, id) =>
    new Map(
      (
        await context.tx.rows<ChargedAt & { id: string }>(sql`
          select d.id, d.unit_id, d.factor, d.management_price as price, coalesce(d.management_tax_rate, 0) as tax_rate,
            o.company_dept_id as sender_id, i.company_dept_id as receiver_id, a.in_project_dept_id as dept_id
          from allocation_detail d join allocation a on a.id = d.allocation_id
          join warehouse o on o.id = a.out_location_id join warehouse i on i.id = a.in_location_id
          where d.allocation_id = ${id}::bigint and d.management_price is not null`)
      ).map(({ id: line, ...charged }) => [line, charged]),
    ),
};
