/** Unloading points: of a site, with hours that end after they begin, one of them the default. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { isTime } from '../meals/meal-time.rules.ts';
import { projectDeptUnload } from './project-dept-unload.resource.ts';

export const projectDeptUnloadBehaviour = behaviour(projectDeptUnload, {
  async beforeSave(context, saving) {
    requireHours(saving);
    const site = await context.tx.row<{ deptId: Id; name: string; own: readonly Id[] }>(sql`
      select p.blade_project_dept_id as dept_id, p.project_dept_name as name,
        array(select d.id::text from dept d where d.parent_id = p.blade_project_dept_id) as own
      from project_dept_system p where p.id = ${saving.values.projectDeptSysId}::bigint for no key update`);
    if (site === undefined) return;
    saving.values.bladeProjectDeptId = site.deptId;
    const strange = (saving.values.useRestaurantDeptIds ?? []).filter((id) => !site.own.includes(id));
    if (strange.length > 0)
      throw new Refused(refuse('operations.unload-restaurant', { site: site.name }, { field: 'useRestaurantDeptIds' }));
    if (saving.values.isDefault === 1)
      await context.tx.run(sql`
        update project_dept_unload set is_default = 0, version = version + 1, update_time = now()
        where project_dept_sys_id = ${saving.values.projectDeptSysId}::bigint and is_default = 1
          and id <> ${saving.id ?? '0'}::bigint`);
  },
});

function requireHours({ values }: Saving<typeof projectDeptUnload>): void {
  const wrong = (['receiveStart', 'receiveEnd'] as const).flatMap((field) =>
    isTime(values[field])
      ? []
      : [
          refuse(
            'operations.unload-time',
            { name: projectDeptUnload.fields[field].label, value: values[field] },
            { field },
          ),
        ],
  );
  if (wrong.length === 0 && values.receiveEnd <= values.receiveStart)
    wrong.push(refuse('operations.unload-hours', {}, { field: 'receiveEnd' }));
  if (wrong.length > 0) throw new Refused(...wrong);
}
