/** A factory order as what its site receives: its figures follow, and it is done with the last of its bills. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { actingOf, moveState } from '../../../kernel/server/run-action.ts';
import { lockRows } from '../../../kernel/server/save.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { InStoreSource } from '../../receiving/in-store-source.port.server.ts';
import { carryArrivals } from '../documents/document-progress.server.ts';
import { factoryOrder } from './factory-order.document.ts';
import { unsentOf } from './make-orders.server.ts';
import { sortOrders } from './sort-orders.server.ts';

/** Whoever receives has locked the order, and need not be among those who see it. */
const everywhere = { ...factoryOrder, scope: null };

async function follow(context: Context, id: Id): Promise<void> {
  await context.tx.run(sql`
    update factory_order_detail d set received_qty = g.received, settled_qty = g.settled
    from (select l.source_detail_id, sum(l.received_qty) as received, sum(l.settled_qty) as settled
      from in_store s join in_store_detail l on l.in_store_id = s.id
      where s.source_bill_type = 'factory-order' and s.source_bill_id = ${id} group by 1) g
    where d.factory_order_id = ${id}::bigint and d.id::text = g.source_detail_id`);
  const order = await context.tx.row<{ status: string; documentId: Id | null }>(
    sql`select o.status, o.purchase_document_id as document_id from factory_order o where o.id = ${id}::bigint`,
  );
  if (order?.documentId != null) await carryArrivals(context, [order.documentId]);
  // A delivery that was taken back is on its way again.
  if (order?.status === 'done') await moveOrder(context, id, 'reopen', 'shipped');
}

async function moveOrder(context: Context, id: Id, event: string, to: string): Promise<void> {
  const orders = (await lockRows(everywhere, context, [id])).map(actingOf);
  await moveState(everywhere, context, orders, event, { to }, null);
}

export const factoryOrderSource: InStoreSource = {
  type: 'factory-order',
  document: factoryOrder,
  instoreType: 'site',
  sent: { receiveReason: 'uniform.receive', site: 'charged' },
  // Its bills are made when it ships.
  expected: async () => [],
  lines: async () => [],
  received: (context, id) => follow(context, id),
  async finished(context, id) {
    const open = await context.tx.row(sql`
      select 1 from in_store s where s.source_bill_type = 'factory-order' and s.source_bill_id = ${id}
        and s.status not in ('done', 'void') limit 1`);
    if (open !== undefined) return;
    const rest = await context.tx.row(sql`
      select 1 from factory_order_detail d where d.factory_order_id = ${id}::bigint
        and d.order_qty > d.shipped_qty + d.cancelled_qty limit 1`);
    if (rest === undefined) await moveOrder(context, id, 'complete', 'done');
    else {
      await moveOrder(context, id, 'backorder', 'accepted');
      await sortOrders(context, [id]);
    }
  },
};

/** What a factory is to make for accepted orders, beyond what is held for them. */
export const orderedToMake = (
  context: Context,
  factoryId: Id,
  date: string,
): Promise<{ factoryWarehouseId: Id; materialId: Id; qty: string }[]> =>
  context.tx.rows(sql`
    select o.factory_warehouse_id, d.material_id, sum(${unsentOf} - coalesce(r.qty, 0)) as qty
    from factory_order o
    join factory_warehouse w on w.id = o.factory_warehouse_id and w.factory_id = ${factoryId}::bigint
    join factory_order_detail d on d.factory_order_id = o.id and d.supply_mode = 'produce'
    left join lateral (select sum(x.qty) as qty from stock_reservation x
      where x.bill_type = ${factoryOrder.segment} and x.line_id = d.id and x.qty > 0) r on true
    where o.status in ('accepted', 'sorting') and o.delivery_date <= ${date}::date group by 1, 2
    having sum(${unsentOf} - coalesce(r.qty, 0)) > 0`);
