/** What a sales plan costs and leaves, for whoever approves it, and how that changed against the week before. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { foodCostPercent, withoutTax } from '../../master-data/dishes/food-cost.rules.ts';

/** A dish of a plan, all of its days together. */
export interface PlannedDish {
  readonly name: string;
  readonly portions: Decimal;
  /** The same as standard portions, which is what a recipe costs. */
  readonly standardPortions?: Decimal;
  readonly income: Decimal;
  /** Percent points. */
  readonly taxRate: Decimal;
  /** Of one portion; null where nobody knows it. */
  readonly unitCost: Decimal | null;
  /** What its kind of dish may cost of the income, percent in points; null without a target. */
  readonly target: Decimal | null;
}
interface PlanMoney {
  readonly portions: Decimal;
  readonly income: Decimal;
  /** Of the dishes whose cost is known. */
  readonly cost: Decimal;
  readonly percent: Decimal | null;
  /** Income without tax less cost, of those dishes. */
  readonly margin: Decimal;
  /** The targets of its dishes, weighted by what they cost; null where none has one. */
  readonly target: Decimal | null;
  /** Dishes whose cost is not known: they stand in none of the figures of cost. */
  readonly unknown: readonly string[];
}

/** Food cost % = Σ portions × cost of a portion ÷ Σ income without tax, over the dishes whose cost is known. */
export function planMoney(dishes: readonly PlannedDish[]): PlanMoney {
  const known = dishes.flatMap((dish) =>
    dish.unitCost === null
      ? []
      : [
          {
            cost: (dish.standardPortions ?? dish.portions).times(dish.unitCost).rounded(2),
            net: withoutTax(dish.income, dish.taxRate).rounded(2),
            target: dish.target,
          },
        ],
  );
  const cost = Decimal.sum(known.map((dish) => dish.cost));
  const net = Decimal.sum(known.map((dish) => dish.net));
  const weighed = known.filter((dish) => dish.target !== null);
  const weight = Decimal.sum(weighed.map((dish) => dish.cost));
  return {
    portions: Decimal.sum(dishes.map((dish) => dish.portions)),
    income: Decimal.sum(dishes.map((dish) => dish.income)),
    cost,
    percent: foodCostPercent(cost, net) ?? null,
    margin: net.minus(cost),
    target: weight.isPositive()
      ? Decimal.sum(weighed.map((dish) => dish.target!.times(dish.cost)))
          .dividedBy(weight)
          .rounded(1)
      : null,
    unknown: dishes.filter((dish) => dish.unitCost === null).map((dish) => dish.name),
  };
}

/** A plan and how many days it plans for. */
interface OfDays {
  readonly days: number;
}
/**
 * By how many percent a figure changed from one plan to another, whole, for each of their days; undefined where it is
 * not known, was nothing before or did not change so much.
 */
export function changeOf<F extends OfDays>(
  now: F,
  before: F,
  figureIn: (plan: F) => string | undefined,
): string | undefined {
  const perDay = (plan: F): Decimal =>
    plan.days > 0 ? Decimal.of(figureIn(plan) ?? '0').dividedBy(Decimal.of(plan.days)) : Decimal.zero;
  const was = perDay(before);
  if (figureIn(now) === undefined || !was.isPositive()) return undefined;
  const change = perDay(now).minus(was).times(Decimal.hundred).dividedBy(was).rounded(0);
  return change.isZero() ? undefined : signed(change);
}

/** By how many points a percentage changed, to the tenth; undefined where it did not. */
export function pointsOf(now: string, before: string): string | undefined {
  const change = Decimal.of(now).minus(Decimal.of(before)).rounded(1);
  return change.isZero() ? undefined : signed(change);
}
const signed = (change: Decimal): string =>
  change.isNegative() ? `−${change.abs().toString()}` : `+${change.toString()}`;
