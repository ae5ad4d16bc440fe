import { listOf } from '../../../kernel/core/kinds.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { RecordOf, TypeOf } from '../../../kernel/core/shape.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readRecord } from '../../../kernel/server/record-query.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { wholeTree } from '../../../kernel/server/tree-calls.ts';
import * as calls from './dept.calls.ts';
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
 * The four-level organisation as nested nodes. `today`: without frozen and virtual ones, and only what is open today.
 */
async function organisation(context: Context, today: boolean): Promise<DeptNode[]> {
  const rows = await context.tx.rows<Omit<DeptNode, 'childDept'> & { readonly parentId: string }>(sql`
    select id as dept_id, dept_name, dept_category::integer as dept_category, coalesce(parent_id, 0)::text as parent_id
    from dept
    where dept_category = any(${STRUCTURE}) and (not ${today} or (frozen = 0 and is_virtual = 0
      and (start_date is null or start_date <= ${context.today}::date) and (end_date is null
        or end_date >= ${context.today}::date)))
    order by sort, id`);
  const byId = new Map(
    rows.map(({ deptId, deptName, deptCategory }): [string, DeptNode] => [
      deptId,
      { deptId, deptName, deptCategory, childDept: [] },
    ]),
  );
  const roots: DeptNode[] = [];
  for (const { deptId, parentId } of rows) (byId.get(parentId)?.childDept ?? roots).push(byId.get(deptId)!);
  return roots;
}

/** Departments, whether the caller sees them or not. */
const allDepts = { ...dept, scope: null };

/** The ids of the caller's departments and of those below them. */
async function myDeptIds({ tx, user }: Context): Promise<readonly string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    with recursive below as (
      select d.id from dept d join app_user u on d.id = any(u.dept_id) where u.id = ${user.userId}::bigint
      union select d.id from dept d join below b on d.parent_id = b.id)
    select id from below`);
  return rows.map((row) => row.id);
}

type NamedDept = TypeOf<typeof calls.namedDept>;

/** The whole record for whoever lists the department; its name, its kind and its place for everybody else. */
function named({ allowed, user: { scope } }: Context, row: RecordOf<typeof dept>): NamedDept {
  const name = {
    id: row.id,
    parentId: row.parentId ?? '0',
    parentName: String(row['parentName'] ?? ''),
    code: row.code ?? '',
    deptName: row.deptName,
    fullName: row.fullName,
    deptCategory: Number(row.deptCategory),
    companyDeptId: row.companyDeptId ?? '',
    bladeProjectDeptId: row.bladeProjectDeptId ?? '',
    useRestaurantDeptId: row.useRestaurantDeptId ?? '',
    sort: row.sort,
    frozen: row.frozen,
    isVirtual: row.isVirtual,
  };
  return allowed('dept_view') && (scope.all || scope.depts.includes(row.id)) ? { ...row, ...name } : name;
}

/** Calls on departments beyond page, detail, submit and remove. */
export const deptCalls: readonly Call[] = [
  serve(calls.deptList, async (context, _, { body }) => treeOf(await allRows(dept, context, body))),
  serve(calls.deptLevel, (context, { parentId }, { body }) =>
    levelOrTree(dept, context, parentId, () => allRows(dept, context, body)),
  ),
  serve(calls.deptTree, (context) => wholeTree(dept, context)),
  serve(calls.organisation, (context) => organisation(context, false)),
  serve(calls.organisationToday, (context) => organisation(context, true)),
  serve(calls.deptsWithinScope, async (context, _, { body }) =>
    (await allRows(dept, context, body)).map((row) => named(context, row)),
  ),
  serve(calls.myDepts, async (context) => {
    const ids = await myDeptIds(context);
    const rows = ids.length === 0 ? [] : await allRows(allDepts, context, { id_in: ids.join(',') });
    return rows.map((row) => named(context, row));
  }),
  serve(calls.deptById, async (context, input) => {
    const [id] = readIds(input, 'deptId');
    const row = await readRecord(allDepts, context, { id: id! });
    if (row === undefined) throw unknownRecord(dept.label);
    return named(context, row);
  }),
  serve(
    calls.deptsOfKind,
    async (context, { deptCategory }) => {
      if (deptCategory === null) throw new Refused(refuse('param.missing', { name: 'deptCategory' }));
      const kinds = { deptCategory_in: listOf(deptCategory).join(','), frozen: '0' };
      return (await allRows(allDepts, context, kinds)).map((row) => named(context, row));
    },
    { reads: true },
  ),
];
