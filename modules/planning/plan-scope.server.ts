/** What a requirement plan is asked to cover: read from the body of `generatePlan`, kept with the plan as its `generateParam`. */
import { choice, day, flag, ref, refs, text, type Fields, type Id } from '../../kernel/core/field.ts';
import { listOf } from '../../kernel/core/kinds.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { readFields } from '../../kernel/core/validate.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { DEPT } from '../admin/people/dept.resource.ts';
import { daysBetween } from '../master-data/figures/calendar-day.rules.ts';
import { PLAN_DAYS_MAX } from './requirement-plan.document.ts';

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

export const generateInput: Fields = {
  id: ref('需求计划', 'Plan', 'requirementPlan', {
    optional: true,
    hint: { zh: '填写则重新生成该草稿', en: 'Given: that draft is reckoned again' },
  }),
  planName: text('计划名称', 'Name', { optional: true, max: 60 }),
  planType: choice(
    '计划类型',
    'Kind',
    [
      ['meal', '餐次需求', 'Meals'],
      ['safety', '安全库存', 'Safety stock'],
    ],
    { default: 'meal' },
  ),
  bladeProjectDeptIds: refs('项目部', 'Sites', 'dept', { optional: true }),
  projectDeptSysIds: refs('项目部体系', 'Site profiles', 'projectDeptSystem', { optional: true }),
  warehouseIds: refs('仓库', 'Warehouses', 'warehouse', { optional: true }),
  startDate: day('需求开始', 'From'),
  endDate: day('需求结束', 'To'),
  salesPlanIds: refs('营销计划', 'Sales plans', 'salesPlan', {
    optional: true,
    hint: { zh: '填写营销计划或特殊餐则只计划这些', en: 'Sales plans or special meals named: only these are planned' },
  }),
  specialMealIds: refs('特殊餐', 'Special meals', 'specialMeal', { optional: true }),
  includeSafety: flag('补足安全库存', 'Fill safety stock', { default: 1 }),
  netFlag: flag('扣减库存与在订', 'Less stock and orders', { default: 1 }),
  withLines: flag('返回明细', 'Answer the lines', {
    default: 1,
    hint: {
      zh: '填 0 则只返回计划头，明细另行读取',
      en: 'With 0 only the header is answered, the lines are read elsewhere',
    },
  }),
};

/** Reads the body; for a plan that exists already, what it was generated from fills in what the body leaves out. */
export async function readScope(
  context: Context,
  input: Input,
  standing: Readonly<Record<string, unknown>>,
): Promise<PlanScope> {
  const given = { ...standing, ...input };
  const { values, refusals } = readFields(generateInput, given, true);
  if (refusals.length > 0) throw new Refused(...refusals);
  const ids = (name: string): Id[] => (values[name] as Id[] | null) ?? [];
  const startDate = String(values['startDate']);
  const endDate = String(values['endDate']);
  requireSpan(startDate, endDate);
  const named = await projectsOf(context, ids('projectDeptSysIds'), ids('warehouseIds'));
  const bladeProjectDeptIds = [...new Set([...ids('bladeProjectDeptIds'), ...named.profiles])];
  await requireSites(context, bladeProjectDeptIds);
  const scope: PlanScope = {
    planName: (values['planName'] as string | null) ?? null,
    planType: values['planType'] as PlanScope['planType'],
    bladeProjectDeptIds: bladeProjectDeptIds.length > 0 ? bladeProjectDeptIds : named.warehouses,
    warehouseIds: ids('warehouseIds'),
    startDate,
    endDate,
    mealTypes:
      given['mealTypes'] === undefined || given['mealTypes'] === null || given['mealTypes'] === ''
        ? []
        : listOf(given['mealTypes']),
    salesPlanIds: ids('salesPlanIds'),
    specialMealIds: ids('specialMealIds'),
    includeSafety: values['includeSafety'] === 1,
    netFlag: values['netFlag'] === 1,
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
    sql`select dept_name as name from dept where id = any(${deptIds as Id[]}::bigint[]) and dept_category <> ${DEPT.project} order by id`,
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
    select 'profiles' as kind, p.blade_project_dept_id as id from project_dept_system p where p.id = any(${profileIds as Id[]}::bigint[])
    union select 'warehouses', w.project_group_dept_id from warehouse w where w.id = any(${warehouseIds as Id[]}::bigint[])`);
  const of = (kind: string): Id[] => rows.filter((row) => row.kind === kind).map((row) => row.id);
  return { profiles: of('profiles'), warehouses: of('warehouses') };
}
