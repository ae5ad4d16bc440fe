/** Crates of factory orders: made ready at the table, movements of the ledger once the order leaves. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { crateShipments } from '../../crates/crate-shipments.port.server.ts';
import { moveCrates } from '../../crates/move-crates.server.ts';
import { factoryOrder } from '../factory-orders/factory-order.document.ts';
import { distributionStatementLog } from '../sorting/distribution-statement-log.resource.ts';
import * as calls from './packed-crates.calls.ts';

/** An order whose sorting lines the person sees. */
const sorted = (context: Context): Sql => sql`exists (
  select 1 from distribution_statement_log t where t.order_type = 'factory' and t.order_no = o.bill_code
    and ${join([sql`t.state <> 'void'`, ...scopeCondition(distributionStatementLog, context)], ' and ')})`;

const pack = serve(calls.packCrates, async (context, { orderNo, crateTypeId, qty }) => {
  const order = await context.tx.row<{ id: Id; status: string }>(sql`
    select o.id, o.status from factory_order o where o.bill_code = ${orderNo} and ${sorted(context)} for update of o`);
  if (order === undefined || !['accepted', 'sorting'].includes(order.status))
    throw new Refused(refuse('sorting.crates-left', { orderNo }, { field: 'orderNo' }));
  await context.tx.run(
    qty === 0
      ? sql`delete from packed_crate where factory_order_id = ${order.id}::bigint
          and crate_type_id = ${crateTypeId}::bigint`
      : sql`insert into packed_crate (factory_order_id, crate_type_id, qty, update_user)
          values (${order.id}::bigint, ${crateTypeId}::bigint, ${qty}, ${context.user.userId}::bigint)
          on conflict (tenant_id, factory_order_id, crate_type_id) do update
            set qty = excluded.qty, update_user = excluded.update_user, update_time = now()`,
  );
  return true;
});

const ORDERS_MAX = 100;
const packed = serve(calls.packedCrates, async (context, { orderNos }) => {
  const numbers = orderNos.split(',').slice(0, ORDERS_MAX);
  const rows = await context.tx.rows<
    Omit<calls.PackedOrder['lines'][number], never> & { orderNo: string; siteName: string }
  >(sql`
    select o.bill_code as order_no, d.dept_name as site_name, c.id as crate_type_id, c.name,
      coalesce(p.qty, 0) as qty, coalesce(b.qty, 0) as held_qty
    from factory_order o
    join warehouse w on w.id = o.warehouse_id
    join dept d on d.id = coalesce(o.blade_project_dept_id, w.project_group_dept_id)
    join stock_location l on l.id = coalesce(o.factory_warehouse_id, o.out_warehouse_id)
    cross join crate_type c
    left join packed_crate p on p.factory_order_id = o.id and p.crate_type_id = c.id
    left join crate_balance b on b.owner_dept_id = l.dept_id and b.warehouse_id = o.warehouse_id
      and b.crate_type_id = c.id
    where o.bill_code = any(${numbers}::text[]) and o.status in ('accepted', 'sorting') and ${sorted(context)}
    order by o.bill_code, c.name, c.id`);
  return [...Map.groupBy(rows, ({ orderNo }) => orderNo)].map(([orderNo, own]) => ({
    orderNo,
    siteName: own[0]!.siteName,
    lines: own.map(({ crateTypeId, name, qty, heldQty }) => ({ crateTypeId, name, qty, heldQty })),
  }));
});

/** Of an order: whose its crates are and who gets them. */
interface OrderOnRoad {
  readonly code: string;
  readonly ownerDeptId: Id;
  readonly warehouseId: Id;
}
const onRoad = (context: Context, where: Sql): Promise<OrderOnRoad | undefined> =>
  context.tx.row<OrderOnRoad>(sql`
    select t.bill_code as code, l.dept_id as owner_dept_id, t.warehouse_id
    from factory_order t join stock_location l on l.id = coalesce(t.factory_warehouse_id, t.out_warehouse_id)
    where ${where}`);

/** Factory orders as shipments of crates, for whoever sees them. */
export const orderShipments = crateShipments.by({
  billTypes: [factoryOrder.segment],
  async shipment(context, _type, billId) {
    const order = await onRoad(
      context,
      join([sql`t.id = ${billId}::bigint`, ...scopeCondition(factoryOrder, context)], ' and '),
    );
    return order === undefined ? undefined : { ...order, supplierId: null };
  },
});

/** The order leaves, and what was made ready goes with it. */
export async function sendCrates(context: Context, orderId: Id): Promise<void> {
  const ready = await context.tx.rows<{ crateTypeId: Id; qty: number }>(sql`
    delete from packed_crate p where p.factory_order_id = ${orderId}::bigint returning p.crate_type_id, p.qty`);
  if (ready.length === 0) return;
  const order = (await onRoad(context, sql`t.id = ${orderId}::bigint`))!;
  await moveCrates(context, {
    partner: { ownerDeptId: order.ownerDeptId, warehouseId: order.warehouseId, supplierId: null },
    changes: ready.map(({ crateTypeId, qty }) => ({ crateTypeId, kind: 'out', qty })),
    bill: { type: factoryOrder.segment, id: orderId, code: order.code },
  });
}

/** Orders that will not leave take no crates. */
export const unpackCrates = (context: Context, orderIds: readonly Id[]): Promise<unknown> =>
  context.tx.run(sql`delete from packed_crate where factory_order_id = any(${orderIds as Id[]}::bigint[])`);

export const packedCrateCalls: readonly Call[] = [pack, packed];
