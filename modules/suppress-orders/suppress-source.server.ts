/** A suppress order as what its sites receive: its figures follow theirs, and it is done with the last of them. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { actingOf, moveState } from '../../kernel/server/run-action.ts';
import { lockRows, saveRecord } from '../../kernel/server/save.ts';
import { sql } from '../../parts/postgres/database.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import type { InStoreSource, ResentGoods } from '../receiving/in-store-source.port.server.ts';
import { factorySuppressOrder } from './suppress-order.document.ts';

/** Whoever receives has locked the order, and is none of those who see it. */
const everywhere = { ...factorySuppressOrder, scope: null };

/** Goods that are back and sent again are a new order, for tomorrow: nobody is sent the same twice on a day (H18). */
async function resend(context: Context, goods: readonly ResentGoods[]): Promise<void> {
  for (const [fromLocationId, own] of Map.groupBy(goods, (each) => each.fromLocationId))
    await saveRecord(everywhere, context, {
      factoryWarehouseId: fromLocationId,
      suppressReason: 'resend',
      arriveDate: dayPlus(context.today, 1),
      remark: own
        .map(({ billCode }) => billCode)
        .join('、')
        .slice(0, 500),
      details: [...Map.groupBy(own, (each) => `${each.locationId} ${each.materialId} ${each.unitId}`).values()].map(
        (same) => ({
          warehouseId: same[0]!.locationId,
          materialId: same[0]!.materialId,
          unitId: same[0]!.unitId,
          qty: sumOf(same),
        }),
      ),
    });
}
const sumOf = (goods: readonly ResentGoods[]): string =>
  Decimal.sum(goods.map(({ qty }) => Decimal.of(qty))).toString();

async function follow(context: Context, id: Id): Promise<void> {
  await context.tx.run(sql`
    update factory_suppress_order_detail d set received_qty = g.received, refused_qty = g.refused,
      settled_qty = g.settled
    from (select l.source_detail_id, sum(l.received_qty) as received, sum(l.refused_qty) as refused,
        sum(l.settled_qty) as settled
      from in_store s join in_store_detail l on l.in_store_id = s.id
      where s.source_bill_type = 'suppress-order' and s.source_bill_id = ${id} group by 1) g
    where d.factory_suppress_order_id = ${id}::bigint and d.id::text = g.source_detail_id`);
  const order = await context.tx.row<{ isDone: boolean }>(
    sql`select o.status = 'done' as is_done from factory_suppress_order o where o.id = ${id}::bigint`,
  );
  if (order?.isDone !== true) return;
  await context.tx.run(sql`update factory_suppress_order set out_state = 'shipped' where id = ${id}::bigint`);
  await moveOrder(context, id, 'reopen', 'approved');
}

async function moveOrder(context: Context, id: Id, event: string, to: string): Promise<void> {
  const orders = (await lockRows(everywhere, context, [id])).map(actingOf);
  await moveState(everywhere, context, orders, event, { to }, null);
}

export const suppressSource: InStoreSource = {
  type: 'suppress-order',
  document: factorySuppressOrder,
  instoreType: 'suppress',
  sent: { receiveReason: 'suppress.receive', site: 'charged', resend },
  // Its bills are made when it ships.
  expected: async () => [],
  lines: async () => [],
  received: (context, id) => follow(context, id),
  async finished(context, id) {
    const open = await context.tx.row(sql`
      select 1 from in_store s where s.source_bill_type = 'suppress-order' and s.source_bill_id = ${id}
        and s.status not in ('done', 'void') limit 1`);
    if (open !== undefined) return;
    await context.tx.run(sql`update factory_suppress_order set out_state = 'received' where id = ${id}::bigint`);
    await moveOrder(context, id, 'complete', 'done');
  },
};
