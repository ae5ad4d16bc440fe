/** Sorting lines of orders that were accepted: how much of what goes where, on which tour, from which lot. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { lotsOfStores, type StoreLot } from './sorting-lots.server.ts';
import { wavesOf } from './wave.rules.ts';

interface OpenLine {
  readonly orderId: Id;
  readonly orderNo: string;
  readonly orderDetailId: Id;
  readonly deliveryDate: string;
  readonly siteDeptId: Id;
  readonly projectDeptSysId: Id | null;
  readonly warehouseId: Id;
  readonly outOrgId: Id;
  readonly factoryWarehouseId: Id | null;
  readonly outWarehouseId: Id | null;
  readonly routeId: Id | null;
  readonly stopSeq: number | null;
  readonly priorityClass: string;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly factor: DecimalText;
  readonly baseUnitId: Id;
  readonly decimals: number;
  readonly openQty: DecimalText;
}
type Store = { readonly factoryWarehouseId: Id | null; readonly outWarehouseId: Id | null };
export const storeOf = ({ factoryWarehouseId, outWarehouseId }: Store): Id => (factoryWarehouseId ?? outWarehouseId)!;

/**
 * Makes the sorting lines of factory orders, for what is open of each line: one for each lot it is taken from, first
 * expired first, and one without a lot for what is not there yet. A line that has one already gets none. Called when
 * orders are accepted.
 */
export async function sortingLinesFor(context: Context, factoryOrderIds: readonly Id[]): Promise<void> {
  const open = await openLines(context, factoryOrderIds);
  if (open.length === 0) return;
  const [waves, lots] = await Promise.all([
    wavesOfStores(context, [...new Set(open.map(({ outOrgId }) => outOrgId))]),
    lotsOfStores(
      context,
      open.map((line) => ({ locationId: storeOf(line), materialId: line.materialId })),
    ),
  ]);
  const left = new Map(lots.map((lot) => [lot, lot.left]));
  const rows = open.flatMap((line) => {
    const waveNo = waves(line);
    return partsOf(line, lots, left).map(({ batchId, qty }) => ({ ...line, waveNo, batchId, qty: qty.toString() }));
  });
  await context.tx.run(sql`
    insert into distribution_statement_log (order_type, order_no, order_id, order_detail_id, delivery_date, site_dept_id,
      project_dept_sys_id, warehouse_id, out_org_id, factory_warehouse_id, out_warehouse_id, route_id, stop_seq, wave_no,
      priority_class, material_id, unit_id, factor, base_unit_id, order_qty, batch_id, visible_dept_ids, create_user,
      update_user, create_dept)
    select 'factory', g."orderNo", g."orderId", g."orderDetailId", g."deliveryDate", g."siteDeptId",
      g."projectDeptSysId", g."warehouseId", g."outOrgId", g."factoryWarehouseId", g."outWarehouseId", g."routeId",
      g."stopSeq", g."waveNo", g."priorityClass", g."materialId", g."unitId", g.factor, g."baseUnitId", g.qty,
      g."batchId", array[g."outOrgId", g."siteDeptId"], ${context.user.userId}::bigint, ${context.user.userId}::bigint,
      g."outOrgId"
    from json_to_recordset(${JSON.stringify(rows)}::json) as g("orderNo" text, "orderId" text, "orderDetailId" text,
      "deliveryDate" date, "siteDeptId" bigint, "projectDeptSysId" bigint, "warehouseId" bigint, "outOrgId" bigint,
      "factoryWarehouseId" bigint, "outWarehouseId" bigint, "routeId" bigint, "stopSeq" integer, "waveNo" text,
      "priorityClass" text, "materialId" bigint, "unitId" bigint, factor numeric, "baseUnitId" bigint, qty numeric,
      "batchId" bigint)`);
}

/** Lines of orders that were voided are sorted no more. Nothing of them was sorted. */
export async function voidSortingLines(context: Context, factoryOrderIds: readonly Id[]): Promise<void> {
  await context.tx.run(sql`
    update distribution_statement_log l set state = 'void' where l.order_type = 'factory'
      and l.order_id = any(${factoryOrderIds as Id[]}::text[]) and l.shipped_flag = 0 and l.state <> 'void'`);
}

/** What is open of each line, with the tour that stops there and how urgent the site is. In order of the tours. */
const openLines = (context: Context, orderIds: readonly Id[]): Promise<OpenLine[]> =>
  context.tx.rows<OpenLine>(sql`
    select o.id as order_id, o.bill_code as order_no, d.id as order_detail_id,
      to_char(o.delivery_date, 'YYYY-MM-DD') as delivery_date, coalesce(o.blade_project_dept_id,
      w.project_group_dept_id) as site_dept_id, p.id as project_dept_sys_id, o.warehouse_id, o.out_org_id,
      o.factory_warehouse_id, o.out_warehouse_id, r.route_id, coalesce(o.stop_seq, r.stop_seq) as stop_seq,
      coalesce(p.delivery_priority, case when p.business_format in ('school', 'hospital') then 'first' else 'normal'
        end) as priority_class,
      d.material_id, d.unit_id, d.factor, m.base_unit_id, u.decimals,
      d.order_qty - d.cancelled_qty - d.shipped_qty as open_qty
    from factory_order o join factory_order_detail d on d.factory_order_id = o.id
    join material m on m.id = d.material_id join material_unit u on u.id = d.unit_id
    join warehouse w on w.id = o.warehouse_id
    left join project_dept_system p on p.id = o.project_dept_sys_id
      or (o.project_dept_sys_id is null and p.blade_project_dept_id = o.blade_project_dept_id)
    left join lateral (
      select t.id as route_id, s.stop_seq from delivery_route t
      left join delivery_route_stop s on s.delivery_route_id = t.id and s.warehouse_id = o.warehouse_id
      where (t.id::text = o.route_id::text) or (o.route_id is null and s.id is not null and t.frozen = 0
        and t.out_org_id = o.out_org_id
        and coalesce(t.factory_warehouse_id, o.factory_warehouse_id) is not distinct from o.factory_warehouse_id
        and coalesce(t.out_warehouse_id, o.out_warehouse_id) is not distinct from o.out_warehouse_id)
      order by t.depart_time, t.code limit 1) r on true
    where o.id = any(${orderIds as Id[]}::bigint[]) and d.order_qty - d.cancelled_qty - d.shipped_qty > 0
      and not exists (select 1 from distribution_statement_log l where l.order_type = 'factory'
        and l.order_detail_id = d.id::text and l.shipped_flag = 0 and l.state <> 'void')
    order by r.route_id nulls last, r.stop_seq, o.id, d.line_no`);

/** The wave of a line, by its store and tour. */
async function wavesOfStores(context: Context, outOrgIds: readonly Id[]): Promise<(line: OpenLine) => string> {
  const routes = await context.tx.rows<
    Store & { readonly id: Id; readonly outOrgId: Id; readonly departTime: string }
  >(sql`
    select t.id, t.out_org_id, t.factory_warehouse_id, t.out_warehouse_id, t.depart_time from delivery_route t
    where t.out_org_id = any(${outOrgIds as Id[]}::bigint[]) and t.frozen = 0`);
  const made = new Map<string, (routeId: string | null) => string>();
  return (line) => {
    const key = `${line.outOrgId}/${storeOf(line)}`;
    const waves =
      made.get(key) ??
      wavesOf(
        routes.filter(
          (route) =>
            route.outOrgId === line.outOrgId &&
            [null, line.factoryWarehouseId].includes(route.factoryWarehouseId) &&
            [null, line.outWarehouseId].includes(route.outWarehouseId),
        ),
      );
    made.set(key, waves);
    return waves(line.routeId);
  };
}

/** A line in the lots it comes from, in its unit and to the places of that; what is there for it is taken. */
function partsOf(
  line: OpenLine,
  lots: readonly StoreLot[],
  left: Map<StoreLot, Decimal>,
): readonly { readonly batchId: Id | null; readonly qty: Decimal }[] {
  const factor = Decimal.of(line.factor);
  let open = Decimal.of(line.openQty);
  const parts: { batchId: Id | null; qty: Decimal }[] = [];
  for (const lot of lots) {
    if (lot.locationId !== storeOf(line) || lot.materialId !== line.materialId) continue;
    if (lot.lotState !== 'free' || (lot.expiryDate !== null && lot.expiryDate < line.deliveryDate)) continue;
    const there = left.get(lot)!.dividedBy(factor).roundedDown(line.decimals);
    const qty = Decimal.min(open, there);
    if (!qty.isPositive()) continue;
    parts.push({ batchId: lot.batchId, qty });
    left.set(lot, left.get(lot)!.minus(qty.times(factor)));
    open = open.minus(qty);
    if (open.isZero()) break;
  }
  return open.isPositive() ? [...parts, { batchId: null, qty: open }] : parts;
}
