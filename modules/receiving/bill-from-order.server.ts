/** In-store bills come from approved purchase orders: one per order and place, in the transaction of the approval. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Acting, Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { linking } from '../../kernel/server/links.ts';
import { moveState } from '../../kernel/server/run-action.ts';
import { saveAll } from '../../kernel/server/save.ts';
import type { OrderFollower } from '../purchasing/order-approved.port.server.ts';
import { receivingLimit } from './receiving.rules.ts';
import { inStore } from './in-store.document.ts';

/** What an approved order asks the dock to do. */
export const orderFollower: OrderFollower = {
  async approved(context, orderIds) {
    await linkToOrders(
      context,
      await saveAll(
        inStore,
        context,
        orderIds.map((id) => ({ sourceBillType: 'purchase-order', sourceBillId: id, byHand: 0 })),
      ),
      1,
    );
  },
  async voided(context, orderIds, reason) {
    const bills = await context.tx.rows<Acting>(sql`
      select id, bill_code, status from in_store where source_bill_type = 'purchase-order'
        and source_bill_id = any(${orderIds as string[]}) and status <> 'void' order by id for update`);
    const begun = bills.filter((bill) => bill.status !== 'to-receive');
    if (begun.length > 0)
      throw new Refused(...begun.map(({ billCode }) => refuse('receiving.order-in-receipt', { billCode })));
    await moveState(
      inStore,
      context,
      bills.map((bill) => ({ ...bill, row: {} })),
      'void',
      { to: 'void' },
      reason === '' ? null : reason,
    );
    await linkToOrders(
      context,
      bills.map((bill) => bill.id),
      -1,
    );
  },
};

/** Shows order and bill in each other's chain; taken back with the opposite sign. */
export async function linkToOrders(context: Context, instoreIds: readonly string[], sign: 1 | -1): Promise<void> {
  await context.tx.run(
    linking(
      context,
      sql`
    select 'receive' as kind, 'purchaseOrder' as from_type, s.source_bill_id::bigint as from_bill_id,
      d.source_detail_id::bigint as from_line_id, 'inStore' as to_type, s.id as to_bill_id, d.id as to_line_id,
      d.base_qty * ${sign}::integer as from_qty, d.base_qty * ${sign}::integer as to_qty
    from in_store s join in_store_detail d on d.tenant_id = s.tenant_id and d.in_store_id = s.id
    where s.id = any(${instoreIds as string[]}::bigint[]) and s.source_bill_type = 'purchase-order'
    order by d.in_store_id, d.line_no`,
      sign < 0 ? 'void' : '',
    ),
  );
}

/** A bill made by hand needs an approved order that has none. */
export async function requireFreeOrder(context: Context, orderId: string): Promise<void> {
  const order = await context.tx.row<{ status: string }>(
    sql`select status from purchase_order where id = ${orderId}::bigint for update`,
  );
  if (order?.status !== 'approved')
    throw new Refused(refuse('receiving.source-not-approved', {}, { field: 'sourceBillId' }));
  const bill = await context.tx.row<{ billCode: string }>(
    sql`select bill_code from in_store where source_bill_type = 'purchase-order' and source_bill_id = ${orderId}
      and status <> 'void'`,
  );
  if (bill !== undefined) throw new Refused(refuse('receiving.source-has-bill', bill, { field: 'sourceBillId' }));
}

interface OrderRow {
  readonly id: string;
  readonly billCode: string;
  readonly orderType: string;
  readonly supplierId: string;
  readonly warehouseId: string;
  readonly companyDeptId: string | null;
  readonly bladeProjectDeptId: string | null;
  readonly deliveryDate: string;
}
interface OrderLineRow {
  readonly orderId: string;
  readonly id: string;
  readonly materialId: string;
  readonly unitId: string;
  readonly factor: string;
  readonly baseUnitId: string | null;
  readonly qty: string;
  readonly price: string | null;
  readonly taxRate: string | null;
  readonly overRate: string;
  readonly underRate: string;
  readonly absTolerance: string;
  readonly remark: string | null;
}

/**
 * Fills new bills from their orders: two queries, however many bills. What of a line was received or cancelled before
 * is not to come again.
 */
export async function fillFromOrders(context: Context, savings: readonly Saving<typeof inStore>[]): Promise<void> {
  const created = savings.filter((saving) => saving.before === null);
  if (created.length === 0) return;
  const ids = created.map((saving) => saving.values.sourceBillId).filter((id) => /^\d{1,19}$/.test(id));
  const [orderRows, lineRows] = await Promise.all([
    context.tx.rows<OrderRow>(sql`
    select id, bill_code, order_type, supplier_id, warehouse_id, company_dept_id, blade_project_dept_id, delivery_date
    from purchase_order where id = any(${ids}::bigint[])`),
    context.tx.rows<OrderLineRow>(sql`
    select d.purchase_order_id as order_id, d.id, d.material_id, d.unit_id, d.factor, d.base_unit_id,
      d.order_qty - d.received_qty - d.settled_qty - d.cancelled_qty as qty, d.price, d.tax_rate, d.over_rate,
      d.under_rate,
      round(coalesce(m.abs_tolerance, t.abs_tolerance, 0) / d.factor, 6) as abs_tolerance, d.remark
    from purchase_order_detail d join material m on m.tenant_id = d.tenant_id and m.id = d.material_id
    join material_type t on t.tenant_id = m.tenant_id and t.id = m.material_type_id
    where d.purchase_order_id = any(${ids}::bigint[]) and d.order_qty > d.received_qty + d.settled_qty +
      d.cancelled_qty order by d.purchase_order_id, d.line_no`),
  ]);
  const orders = new Map(orderRows.map((order) => [order.id, order]));
  const lines = Map.groupBy(lineRows, (line) => line.orderId);
  for (const saving of created) {
    const order = orders.get(saving.values.sourceBillId);
    if (order === undefined) throw new Refused(refuse('receiving.source-not-approved', {}, { field: 'sourceBillId' }));
    const own = lines.get(order.id) ?? [];
    Object.assign(saving.values, {
      billDate: context.today,
      instoreType: 'site',
      sourceBillCode: order.billCode,
      channel: order.orderType === 'straight' ? 'direct' : 'warehouse',
      supplierId: order.supplierId,
      warehouseId: order.warehouseId,
      locationId: order.warehouseId,
      companyDeptId: order.companyDeptId,
      bladeProjectDeptId: order.bladeProjectDeptId,
      expectTime: saving.values.expectTime ?? `${order.deliveryDate} 00:00:00`,
      lineCount: own.length,
      byHand: saving.body['byHand'] === 0 ? 0 : 1,
    });
    saving.lines['details'] = own.map((line) => ({ id: null, values: billLine(line) }));
  }
}

function billLine({ orderId: _order, id, qty, factor, ...line }: OrderLineRow): Record<string, unknown> {
  const ordered = Decimal.of(qty);
  const limit = receivingLimit({
    source: 'external',
    ordered,
    tolerance: {
      overPercent: Decimal.of(line.overRate),
      underPercent: Decimal.zero,
      overQty: Decimal.of(line.absTolerance),
      underQty: Decimal.zero,
    },
  });
  return {
    ...line,
    sourceDetailId: id,
    qty,
    factor,
    baseQty: ordered.times(Decimal.of(factor)).rounded(6).toString(),
    openQty: qty,
    limitQty: limit.roundedDown(6).toString(),
  };
}
