/** What a revision changes of a plan, and whether it still can (operations.md, revise). Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText } from '../../../kernel/core/field.ts';
import type { Label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import '../operations.refusals.ts';

interface RevisedDish {
  readonly mealDate: string;
  readonly mealType: string;
  readonly dishId: string;
  readonly portionGroup: string;
}
export interface RevisedLine extends RevisedDish {
  readonly newPortions: DecimalText;
}
export interface PlanLine extends RevisedDish {
  readonly portions: DecimalText;
}

/** What a line of a plan is known by. */
export const dishKey = ({ mealDate, mealType, dishId, portionGroup }: RevisedDish): string =>
  [mealDate, mealType, dishId, portionGroup].join('|');

interface Meals {
  readonly startDate: string;
  readonly endDate: string;
  /** When a meal begins, `yyyy-MM-dd HH:mm`. */
  readonly beginOf: (line: RevisedDish) => string;
  readonly now: string;
  readonly mealName: (mealType: string) => Label;
  readonly dishName: (dishId: string) => string;
}

/** What speaks against the lines of a revision; `line` counts from 1. */
export function revisionRefusals(
  lines: readonly RevisedLine[],
  plan: readonly PlanLine[],
  { startDate, endDate, beginOf, now, mealName, dishName }: Meals,
): Refusal[] {
  const before = new Map(plan.map((line) => [dishKey(line), Decimal.of(line.portions)]));
  return lines.flatMap((given, index): Refusal[] => {
    const line = index + 1;
    const at = (field: string) => ({ line, field });
    const { mealDate, mealType, dishId } = given;
    const old = before.get(dishKey(given)) ?? Decimal.zero;
    if (mealDate < startDate || mealDate > endDate)
      return [refuse('operations.plan-line-outside', { line, mealDate, startDate, endDate }, at('mealDate'))];
    if (beginOf(given) <= now.slice(0, 16))
      return [refuse('operations.revision-begun', { line, mealDate, meal: mealName(mealType) }, at('mealDate'))];
    return Decimal.of(given.newPortions).equals(old)
      ? [refuse('operations.revision-same', { line, dish: dishName(dishId), old }, at('newPortions'))]
      : [];
  });
}

/** Portions before and after, over the dishes a revision names. */
export function portionsOf(lines: readonly RevisedLine[], plan: readonly PlanLine[]): readonly [Decimal, Decimal] {
  const before = new Map(plan.map((line) => [dishKey(line), Decimal.of(line.portions)]));
  return [
    Decimal.sum(lines.map((line) => before.get(dishKey(line)) ?? Decimal.zero)),
    Decimal.sum(lines.map((line) => Decimal.of(line.newPortions))),
  ];
}

/**
 * Whole portions that add up to a total and stand to each other as they did: the largest rests get the portions that
 * are left, the first of equal ones first. Where nothing was planned, all get the same.
 */
export function scaledTo(portions: readonly number[], total: number): number[] {
  const sum = portions.reduce((all, each) => all + each, 0);
  if (portions.length === 0) return [];
  const shares = portions.map((each) => (sum === 0 ? total / portions.length : (each * total) / sum));
  const whole = shares.map(Math.floor);
  let left = total - whole.reduce((all, each) => all + each, 0);
  const order = shares.map((share, index) => ({ index, rest: share - whole[index]! }));
  order.sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of order) {
    if (left <= 0) break;
    whole[index]! += 1;
    left -= 1;
  }
  return whole;
}
