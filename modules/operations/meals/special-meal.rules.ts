/**
 * What a special meal comes to, and what speaks against it: the same check while typing, before sending and before
 * approving.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { numberOf } from '../../master-data/document-number.rules.ts';
import { foodCostPercent } from '../../master-data/dishes/food-cost.rules.ts';
import '../operations.refusals.ts';
import { dishRefusals, type PlanFacts } from '../sales-plan/sales-plan.rules.ts';

/** Guests × price per head, rounded once, and the fee; money. */
export const mealTotal = (headCount: number, mealStandard: Decimal, serviceFee: Decimal): Decimal =>
  mealStandard.times(Decimal.of(headCount)).rounded(2).plus(serviceFee);

/** Portions as entered, else what each guest takes × guests; null where neither is known. */
export const portionsFor = (portions: Decimal | null, perHead: Decimal | null, headCount: number): Decimal | null =>
  portions ?? perHead?.times(Decimal.of(headCount)) ?? null;

export interface MealLine {
  readonly lineKind: 'dish' | 'material';
  readonly dishId: string | null;
  readonly materialId: string | null;
  readonly unitId: string | null;
  readonly portionGroup?: string | null;
  readonly portions: Decimal | null;
}

/** A line as it is stored, sent or typed: empty text is absent. */
export interface EnteredLine {
  readonly lineKind: string | null;
  readonly dishId: string | null;
  readonly materialId: string | null;
  readonly unitId: string | null;
  readonly portionGroup?: string | null;
  readonly portions: string | null;
  readonly perHead: string | null;
}

/** Portions from what each guest takes where they are not entered; any other kind of line is a dish. */
export const readMealLine = (line: EnteredLine, headCount: number): MealLine => ({
  lineKind: line.lineKind === 'material' ? 'material' : 'dish',
  dishId: line.dishId || null,
  materialId: line.materialId || null,
  unitId: line.unitId || null,
  portionGroup: line.portionGroup || null,
  portions: portionsFor(decimalOf(line.portions), decimalOf(line.perHead), headCount),
});
const decimalOf = (entered: string | null): Decimal | null => (entered ? Decimal.of(entered) : null);

/** Lines that do not say what is eaten or how much of it. Refuses each by number and field. */
export function lineFaults(lines: readonly MealLine[]): Refusal[] {
  return lines.flatMap(({ lineKind, dishId, materialId, unitId, portions }, index) => {
    const line = index + 1;
    const missing = (code: string, field: string) => refuse(code, { line }, { line, field });
    return [
      ...(lineKind === 'dish' && dishId === null ? [missing('operations.meal-dish', 'dishId')] : []),
      ...(lineKind === 'material' && materialId === null ? [missing('operations.meal-material', 'materialId')] : []),
      ...(lineKind === 'material' && unitId === null ? [missing('operations.meal-unit', 'unitId')] : []),
      ...(portions === null ? [missing('operations.meal-portions', 'portions')] : []),
      ...(lineKind === 'dish' && portions !== null && !portions.rounded(0).equals(portions)
        ? [missing('operations.meal-whole', 'portions')]
        : []),
    ];
  });
}

export interface MealFacts extends Pick<PlanFacts, 'intervals' | 'dishes' | 'mealName'> {
  readonly billCode: string;
  readonly mealDate: string;
  readonly mealType: string;
  readonly today: string;
  /** Frozen materials by id, with their name. */
  readonly frozenMaterials: ReadonlyMap<string, string>;
}

/** Everything that speaks against a special meal. */
export function mealRefusals(lines: readonly MealLine[], facts: MealFacts): Refusal[] {
  const { mealDate, mealType, today } = facts;
  const billCode = numberOf(facts.billCode);
  if (lines.length === 0) return [refuse('operations.meal-empty', { billCode }, { field: 'details' })];
  const days = { startDate: mealDate, endDate: mealDate };
  return [
    ...(mealDate < today ? [refuse('operations.meal-past', { billCode, mealDate }, { field: 'mealDate' })] : []),
    ...lineFaults(lines),
    ...lines.flatMap(({ dishId, materialId }, index) => {
      const line = index + 1;
      if (dishId !== null) return dishRefusals({ mealDate, mealType, dishId }, line, { ...facts, ...days });
      const frozen = facts.frozenMaterials.get(materialId ?? '');
      return frozen === undefined
        ? []
        : [refuse('operations.meal-material-frozen', { line, material: frozen }, { line, field: 'materialId' })];
    }),
  ];
}

/** A line with what one portion, or one base unit of goods, costs; null: not known. */
export interface CostedLine {
  readonly qty: Decimal;
  readonly unitCost: Decimal | null;
  /** What its kind of dish may cost of the income, percent in points; null for goods and kinds without a target. */
  readonly target: Decimal | null;
}
export interface MealCost {
  /** Σ portions × unit cost, each rounded to the cent; null while a line is unknown. */
  readonly amount: Decimal | null;
  readonly perHead: Decimal | null;
  readonly income: Decimal;
  readonly percent: Decimal | null;
  /** The targets of its dishes, weighted by what they cost; null where none has one. */
  readonly target: Decimal | null;
  readonly lines: readonly (Decimal | null)[];
}

/** What a meal costs against what it brings: food cost % = cost ÷ (total ÷ (1 + tax)), percent in points. */
export function mealCost(
  lines: readonly CostedLine[],
  meal: { readonly headCount: number; readonly total: Decimal; readonly taxRate: Decimal },
): MealCost {
  const costs = lines.map(({ qty, unitCost }) => unitCost?.times(qty).rounded(2) ?? null);
  const isKnown = costs.length > 0 && costs.every((cost) => cost !== null);
  const amount = isKnown ? Decimal.sum(costs.map((cost) => cost!)) : null;
  const income = meal.total.dividedBy(Decimal.one.plus(meal.taxRate.dividedBy(Decimal.hundred))).rounded(2);
  const weighed = lines.flatMap(({ target }, at) =>
    target === null || costs[at] === null ? [] : [{ target, cost: costs[at]! }],
  );
  const weight = Decimal.sum(weighed.map(({ cost }) => cost));
  return {
    amount,
    income,
    lines: costs,
    perHead: amount === null || meal.headCount < 1 ? null : amount.dividedBy(Decimal.of(meal.headCount)).rounded(2),
    percent: amount === null ? null : (foodCostPercent(amount, income) ?? null),
    target: weight.isPositive()
      ? Decimal.sum(weighed.map(({ target, cost }) => target.times(cost)))
          .dividedBy(weight)
          .rounded(2)
      : null,
  };
}

/** What is wrong with the money of a meal, without stopping it. */
export function costWarnings({ percent, perHead, target }: MealCost, mealStandard: Decimal): Refusal[] {
  return [
    ...(perHead?.isAbove(mealStandard)
      ? [refuse('operations.meal-cost-standard', { perHead: perHead.toFixed(2), standard: mealStandard.toFixed(2) })]
      : []),
    ...(percent !== null && target !== null && percent.isAbove(target)
      ? [refuse('operations.meal-cost-target', { percent, target })]
      : []),
  ];
}

/**
 * More portions than the stall can make for that meal, with what it makes anyway; a stall that does not say can make
 * any number.
 */
export function capacityWarnings({
  capacity,
  planned,
  portions,
  mealDate,
  meal,
}: {
  readonly capacity: number | null;
  readonly planned: Decimal;
  readonly portions: Decimal;
  readonly mealDate: string;
  readonly meal: Label;
}): Refusal[] {
  const together = planned.plus(portions);
  if (capacity === null || !together.isAbove(Decimal.of(capacity))) return [];
  return [
    refuse('operations.meal-capacity', { mealDate, meal, portions: together, planned, capacity }, { field: 'details' }),
  ];
}

const NAMED = 5;
/** Materials whose cut-off passed, named together; those that cannot come by their day each with their own sentence. */
export function cutOffWarnings(late: readonly LateGoods[]): Refusal[] {
  const passed = late
    .filter((each) => each.orderBefore !== null)
    .toSorted((a, b) => (a.orderBefore! < b.orderBefore! ? -1 : a.orderBefore! > b.orderBefore! ? 1 : 0));
  const notes = [
    ...new Set(late.flatMap((each) => (each.orderBefore === null && each.note !== '' ? [each.note] : []))),
  ];
  const named = [...new Set(passed.map((each) => each.name))];
  return [
    ...(passed.length === 0
      ? []
      : [
          refuse(
            'operations.meal-cut-off',
            {
              count: named.length,
              materials: named.slice(0, NAMED).join(', ') + (named.length > NAMED ? ' …' : ''),
              orderBefore: passed[0]!.orderBefore!.slice(0, 16),
            },
            { field: 'mealDate' },
          ),
        ]),
    ...notes.map((note) => refuse('operations.meal-no-delivery', { note }, { field: 'mealDate' })),
  ];
}
interface LateGoods {
  readonly name: string;
  readonly orderBefore: string | null;
  readonly note: string;
}
