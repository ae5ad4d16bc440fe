/** Profiles of sites, restaurants and stalls take their place from the department tree; a stall's hours never overlap. */
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { LineValues } from '../../kernel/core/validate.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { DEPT } from '../admin/dept.resource.ts';
import { standingOf } from './ancestors.server.ts';
import { overlap, type ServingInterval } from './meal-time.rules.ts';
import { operationSystem, projectDeptSystem, useRestaurant } from './sites.resource.ts';

export const projectDeptSystemBehaviour = behaviour(projectDeptSystem, {
  async beforeSave(context, { values }) {
    const { companyDeptId } = await standingOf(context, String(values['bladeProjectDeptId']), DEPT.project, 'bladeProjectDeptId');
    Object.assign(values, { companyDeptId });
  },
});

export const useRestaurantBehaviour = behaviour(useRestaurant, {
  async beforeSave(context, { values }) {
    const { companyDeptId, bladeProjectDeptId } = await standingOf(context, String(values['useRestaurantDeptId']), DEPT.restaurant, 'useRestaurantDeptId');
    Object.assign(values, { companyDeptId, bladeProjectDeptId });
  },
});

export const operationSystemBehaviour = behaviour(operationSystem, {
  async beforeSave(context, saving) {
    Object.assign(saving.values, await standingOf(context, String(saving.values['gearOperationDeptId']), DEPT.stall, 'gearOperationDeptId'));
    if (saving.lines['timeIntervals'] !== undefined) requireHours(saving.lines['timeIntervals']);
  },
});

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

function requireHours(lines: readonly LineValues[]): void {
  const wrong = lines.flatMap(({ values }, index) => (TIME.test(String(values['startTime'])) && TIME.test(String(values['endTime'])) ? [] : [refuse('operations.interval-time', { line: index + 1 }, { line: index + 1, field: 'startTime' })]));
  if (wrong.length > 0) throw new Refused(...wrong);
  const pair = overlap(lines.map(({ values }): ServingInterval => ({
    mealType: String(values['mealType']), startTime: String(values['startTime']), endTime: String(values['endTime']), weekdays: Array.isArray(values['weekdays']) ? (values['weekdays'] as unknown[]).map(Number) : [],
    effectiveFrom: (values['effectiveFrom'] as string | null) ?? null, effectiveTo: (values['effectiveTo'] as string | null) ?? null,
  })));
  if (pair !== undefined) throw new Refused(refuse('operations.interval-overlap', { first: said(pair[0]), second: said(pair[1]) }, { field: 'timeIntervals' }));
}
const said = (interval: ServingInterval): string => `${interval.mealType} ${interval.startTime}–${interval.endTime}`;
