/** Cards of meals beside the lines of a bill: what is on it already, and what ticking adds. Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';

/** A line as it is extracted, and one of the bill, by what they are for. */
interface ForMeal {
  readonly sourceId?: unknown;
  readonly mealDate?: unknown;
  readonly mealType?: unknown;
  readonly materialId?: unknown;
  readonly needDate?: unknown;
}
interface CardLine extends ForMeal {
  readonly qty: string;
}
interface MealCard<L extends CardLine = CardLine> {
  readonly planId: string;
  readonly mealDate: string;
  readonly mealType: string;
  readonly claimedBy: string;
  readonly lines: readonly L[];
}
/** Held by somebody else, wholly or partly on the bill, covered by stock, or open. */
export type CardPlace = 'held' | 'here' | 'partly' | 'enough' | 'open';

/** What a meal is known by: its plan, day and kind. */
export const cardKey = ({ planId, mealDate, mealType }: Omit<MealCard, 'claimedBy' | 'lines'>): string =>
  `${planId} ${mealDate} ${mealType}`;
const keyOf = ({ sourceId, mealDate, mealType, materialId, needDate }: ForMeal): string =>
  JSON.stringify([sourceId, mealDate, mealType, materialId, needDate]);

const isWanted = ({ qty }: CardLine): boolean => Decimal.isText(qty) && Decimal.of(qty).isPositive();

/** Where a meal stands, seen from one bill. */
export function placeOfCard(card: MealCard, onBill: readonly ForMeal[]): CardPlace {
  if (card.claimedBy !== '') return 'held';
  const taken = new Set(onBill.map(keyOf));
  const here = card.lines.filter((line) => taken.has(keyOf(line))).length;
  const left = card.lines.filter((line) => isWanted(line) && !taken.has(keyOf(line))).length;
  if (left === 0) return here > 0 ? 'here' : 'enough';
  return here > 0 ? 'partly' : 'open';
}

/** Lines of the ticked meals that are not on the bill yet; what stock covers is left out. */
export const linesToAdd = <L extends CardLine>(
  chosen: readonly MealCard<L>[],
  onBill: readonly ForMeal[],
): readonly L[] => {
  const taken = new Set(onBill.map(keyOf));
  return chosen.flatMap(({ lines }) => lines.filter((line) => isWanted(line) && !taken.has(keyOf(line))));
};
