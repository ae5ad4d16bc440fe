import { label } from '../../../kernel/core/label.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readRecord } from '../../../kernel/server/record-query.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { wholeTree } from '../../../kernel/server/tree-calls.ts';
import { DEPT, dept } from './dept.resource.ts';
import { allRows, levelOrTree, treeOf } from '../row-tree.server.ts';

interface DeptNode {
  readonly deptId: string;
  readonly deptName: string;
  readonly deptCategory: number;
  readonly childDept: DeptNode[];
}
const STRUCTURE = [DEPT.company, DEPT.project, DEPT.restaurant, DEPT.stall];

/**
 * The four-level organisation as nested nodes. `real`: without frozen and virtual ones, and only what is open today.
 */
async function organisation(context: Context, real: boolean): Promise<DeptNode[]> {
  const rows = await context.tx.rows<Omit<DeptNode, 'childDept'> & { readonly parentId: string }>(sql`
    select id as dept_id, dept_name, dept_category::integer as dept_category, coalesce(parent_id, 0)::text as parent_id
    from dept
    where dept_category = any(${STRUCTURE}) and (not ${real} or (frozen = 0 and is_virtual = 0
      and (start_date is null or start_date <= ${context.today}::date) and (end_date is null
        or end_date >= ${context.today}::date)))
    order by sort, id`);
  const byId = new Map(
    rows.map(({ deptId, deptName, deptCategory }) => [
      deptId,
      { deptId, deptName, deptCategory, childDept: [] as DeptNode[] },
    ]),
  );
  const roots: DeptNode[] = [];
  for (const { deptId, parentId } of rows) (byId.get(parentId)?.childDept ?? roots).push(byId.get(deptId)!);
  return roots;
}

/** Departments by kind: `deptCategory` one or several. Not frozen. */
async function byCategory(services: Services, context: Context, input: Input): Promise<Record<string, unknown>[]> {
  const given = input['deptCategory'];
  if (given === undefined || given === '') throw new Refused(refuse('param.missing', { name: 'deptCategory' }));
  return allRows(services, { ...dept, scope: null }, context, {
    deptCategory_in: listOf(given).join(','),
    frozen: '0',
  });
}

async function mine(services: Services, context: Context): Promise<Record<string, unknown>[]> {
  const rows = await context.tx.rows<{ id: string }>(sql`
    with recursive below as (
      select d.id from dept d join app_user u on d.id = any(u.dept_id) where u.id = ${context.user.userId}::bigint
      union select d.id from dept d join below b on d.parent_id = b.id)
    select id from below`);
  return rows.length === 0
    ? []
    : allRows(services, { ...dept, scope: null }, context, { id_in: rows.map((row) => row.id).join(',') });
}

async function one(services: Services, context: Context, id: string): Promise<Record<string, unknown>> {
  const found = await readRecord(services.registry(), { ...dept, scope: null }, context, { id });
  if (found === undefined) throw unknownRecord(dept.label);
  return found;
}

/** What whoever does not list a department hears of it: its name, its kind and where it stands. */
const NAMED = [
  'id',
  'parentId',
  'parentName',
  'code',
  'deptName',
  'fullName',
  'deptCategory',
  'deptCategoryName',
  'companyDeptId',
  'bladeProjectDeptId',
  'useRestaurantDeptId',
  'sort',
  'frozen',
  'isVirtual',
];
const listed = ({ allowed, user: { scope } }: Context, row: Record<string, unknown>): boolean =>
  allowed('dept_view') && (scope.all || scope.depts.includes(String(row['id'])));
const named = (context: Context, rows: readonly Record<string, unknown>[]): Record<string, unknown>[] =>
  rows.map((row) =>
    listed(context, row)
      ? row
      : Object.fromEntries(NAMED.filter((name) => row[name] !== undefined).map((name) => [name, row[name]])),
  );

/** Calls on departments beyond page, detail, submit and remove. */
export const deptCalls = (services: Services): readonly Call[] => {
  const get = (path: string, permission: string, zh: string, en: string, handle: Call['handle']): Call => ({
    method: 'GET',
    service: 'blade-system',
    path: `dept/${path}`,
    permission,
    summary: label(zh, en),
    handle,
  });
  return [
    get('list', 'dept_view', '部门列表', 'Departments', async (context, input) =>
      treeOf(await allRows(services, dept, context, input)),
    ),
    get('lazy-list', 'dept_view', '部门列表（逐级）', 'Departments, level by level', (context, input) =>
      levelOrTree(services, dept, context, input),
    ),
    get('tree', SESSION, '部门树', 'Department tree', (context) => wholeTree(dept, context)),
    get('DeptAll', SESSION, '全部部门', 'All departments', (context) => organisation(context, false)),
    get('realDeptAll', SESSION, '在用部门', 'Departments in operation', (context) => organisation(context, true)),
    get('listWithAuthLimit', SESSION, '权限内部门', 'Departments within scope', async (context, input) =>
      named(context, await allRows(services, dept, context, input)),
    ),
    get('myDeptAll', SESSION, '我的部门', 'My departments', async (context) =>
      named(context, await mine(services, context)),
    ),
    get(
      'getDeptById',
      SESSION,
      '部门',
      'One department',
      async (context, input) => named(context, [await one(services, context, readIds(input, 'deptId')[0]!)])[0],
    ),
    {
      ...get('getDeptByDeptCategory', SESSION, '按类型查部门', 'Departments by kind', async (context, input) =>
        named(context, await byCategory(services, context, input)),
      ),
      method: 'POST',
      reads: true,
    },
  ];
};
