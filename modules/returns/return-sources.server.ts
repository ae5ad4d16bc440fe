/** Returns as what a factory receives: their figures follow its bills, and they are done with the last of them. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { actingOf, moveState } from '../../kernel/server/run-action.ts';
import { lineTableOf, ownerColumn, tableOf } from '../../kernel/server/schema.ts';
import { lockRows } from '../../kernel/server/save.ts';
import { ident, sql } from '../../parts/postgres/database.ts';
import type { InStoreSource } from '../receiving/in-store-source.port.server.ts';
import { factoryReturned } from './factory-returned.document.ts';
import { invReturn } from './inv-return.document.ts';
import { receivedOf } from './to-factory.server.ts';

interface Return {
  readonly type: 'inv-return' | 'factory-returned';
  readonly document: Declaration;
  /** What it says of its goods while they are on their way. */
  readonly onWay: string;
}

const sourceOf = ({ type, document, onWay }: Return): InStoreSource => {
  const table = ident(tableOf(document));
  const move = async (context: Context, id: Id, event: string, state: string, out: string): Promise<void> => {
    const declaration = { ...document, scope: null };
    const rows = (await lockRows(declaration, context, [id])).map(actingOf);
    await context.tx.run(sql`update ${table} set out_state = ${out} where id = ${id}::bigint`);
    await moveState(declaration, context, rows, event, { to: state }, null);
  };
  return {
    type,
    document,
    instoreType: 'returned',
    sent: { receiveReason: 'factory-return.receive', site: 'credited' },
    // Its bills are made when it ships.
    expected: async () => [],
    lines: async () => [],
    async received(context, id) {
      await context.tx.run(sql`
        update ${ident(lineTableOf(document, 'details'))} d set received_qty = g.received, settled_qty = g.settled
        from json_to_recordset(${JSON.stringify(await receivedOf(context, type, id))}::json)
          as g("lineId" bigint, received numeric, settled numeric)
        where d.id = g."lineId" and d.${ident(ownerColumn(document))} = ${id}::bigint`);
      const row = await context.tx.row<{ status: string }>(
        sql`select r.status from ${table} r where r.id = ${id}::bigint`,
      );
      if (row?.status === 'done') await move(context, id, 'reopen', 'approved', onWay);
    },
    async finished(context, id) {
      const open = await context.tx.row(sql`
        select 1 from in_store s where s.source_bill_type = ${type} and s.source_bill_id = ${id}
          and s.status not in ('done', 'void')
        union all select 1 from return_out_store o where o.source_bill_type = ${type} and o.source_bill_id = ${id}
          and o.status = 'to-ship' limit 1`);
      if (open === undefined) await move(context, id, 'complete', 'done', 'received');
    },
  };
};

export const returnSources: readonly InStoreSource[] = [
  sourceOf({ type: 'inv-return', document: invReturn as unknown as Declaration, onWay: 'on-way' }),
  sourceOf({ type: 'factory-returned', document: factoryReturned as unknown as Declaration, onWay: 'shipped' }),
];
