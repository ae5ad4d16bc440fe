/**
 * What a portion costs (trade-rules 2.3, 2.5, 3.1–3.3, 12.4; master-data.md DishBomDetail).
 *
 * Every gross gram has its price; by-products that can be used are taken off, auxiliaries are added, and the loss of
 * the batch divides the whole. A semi-finished dish carries its own batch cost. Nothing is rounded before the last
 * step. Food cost % is the cost of food over net food income.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { Fraction } from '../figures/exact-fraction.rules.ts';
import '../master-data.refusals.ts';

/** One line of a cost recipe, per its output quantity; percents in points. */
export interface CostLine {
  readonly name: string;
  /** In base unit, or output unit of a semi-finished dish; null where its unit has no way there. */
  readonly netBaseQty: Decimal | null;
  readonly cleanYield: Decimal;
  readonly processYield: Decimal;
  /**
   * A material at its price per base unit (null: nobody knows it yet), a semi-finished dish by its own recipe (null: it
   * has none that day), or a by-product and what it brings.
   */
  readonly cost:
    | { readonly kind: 'material'; readonly price: Decimal | null }
    | { readonly kind: 'dish'; readonly recipe: CostRecipe | null }
    | { readonly kind: 'byproduct'; readonly price: Decimal | null };
}
export interface CostRecipe {
  readonly outputQty: Decimal;
  readonly processLossRate: Decimal;
  /** Per output quantity. */
  readonly auxiliaryCost: Decimal;
  readonly lines: readonly CostLine[];
}

/** A line of the card, per portion and before the loss of the batch. Figures at 6 places, for show. */
export interface CostCardLine {
  readonly of: CostLine;
  /** Null where its unit has no way to the base unit. */
  readonly net: Decimal | null;
  readonly gross: Decimal | null;
  /** Per base unit; null where nobody knows it. */
  readonly unitPrice: Decimal | null;
  /** Negative for a by-product; null where price or quantity is unknown. */
  readonly cost: Decimal | null;
  /** What one unit of a semi-finished dish is made of. */
  readonly below?: CostCard;
}
export type CostCard = { readonly lines: readonly CostCardLine[]; readonly auxiliary: Decimal } & (
  | {
      readonly ok: true;
      /** What the loss of the batch adds. */
      readonly loss: Decimal;
      /** One unit of output at 6 places, as it goes into other dishes. */
      readonly unitCost: Decimal;
      /** Money, rounded once. */
      readonly costPerPortion: Decimal;
    }
  | { readonly ok: false; readonly refusals: readonly Refusal[] }
);

/**
 * The cost card of one portion (one unit of output): cost = (Σ gross × price − by-products + auxiliaries) ÷ (1 − loss)
 * ÷ output. What is not known is refused by name and never counted as nothing: `cost-incomplete` for prices,
 * `cost-no-unit` for quantities, `cost-no-bom` for semi-finished dishes; the lines then show what is known. Recipes
 * without a loop: see `bomCycle`.
 */
export function costCard(recipe: CostRecipe): CostCard {
  const output = Fraction.of(recipe.outputQty);
  const perPortion = (figure: Fraction | null) => figure?.dividedBy(output).rounded(FIGURE_PLACES) ?? null;
  const lines = recipe.lines.map((line): CostCardLine => ({
    of: line,
    net: perPortion(line.netBaseQty === null ? null : Fraction.of(line.netBaseQty)),
    gross: perPortion(grossOf(line)),
    unitPrice: priceOf(line)?.rounded(FIGURE_PLACES) ?? null,
    cost: perPortion(costOf(line)),
    ...(line.cost.kind === 'dish' && line.cost.recipe !== null ? { below: costCard(line.cost.recipe) } : {}),
  }));
  const shown = { lines, auxiliary: Fraction.of(recipe.auxiliaryCost).dividedBy(output).rounded(FIGURE_PLACES) };
  const before = beforeLoss(recipe);
  const exact = batchCost(recipe);
  if (before === null || exact === null) return { ok: false, ...shown, refusals: whatIsMissing(recipe) };
  return {
    ok: true,
    ...shown,
    loss: exact.minus(before.dividedBy(output)).rounded(FIGURE_PLACES),
    unitCost: exact.rounded(FIGURE_PLACES),
    costPerPortion: exact.rounded(2),
  };
}

type PortionCost =
  | { readonly ok: true; readonly costPerPortion: Decimal }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/** What one portion costs, and nothing of its lines: the same figure and the same refusals as the card's. */
export function portionCost(recipe: CostRecipe): PortionCost {
  const exact = batchCost(recipe);
  return exact === null
    ? { ok: false, refusals: whatIsMissing(recipe) }
    : { ok: true, costPerPortion: exact.rounded(2) };
}

/**
 * Net unit cost = (gross value − by-products) ÷ net weight (2.3); 6.40 at 80 % is 8.00. Percent in points, 6 places.
 */
export function netUnitCost(
  grossUnitCost: Decimal,
  yieldPercent: Decimal,
  byproductPerGross: Decimal = Decimal.zero,
): Decimal {
  return Fraction.of(grossUnitCost.minus(byproductPerGross)).dividedBy(rateOf(yieldPercent)).rounded(FIGURE_PLACES);
}

/** What a price leaves without its tax, exact to the last place that matters; percent in points. */
export const withoutTax = (price: Decimal, taxRate: Decimal): Decimal =>
  price.dividedBy(Decimal.one.plus(taxRate.dividedBy(Decimal.hundred)));

/** Food cost % = cost of food ÷ net food income, to 2 places; undefined without income (3.2, 12.4). */
export function foodCostPercent(cost: Decimal, income: Decimal): Decimal | undefined {
  return income.isPositive() ? Fraction.of(cost).times(HUNDRED).dividedBy(Fraction.of(income)).rounded(2) : undefined;
}

/** Gross margin % = 1 − food cost %, from the figures themselves, to 2 places. */
export function grossMarginPercent(cost: Decimal, income: Decimal): Decimal | undefined {
  return foodCostPercent(income.minus(cost), income);
}

/**
 * The price that leaves a margin: cost ÷ (1 − m), to 2 places. Percent in points, below 100 (a RangeError otherwise).
 */
export function priceForMargin(cost: Decimal, marginPercent: Decimal): Decimal {
  if (marginPercent.isAtLeast(Decimal.hundred)) throw new RangeError(`No price leaves a margin of ${marginPercent} %`);
  return Fraction.of(cost)
    .dividedBy(rateOf(Decimal.hundred.minus(marginPercent)))
    .rounded(2);
}

const FIGURE_PLACES = 6;
const HUNDRED = Fraction.of(100);
const rateOf = (percent: Decimal): Fraction => Fraction.of(percent).dividedBy(HUNDRED);

const grossOf = ({ netBaseQty, cleanYield, processYield }: CostLine): Fraction | null =>
  netBaseQty === null ? null : Fraction.of(netBaseQty).dividedBy(rateOf(cleanYield)).dividedBy(rateOf(processYield));

/** Per base unit, or per output unit of a semi-finished dish. */
function priceOf({ cost }: CostLine): Fraction | null {
  if (cost.kind === 'dish') return cost.recipe === null ? null : batchCost(cost.recipe);
  return cost.price === null ? null : Fraction.of(cost.price);
}
function costOf(line: CostLine): Fraction | null {
  const [gross, price] = [grossOf(line), priceOf(line)];
  if (gross === null || price === null) return null;
  const value = gross.times(price);
  return line.cost.kind === 'byproduct' ? Fraction.zero.minus(value) : value;
}
function beforeLoss(recipe: CostRecipe): Fraction | null {
  let sum = Fraction.of(recipe.auxiliaryCost);
  for (const line of recipe.lines) {
    const cost = costOf(line);
    if (cost === null) return null;
    sum = sum.plus(cost);
  }
  return sum;
}

/** Cost of one unit of output, exact. */
const batchCost = (recipe: CostRecipe): Fraction | null =>
  beforeLoss(recipe)
    ?.dividedBy(rateOf(Decimal.hundred.minus(recipe.processLossRate)))
    .dividedBy(Fraction.of(recipe.outputQty)) ?? null;

/** Every unknown of a recipe and those below it, by kind and name. */
function whatIsMissing(recipe: CostRecipe): Refusal[] {
  const lines = linesBelow(recipe);
  const named = (code: string, is: (line: CostLine) => boolean): Refusal[] => {
    const names = [...new Set(lines.filter(is).map((line) => line.name))];
    return names.length === 0 ? [] : [refuse(code, { materials: names.join(', '), count: names.length })];
  };
  return [
    ...named('master-data.cost-incomplete', ({ cost }) => cost.kind !== 'dish' && cost.price === null),
    ...named('master-data.cost-no-unit', ({ netBaseQty }) => netBaseQty === null),
    ...named('master-data.cost-no-bom', ({ cost }) => cost.kind === 'dish' && cost.recipe === null),
  ];
}
const linesBelow = (recipe: CostRecipe): readonly CostLine[] =>
  recipe.lines.flatMap((line) => [
    line,
    ...(line.cost.kind === 'dish' && line.cost.recipe !== null ? linesBelow(line.cost.recipe) : []),
  ]);
