/** What is to be sorted, as pages: orders, lines of an order, and the table by goods or by client. */
import type { InputOf } from '../../../kernel/core/contract.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { paging, readPage } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { kilogramsOf } from '../../master-data/units/mass-path.rules.ts';
import { unitLadders } from '../../master-data/units/material-units.server.ts';
import { distributionStatementLog, sortOps } from './distribution-statement-log.resource.ts';
import { lotsOfStores, sortTolerance } from './sorting-lots.server.ts';
import { progressOf, SPLIT_REASON } from './sorting.rules.ts';
import * as calls from './sorting.calls.ts';

/** Lines a person sees, those of void orders left out, with further conditions over `t`. */
const seen = (context: Context, terms: readonly Sql[]): Sql =>
  join([sql`t.state <> 'void'`, ...scopeCondition(distributionStatementLog, context), ...terms], ' and ');
const isId = (text: string | null): text is string => text !== null && /^\d{1,19}$/.test(text);
/** Rows of this id; of anything else none, of nothing all. */
const byId = (column: Sql, id: string | null): readonly Sql[] =>
  id === null ? [] : [isId(id) ? sql`${column} = ${id}::bigint` : sql`false`];

const COUNTS = sql`count(*)::integer as lines,
  (count(*) filter (where t.state in ('done', 'short')))::integer as sorted_lines`;
interface Counts {
  readonly lines: number;
  readonly sortedLines: number;
}
const withProgress = <T extends Counts>(row: T): T & { readonly progress: number } => ({
  ...row,
  progress: progressOf(row.sortedLines, row.lines),
});

type OrderRow = TypeOf<typeof calls.distributionStatementPage.answer>['records'][number];

const statementPage = serve(calls.distributionStatementPage, async (context, input) => {
  const { current, size } = paging({ current: input.currentPage, size: input.pageSize });
  const found = seen(context, [
    ...(input.orderNo === null ? [] : [sql`t.order_no like ${`%${input.orderNo.replaceAll(/[\\%_]/g, '\\$&')}%`}`]),
    ...(input.deliveryDate === null ? [] : [sql`t.delivery_date = ${input.deliveryDate}::date`]),
    ...byId(sql`t.out_org_id`, input.outOrgId),
    ...byId(sql`t.factory_warehouse_id`, input.factoryWarehouseId),
    ...byId(sql`t.route_id`, input.routeId),
  ]);
  const rows = await context.tx.rows<Omit<OrderRow, 'progress'> & { readonly total: number }>(sql`
    with orders as (
      select t.order_no, t.order_type, t.order_id, t.delivery_date, t.site_dept_id, min(t.stop_seq) as stop_seq,
        min(r.name) as route_name, ${COUNTS},
        (count(*) filter (where t.state = 'waiting'))::integer as waiting_lines,
        (count(*) filter (where t.state = 'done'))::integer as done_lines,
        (count(*) filter (where t.state = 'short'))::integer as short_lines,
        (count(*) filter (where t.state = 'undone'))::integer as undone_lines
      from distribution_statement_log t left join delivery_route r on r.id = t.route_id
      where ${found} group by 1, 2, 3, 4, 5)
    select o.order_no, o.order_type, o.order_id, to_char(o.delivery_date, 'YYYY-MM-DD') as delivery_date,
      o.site_dept_id, p.dept_name as site_name, coalesce(o.route_name, '') as route_name, o.stop_seq, o.lines,
      o.sorted_lines, o.waiting_lines, o.done_lines, o.short_lines, o.undone_lines, s.units,
      (select count(*) from orders)::integer as total
    from (select * from orders o order by o.delivery_date desc, o.order_no desc
      limit ${size} offset ${(current - 1) * size}) o
    join dept p on p.id = o.site_dept_id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('unitId', g.unit_id::text, 'unitName', g.unit, 'orderQty',
        trim_scale(g.order_qty)::text, 'num', trim_scale(g.num)::text) order by g.unit) as units
      from (select t.unit_id, u.called as unit, sum(t.order_qty) as order_qty, sum(t.num) as num
        from distribution_statement_log t join material_unit u on u.id = t.unit_id
        where t.order_no = o.order_no and ${found} group by 1, 2) g) s
    order by o.delivery_date desc, o.order_no desc`);
  const total = rows[0]?.total ?? 0;
  return {
    records: rows.map(({ total: _, ...row }) => withProgress(row)),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
  };
});

const linesOfOrder = serve(calls.pageByOrderNo, (context, { orderNo, current, size }) =>
  readPage(distributionStatementLog, context, { current, size, ascs: 'routeId,stopSeq' }, [
    sql`t.order_no = ${orderNo}`,
    sql`t.state <> 'void'`,
  ]),
);

type Line = calls.SortLine;
type LineRow = Omit<Line, 'tolerance' | 'unitKg'> & {
  readonly groupId: Id;
  readonly unitId: Id;
  readonly factor: DecimalText;
};

/** The table: groups of a page with all their lines, and how far every route is. */
async function sortTable(
  context: Context,
  input: InputOf<typeof calls.sortPage.input>,
): Promise<TypeOf<typeof calls.sortPage.answer>> {
  const { current, size } = paging({ current: input.current, size: input.size ?? 50 });
  const deliveryDate = input.deliveryDate ?? context.today;
  const ofDay = [sql`t.delivery_date = ${deliveryDate}::date`];
  const ofStore = byId(sql`coalesce(t.factory_warehouse_id, t.out_warehouse_id)`, input.storeId);
  const day = seen(context, [...ofDay, ...ofStore]);
  const looked = seen(context, [
    ...ofDay,
    ...ofStore,
    ...(input.waveNo === null ? [] : [sql`t.wave_no = ${input.waveNo}`]),
    ...(input.routeId === '0' ? [sql`t.route_id is null`] : byId(sql`t.route_id`, input.routeId)),
  ]);
  const isByGoods = input.mode === 'by-goods';
  const [groups, routes, waves, stores, reasons, tolerance] = await Promise.all([
    groupsOf(context, looked, isByGoods, size, (current - 1) * size),
    routesOf(context, day),
    context.tx.rows<{ waveNo: string }>(sql`
      select distinct t.wave_no, length(t.wave_no) from distribution_statement_log t where ${day} order by 2, 1`),
    context.tx.rows<{ id: Id; name: string }>(sql`
      select distinct l.id, l.called as name from distribution_statement_log t
      join stock_location l on l.id = coalesce(t.factory_warehouse_id, t.out_warehouse_id)
      where ${seen(context, ofDay)} order by 2`),
    context.tx.rows<{ value: string; name: string }>(sql`
      select e.dict_key as value, e.called as name from dict_biz k join dict_biz e on e.parent_id = k.id
      where k.code = 'shortReason' and k.parent_id = 0 and e.is_sealed = 0 and e.dict_key <> ${SPLIT_REASON}
      order by e.sort, e.id`),
    sortTolerance(context),
  ]);
  const lines = await linesOf(
    context,
    looked,
    isByGoods,
    groups.map(({ groupId }) => groupId),
  );
  const ladders = await unitLadders(context, [...new Set(lines.map(({ materialId }) => materialId))]);
  const own = Map.groupBy(lines, ({ groupId }) => groupId);
  const total = groups[0]?.total ?? 0;
  return {
    deliveryDate,
    records: groups.map(({ total: _, ...group }) => ({
      ...withProgress(group),
      details: (own.get(group.groupId) ?? []).map(({ groupId: _group, unitId, factor, ...line }) => ({
        ...line,
        unitKg: line.isMass ? (kilogramsOf(ladders.get(line.materialId)!, unitId, Decimal.of(factor)) ?? null) : null,
        tolerance: line.isMass ? tolerance.toString() : '0',
      })),
    })),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
    routes: routes.map(withProgress),
    waves: waves.map(({ waveNo }) => waveNo),
    stores,
    reasons,
  };
}

type GroupRow = Omit<calls.SortGroup, 'details' | 'progress'> & { readonly total: number };
const groupsOf = (
  context: Context,
  looked: Sql,
  isByGoods: boolean,
  size: number,
  offset: number,
): Promise<GroupRow[]> =>
  context.tx.rows<GroupRow>(sql`
    with found as (
      select ${isByGoods ? sql`t.material_id` : sql`t.site_dept_id`} as group_id,
        min(t.stop_seq) as stop_seq, ${COUNTS},
        (count(*) filter (where t.state = 'short'))::integer as short_lines
      from distribution_statement_log t where ${looked} group by 1)
    select f.group_id, ${isByGoods ? sql`m.code` : sql`d.code`} as group_code,
      ${isByGoods ? sql`m.called` : sql`d.dept_name`} as group_name, f.lines, f.sorted_lines, f.short_lines,
      (count(*) over ())::integer as total
    from found f ${isByGoods ? sql`join material m on m.id = f.group_id` : sql`join dept d on d.id = f.group_id`}
    order by ${isByGoods ? sql`m.code` : sql`f.stop_seq nulls last, d.code`}, f.group_id
    limit ${size} offset ${offset}`);

const linesOf = async (
  context: Context,
  looked: Sql,
  isByGoods: boolean,
  groupIds: readonly Id[],
): Promise<readonly LineRow[]> =>
  groupIds.length === 0
    ? []
    : context.tx.rows<LineRow>(sql`
    select t.id, ${isByGoods ? sql`t.material_id` : sql`t.site_dept_id`} as group_id, t.order_no, t.site_dept_id,
      d.dept_name as site_name, t.material_id, m.code as material_code, m.called as material_name,
      coalesce(m.spec, '') as spec, u.called as unit_name, u.decimals, coalesce(r.name, '') as route_name, t.stop_seq,
      t.wave_no, t.order_qty, t.target_qty, t.num, coalesce(t.short_reason, '') as short_reason, t.state,
      t.shipped_flag = 1 as is_shipped, m.catch_weight = 1 as is_catch_weight, u.dimension = 'mass' as is_mass,
      t.unit_id, t.factor,
      t.pieces, t.weight, coalesce(t.batch_id::text, '') as batch_id, coalesce(b.batch_code, '') as batch_code,
      coalesce(to_char(b.expiry_date, 'YYYY-MM-DD'), '') as expiry_date, l.called as store_name,
      coalesce(t.basket_no, '') as basket_no, coalesce(a.real_name, '') as operator_name
    from distribution_statement_log t join material m on m.id = t.material_id
    join material_unit u on u.id = t.unit_id join dept d on d.id = t.site_dept_id
    join stock_location l on l.id = coalesce(t.factory_warehouse_id, t.out_warehouse_id)
    left join delivery_route r on r.id = t.route_id left join batch b on b.id = t.batch_id
    left join app_user a on a.id = t.operator_id
    where ${looked} and ${isByGoods ? sql`t.material_id` : sql`t.site_dept_id`} = any(${groupIds as Id[]}::bigint[])
    order by t.wave_no, t.route_id nulls last, t.stop_seq nulls last, d.code, m.code, t.id`);

const routesOf = (
  context: Context,
  day: Sql,
): Promise<(Counts & { readonly routeId: string; readonly routeName: string; readonly departTime: string })[]> =>
  context.tx.rows(sql`
    select coalesce(t.route_id::text, '') as route_id, coalesce(r.name, '') as route_name,
      coalesce(r.depart_time, '') as depart_time, ${COUNTS}
    from distribution_statement_log t left join delivery_route r on r.id = t.route_id
    where ${day} group by t.route_id, r.name, r.depart_time order by r.depart_time nulls last, r.name`);

const table = serve(calls.sortPage, sortTable);

const lots = serve(calls.lineLots, async (context, { id }) => {
  const line = await context.tx.row<{ locationId: Id; materialId: Id; deliveryDate: string }>(sql`
    select coalesce(t.factory_warehouse_id, t.out_warehouse_id) as location_id, t.material_id,
      to_char(t.delivery_date, 'YYYY-MM-DD') as delivery_date
    from distribution_statement_log t where ${seen(context, byId(sql`t.id`, id))}`);
  if (line === undefined) return [];
  const found = await lotsOfStores(context, [line], { except: [id], proposed: false });
  return found
    .filter(({ expiryDate }) => expiryDate === null || expiryDate >= line.deliveryDate)
    .map((lot) => ({
      batchId: lot.batchId,
      batchCode: lot.batch,
      expiryDate: lot.expiryDate ?? '',
      leftQty: Decimal.max(Decimal.zero, lot.left).toString(),
      baseUnitName: lot.baseUnit,
      isHeld: lot.lotState !== 'free',
    }));
});

interface EventRow {
  readonly id: Id;
  readonly op: (typeof sortOps)[number][0];
  readonly before: Readonly<Record<string, DecimalText>>;
  readonly after: Readonly<Record<string, DecimalText>>;
  readonly operatorName: string;
  readonly opTime: string;
  readonly deviceId: string;
  readonly reason: string;
}
const events = serve(calls.lineEvents, async (context, { id }) => {
  const rows = await context.tx.rows<EventRow>(sql`
    select e.id, e.op, e.before, e.after, a.real_name as operator_name,
      to_char(e.op_time, 'YYYY-MM-DD HH24:MI:SS') as op_time, coalesce(e.device_id, '') as device_id,
      coalesce(e.reason, '') as reason
    from distribution_statement_log t join distribution_statement_event e on e.log_id = t.id
    join app_user a on a.id = e.operator_id where ${seen(context, byId(sql`t.id`, id))} order by e.id`);
  return rows.map((row) => {
    const [, zh, en] = sortOps.find(([op]) => op === row.op)!;
    return { ...row, opName: context.language === 'zh' ? zh : en };
  });
});

export const sortingPageCalls: readonly Call[] = [statementPage, linesOfOrder, table, lots, events];
