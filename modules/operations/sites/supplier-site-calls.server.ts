/** Which sites a supplier serves; sites are named by their profile or their department. */
import type { RecordOf } from '../../../kernel/core/shape.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { presentFields } from '../../../kernel/server/record-query.ts';
import { saveRecord, saveRecords } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import { supplierProject } from '../../suppliers/supplier-material.resource.ts';
import * as calls from './supplier-site.calls.ts';

export const addSupplierSites = serve(calls.addSupplierSites, async (context, input) => {
  const supplierId = requireId(input, 'supplierId');
  const rows = tiesIn(input.projectDeptSysIds ?? input.projects ?? input.bladeProjectDeptIds);
  if (rows.length === 0) throw new Refused(refuse('param.missing', { name: 'projectDeptSysIds' }));
  const siteOf = ({ projectDeptSysId, bladeProjectDeptId }: Tie): string =>
    String(projectDeptSysId ?? bladeProjectDeptId);
  const depts = await departmentsOf(context, rows.map(siteOf));
  const saved = await saveRecords(
    supplierProject,
    context,
    rows.map(({ id: _, ...row }) => ({ ...row, supplierId, bladeProjectDeptId: depts.get(siteOf(row)) ?? '' })),
  );
  const refusals = saved.flatMap((each, index) =>
    'refusals' in each ? each.refusals.map((refusal) => ({ ...refusal, line: index + 1 })) : [],
  );
  if (refusals.length > 0) throw new Refused(...refusals);
  return true;
});

export const changeSupplierSite = serve(calls.changeSupplierSite, async (context, input, { body }) => {
  await saveRecord(supplierProject, context, { ...body, id: requireId(input, 'id') });
  return true;
});

export const supplierSites = serve(calls.supplierSites, async (context, input) => {
  const rows = await context.tx.rows<Record<string, unknown>>(sql`
    select t.*, d.dept_name as blade_project_dept_name, p.id as project_dept_sys_id, coalesce(p.project_dept_name,
      d.dept_name) as project_dept_name
    from supplier_project t join dept d on d.id = t.blade_project_dept_id left
    join project_dept_system p on p.blade_project_dept_id = t.blade_project_dept_id
    where t.supplier_id = ${requireId(input, 'supplierId')}::bigint order by d.dept_name collate pinyin, t.id`);
  return rows.map((row) =>
    presentFields<RecordOf<typeof supplierProject>>(supplierProject.fields, row, context.language),
  );
});

/** A site as it was sent, with whatever else belongs to the tie. */
interface Tie {
  readonly id?: unknown;
  readonly projectDeptSysId?: unknown;
  readonly bladeProjectDeptId?: unknown;
}
const tiesIn = (given: unknown): readonly Tie[] =>
  (Array.isArray(given)
    ? (given as readonly unknown[])
    : String(given ?? '')
        .split(',')
        .filter(Boolean)
  ).map((each): Tie => (typeof each === 'object' && each !== null ? each : { projectDeptSysId: String(each) }));

/** Profile or department id → department id. */
async function departmentsOf(context: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => /^\d{1,19}$/.test(id));
  const rows = await context.tx.rows<{ given: string; deptId: string }>(sql`
    select id as given, blade_project_dept_id as dept_id from project_dept_system where id = any(${known}::bigint[])
    union all select id, id from dept where id = any(${known}::bigint[])`);
  return new Map(rows.map((row) => [row.given, row.deptId]));
}
