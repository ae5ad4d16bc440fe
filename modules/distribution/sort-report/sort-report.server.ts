/** The sort report: from sorting lines, and from factory orders that nobody has accepted yet. */
import type { InputOf } from '../../../kernel/core/contract.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { writeWorkbook } from '../../../parts/xlsx/sheet-writer.ts';
import { daysBetween } from '../../master-data/figures/calendar-day.rules.ts';
import { factoryOrder } from '../factory-orders/factory-order.document.ts';
import { distributionStatementLog } from '../sorting/distribution-statement-log.resource.ts';
import {
  exportSortReport,
  generateSortReport,
  loadCrates,
  type LoadedCrates,
  type ReportRow,
  type asked,
} from './sort-report.calls.ts';
import { loadedCrates } from './load-crates.server.ts';
import { grouped, type SortCell, totals } from './sort-report.rules.ts';
import { reportSheets } from './sort-report-sheets.server.ts';

type Asked = InputOf<typeof asked>;
const DAYS_MAX = 31;

/** The days that are asked for; one of the two ways is required. */
function daysOf({ deliveryDate, startDate, endDate }: Asked): readonly [string, string] {
  const [from, to] = [deliveryDate ?? startDate, deliveryDate ?? endDate];
  if (from === null || to === null || from > to)
    throw new Refused(refuse('sort-report.when', {}, { field: 'deliveryDate' }));
  if (daysBetween(from, to) >= DAYS_MAX)
    throw new Refused(refuse('sort-report.long', { max: DAYS_MAX }, { field: 'endDate' }));
  return [from, to];
}

const isId = (text: string): boolean => /^\d{1,19}$/.test(text);
function byId(column: Sql, id: string | null, name: string): readonly Sql[] {
  if (id === null) return [];
  if (!isId(id)) throw new Refused(refuse('param.invalid', { name, value: id }, { field: name }));
  return [sql`${column} = ${id}::bigint`];
}

/** What is said of both, over `t` and the material `m`. */
function terms(input: Asked, site: Sql): readonly Sql[] {
  const [from, to] = daysOf(input);
  return [
    sql`t.delivery_date between ${from}::date and ${to}::date`,
    ...byId(sql`t.out_org_id`, input.outOrgId, 'outOrgId'),
    ...byId(sql`t.factory_warehouse_id`, input.factoryWarehouseId, 'factoryWarehouseId'),
    ...byId(sql`t.warehouse_id`, input.warehouseId, 'warehouseId'),
    ...byId(sql`t.project_dept_sys_id`, input.projectDeptSysId, 'projectDeptSysId'),
    ...byId(site, input.deptId, 'deptId'),
    ...(input.routeId === null ? [] : [sql`t.route_id::text = ${input.routeId}`]),
    ...(input.materialType === null
      ? []
      : [
          sql`m.material_type_id in (with recursive under as (
          select y.id from material_type y where y.id::text = ${input.materialType}
          union select y.id from material_type y join under u on y.parent_id = u.id) select id from under)`,
        ]),
  ];
}

/**
 * What each site gets of each material, on each route, in no order. One statement; the cells of a material come as one
 * text, since a day has 150,000 of them.
 */
async function cellsOf(context: Context, input: Asked): Promise<readonly SortCell[]> {
  const isOpen = input.onlyOpen === 1;
  const line = [
    sql`t.state <> 'void'`,
    ...scopeCondition(distributionStatementLog, context),
    ...terms(input, sql`t.site_dept_id`),
    ...(isOpen ? [sql`t.state in ('waiting', 'undone')`] : []),
  ];
  const order = [
    sql`t.status = 'pending'`,
    ...scopeCondition(factoryOrder, context),
    ...terms(input, sql`t.blade_project_dept_id`),
  ];
  const rows = await context.tx.rows<{ materialId: Id; unitId: Id; cells: string }>(sql`
    select c.material_id, c.unit_id, string_agg(concat(c.site_id, ' ', c.route_id, ' ', c.stop_seq, ' ',
      trim_scale(c.qty), ' ', trim_scale(c.num), ' ', trim_scale(c.short)), E'\n') as cells
    from (
      select t.material_id, t.unit_id, t.site_dept_id as site_id, t.route_id::text, t.stop_seq, t.order_qty as qty,
        t.num, t.short_qty as short
      from distribution_statement_log t
      ${input.materialType === null ? sql`` : sql`join material m on m.id = t.material_id`}
      where ${join(line, ' and ')}
      union all
      select d.material_id, d.unit_id, t.blade_project_dept_id, t.route_id::text, t.stop_seq,
        d.order_qty - d.cancelled_qty, 0, 0
      from factory_order t join factory_order_detail d on d.factory_order_id = t.id
      join material m on m.id = d.material_id
      where ${join(order, ' and ')} and d.order_qty > d.cancelled_qty) c
    group by 1, 2`);
  return rows.flatMap(({ materialId, unitId, cells }) =>
    cells.split('\n').map((cell): SortCell => {
      const [siteId, routeId, stop, qty, num, short] = cell.split(' ') as [Id, Id, string, ...DecimalText[]];
      return {
        materialId,
        unitId,
        siteId,
        routeId,
        stopSeq: stop === '' ? null : Number(stop),
        qty: qty!,
        num: num!,
        short: short!,
      };
    }),
  );
}

interface Names {
  readonly materials: ReadonlyMap<Id, { readonly code: string; readonly name: string; readonly spec: string }>;
  readonly units: ReadonlyMap<Id, { readonly name: string }>;
  readonly sites: ReadonlyMap<Id, { readonly name: string }>;
  readonly routes: ReadonlyMap<Id, { readonly name: string }>;
}

/** What cells are called, each once; materials and sites in the order of their codes. */
async function namesOf(context: Context, cells: readonly SortCell[]): Promise<Names> {
  const ids = (of: (cell: SortCell) => Id): Id[] => [...new Set(cells.map(of))].filter((id) => id !== '');
  const read = async <T extends { readonly id: Id }>(query: Sql): Promise<ReadonlyMap<Id, T>> =>
    new Map((await context.tx.rows<T>(query)).map((row) => [row.id, row]));
  const [materials, units, sites, routes] = await Promise.all([
    read<{ id: Id; code: string; name: string; spec: string }>(sql`
      select m.id, m.code, m.called as name, coalesce(m.spec, '') as spec from material m
      where m.id = any(${ids(({ materialId }) => materialId)}::bigint[]) order by m.code`),
    read<{ id: Id; name: string }>(sql`
      select u.id, u.called as name from material_unit u where u.id = any(${ids(({ unitId }) => unitId)}::bigint[])`),
    read<{ id: Id; name: string }>(sql`
      select d.id, d.dept_name as name from dept d
      where d.id = any(${ids(({ siteId }) => siteId)}::bigint[]) order by d.code`),
    read<{ id: Id; name: string }>(sql`
      select r.id, r.name from delivery_route r where r.id = any(${ids(({ routeId }) => routeId)}::bigint[])`),
  ]);
  return { materials, units, sites, routes };
}

const NO_ROUTE = { zh: '未排线路', en: 'No route' };
const TOTAL = { zh: '合计', en: 'Total' };

async function reportOf(context: Context, input: Asked): Promise<readonly ReportRow[]> {
  const cells = await cellsOf(context, input);
  const names = await namesOf(context, cells);
  const { language } = context;
  const routeName = (id: string): string => (id === '' ? NO_ROUTE[language] : (names.routes.get(id)?.name ?? ''));
  const siteName = (id: string): string => names.sites.get(id)?.name ?? '';
  const columnName = input.groupBy === 'site' ? routeName : siteName;
  const groupName = (id: string): string =>
    input.groupBy === 'material'
      ? (names.materials.get(id)?.name ?? '')
      : input.groupBy === 'site'
        ? siteName(id)
        : routeName(id);
  const places = (known: ReadonlyMap<Id, unknown>): ReadonlyMap<Id, number> =>
    new Map([...known.keys()].map((id, place) => [id, place]));
  const rows = grouped(cells, input.groupBy, { materials: places(names.materials), sites: places(names.sites) });
  const figures = (row: Pick<(typeof rows)[number], 'unitId' | 'totalQty' | 'sortedQty' | 'shortQty'>) => ({
    unitId: row.unitId,
    unitName: names.units.get(row.unitId)?.name ?? '',
    totalQty: row.totalQty,
    sortedQty: row.sortedQty,
    shortQty: row.shortQty,
  });
  return [
    ...rows.map((row) => {
      const material = names.materials.get(row.materialId);
      return {
        groupId: row.groupId,
        groupName: groupName(row.groupId),
        isTotal: false,
        materialId: row.materialId,
        materialCode: material?.code ?? '',
        materialName: material?.name ?? '',
        spec: material?.spec ?? '',
        ...figures(row),
        columns: row.columns.map(({ key, stopSeq, qty, num, isShort }) => ({
          key,
          name: columnName(key),
          stopSeq,
          qty,
          num,
          isShort,
        })),
      };
    }),
    ...totals(rows).map((row) => ({
      groupId: '',
      groupName: TOTAL[language],
      isTotal: true,
      materialId: '',
      materialCode: '',
      materialName: '',
      spec: '',
      ...figures(row),
      columns: [],
    })),
  ];
}

const report = serve(generateSortReport, reportOf);

const cratesOf = (context: Context, input: Asked): Promise<LoadedCrates[]> =>
  loadedCrates(context, terms({ ...input, materialType: null, routeId: null }, sql`t.blade_project_dept_id`), input);
const load = serve(loadCrates, cratesOf);

const sheets = serve(
  exportSortReport,
  async (context, input) => {
    const [from, to] = daysOf(input);
    const name = { zh: '分拣报表', en: 'Sort report' }[context.language];
    return {
      fileName: `${name}-${from === to ? from : `${from}-${to}`}.xlsx`,
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      body: writeWorkbook(
        reportSheets(
          await reportOf(context, input),
          input.groupBy === 'route' ? await cratesOf(context, input) : [],
          input.groupBy,
          context.language,
        ),
      ),
    };
  },
  { reads: true },
);

export const sortReportCalls: readonly Call[] = [report, load, sheets];
