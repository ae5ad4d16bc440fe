/** The order behind a change: locked, with its lines as they stand, and the moment until which it may change. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { cutOffsFor, type DeliveryCutOff } from '../../sourcing/late/cut-offs.server.ts';
import { warehousePlaces } from '../../sourcing/source-calls.server.ts';
import { purchaseOrder } from '../purchase-order.document.ts';
import type { ChangeType, OrderedLine, WantedLine } from './order-change.rules.ts';

export interface StoredOrderLine extends OrderedLine {
  readonly orderQty: Decimal;
  readonly cancelledQty: Decimal;
  readonly factor: Decimal;
  readonly taxRate: Decimal;
}
export interface ChangedOrder {
  readonly id: Id;
  readonly billCode: string;
  readonly status: string;
  readonly version: number;
  readonly supplierId: Id;
  readonly warehouseId: Id | null;
  readonly factoryWarehouseId: Id | null;
  readonly companyDeptId: Id | null;
  readonly bladeProjectDeptId: Id | null;
  readonly orderDate: string | null;
  readonly deliveryDate: string;
  readonly amount: DecimalText;
  readonly lines: readonly StoredOrderLine[];
}

const FIGURES = [
  'qty',
  'orderQty',
  'cancelledQty',
  'shippedQty',
  'receivedQty',
  'settledQty',
  'factor',
  'taxRate',
] as const;
type Stored = Omit<StoredOrderLine, (typeof FIGURES)[number] | 'price'> &
  Readonly<Record<(typeof FIGURES)[number], DecimalText>> & { readonly price: DecimalText | null };

/** The order with its lines, locked. Whoever decides on a change need not be among those who see the order. */
export async function changedOrder(context: Context, id: Id, inScope: boolean): Promise<ChangedOrder> {
  const terms = [sql`t.id = ${id}::bigint`, ...(inScope ? scopeCondition(purchaseOrder, context) : [])];
  const order = await context.tx.row<Omit<ChangedOrder, 'lines'>>(sql`
    select t.id, t.bill_code, t.status, t.version, t.supplier_id, t.warehouse_id, t.factory_warehouse_id,
      t.company_dept_id, t.blade_project_dept_id, t.order_date, t.delivery_date, t.amount
    from purchase_order t where ${join(terms, ' and ')} for update of t`);
  if (order === undefined) throw unknownRecord(purchaseOrder.label);
  const { billCode, status } = order;
  if (status !== 'approved')
    throw new Refused(
      refuse(
        'order-change.not-open',
        { billCode, state: purchaseOrder.life!.states[status as 'approved'].label },
        { field: 'purchaseOrderId' },
      ),
    );
  return { ...order, lines: await orderLines(context, id) };
}

async function orderLines(context: Context, id: Id): Promise<StoredOrderLine[]> {
  const rows = await context.tx.rows<Stored>(sql`
    select d.id, d.material_id, d.unit_id, m.called as material, u.called as unit,
      d.order_qty - d.cancelled_qty as qty, d.order_qty, d.cancelled_qty, d.factor, coalesce(d.tax_rate, 0) as tax_rate,
      coalesce(d.delivery_date, o.delivery_date) as delivery_date, d.price, d.shipped_qty, d.received_qty, d.settled_qty
    from purchase_order_detail d join purchase_order o on o.id = d.purchase_order_id
    join material m on m.id = d.material_id join material_unit u on u.id = d.unit_id
    where d.purchase_order_id = ${id}::bigint order by d.line_no`);
  return rows.map((row) => ({
    ...row,
    ...(Object.fromEntries(FIGURES.map((each) => [each, Decimal.of(row[each])])) as Record<
      (typeof FIGURES)[number],
      Decimal
    >),
    price: row.price === null ? null : Decimal.of(row.price),
  }));
}

/**
 * Until when quantities and days may change, by the calendars as they stand: the earliest of the days that are given up
 * and those that are asked for. A price, and what will not come any more, may change at any time.
 */
export async function changeCutOff(
  context: Context,
  order: ChangedOrder,
  type: ChangeType,
  lines: readonly WantedLine[],
): Promise<DeliveryCutOff | null> {
  if (type === 'price' || type === 'close') return null;
  const place = (await warehousePlaces(context, order.warehouseId === null ? [] : [order.warehouseId])).get(
    order.warehouseId ?? '',
  );
  const deptIds = [
    ...(place?.deptIds ?? [order.bladeProjectDeptId]),
    place?.companyDeptId ?? order.companyDeptId,
  ].flatMap((id) => id ?? []);
  const byId = new Map(order.lines.map((line) => [line.id, line]));
  const wanted = lines.flatMap(({ orderDetailId, materialId, newDate }) => {
    const own = byId.get(orderDetailId ?? '');
    const material = own?.materialId ?? materialId;
    const days = own === undefined ? [newDate ?? order.deliveryDate] : [own.deliveryDate, newDate ?? own.deliveryDate];
    const { supplierId, warehouseId } = order;
    return material === null
      ? []
      : [...new Set(days)].map((deliveryDate) => ({
          supplierId,
          warehouseId,
          materialId: material,
          deliveryDate,
          deptIds,
        }));
  });
  const found = await cutOffsFor(context, wanted);
  return found.toSorted((a, b) => (a.orderBefore < b.orderBefore ? -1 : 1)).at(0) ?? null;
}
