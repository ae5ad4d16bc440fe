/**
 * What a portion costs (trade-rules 2.3, 2.5, 3.1–3.3, 12.4; master-data.md DishBomDetail).
 *
 * Every gross gram has its price; by-products that can be used are taken off, auxiliaries are added, and the loss of the
 * batch divides the whole. A semi-finished dish carries its own batch cost. Nothing is rounded before the last step.
 * Food cost % is the cost of food over net food income.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { Fraction } from '../master-data/exact-fraction.rules.ts';
import './planning.refusals.ts';

/** One line of a cost recipe, per its output quantity; percents in points. */
export interface CostLine {
  readonly name: string;
  readonly netBaseQty: Decimal;
  readonly cleanYield: Decimal;
  readonly processYield: Decimal;
  /** A material at its price per base unit (null: nobody knows it yet), a semi-finished dish by its own recipe, or a by-product and what it brings. */
  readonly cost:
    | { readonly kind: 'material'; readonly price: Decimal | null }
    | { readonly kind: 'dish'; readonly recipe: CostRecipe }
    | { readonly kind: 'byproduct'; readonly price: Decimal };
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
  readonly name: string;
  readonly net: Decimal;
  readonly gross: Decimal;
  readonly unitPrice: Decimal;
  /** Negative for a by-product. */
  readonly cost: Decimal;
}
export type CostCard =
  | {
      readonly ok: true;
      readonly lines: readonly CostCardLine[];
      readonly auxiliary: Decimal;
      /** What the loss of the batch adds. */
      readonly loss: Decimal;
      /** Money, rounded once. */
      readonly costPerPortion: Decimal;
    }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/**
 * The cost card of one portion (one unit of output): cost = (Σ gross × price − by-products + auxiliaries) ÷ (1 − loss) ÷ output.
 * Refuses `planning.cost-incomplete`, naming every material without a price. Recipes without a loop: see `bomCycle`.
 */
export function costCard(recipe: CostRecipe): CostCard {
  const unpriced = [...new Set(namesWithoutPrice(recipe))];
  if (unpriced.length > 0) return { ok: false, refusals: [refuse('planning.cost-incomplete', { materials: unpriced.join(', '), count: unpriced.length })] };

  const output = Fraction.of(recipe.outputQty);
  const perPortion = (figure: Fraction) => figure.dividedBy(output).rounded(FIGURE_PLACES);
  const lines = recipe.lines.map((line): CostCardLine => ({
    name: line.name,
    net: perPortion(Fraction.of(line.netBaseQty)),
    gross: perPortion(grossOf(line)),
    unitPrice: priceOf(line).rounded(FIGURE_PLACES),
    cost: perPortion(costOf(line)),
  }));
  const before = beforeLoss(recipe);
  const exact = batchCost(recipe);
  return {
    ok: true,
    lines,
    auxiliary: perPortion(Fraction.of(recipe.auxiliaryCost)),
    loss: exact.minus(before.dividedBy(output)).rounded(FIGURE_PLACES),
    costPerPortion: exact.rounded(2),
  };
}

/** Net unit cost = (gross value − by-products) ÷ net weight (2.3); 6.40 at 80 % is 8.00. Percent in points, 6 places. */
export function netUnitCost(grossUnitCost: Decimal, yieldPercent: Decimal, byproductPerGross: Decimal = Decimal.zero): Decimal {
  return Fraction.of(grossUnitCost.minus(byproductPerGross)).dividedBy(rateOf(yieldPercent)).rounded(FIGURE_PLACES);
}

/** Food cost % = cost of food ÷ net food income, to 2 places; undefined without income (3.2, 12.4). */
export function foodCostPercent(cost: Decimal, income: Decimal): Decimal | undefined {
  return income.isPositive() ? Fraction.of(cost).times(HUNDRED).dividedBy(Fraction.of(income)).rounded(2) : undefined;
}

/** Gross margin % = 1 − food cost %, from the figures themselves, to 2 places. */
export function grossMarginPercent(cost: Decimal, income: Decimal): Decimal | undefined {
  return foodCostPercent(income.minus(cost), income);
}

/** The price that leaves a margin: cost ÷ (1 − m), to 2 places. Percent in points, below 100 (a RangeError otherwise). */
export function priceForMargin(cost: Decimal, marginPercent: Decimal): Decimal {
  if (marginPercent.isAtLeast(Decimal.hundred)) throw new RangeError(`No price leaves a margin of ${marginPercent} %`);
  return Fraction.of(cost).dividedBy(rateOf(Decimal.hundred.minus(marginPercent))).rounded(2);
}

const FIGURE_PLACES = 6;
const HUNDRED = Fraction.of(100);
const rateOf = (percent: Decimal): Fraction => Fraction.of(percent).dividedBy(HUNDRED);

const grossOf = ({ netBaseQty, cleanYield, processYield }: CostLine): Fraction => Fraction.of(netBaseQty).dividedBy(rateOf(cleanYield)).dividedBy(rateOf(processYield));

/** Per base unit, or per output unit of a semi-finished dish; unknown prices were refused before. */
function priceOf({ cost }: CostLine): Fraction {
  return cost.kind === 'dish' ? batchCost(cost.recipe) : Fraction.of(cost.price ?? Decimal.zero);
}
function costOf(line: CostLine): Fraction {
  const value = grossOf(line).times(priceOf(line));
  return line.cost.kind === 'byproduct' ? Fraction.zero.minus(value) : value;
}
const beforeLoss = (recipe: CostRecipe): Fraction => recipe.lines.reduce((sum, line) => sum.plus(costOf(line)), Fraction.of(recipe.auxiliaryCost));

/** Cost of one unit of output, exact. */
const batchCost = (recipe: CostRecipe): Fraction =>
  beforeLoss(recipe).dividedBy(rateOf(Decimal.hundred.minus(recipe.processLossRate))).dividedBy(Fraction.of(recipe.outputQty));

const namesWithoutPrice = (recipe: CostRecipe): readonly string[] =>
  recipe.lines.flatMap(({ name, cost }) => (cost.kind === 'dish' ? namesWithoutPrice(cost.recipe) : cost.price === null ? [name] : []));
