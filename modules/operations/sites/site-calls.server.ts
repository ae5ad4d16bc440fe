/** Pickers and profiles of sites, restaurants and stalls. Lists follow the caller's departments unless they say otherwise. */
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { presentFields, readRecord } from '../../../kernel/server/record-query.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { saveAll, saveRecord } from '../../../kernel/server/save.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import { operationSystem, projectDeptSystem, useRestaurant } from './sites.resource.ts';

const LIST_MAX = 500;

const idOrNull = (input: Input, name: string): string | null =>
  /^\d{1,19}$/.test(String(input[name] ?? '')) ? String(input[name]) : null;
const get = (
  service: string,
  path: string,
  permission: Call['permission'],
  zh: string,
  en: string,
  handle: Call['handle'],
): Call => ({
  method: 'GET',
  service,
  path,
  permission,
  summary: label(zh, en),
  handle,
  ...(permission === SESSION ? { chooses: 'dept' } : {}),
});

/** Profiles of sites; without `scoped` only what names them. */
function sites(
  context: Context,
  input: Input,
  { scoped, extra = [] }: { scoped: boolean; extra?: readonly Sql[] },
): Promise<Record<string, unknown>[]> {
  const company = idOrNull(input, 'companyDeptId');
  const name = String(input['projectDeptName'] ?? input['name'] ?? '')
    .trim()
    .toLowerCase();
  const terms = [
    sql`t.frozen = 0`,
    sql`(${company}::bigint is null or t.company_dept_id = ${company}::bigint)`,
    sql`t.search_text like ${`%${name}%`}`,
    ...extra,
    ...(scoped ? scopeCondition(projectDeptSystem, context) : []),
  ];
  return context.tx.rows(sql`
    select t.id, t.code, t.project_dept_name, t.project_dept_name as name, t.blade_project_dept_id, t.company_dept_id ${scoped ? sql`, coalesce(t.linkman, '') as linkman, t.receive_lead_days, t.is_channel_provider` : sql``}
    from project_dept_system t where ${join(terms, ' and ')} order by t.code limit ${LIST_MAX}`);
}

/** Departments of category 2 that have no profile yet. */
const unadded = (context: Context, input: Input): Promise<Record<string, unknown>[]> => {
  const company = idOrNull(input, 'companyDeptId');
  return context.tx.rows(sql`
    select d.id, d.id as blade_project_dept_id, coalesce(d.code, '') as code, d.dept_name, d.parent_id from dept d
    where d.dept_category = '2' and d.frozen = 0 and (${company}::bigint is null or d.parent_id = ${company}::bigint)
      and not exists (select 1 from project_dept_system p where p.blade_project_dept_id = d.id) order by d.sort, d.id limit ${LIST_MAX}`);
};

/** Stalls at or below a department. */
async function stalls(context: Context, deptId: string | null, scoped = true): Promise<Record<string, unknown>[]> {
  const below =
    deptId === null
      ? []
      : [
          sql`t.gear_operation_dept_id in (
    with recursive under as (select d.id from dept d where d.id = ${deptId}::bigint union select d.id from dept d join under u on d.parent_id = u.id) select id from under)`,
        ];
  const terms = [
    sql`t.business_status <> 'closed'`,
    ...below,
    ...(scoped ? scopeCondition(operationSystem, context) : []),
  ];
  const rows = await context.tx.rows<Record<string, unknown>>(sql`
    select t.id, t.code, t.gear_operation_name, t.gear_operation_name as name, t.gear_operation_dept_id, t.use_restaurant_dept_id, r.dept_name as use_restaurant_dept_name, t.blade_project_dept_id, p.dept_name as blade_project_dept_name, t.business_status
    from operation_system t left join dept r on r.id = t.use_restaurant_dept_id left join dept p on p.id = t.blade_project_dept_id
    where ${join(terms, ' and ')} order by t.code limit ${LIST_MAX}`);
  return rows.map((row) => presentFields(operationSystem.fields, row, context.language));
}

export const siteCalls = ({ registry }: Services): readonly Call[] => {
  const profile = (path: string, fields: readonly string[], zh: string, en: string): Call =>
    get('gear-operation', `gearprojectdeptsys/${path}`, 'gearprojectdeptsys_view', zh, en, async (context, input) => {
      const row = await readRecord(registry(), projectDeptSystem, context, { id: requireId(input, 'id') });
      if (row === undefined) throw unknownRecord(projectDeptSystem.label);
      return Object.fromEntries(
        Object.entries(row).filter(
          ([name]) =>
            ['id', 'version', 'code', 'projectDeptName'].includes(name) ||
            fields.some((field) => name.startsWith(field)),
        ),
      );
    });
  const saveStall = (path: 'addGearOperation' | 'updateOperation', zh: string, en: string): Call => ({
    method: 'POST',
    service: 'gear-operation',
    path: `gearoperationsys/${path}`,
    permission: path === 'addGearOperation' ? 'gearoperationsys_add' : 'gearoperationsys_edit',
    summary: label(zh, en),
    handle: async (context, input) => {
      const { id, ...rest } = input;
      if (path === 'updateOperation' && !id) throw new Refused(refuse('param.missing', { name: 'id' }));
      return { id: await saveRecord(registry(), operationSystem, context, path === 'addGearOperation' ? rest : input) };
    },
  });
  return [
    profile(
      'getGearProjectDeptInfo',
      [
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
      ],
      '项目部信息',
      'Facts of a site',
    ),
    profile('getGearProjectDeptSpaInfo', ['sap'], '项目部SAP信息', 'SAP attributes of a site'),
    profile(
      'getGearProjectDeptMenu',
      ['mealTypes', 'mealStandards', 'targetFoodCostPct', 'repeatLimitDays'],
      '项目部菜单设置',
      'Menu settings of a site',
    ),
    get(
      'gear-operation',
      'gearprojectdeptsys/getUnAddProject',
      'gearprojectdeptsys_view',
      '未添加的项目部',
      'Sites without a profile',
      unadded,
    ),
    get(
      'gear-operation',
      'gearprojectdeptsys/getUnAddProjectByCompany',
      'gearprojectdeptsys_view',
      '公司下未添加的项目部',
      'Sites of a company without a profile',
      (context, input) => unadded(context, { companyDeptId: requireId(input, 'companyDeptId') }),
    ),
    get(
      'gear-operation',
      'gearprojectdeptsys/listAllRelevance',
      SESSION,
      '可选项目部',
      'Sites in scope',
      (context, input) => sites(context, input, { scoped: true }),
    ),
    get(
      'gear-operation',
      'gearprojectdeptsys/listAllRelevanceNoAuth',
      SESSION,
      '全部项目部',
      'All sites',
      (context, input) => sites(context, input, { scoped: false }),
    ),
    get(
      'gear-operation',
      'gearprojectdeptsys/listProjectDeptSys',
      SESSION,
      '项目部列表',
      'Sites in scope',
      (context, input) => sites(context, input, { scoped: true }),
    ),
    get(
      'gear-operation',
      'gearprojectdeptsys/listByIsChannelProvider',
      SESSION,
      '渠道商项目部',
      'Channel providers',
      (context, input) =>
        sites(context, input, {
          scoped: true,
          extra: [sql`t.is_channel_provider = ${String(input['isChannelProvider'] ?? '1') === '0' ? 0 : 1}`],
        }),
    ),
    get(
      'gear-operation',
      'gearprojectdeptsys/getProjectDept',
      SESSION,
      '项目部部门',
      'Departments of sites',
      async (context, input) =>
        (await sites(context, input, { scoped: true })).map((row) => ({
          deptId: row['bladeProjectDeptId'],
          deptName: row['projectDeptName'],
          projectDeptSysId: row['id'],
        })),
    ),
    {
      method: 'POST',
      service: 'gear-operation',
      path: 'gearprojectdeptsys/addProjectDeptSys',
      permission: 'gearprojectdeptsys_add',
      summary: label('添加项目部', 'Add sites'),
      handle: async (context, input) => {
        const ids = Array.isArray(input['bladeProjectDeptIds'])
          ? (input['bladeProjectDeptIds'] as unknown[]).map(String).filter((id) => /^\d{1,19}$/.test(id))
          : null;
        if (ids === null) return { id: await saveRecord(registry(), projectDeptSystem, context, input) };
        const depts = await context.tx.rows<{ id: string; deptName: string }>(
          sql`select id, dept_name from dept where id = any(${ids}::bigint[]) order by id`,
        );
        await saveAll(
          registry(),
          projectDeptSystem,
          context,
          depts.map((dept) => ({ bladeProjectDeptId: dept.id, projectDeptName: dept.deptName })),
        );
        return true;
      },
    },
    get(
      'smart-meal',
      'userestaurant/listAllRelevance',
      SESSION,
      '项目部下的餐厅',
      'Restaurants of a site',
      (context, input) => {
        const project = idOrNull(input, 'bladeProjectDeptId');
        const terms = [
          sql`t.frozen = 0`,
          sql`(${project}::bigint is null or t.blade_project_dept_id = ${project}::bigint)`,
          ...scopeCondition(useRestaurant, context),
        ];
        return context.tx.rows(
          sql`select t.id, t.code, t.use_restaurant_name, t.use_restaurant_name as name, t.use_restaurant_dept_id, t.blade_project_dept_id from use_restaurant t where ${join(terms, ' and ')} order by t.code limit ${LIST_MAX}`,
        );
      },
    ),
    saveStall('addGearOperation', '新增档口', 'Add a stall'),
    saveStall('updateOperation', '修改档口', 'Change a stall'),
    get(
      'gear-operation',
      'gearoperationsys/listAllRelevance',
      SESSION,
      '餐厅下的档口',
      'Stalls of a restaurant',
      (context, input) => stalls(context, idOrNull(input, 'useRestaurantDeptId')),
    ),
    get(
      'gear-operation',
      'gearoperationsys/getGearOperaByRestaurantDept',
      SESSION,
      '餐厅部门下的档口',
      'Stalls of a restaurant department',
      (context, input) => stalls(context, requireId(input, 'bladeRestaurantDeptId')),
    ),
    get(
      'gear-operation',
      'gearoperationsys/getGearOperaPullDownByRestaurant',
      SESSION,
      '餐厅的档口下拉',
      'Stalls of a restaurant, for a drop-down',
      async (context, input) => {
        const given = requireId(input, 'useRestaurantId');
        const dept = await context.tx.row<{ id: string }>(
          sql`select use_restaurant_dept_id as id from use_restaurant where id = ${given}::bigint`,
        );
        return (await stalls(context, dept?.id ?? given)).map((row) => ({
          id: row['id'],
          name: row['name'],
          gearOperationDeptId: row['gearOperationDeptId'],
        }));
      },
    ),
    get(
      'gear-operation',
      'gearoperationsys/getGearOperation',
      SESSION,
      '可选档口',
      'Stalls in scope',
      (context, input) => stalls(context, idOrNull(input, 'deptId')),
    ),
    get('gear-operation', 'gearoperationsys/getGearOperationAll', SESSION, '全部档口', 'All stalls', async (context) =>
      (await stalls(context, null, false)).map(({ id, code, name, gearOperationDeptId }) => ({
        id,
        code,
        name,
        gearOperationDeptId,
      })),
    ),
    get(
      'gear-operation',
      'gearoperationsys/getOperationSysByDifferentLevels',
      SESSION,
      '某部门下的档口',
      'Stalls below a department',
      (context, input) => stalls(context, requireId(input, 'deptId')),
    ),
    get(
      'gear-operation',
      'gearoperationsys/getProjectDeptByCompany',
      SESSION,
      '有档口的项目部',
      'Sites that have stalls',
      (context, input) =>
        sites(context, input, {
          scoped: true,
          extra: [
            sql`exists (select 1 from operation_system o where o.blade_project_dept_id = t.blade_project_dept_id)`,
          ],
        }),
    ),
  ];
};
