/** Warehouses: whose they are, whom they serve, and who may pick from the list of them. */
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { presentFields } from '../../../kernel/server/record-query.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { warehouse, ZONES } from './warehouse.resource.ts';

interface Dept {
  readonly id: string;
  readonly deptName: string;
  readonly deptCategory: string;
  readonly parentId: string;
}

/** Company, project and restaurants must hang together; zones must be zones. All rows of a save at once. */
async function checkPlaces(context: Context, savings: readonly Saving[]): Promise<void> {
  const restaurantsOf = (saving: Saving): string[] =>
    (saving.values['useRestaurantGroupDeptId'] as string[] | null) ?? [];
  const ids = savings.flatMap((saving) => [
    String(saving.values['companyDeptId'] ?? '0'),
    String(saving.values['projectGroupDeptId'] ?? '0'),
    ...restaurantsOf(saving),
  ]);
  const depts = new Map(
    (
      await context.tx.rows<Dept>(
        sql`select d.id, d.dept_name, d.dept_category, d.parent_id from dept d where d.id = any(${[...new Set(ids)]}::bigint[])`,
      )
    ).map((dept) => [dept.id, dept]),
  );
  const refusals: Refusal[] = savings.flatMap((saving) => {
    const company = depts.get(String(saving.values['companyDeptId']));
    const project = depts.get(String(saving.values['projectGroupDeptId']));
    const found: Refusal[] = [];
    if (company !== undefined && company.deptCategory !== DEPT.company)
      found.push(refuse('stock.warehouse-company', {}, { field: 'companyDeptId' }));
    if (
      company !== undefined &&
      project !== undefined &&
      (project.deptCategory !== DEPT.project || project.parentId !== company.id)
    )
      found.push(refuse('stock.warehouse-project', { company: company.deptName }, { field: 'projectGroupDeptId' }));
    for (const restaurant of restaurantsOf(saving).map((id) => depts.get(id))) {
      if (
        restaurant !== undefined &&
        (restaurant.deptCategory !== DEPT.restaurant || restaurant.parentId !== project?.id)
      )
        found.push(
          refuse('stock.warehouse-restaurant', { name: restaurant.deptName }, { field: 'useRestaurantGroupDeptId' }),
        );
    }
    const zones = String(saving.values['zones'] ?? '')
      .split(',')
      .map((zone) => zone.trim())
      .filter(Boolean);
    for (const zone of zones)
      if (!(ZONES as readonly string[]).includes(zone))
        found.push(refuse('stock.warehouse-zone', { zone, zones: ZONES.join(', ') }, { field: 'zones' }));
    saving.values['zones'] = [...new Set(zones)].join(',') || 'ambient';
    return found;
  });
  if (refusals.length > 0) throw new Refused(...refusals);
}

export const warehouseBehaviour = behaviour(warehouse, {
  beforeSaveAll: checkPlaces,
  // Other clients read these names beside the ids.
  computed: {
    company: () => sql`(select d.dept_name from dept d where d.id = t.company_dept_id)`,
    projectGroup: () => sql`(select d.dept_name from dept d where d.id = t.project_group_dept_id)`,
    useRestaurantGroup: () =>
      sql`(select string_agg(d.dept_name, ',' order by d.sort, d.id) from dept d where d.id = any(t.use_restaurant_group_dept_id))`,
  },
  async beforeRemove(context, rows) {
    const ids = rows.map((row) => String(row['id']));
    const used = await context.tx.rows<{ name: string }>(sql`
      select w.name from warehouse w where w.id = any(${ids}::bigint[])
      and exists (select 1 from stock_move m join stock_location l on l.id = m.location_id where l.id = w.id or l.transit_for_id = w.id) order by w.name`);
    if (used.length > 0) throw new Refused(...used.map(({ name }) => refuse('stock.warehouse-used', { name })));
    // Nothing ever moved: what is left are settings such as safety stock.
    await context.tx.run(sql`delete from stock s where s.location_id = any(${ids}::bigint[]) and s.qty = 0`);
  },
});

const PICKED = sql`t.id, t.code, t.name, t.company_dept_id, t.project_group_dept_id`;

/** Valid warehouses of the tenant for pickers, whoever asks. */
async function listAll(context: Context, input: Input): Promise<unknown> {
  const company = String(input['companyDeptId'] ?? '');
  const name = String(input['name'] ?? '').replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return context.tx.rows(sql`
    select ${PICKED} from warehouse t where t.frozen = 0
    ${/^\d{1,19}$/.test(company) ? sql`and t.company_dept_id = ${company}::bigint` : empty} ${name === '' ? empty : sql`and t.name ilike ${`%${name}%`}`}
    order by t.sort, t.code limit 2000`);
}

/** Valid warehouses of a project department, within the caller's scope. */
async function listRelated(context: Context, input: Input): Promise<unknown> {
  const project = String(input['projectGroupDeptId'] ?? '');
  if (project !== '' && !/^\d{1,19}$/.test(project))
    throw new Refused(refuse('param.invalid', { name: 'projectGroupDeptId', value: project }));
  const [scope] = scopeCondition(warehouse, context);
  const rows = await context.tx.rows<Record<string, unknown>>(sql`
    select ${PICKED}, t.use_restaurant_group_dept_id from warehouse t
    where t.frozen = 0 ${project === '' ? empty : sql`and t.project_group_dept_id = ${project}::bigint`} ${scope === undefined ? empty : sql`and ${scope}`}
    order by t.sort, t.code limit 2000`);
  return rows.map((row) => presentFields(warehouse.fields, row, context.language));
}

export const warehouseCalls: readonly Call[] = [
  {
    method: 'GET',
    service: 'store-management',
    path: 'warehouse/listAll',
    permission: SESSION,
    chooses: warehouse.name,
    summary: label('全部有效仓库', 'All warehouses in use'),
    handle: listAll,
  },
  {
    method: 'GET',
    service: 'store-management',
    path: 'warehouse/listRelated',
    permission: SESSION,
    chooses: warehouse.name,
    summary: label('项目部的仓库', 'Warehouses of a project department'),
    handle: listRelated,
  },
];
