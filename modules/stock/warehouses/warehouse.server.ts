/** Warehouses: whose they are, whom they serve, and who may pick from the list of them. */
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { presentFields } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import * as calls from './warehouse.calls.ts';
import { warehouse, ZONES } from './warehouse.resource.ts';

interface Dept {
  readonly id: string;
  readonly deptName: string;
  readonly deptCategory: string;
  readonly parentId: string;
}

/** What stands against the zones of a place; those that are zones are written in their order, each once. */
export function requireZones(values: { zones: string | null }): Refusal[] {
  const zones = (values.zones ?? '')
    .split(',')
    .map((zone) => zone.trim())
    .filter(Boolean);
  values.zones = [...new Set(zones)].join(',') || 'ambient';
  return zones
    .filter((zone) => !(ZONES as readonly string[]).includes(zone))
    .map((zone) => refuse('stock.warehouse-zone', { zone, zones: ZONES.join(', ') }, { field: 'zones' }));
}

/** Company, project and restaurants must hang together; zones must be zones. All rows of a save at once. */
async function checkPlaces(context: Context, savings: readonly Saving<typeof warehouse>[]): Promise<void> {
  const ids = savings.flatMap(({ values }) => [
    values.companyDeptId,
    values.projectGroupDeptId,
    ...(values.useRestaurantGroupDeptId ?? []),
  ]);
  const depts = new Map(
    (
      await context.tx.rows<Dept>(
        sql`select d.id, d.dept_name, d.dept_category, d.parent_id from dept d
          where d.id = any(${[...new Set(ids)]}::bigint[])`,
      )
    ).map((dept) => [dept.id, dept]),
  );
  const refusals: Refusal[] = savings.flatMap(({ values }) => {
    const company = depts.get(values.companyDeptId);
    const project = depts.get(values.projectGroupDeptId);
    const found: Refusal[] = [];
    if (company !== undefined && company.deptCategory !== DEPT.company)
      found.push(refuse('stock.warehouse-company', {}, { field: 'companyDeptId' }));
    if (
      company !== undefined &&
      project !== undefined &&
      (project.deptCategory !== DEPT.project || project.parentId !== company.id)
    )
      found.push(refuse('stock.warehouse-project', { company: company.deptName }, { field: 'projectGroupDeptId' }));
    for (const restaurant of (values.useRestaurantGroupDeptId ?? []).map((id) => depts.get(id))) {
      if (
        restaurant !== undefined &&
        (restaurant.deptCategory !== DEPT.restaurant || restaurant.parentId !== project?.id)
      )
        found.push(
          refuse('stock.warehouse-restaurant', { name: restaurant.deptName }, { field: 'useRestaurantGroupDeptId' }),
        );
    }
    found.push(...requireZones(values));
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
      sql`(select string_agg(d.dept_name, ',' order by d.sort, d.id) from dept d
        where d.id = any(t.use_restaurant_group_dept_id))`,
  },
  async beforeRemove(context, rows) {
    const ids = rows.map((row) => row.id);
    const used = await context.tx.rows<{ name: string }>(sql`
      select w.name from warehouse w where w.id = any(${ids}::bigint[])
      and exists (select 1 from stock_move m join stock_location l on l.id = m.location_id
      where l.id = w.id or l.transit_for_id = w.id) order by w.name`);
    if (used.length > 0) throw new Refused(...used.map(({ name }) => refuse('stock.warehouse-used', { name })));
    // Nothing ever moved: what is left are settings such as safety stock.
    await context.tx.run(sql`delete from stock s where s.location_id = any(${ids}::bigint[]) and s.qty = 0`);
  },
});

const PICKED = sql`t.id, t.code, t.name, t.company_dept_id, t.project_group_dept_id`;

type Picked = TypeOf<typeof calls.listAll.answer>[number];

const listAll = serve(
  calls.listAll,
  async (context, { companyDeptId, name }) => {
    const isCompany = companyDeptId !== null && /^\d{1,19}$/.test(companyDeptId);
    const part = name?.replace(/[\\%_]/g, (sign) => `\\${sign}`);
    return context.tx.rows<Picked>(sql`
    select ${PICKED} from warehouse t where t.frozen = 0
    ${
      isCompany
        ? sql`and t.company_dept_id =
      ${companyDeptId}::bigint`
        : empty
    } ${part === undefined ? empty : sql`and t.name ilike ${`%${part}%`}`}
    order by t.sort, t.code limit 2000`);
  },
  { chooses: warehouse.name },
);

const listRelated = serve(
  calls.listRelated,
  async (context, { projectGroupDeptId: project }) => {
    if (project !== null && !/^\d{1,19}$/.test(project))
      throw new Refused(refuse('param.invalid', { name: 'projectGroupDeptId', value: project }));
    const [scope] = scopeCondition(warehouse, context);
    const rows = await context.tx.rows(sql`
    select ${PICKED}, t.use_restaurant_group_dept_id from warehouse t
    where t.frozen = 0
      ${
        project === null
          ? empty
          : sql`and t.project_group_dept_id =
        ${project}::bigint`
      } ${scope === undefined ? empty : sql`and ${scope}`}
    order by t.sort, t.code limit 2000`);
    return rows.map((row) =>
      presentFields<Picked & { useRestaurantGroupDeptId: string }>(warehouse.fields, row, context.language),
    );
  },
  { chooses: warehouse.name },
);

export const warehouseCalls: readonly Call[] = [listAll, listRelated];
