/** Profiles of sites, restaurants and stalls take their place from the department tree; a stall's hours never overlap. */
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { LineValues } from '../../../kernel/core/validate.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { standingOf } from './ancestors.server.ts';
import { isTime, overlap, type ServingInterval } from '../meals/meal-time.rules.ts';
import { operationSystem, projectDeptSystem, useRestaurant } from './sites.resource.ts';

export const projectDeptSystemBehaviour = behaviour(projectDeptSystem, {
  async beforeSave(context, { values }) {
    const { companyDeptId } = await standingOf(
      context,
      String(values.bladeProjectDeptId),
      DEPT.project,
      'bladeProjectDeptId',
    );
    Object.assign(values, { companyDeptId });
  },
});

export const useRestaurantBehaviour = behaviour(useRestaurant, {
  async beforeSave(context, { values }) {
    const { companyDeptId, bladeProjectDeptId } = await standingOf(
      context,
      String(values.useRestaurantDeptId),
      DEPT.restaurant,
      'useRestaurantDeptId',
    );
    Object.assign(values, { companyDeptId, bladeProjectDeptId });
  },
});

export const operationSystemBehaviour = behaviour(operationSystem, {
  async beforeSave(context, saving) {
    Object.assign(
      saving.values,
      await standingOf(context, String(saving.values.gearOperationDeptId), DEPT.stall, 'gearOperationDeptId'),
    );
    if (saving.lines['timeIntervals'] === undefined) return;
    requireHours(saving.lines['timeIntervals']);
    if (saving.id !== null) await recordHours(context, saving);
  },
});

/** Hours of a stall that change leave a record of how they were. */
async function recordHours(context: Context, saving: Saving): Promise<void> {
  const shape = (line: Readonly<Record<string, unknown>>) => ({
    mealType: line['mealType'],
    startTime: line['startTime'],
    endTime: line['endTime'],
    weekdays: line['weekdays'] ?? [],
    effectiveFrom: line['effectiveFrom'] ?? null,
    effectiveTo: line['effectiveTo'] ?? null,
    capacity: line['capacity'] ?? null,
  });
  const stored = await context.tx.rows<Record<string, unknown>>(
    sql`select meal_type, start_time, end_time, weekdays, effective_from, effective_to, capacity from operation_system_interval where operation_system_id = ${saving.id}::bigint order by line_no`,
  );
  const [before, after] = [stored.map(shape), saving.lines['timeIntervals']!.map((line) => shape(line.values))].map(
    (lines) => JSON.stringify(lines),
  );
  if (before === after) return;
  await context.tx.run(sql`
    insert into time_interval_record (gear_operation_dept_id, effective_from, before, after, reason, operator_id, operate_time)
    values (${String(saving.values['gearOperationDeptId'])}::bigint, ${String(saving.body['changedFrom'] ?? context.today)}::date, ${before}::jsonb, ${after}::jsonb, ${String(saving.body['changeReason'] ?? '').slice(0, 200)}, ${context.user.userId}::bigint, now())`);
}

function requireHours(lines: readonly LineValues[]): void {
  const wrong = lines.flatMap(({ values }, index) =>
    (['startTime', 'endTime'] as const).flatMap((field) => {
      const at = { line: index + 1, field };
      return isTime(String(values[field]))
        ? []
        : [
            refuse(
              'operations.interval-time',
              { line: at.line, name: operationSystem.lines!.timeIntervals.fields[field].label, value: values[field] },
              at,
            ),
          ];
    }),
  );
  if (wrong.length > 0) throw new Refused(...wrong);
  const pair = overlap(
    lines.map(({ values }): ServingInterval => ({
      mealType: String(values['mealType']),
      startTime: String(values['startTime']),
      endTime: String(values['endTime']),
      weekdays: Array.isArray(values['weekdays']) ? (values['weekdays'] as unknown[]).map(Number) : [],
      effectiveFrom: (values['effectiveFrom'] as string | null) ?? null,
      effectiveTo: (values['effectiveTo'] as string | null) ?? null,
    })),
  );
  if (pair !== undefined)
    throw new Refused(
      refuse(
        'operations.interval-overlap',
        { first: said(pair[0]), second: said(pair[1]) },
        { field: 'timeIntervals' },
      ),
    );
}
function said({ mealType, startTime, endTime }: ServingInterval): Label {
  const { zh, en } = mealName(mealType);
  return label(`${zh} ${startTime}–${endTime}`, `${en} ${startTime}–${endTime}`);
}
