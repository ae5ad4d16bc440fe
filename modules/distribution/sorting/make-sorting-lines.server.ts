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
/** The store of a factory, or the warehouse, that goods are sorted in. */
export const storeOf = ({ factoryWarehouseId, outWarehouseId }: Store): Id => (factoryWarehouseId ?? outWarehouseId)!;

/**
 * Makes the sorting lines of factory orders, for what is open of each line: one for each lot it is taken from, first
 * expired first, and one without a lot for what is not there yet. A line that has one already gets none. Called when
 * orders are accepted.
 */
export async function sortingLinesFor(context: Context, factoryOrderIds: readonly Id[]): Promise<void> {
  const found = await openLines(context, factoryOrderIds);
  if (found.length === 0) return;
  const [routes, lots] = await Promise.all([
    routesOf(context, found),
    lotsOfStores(
      context,
      found.map((line) => ({ locationId: storeOf(line), materialId: line.materialId })),
    ),
  ]);
  const open = found.map((line) => ({ ...line, ...routed(line, routes) })).toSorted(byTour);
  const waves = wavesOfStores(routes);
  const left = new Map(lots.map((lot) => [lot, lot.left]));
  const rows = open.flatMap((line) => {
    const waveNo = waves(line);
    return partsOf(line, lots, left).map(({ batchId, qty }) => ({ ...line, waveNo, batchId, qty: qty.toString() }));
  });
  await context.tx.run(sql`
    insert into distribution_statement_log (order_type, order_no, order_id, order_detail_id, delivery_date,
      site_dept_id, project_dept_sys_id, warehouse_id, out_org_id, factory_warehouse_id, out_warehouse_id, route_id,
      stop_seq, wave_no, priority_class, material_id, unit_id, factor, base_unit_id, order_qty, batch_id,
      visible_dept_ids, create_user, update_user, create_dept)
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

type UnroutedLine = Omit<OpenLine, 'routeId' | 'stopSeq'> & {
  /** As the order names it; null where no tour stopped there when it was made. */
  readonly orderRouteId: Id | null;
  readonly orderStopSeq: number | null;
};

/** What is open of each line, with how urgent the site is; lines that are sorted already are left out. */
async function openLines(context: Context, orderIds: readonly Id[]): Promise<UnroutedLine[]> {
  const [lines, living] = await Promise.all([
    context.tx.rows<UnroutedLine>(sql`
    select o.id as order_id, o.bill_code as order_no, d.id as order_detail_id,
      to_char(o.delivery_date, 'YYYY-MM-DD') as delivery_date, coalesce(o.blade_project_dept_id,
      w.project_group_dept_id) as site_dept_id, p.id as project_dept_sys_id, o.warehouse_id, o.out_org_id,
      o.factory_warehouse_id, o.out_warehouse_id, o.route_id as order_route_id,
      o.stop_seq as order_stop_seq,
      coalesce(p.delivery_priority, case when p.business_format in ('school', 'hospital') then 'first' else 'normal'
        end) as priority_class,
      d.material_id, d.unit_id, d.factor, m.base_unit_id, u.decimals,
      d.order_qty - d.cancelled_qty - d.shipped_qty as open_qty
    from factory_order o join factory_order_detail d on d.factory_order_id = o.id
    join material m on m.id = d.material_id join material_unit u on u.id = d.unit_id
    join warehouse w on w.id = o.warehouse_id
    left join project_dept_system p on p.blade_project_dept_id = coalesce(o.blade_project_dept_id,
      w.project_group_dept_id)
    where o.id = any(${orderIds as Id[]}::bigint[]) and d.order_qty - d.cancelled_qty - d.shipped_qty > 0
    order by o.id, d.line_no`),
    context.tx.rows<{ orderDetailId: Id }>(sql`
    select l.order_detail_id from distribution_statement_log l where l.order_type = 'factory'
      and l.order_id = any(${orderIds as Id[]}::text[]) and l.shipped_flag = 0 and l.state <> 'void'`),
  ]);
  const sorted = new Set(living.map(({ orderDetailId }) => orderDetailId));
  return lines.filter(({ orderDetailId }) => !sorted.has(orderDetailId));
}

type Route = Store & {
  readonly id: Id;
  readonly outOrgId: Id;
  readonly departTime: string;
  readonly isInUse: boolean;
  readonly stops: readonly { readonly warehouseId: Id; readonly stopSeq: number }[];
};

/** Tours of the senders, the first to leave first. */
const routesOf = (context: Context, lines: readonly UnroutedLine[]): Promise<Route[]> =>
  context.tx.rows<Route>(sql`
    select t.id, t.out_org_id, t.factory_warehouse_id, t.out_warehouse_id, t.depart_time, t.frozen = 0 as is_in_use,
      coalesce((select jsonb_agg(jsonb_build_object('warehouseId', s.warehouse_id::text, 'stopSeq', s.stop_seq)
        order by s.stop_seq) from delivery_route_stop s where s.delivery_route_id = t.id), '[]') as stops
    from delivery_route t where t.out_org_id = any(${[...new Set(lines.map(({ outOrgId }) => outOrgId))]}::bigint[])
    order by t.depart_time, t.code`);

const serves = (route: Route, line: UnroutedLine): boolean =>
  route.isInUse &&
  route.outOrgId === line.outOrgId &&
  [null, line.factoryWarehouseId].includes(route.factoryWarehouseId) &&
  [null, line.outWarehouseId].includes(route.outWarehouseId);

/** The tour the order names while it is in use, or the first to leave that stops at the warehouse. */
function routed(line: UnroutedLine, routes: readonly Route[]): OpenLine {
  const stopOf = (each: Route) => each.stops.find(({ warehouseId }) => warehouseId === line.warehouseId);
  const named = routes.find(({ id, isInUse }) => id === line.orderRouteId && isInUse);
  const route = named ?? routes.find((each) => serves(each, line) && stopOf(each) !== undefined);
  const own = named === undefined ? null : line.orderStopSeq;
  const stopSeq = own ?? (route === undefined ? null : (stopOf(route)?.stopSeq ?? null));
  return { ...line, routeId: route?.id ?? null, stopSeq };
}

/** The wave of a line, by its store and tour. */
function wavesOfStores(routes: readonly Route[]): (line: UnroutedLine & { readonly routeId: Id | null }) => string {
  const made = new Map<string, (routeId: string | null) => string>();
  return (line) => {
    const key = `${line.outOrgId}/${storeOf(line)}`;
    const waves = made.get(key) ?? wavesOf(routes.filter((route) => serves(route, line)));
    made.set(key, waves);
    return waves(line.routeId);
  };
}

/** By tour and stop; what is on no tour comes last. */
function byTour(a: OpenLine, b: OpenLine): number {
  if (a.routeId !== b.routeId) return (a.routeId ?? '~') < (b.routeId ?? '~') ? -1 : 1;
  return (a.stopSeq ?? Number.MAX_SAFE_INTEGER) - (b.stopSeq ?? Number.MAX_SAFE_INTEGER);
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
