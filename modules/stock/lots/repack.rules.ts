/**
 * Lots that are packed anew at their place (capability W12): one lot becomes several, or several become one. What is
 * taken is what is packed and what is lost, to the gram; pieces are never lost.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import './repack.refusals.ts';

/** A lot at a place, as whoever repacks it finds it. */
export interface LotToRepack {
  /** Of the row of the lot at its place. */
  readonly id: string;
  readonly batchId: string;
  readonly batchCode: string;
  readonly materialId: string;
  readonly locationId: string;
  readonly material: string;
  readonly unit: string;
  readonly lotState: 'free' | 'hold' | 'provisional';
  readonly expiryDate: string | null;
  /** Whether its pieces are counted beside its weight. */
  readonly isCounted: boolean;
}
/** In base unit, with its pieces where they are counted. */
export interface Portion {
  readonly qty: Decimal;
  readonly pieces: Decimal;
}
export interface Taken extends Portion {
  readonly lot: LotToRepack;
}

const sumOf = (portions: readonly Portion[], of: keyof Portion): Decimal =>
  Decimal.sum(portions.map((portion) => portion[of]));

/** What is lost on the way, in base unit: what was taken and not packed; below zero where more was packed. */
export const lossOf = (from: readonly Portion[], into: readonly Portion[]): Decimal =>
  sumOf(from, 'qty').minus(sumOf(into, 'qty'));

const states = {
  hold: label('已冻结', 'on hold'),
  provisional: label('待核', 'provisional'),
  expired: label('已过期', 'expired'),
} as const;
const barOf = ({ lotState, expiryDate }: LotToRepack, today: string): keyof typeof states | undefined =>
  lotState !== 'free' ? lotState : expiryDate !== null && expiryDate < today ? 'expired' : undefined;

/**
 * What speaks against packing `from` into `into`; how much of each lot is there to be taken is the ledger's to say.
 * `reason`: why some is lost.
 */
export function repackRefusals(
  from: readonly Taken[],
  into: readonly Portion[],
  reason: string | null,
  today: string,
): Refusal[] {
  const [first] = from;
  const { material, unit } = first!.lot;
  const found = from.flatMap(({ lot, qty }, index): Refusal[] => [
    ...(qty.isPositive() ? [] : [refuse('stock.repack-qty', { batch: lot.batchCode, unit }, { line: index + 1 })]),
    ...(from.findIndex((each) => each.lot.id === lot.id) === index
      ? []
      : [refuse('stock.repack-twice', { batch: lot.batchCode }, { line: index + 1 })]),
    ...againstLot(lot, first!.lot, today),
  ]);
  if (into.some(({ qty }) => !qty.isPositive())) found.push(refuse('stock.repack-part', { material, unit }));
  if (from.length > 1 && into.length > 1) found.push(refuse('stock.repack-many'));
  return found.length > 0 ? found : againstBalance(from, into, reason);
}

function againstLot(lot: LotToRepack, first: LotToRepack, today: string): Refusal[] {
  const { batchCode: batch } = lot;
  if (lot.materialId !== first.materialId || lot.locationId !== first.locationId)
    return [refuse('stock.repack-mixed', { batch, material: lot.material, first: first.batchCode })];
  const bar = barOf(lot, today);
  return bar === undefined ? [] : [refuse('stock.repack-held', { batch, state: states[bar] })];
}

function againstBalance(from: readonly Taken[], into: readonly Portion[], reason: string | null): Refusal[] {
  const { material, unit, isCounted } = from[0]!.lot;
  const found: Refusal[] = [];
  const loss = lossOf(from, into);
  const [taken, made] = [sumOf(from, 'qty'), sumOf(into, 'qty')];
  if (loss.isNegative())
    found.push(
      refuse('stock.repack-more', {
        material,
        unit,
        taken: taken.toString(),
        made: made.toString(),
        over: loss.negated().toString(),
      }),
    );
  if (loss.isPositive() && (reason ?? '').trim() === '')
    found.push(refuse('stock.repack-loss', { material, unit, loss: loss.toString() }, { field: 'lossReason' }));
  const [piecesTaken, piecesMade] = [sumOf(from, 'pieces'), sumOf(into, 'pieces')];
  if (isCounted && (!piecesTaken.isPositive() || !piecesTaken.equals(piecesMade)))
    found.push(refuse('stock.repack-pieces', { material, taken: piecesTaken.toString(), made: piecesMade.toString() }));
  return found;
}
