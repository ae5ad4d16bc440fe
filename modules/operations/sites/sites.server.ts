/**
 * Profiles of sites, restaurants and stalls take their place from the department tree; a stall's hours never overlap.
 */
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { LineRow, LinesOf } from '../../../kernel/core/declaration.ts';
import { behaviour, savingLines, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { followAdministrators } from '../profiles/store-admin.server.ts';
import { placeOf } from './ancestors.server.ts';
import { isTime, overlap, type ServingInterval } from '../meals/meal-time.rules.ts';
import { isTimeZone } from './site-clock.rules.ts';
import { operationSystem, projectDeptSystem, useRestaurant } from './sites.resource.ts';

export const projectDeptSystemBehaviour = behaviour(projectDeptSystem, {
  async beforeSave(context, { values }) {
    const { companyDeptId } = await placeOf(context, values.bladeProjectDeptId, DEPT.project, 'bladeProjectDeptId');
    Object.assign(values, { companyDeptId });
    if (values.timeZone && !isTimeZone(values.timeZone))
      throw new Refused(refuse('operations.time-zone', { value: values.timeZone }, { field: 'timeZone' }));
  },
});

export const useRestaurantBehaviour = behaviour(useRestaurant, {
  async beforeSave(context, { values }) {
    const { companyDeptId, bladeProjectDeptId } = await placeOf(
      context,
      values.useRestaurantDeptId,
      DEPT.restaurant,
      'useRestaurantDeptId',
    );
    Object.assign(values, { companyDeptId, bladeProjectDeptId });
    await requireOwnUnload(context, values);
  },
});

/** A restaurant's unloading point is one of its site. */
async function requireOwnUnload(
  context: Context,
  { unloadId, bladeProjectDeptId }: Saving<typeof useRestaurant>['values'],
): Promise<void> {
  if (unloadId === null) return;
  const strange = await context.tx.row<{ unload: string }>(sql`
    select name as unload from project_dept_unload
    where id = ${unloadId}::bigint and blade_project_dept_id <> ${bladeProjectDeptId}::bigint`);
  if (strange !== undefined) throw new Refused(refuse('operations.unload-site', strange, { field: 'unloadId' }));
}

export const operationSystemBehaviour = behaviour(operationSystem, {
  async beforeSave(context, saving) {
    const { values, before } = saving;
    if (values.businessStatus === 'open' && !values.adminUserIds?.length && before?.adminUserIds?.length)
      throw new Refused(
        refuse('operations.last-administrator', { stall: values.gearOperationName }, { field: 'adminUserIds' }),
      );
    Object.assign(
      saving.values,
      await placeOf(context, saving.values.gearOperationDeptId, DEPT.stall, 'gearOperationDeptId'),
    );
    const hours = savingLines(saving, 'timeIntervals')?.map((line) => line.values);
    if (hours === undefined) return;
    requireHours(hours);
    if (saving.id !== null) await recordHours(context, saving, hours);
  },
  afterSave: (context, { values }) =>
    followAdministrators(context, values.gearOperationDeptId, values.adminUserIds ?? []),
});

type Hours = Pick<
  LineRow<LinesOf<typeof operationSystem>['timeIntervals']>,
  'mealType' | 'startTime' | 'endTime' | 'weekdays' | 'effectiveFrom' | 'effectiveTo' | 'capacity'
>;

/** Hours of a stall that change leave a record of how they were. */
async function recordHours(
  context: Context,
  saving: Saving<typeof operationSystem>,
  hours: readonly Hours[],
): Promise<void> {
  const storedHours = ({ mealType, startTime, endTime, weekdays, effectiveFrom, effectiveTo, capacity }: Hours) => ({
    mealType,
    startTime,
    endTime,
    weekdays: weekdays ?? [],
    effectiveFrom: effectiveFrom ?? null,
    effectiveTo: effectiveTo ?? null,
    capacity: capacity ?? null,
  });
  const stored = await context.tx.rows<Hours>(
    sql`select meal_type, start_time, end_time, weekdays, effective_from, effective_to, capacity
      from operation_system_interval where operation_system_id = ${saving.id}::bigint order by line_no`,
  );
  const [before, after] = [stored, hours].map((each) => JSON.stringify(each.map(storedHours)));
  if (before === after) return;
  const { changedFrom, changeReason } = saving.body;
  await context.tx.run(sql`
    insert into time_interval_record (gear_operation_dept_id, effective_from, before, after, reason, operator_id,
      operate_time)
    values (${saving.values.gearOperationDeptId}::bigint, ${String(changedFrom ?? context.today)}::date,
      ${before}::jsonb, ${after}::jsonb, ${String(changeReason ?? '').slice(0, 200)}, ${context.user.userId}::bigint,
      now())`);
}

/** Refuses times that are none, and hours that overlap. */
function requireHours(hours: readonly Hours[]): void {
  const wrong = hours.flatMap((each, index) =>
    (['startTime', 'endTime'] as const).flatMap((field) => {
      const at = { line: index + 1, field };
      const name = operationSystem.lines!.timeIntervals.fields[field].label;
      return isTime(each[field])
        ? []
        : [refuse('operations.interval-time', { line: at.line, name, value: each[field] }, at)];
    }),
  );
  if (wrong.length > 0) throw new Refused(...wrong);
  const pair = overlap(
    hours.map((each): ServingInterval => ({
      ...each,
      weekdays: Array.isArray(each.weekdays) ? each.weekdays.map(Number) : [],
      effectiveFrom: each.effectiveFrom ?? null,
      effectiveTo: each.effectiveTo ?? null,
    })),
  );
  if (pair !== undefined)
    throw new Refused(
      refuse(
        'operations.interval-overlap',
        { first: wordsOf(pair[0]), second: wordsOf(pair[1]) },
        { field: 'timeIntervals' },
      ),
    );
}
function wordsOf({ mealType, startTime, endTime }: ServingInterval): Label {
  const { zh, en } = mealName(mealType);
  return label(`${zh} ${startTime}–${endTime}`, `${en} ${startTime}–${endTime}`);
}
