/** Lines of an order while they are typed: what they will come to, and which stand there twice. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { lineAmounts } from './order-amounts.rules.ts';

/** A line as the grid holds it; what the picker knew of its price is a guess until it is saved. */
export interface EnteredLine {
  readonly materialId?: unknown;
  readonly unitId?: unknown;
  readonly orderQty?: unknown;
  readonly deliveryDate?: unknown;
  readonly price?: unknown;
  /** The agreed price of one `guessUnitId`. */
  readonly guessPrice?: unknown;
  readonly guessUnitId?: unknown;
}
const figureOf = (value: unknown): Decimal | null =>
  typeof value === 'string' && Decimal.isText(value) ? Decimal.of(value) : null;

/** The agreed price of the line's unit, where none was typed; null where it is not known. */
export const guessedPrice = ({ price, unitId, guessPrice, guessUnitId }: EnteredLine): Decimal | null =>
  figureOf(price) === null && unitId === guessUnitId ? figureOf(guessPrice) : null;

/** What a line comes to at its price, or else at the agreed one; null while price or quantity is missing. */
export function foreseenAmount(line: EnteredLine): Decimal | null {
  const qty = figureOf(line.orderQty);
  const price = figureOf(line.price) ?? guessedPrice(line);
  return qty === null || price === null ? null : lineAmounts({ qty, price, taxRate: Decimal.zero }).amount;
}

/** The sum of an order as it is typed: of how many lines, how many of them by a guess, how many without a price. */
export function foreseenTotal(lines: readonly EnteredLine[]): {
  readonly amount: string;
  readonly lines: number;
  readonly guessed: number;
  readonly unknown: number;
} {
  const entered = lines.filter(({ materialId }) => typeof materialId === 'string' && materialId !== '');
  const amounts = entered.map(foreseenAmount);
  return {
    amount: Decimal.sum(amounts.filter((amount) => amount !== null)).toFixed(2),
    lines: entered.length,
    guessed: entered.filter((line) => guessedPrice(line) !== null).length,
    unknown: entered.filter((line) => figureOf(line.price) === null && guessedPrice(line) === null).length,
  };
}

/** Lines whose material stands further up for the same day, each with the number of the first. */
export function repeatedLines<L extends EnteredLine>(
  lines: readonly L[],
): readonly { readonly line: L; readonly first: number }[] {
  const firsts = new Map<string, number>();
  return lines.flatMap((line, at) => {
    if (typeof line.materialId !== 'string' || line.materialId === '') return [];
    const key = `${line.materialId} ${String(line.deliveryDate ?? '')}`;
    const first = firsts.get(key);
    if (first !== undefined) return [{ line, first }];
    firsts.set(key, at + 1);
    return [];
  });
}
