/**
 * Pickers and profiles of sites, restaurants and stalls. Lists follow the caller's departments unless they say
 * otherwise.
 */
import type { Id } from '../../../kernel/core/field.ts';
import type { RecordOf, TypeOf } from '../../../kernel/core/shape.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { presentFields, recordById } from '../../../kernel/server/record-query.ts';
import { saveAll, saveRecord } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import * as calls from './sites.calls.ts';
import { operationSystem, projectDeptSystem, useRestaurant } from './sites.resource.ts';

const LIST_MAX = 500;
const CHOICE = { chooses: 'dept' };

/** Anything else than an id names nothing. */
const idOrNull = (given: string | null): Id | null => (given !== null && /^\d{1,19}$/.test(given) ? given : null);

type SiteName = TypeOf<typeof calls.everySite.answer>[number];
type SiteChoice = TypeOf<typeof calls.sitesInScope.answer>[number];
interface Wanted {
  readonly companyDeptId: string | null;
  readonly projectDeptName: string | null;
  readonly name: string | null;
}

/** Sites in use of a company and by a part of their name. */
function wantedSites({ companyDeptId, projectDeptName, name }: Wanted): Sql[] {
  const company = idOrNull(companyDeptId);
  return [
    sql`t.frozen = 0`,
    sql`(${company}::bigint is null or t.company_dept_id = ${company}::bigint)`,
    sql`t.search_text like ${`%${(projectDeptName ?? name ?? '').toLowerCase()}%`}`,
  ];
}

/** Sites within the caller's departments. */
const sites = (context: Context, wanted: Wanted, ...further: readonly Sql[]): Promise<SiteChoice[]> =>
  context.tx.rows<SiteChoice>(sql`
    select t.id, coalesce(t.code, '') as code, t.project_dept_name, t.project_dept_name as name, t.blade_project_dept_id, t.company_dept_id,
      coalesce(t.linkman, '') as linkman, t.receive_lead_days, t.is_channel_provider
    from project_dept_system t where
      ${join([...wantedSites(wanted), ...further, ...scopeCondition(projectDeptSystem, context)], ' and ')} order by
      t.code limit ${LIST_MAX}`);

/** Departments of category 2 that have no profile yet. */
const withoutProfile = (
  context: Context,
  company: Id | null,
): Promise<TypeOf<typeof calls.sitesWithoutProfile.answer>[number][]> =>
  context.tx.rows(sql`
    select d.id, d.id as blade_project_dept_id, coalesce(d.code, '') as code, d.dept_name, d.parent_id from dept d
    where d.dept_category = '2' and d.frozen = 0 and (${company}::bigint is null or d.parent_id = ${company}::bigint)
      and not exists (select 1 from project_dept_system p where p.blade_project_dept_id = d.id) order by d.sort, d.id
        limit ${LIST_MAX}`);

/** Stalls at or below a department. */
async function stalls(
  context: Context,
  deptId: Id | null,
  scoped = true,
): Promise<TypeOf<typeof calls.stallsInScope.answer>[number][]> {
  const below =
    deptId === null
      ? []
      : [
          sql`t.gear_operation_dept_id in (
    with recursive under as (select d.id from dept d where d.id = ${deptId}::bigint union select d.id from dept d
    join under u on d.parent_id = u.id) select id from under)`,
        ];
  const terms = [
    sql`t.business_status <> 'closed'`,
    ...below,
    ...(scoped ? scopeCondition(operationSystem, context) : []),
  ];
  const rows = await context.tx.rows<Record<string, unknown>>(sql`
    select t.id, coalesce(t.code, '') as code, t.gear_operation_name, t.gear_operation_name as name, t.gear_operation_dept_id,
      t.use_restaurant_dept_id, r.dept_name as use_restaurant_dept_name, t.blade_project_dept_id,
      p.dept_name as blade_project_dept_name, t.business_status
    from operation_system t left join dept r on r.id = t.use_restaurant_dept_id left
    join dept p on p.id = t.blade_project_dept_id
    where ${join(terms, ' and ')} order by t.code limit ${LIST_MAX}`);
  return rows.map((row) => presentFields(operationSystem.fields, row, context.language));
}

type Profile = RecordOf<typeof projectDeptSystem>;

/** The keys of a profile that begin with one of these, as a part of it; those somebody may not see are missing. */
async function partOf<T>(
  context: Context,
  given: { readonly id: string | null },
  fields: readonly string[],
): Promise<T> {
  const profile: Profile = await recordById(context, projectDeptSystem, requireId(given, 'id'));
  const shown = Object.entries(profile).filter(
    ([name]) =>
      ['id', 'version', 'code', 'projectDeptName'].includes(name) || fields.some((field) => name.startsWith(field)),
  );
  return Object.fromEntries(shown) as T;
}

const INFO = [
  'shortName',
  'blade',
  'company',
  'manager',
  'linkman',
  'phone',
  'address',
  'businessFormat',
  'isChannelProvider',
  'openDate',
  'closeDate',
  'receiveLeadDays',
  'pictures',
  'frozen',
  'remark',
];

export const siteCalls: readonly Call[] = [
  serve(calls.siteInfo, (context, input) => partOf(context, input, INFO)),
  serve(calls.siteSapInfo, (context, input) => partOf(context, input, ['sap'])),
  serve(calls.siteMenuSettings, (context, input) =>
    partOf(context, input, ['mealTypes', 'mealStandards', 'targetFoodCostPct', 'repeatLimitDays']),
  ),
  serve(calls.sitesWithoutProfile, (context, { companyDeptId }) => withoutProfile(context, idOrNull(companyDeptId))),
  serve(calls.companySitesWithoutProfile, async (context, input) =>
    withoutProfile(context, requireId(input, 'companyDeptId')),
  ),
  serve(calls.sitesInScope, (context, input) => sites(context, input), CHOICE),
  serve(
    calls.everySite,
    (context, input) =>
      context.tx.rows<SiteName>(sql`
        select t.id, coalesce(t.code, '') as code, t.project_dept_name, t.project_dept_name as name, t.blade_project_dept_id,
          t.company_dept_id
        from project_dept_system t where ${join(wantedSites(input), ' and ')} order by t.code limit ${LIST_MAX}`),
    CHOICE,
  ),
  serve(calls.siteList, (context, input) => sites(context, input), CHOICE),
  serve(
    calls.channelProviders,
    (context, input) => sites(context, input, sql`t.is_channel_provider = ${input.isChannelProvider === '0' ? 0 : 1}`),
    CHOICE,
  ),
  serve(
    calls.siteDepartments,
    async (context, input) =>
      (await sites(context, input)).map((site) => ({
        deptId: site.bladeProjectDeptId,
        deptName: site.projectDeptName,
        projectDeptSysId: site.id,
      })),
    CHOICE,
  ),
  serve(calls.addSites, async (context, { bladeProjectDeptIds }, { body }) => {
    if (!Array.isArray(bladeProjectDeptIds)) return { id: await saveRecord(projectDeptSystem, context, body) };
    const ids = bladeProjectDeptIds.map(String).filter((id) => /^\d{1,19}$/.test(id));
    const depts = await context.tx.rows<{ id: Id; deptName: string }>(
      sql`select id, dept_name from dept where id = any(${ids}::bigint[]) order by id`,
    );
    await saveAll(
      projectDeptSystem,
      context,
      depts.map((dept) => ({ bladeProjectDeptId: dept.id, projectDeptName: dept.deptName })),
    );
    return true;
  }),
  serve(
    calls.restaurantsOfSite,
    (context, input) => {
      const project = idOrNull(input.bladeProjectDeptId);
      const terms = [
        sql`t.frozen = 0`,
        sql`(${project}::bigint is null or t.blade_project_dept_id = ${project}::bigint)`,
        ...scopeCondition(useRestaurant, context),
      ];
      return context.tx.rows<TypeOf<typeof calls.restaurantsOfSite.answer>[number]>(
        sql`select t.id, coalesce(t.code, '') as code, t.use_restaurant_name, t.use_restaurant_name as name, t.use_restaurant_dept_id,
          t.blade_project_dept_id from use_restaurant t where ${join(terms, ' and ')} order by t.code
          limit ${LIST_MAX}`,
      );
    },
    CHOICE,
  ),
  serve(calls.addStall, async (context, _input, { body: { id: _id, ...profile } }) => ({
    id: await saveRecord(operationSystem, context, profile),
  })),
  serve(calls.changeStall, async (context, input, { body }) => {
    if (input.id === null) throw new Refused(refuse('param.missing', { name: 'id' }));
    return { id: await saveRecord(operationSystem, context, body) };
  }),
  serve(calls.stallsOfRestaurant, (context, input) => stalls(context, idOrNull(input.useRestaurantDeptId)), CHOICE),
  serve(
    calls.stallsOfRestaurantDept,
    async (context, input) => stalls(context, requireId(input, 'bladeRestaurantDeptId')),
    CHOICE,
  ),
  serve(
    calls.stallChoices,
    async (context, input) => {
      const given = requireId(input, 'useRestaurantId');
      const dept = await context.tx.row<{ id: Id }>(
        sql`select use_restaurant_dept_id as id from use_restaurant where id = ${given}::bigint`,
      );
      const found = await stalls(context, dept?.id ?? given);
      return found.map(({ id, name, gearOperationDeptId }) => ({ id, name, gearOperationDeptId }));
    },
    CHOICE,
  ),
  serve(calls.stallsInScope, (context, input) => stalls(context, idOrNull(input.deptId)), CHOICE),
  serve(
    calls.everyStall,
    async (context) => {
      const found = await stalls(context, null, false);
      return found.map(({ id, code, name, gearOperationDeptId }) => ({ id, code, name, gearOperationDeptId }));
    },
    CHOICE,
  ),
  serve(calls.stallsOfDept, async (context, input) => stalls(context, requireId(input, 'deptId')), CHOICE),
  serve(
    calls.sitesWithStalls,
    (context, input) =>
      sites(
        context,
        input,
        sql`exists (select 1 from operation_system o where o.blade_project_dept_id = t.blade_project_dept_id)`,
      ),
    CHOICE,
  ),
];
