import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import { DEPT, dept } from './dept.resource.ts';
import { isCategory, mayBeBelow, defaultBelow } from './dept.rules.ts';
import { requireWithinScope } from '../rights/rights.server.ts';
import type { Identity } from '../rights/signed-in.server.ts';

/**
 * The organisation keeps its shape: kinds below kinds, no circle, and the derived company, project and restaurant of
 * each node.
 */
export const deptBehaviour = (identity: Identity) =>
  behaviour(dept, {
    computed: { tenantId: () => sql`t.tenant_id` },
    async beforeSave(context, saving) {
      const { values, before } = saving;
      const parentId = values.parentId ?? '0';
      values.parentId = parentId;
      const given = saving.body['deptCategory'];
      if (given === undefined || given === null || given === '')
        values.deptCategory =
          before?.deptCategory ?? defaultBelow(await categoryOf(context, parentId)) ?? values.deptCategory;
      const category = values.deptCategory;
      if (!isCategory(category)) throw new Refused(refuse('dept.unknown-category', {}, { field: 'deptCategory' }));
      // An old organisation of another shape may be renamed; only what moves or turns must fit.
      if (before !== null && (before.parentId ?? '0') === parentId && before.deptCategory === category) return;
      if (parentId !== '0') await requireAbove(context, saving.id, parentId);
      // A move hides the department from those above its old place and shows it to those above the new one.
      requireWithinScope(context, [parentId, before?.parentId ?? parentId], 'parentId');
      const above = await categoryOf(context, parentId);
      if (!mayBeBelow(category, above)) throw new Refused(refuse('dept.category', {}, { field: 'parentId' }));
      if (saving.id === null) return;
      const children = await context.tx.rows<{ deptCategory: string }>(
        sql`select distinct dept_category from dept where parent_id = ${saving.id}::bigint`,
      );
      if (children.some((child) => !mayBeBelow(child.deptCategory, category)))
        throw new Refused(refuse('dept.category', {}, { field: 'deptCategory' }));
    },
    async afterSave(context) {
      await deriveOrganisation(context.tx);
      context.tx.afterCommit(() => identity.forgetAll());
    },
    async beforeRemove(context, rows) {
      const ids = rows.map((row) => row.id);
      // A node names itself as its company; that is no use by others.
      await context.tx.run(
        sql`update dept set company_dept_id = null, blade_project_dept_id = null, use_restaurant_dept_id = null
          where id = any(${ids}::bigint[])`,
      );
      context.tx.afterCommit(() => identity.forgetAll());
    },
  });

/** The kind of a department, "0" of the root and of one that is not there. */
async function categoryOf(context: Context, id: string): Promise<string> {
  if (id === '0') return '0';
  return (
    (
      await context.tx.row<{ deptCategory: string }>(
        sql`select dept_category from dept where id = ${id}::bigint for share`,
      )
    )?.deptCategory ?? '0'
  );
}

async function requireAbove(context: Context, id: string | null, parentId: string): Promise<void> {
  const line = await context.tx.rows<{ id: string }>(sql`
    with recursive up as (select id, parent_id from dept where id = ${parentId}::bigint union select d.id, d.parent_id
    from dept d join up on d.id = up.parent_id) select id from up`);
  if (line.length === 0) throw new Refused(refuse('dept.parent', {}, { field: 'parentId' }));
  if (id !== null && line.some((row) => row.id === id))
    throw new Refused(refuse('dept.cycle', {}, { field: 'parentId' }));
}

/**
 * Ancestors, and the nearest company, project department and restaurant of every node, itself included. Set-based over
 * the tenant.
 */
async function deriveOrganisation(tx: Transaction): Promise<void> {
  await tx.run(sql`
    with recursive tree as (
      select id, '0'::text as ancestors,
        case dept_category when ${DEPT.company} then id end as company, case dept_category
        when ${DEPT.project} then id end as project, case dept_category
        when ${DEPT.restaurant} then id end as restaurant
      from dept where coalesce(parent_id, 0) = 0
      union all
      select d.id, t.ancestors || ',' || d.parent_id,
        case d.dept_category when ${DEPT.company} then d.id else t.company end, case d.dept_category
        when ${DEPT.project} then d.id else t.project end, case d.dept_category when ${DEPT.restaurant} then d.id
        else t.restaurant end
      from dept d join tree t on d.parent_id = t.id)
    update dept d set ancestors = t.ancestors, company_dept_id = t.company, blade_project_dept_id = t.project,
      use_restaurant_dept_id = t.restaurant
    from tree t where t.id = d.id and (d.ancestors, d.company_dept_id, d.blade_project_dept_id,
      d.use_restaurant_dept_id) is distinct from (t.ancestors, t.company, t.project, t.restaurant)`);
}
