/** Which sites a supplier serves; sites are named by their profile or their department. */
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { presentFields } from '../../../kernel/server/record-query.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { saveRecord, saveRecords } from '../../../kernel/server/save.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import { supplierProject } from '../../suppliers/supplier-material.resource.ts';

export const supplierSiteCalls = ({ registry }: Services): readonly Call[] => [
  {
    method: 'POST',
    service: 'store-management',
    path: 'supplier/addSupplierProject',
    permission: ['supplierproject_add', 'supplier_edit'],
    summary: label('新增供应商项目部', 'Tie sites to a supplier'),
    handle: async (context, input) => {
      const supplierId = requireId(input, 'supplierId');
      const given = (input['projectDeptSysIds'] ?? input['projects'] ?? input['bladeProjectDeptIds']) as unknown;
      const rows = (
        Array.isArray(given)
          ? given
          : String(given ?? '')
              .split(',')
              .filter(Boolean)
      ).map((each: unknown): Record<string, unknown> =>
        typeof each === 'object' && each !== null
          ? (each as Record<string, unknown>)
          : { projectDeptSysId: String(each) },
      );
      if (rows.length === 0) throw new Refused(refuse('param.missing', { name: 'projectDeptSysIds' }));
      const depts = await departmentsOf(
        context,
        rows.map((row) => String(row['projectDeptSysId'] ?? row['bladeProjectDeptId'])),
      );
      const saved = await saveRecords(
        registry(),
        supplierProject,
        context,
        rows.map(({ id: _, ...row }) => ({
          ...row,
          supplierId,
          bladeProjectDeptId: depts.get(String(row['projectDeptSysId'] ?? row['bladeProjectDeptId'])) ?? '',
        })),
      );
      const refusals = saved.flatMap((each, index) =>
        'refusals' in each ? each.refusals.map((refusal) => ({ ...refusal, line: index + 1 })) : [],
      );
      if (refusals.length > 0) throw new Refused(...refusals);
      return true;
    },
  },
  {
    method: 'POST',
    service: 'store-management',
    path: 'supplier/updateSupplierProject',
    permission: ['supplierproject_edit', 'supplier_edit'],
    summary: label('修改供应商项目部', 'Change how a supplier serves a site'),
    handle: async (context, input) => {
      await saveRecord(registry(), supplierProject, context, { ...input, id: requireId(input, 'id') });
      return true;
    },
  },
  {
    method: 'GET',
    service: 'store-management',
    path: 'supplier/getSupplierProject',
    permission: ['supplierproject_view', 'supplier_view'],
    summary: label('供应商项目部', 'Sites of a supplier'),
    handle: async (context, input) =>
      (
        await context.tx.rows<Record<string, unknown>>(sql`
      select t.*, d.dept_name as blade_project_dept_name, p.id as project_dept_sys_id, coalesce(p.project_dept_name, d.dept_name) as project_dept_name
      from supplier_project t join dept d on d.id = t.blade_project_dept_id left join project_dept_system p on p.blade_project_dept_id = t.blade_project_dept_id
      where t.supplier_id = ${requireId(input, 'supplierId')}::bigint order by d.dept_name collate pinyin, t.id`)
      ).map((row) => presentFields(supplierProject.fields, row, context.language)),
  },
];

/** Profile or department id → department id. */
async function departmentsOf(context: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => /^\d{1,19}$/.test(id));
  const rows = await context.tx.rows<{ given: string; deptId: string }>(sql`
    select id as given, blade_project_dept_id as dept_id from project_dept_system where id = any(${known}::bigint[])
    union all select id, id from dept where id = any(${known}::bigint[])`);
  return new Map(rows.map((row) => [row.given, row.deptId]));
}
