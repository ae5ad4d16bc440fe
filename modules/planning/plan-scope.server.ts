/**
 * What a requirement plan is asked to cover: read from the body of `generatePlan`, kept with the plan as its
 * `generateParam`.
 */
import type { Id } from '../../kernel/core/field.ts';
import type { Row } from '../../kernel/core/declaration.ts';
import { listOf } from '../../kernel/core/kinds.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { readInputs } from '../../kernel/core/contract.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { DEPT } from '../admin/people/dept.resource.ts';
import { daysBetween } from '../master-data/figures/calendar-day.rules.ts';
import { generateInput } from './requirement-plan.calls.ts';
import { PLAN_DAYS_MAX, type requirementPlan } from './requirement-plan.document.ts';

export interface PlanScope {
  readonly planName: string | null;
  readonly planType: 'meal' | 'safety';
  readonly bladeProjectDeptIds: readonly Id[];
  readonly warehouseIds: readonly Id[];
  readonly startDate: string;
  readonly endDate: string;
  readonly mealTypes: readonly string[];
  readonly salesPlanIds: readonly Id[];
  readonly specialMealIds: readonly Id[];
  readonly includeSafety: boolean;
  readonly netFlag: boolean;
}

/** What a plan was generated from; nothing of one by hand. */
export const generatedFrom = (plan: Pick<Row<typeof requirementPlan>, 'generateParam'> | null): Input =>
  (plan?.generateParam as Input | null | undefined) ?? {};

/** Reads the body; for a plan that exists already, what it was generated from fills in what the body leaves out. */
export async function readScope(
  context: Context,
  input: Input,
  current: Readonly<Record<string, unknown>>,
): Promise<PlanScope> {
  const given = { ...current, ...input };
  const { values, refusals } = readInputs(generateInput, given);
  if (refusals.length > 0) throw new Refused(...refusals);
  const { planName, planType, startDate, endDate } = values;
  requireSpan(startDate, endDate);
  const warehouseIds = values.warehouseIds ?? [];
  const named = await projectsOf(context, values.projectDeptSysIds ?? [], warehouseIds);
  const bladeProjectDeptIds = [...new Set([...(values.bladeProjectDeptIds ?? []), ...named.profiles])];
  await requireSites(context, bladeProjectDeptIds);
  const scope: PlanScope = {
    planName,
    planType,
    bladeProjectDeptIds: bladeProjectDeptIds.length > 0 ? bladeProjectDeptIds : named.warehouses,
    warehouseIds,
    startDate,
    endDate,
    mealTypes: values.mealTypes === null ? [] : listOf(values.mealTypes),
    salesPlanIds: values.salesPlanIds ?? [],
    specialMealIds: values.specialMealIds ?? [],
    includeSafety: values.includeSafety === 1,
    netFlag: values.netFlag === 1,
  };
  if (scope.bladeProjectDeptIds.length + scope.salesPlanIds.length + scope.specialMealIds.length === 0)
    throw new Refused(refuse('planning.no-site', {}, { field: 'bladeProjectDeptIds' }));
  return scope;
}

/** A plan is for one day or more, a month at most. */
export function requireSpan(startDate: string, endDate: string): void {
  if (endDate < startDate)
    throw new Refused(refuse('planning.days-reversed', { startDate, endDate }, { field: 'endDate' }));
  if (daysBetween(startDate, endDate) >= PLAN_DAYS_MAX)
    throw new Refused(refuse('planning.days-many', { max: PLAN_DAYS_MAX }, { field: 'endDate' }));
}

/** Plans are for sites: a company or a stall is refused by name. */
async function requireSites(context: Context, deptIds: readonly Id[]): Promise<void> {
  const others = await context.tx.rows<{ name: string }>(
    sql`select dept_name as name from dept where id = any(${deptIds as Id[]}::bigint[])
      and dept_category <> ${DEPT.project} order by id`,
  );
  if (others.length > 0)
    throw new Refused(
      ...others.map(({ name }) => refuse('planning.not-a-site', { dept: name }, { field: 'bladeProjectDeptIds' })),
    );
}

async function projectsOf(
  context: Context,
  profileIds: readonly Id[],
  warehouseIds: readonly Id[],
): Promise<{ profiles: Id[]; warehouses: Id[] }> {
  const rows = await context.tx.rows<{ kind: 'profiles' | 'warehouses'; id: Id }>(sql`
    select 'profiles' as kind, p.blade_project_dept_id as id from project_dept_system p
    where p.id = any(${profileIds as Id[]}::bigint[])
    union select 'warehouses', w.project_group_dept_id from warehouse w
    where w.id = any(${warehouseIds as Id[]}::bigint[])`);
  const of = (kind: string): Id[] => rows.filter((row) => row.kind === kind).map((row) => row.id);
  return { profiles: of('profiles'), warehouses: of('warehouses') };
}
