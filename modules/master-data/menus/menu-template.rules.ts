/** Menu templates: when two of them meet, and what speaks against sending one. */
import type { Label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { numberOf } from '../document-number.rules.ts';
import type { Period } from '../figures/calendar-day.rules.ts';
import type { DishFacts } from '../dishes/dish-facts.ts';
import '../master-data.refusals.ts';

/** One meal of one place that a template in use holds for its days. */
export interface MenuPlace extends Period {
  readonly menuTemplateId: string;
  readonly billCode: string;
  readonly name: string;
  readonly templateKind: string;
  readonly deptId: string;
  readonly deptName: string;
  readonly mealType: string;
}

const LATEST = '9999-12-31';
const OPEN: Label = { zh: '长期', en: 'open' };
const endOf = ({ endDate }: Period): string => endDate ?? LATEST;

/**
 * Templates that would hold the same meal of the same place on the same day; `standing` are in use already. Each pair
 * is named once per place and meal.
 */
export function overlapRefusals(
  wanted: readonly MenuPlace[],
  current: readonly MenuPlace[],
  mealName: (mealType: string) => Label,
): Refusal[] {
  return wanted.flatMap((own, index) =>
    [...current, ...wanted.slice(0, index)].flatMap((other) => {
      const isSameMeal =
        other.menuTemplateId !== own.menuTemplateId &&
        other.templateKind === own.templateKind &&
        other.deptId === own.deptId &&
        other.mealType === own.mealType;
      const from = own.startDate > other.startDate ? own.startDate : other.startDate;
      const to = endOf(own) < endOf(other) ? endOf(own) : endOf(other);
      if (!isSameMeal || from > to) return [];
      return [
        refuse('master-data.menu-overlap', {
          billCode: numberOf(own.billCode),
          other: other.name,
          place: own.deptName,
          meal: mealName(own.mealType),
          from,
          to: to === LATEST ? OPEN : to,
        }),
      ];
    }),
  );
}

export interface MenuLine {
  readonly dayNo: number;
  readonly mealType: string;
  readonly gearOperationDeptId: string | null;
  readonly dishId: string;
}
export interface MenuFacts {
  readonly billCode: string;
  readonly templateKind: string;
  readonly cycleDays: number;
  readonly startDate: string;
  readonly meals: readonly string[];
  /** Stalls below the restaurants it applies to. */
  readonly stalls: ReadonlySet<string>;
  readonly dishes: ReadonlyMap<string, DishFacts>;
  readonly mealName: (mealType: string) => Label;
}

/** Everything that speaks against sending a template, and against approving it (master-data model, MenuTemplate). */
export function menuRefusals(lines: readonly MenuLine[], facts: MenuFacts): Refusal[] {
  if (facts.meals.length === 0)
    return [refuse('master-data.menu-no-meals', { billCode: numberOf(facts.billCode) }, { field: 'meals' })];
  return [
    ...facts.meals.flatMap((mealType) => emptyDays(mealType, lines, facts)),
    ...lines.flatMap((line, index) => lineRefusals(line, index + 1, facts)),
  ];
}

/** Days of the cycle on which a meal has no dish, together. */
function emptyDays(
  mealType: string,
  lines: readonly MenuLine[],
  { billCode, cycleDays, mealName }: MenuFacts,
): Refusal[] {
  const served = new Set(lines.filter((line) => line.mealType === mealType).map((line) => line.dayNo));
  const empty = Array.from({ length: cycleDays }, (_, index) => index + 1).filter((dayNo) => !served.has(dayNo));
  return empty.length === 0
    ? []
    : [
        refuse(
          'master-data.menu-empty',
          {
            billCode: numberOf(billCode),
            days: { zh: empty.join('、'), en: empty.join(', ') },
            count: empty.length,
            meal: mealName(mealType),
          },
          { field: 'details' },
        ),
      ];
}

function lineRefusals(
  { dayNo, mealType, gearOperationDeptId, dishId }: MenuLine,
  line: number,
  facts: MenuFacts,
): Refusal[] {
  const { cycleDays, startDate, mealName } = facts;
  const dish = facts.dishes.get(dishId);
  const about = { line, dish: dish?.name ?? dishId };
  const at = (field: string): { line: number; field: string } => ({ line, field });
  return [
    ...(dayNo > cycleDays ? [refuse('master-data.menu-day-beyond', { line, dayNo, cycleDays }, at('dayNo'))] : []),
    ...(facts.meals.includes(mealType)
      ? []
      : [refuse('master-data.menu-meal-unlisted', { line, meal: mealName(mealType) }, at('mealType'))]),
    ...(gearOperationDeptId === null ? [] : stallRefusals(gearOperationDeptId, line, facts)),
    ...(dish?.frozen ? [refuse('master-data.menu-dish-frozen', about, at('dishId'))] : []),
    ...(dish?.semi ? [refuse('master-data.menu-dish-semi', about, at('dishId'))] : []),
    ...(dish !== undefined && !dish.hasBomOn(startDate)
      ? [refuse('master-data.menu-no-bom', { ...about, startDate }, at('dishId'))]
      : []),
  ];
}

/** A restaurant's template may name stalls of its restaurants; a stall's own applies to its stalls as it is. */
function stallRefusals(stallId: string, line: number, { templateKind, stalls }: MenuFacts): Refusal[] {
  if (templateKind === 'gear')
    return [refuse('master-data.menu-stall-kind', { line }, { line, field: 'gearOperationDeptId' })];
  return stalls.has(stallId)
    ? []
    : [refuse('master-data.menu-stall-outside', { line }, { line, field: 'gearOperationDeptId' })];
}
