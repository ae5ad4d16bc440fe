/** What speaks against a sales plan, all at once: the same check while typing, before sending and before approving. */
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { numberOf } from '../../master-data/document-number.rules.ts';
import type { Label } from '../../../kernel/core/label.ts';
import type { DishFacts } from '../../master-data/dishes/dish-facts.ts';
import '../operations.refusals.ts';
import { serves, type ServingInterval } from '../meals/meal-time.rules.ts';

/** A plan covers no more days. */
export const DAYS_MAX = 14;

export interface PlannedDish {
  readonly mealDate: string;
  readonly mealType: string;
  readonly dishId: string;
}
export interface PlanFacts {
  readonly billCode: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly intervals: readonly ServingInterval[];
  readonly dishes: ReadonlyMap<string, DishFacts>;
  /** Meals of this stall that other sent or approved plans hold: `day|meal` → number of that plan. */
  readonly taken: ReadonlyMap<string, string>;
  readonly mealName: (mealType: string) => Label;
}

/** Everything that speaks against the lines of a plan; `line` of a refusal counts from 1. */
export function planRefusals(lines: readonly PlannedDish[], facts: PlanFacts): Refusal[] {
  if (lines.length === 0)
    return [refuse('operations.plan-empty', { billCode: numberOf(facts.billCode) }, { field: 'details' })];
  const meals = new Map(lines.map((line) => [`${line.mealDate}|${line.mealType}`, line]));
  const taken = [...meals].flatMap(([key, { mealDate, mealType }]) => {
    const billCode = facts.taken.get(key);
    return billCode === undefined
      ? []
      : [
          refuse(
            'operations.plan-meal-taken',
            { mealDate, meal: facts.mealName(mealType), billCode },
            { field: 'details' },
          ),
        ];
  });
  return [...lines.flatMap((planned, index) => dishRefusals(planned, index + 1, facts)), ...taken];
}

/** What speaks against one dish at one meal; `line` counts from 1. */
export function dishRefusals(
  { mealDate, mealType, dishId }: PlannedDish,
  line: number,
  facts: Pick<PlanFacts, 'startDate' | 'endDate' | 'dishes' | 'intervals' | 'mealName'>,
): Refusal[] {
  const { startDate, endDate } = facts;
  const dish = facts.dishes.get(dishId);
  const name = dish?.name ?? dishId;
  const at = (field: string) => ({ line, field });
  return [
    ...(mealDate < startDate || mealDate > endDate
      ? [refuse('operations.plan-line-outside', { line, mealDate, startDate, endDate }, at('mealDate'))]
      : []),
    ...(serves(facts.intervals, mealType, mealDate)
      ? []
      : [refuse('operations.plan-not-served', { line, mealDate, meal: facts.mealName(mealType) }, at('mealType'))]),
    ...(dish?.frozen ? [refuse('operations.plan-dish-frozen', { line, dish: name }, at('dishId'))] : []),
    ...(dish?.semi ? [refuse('operations.plan-dish-semi', { line, dish: name }, at('dishId'))] : []),
    ...(dish !== undefined && !dish.hasBomOn(mealDate)
      ? [refuse('operations.plan-no-bom', { line, dish: name, mealDate }, at('dishId'))]
      : []),
  ];
}
