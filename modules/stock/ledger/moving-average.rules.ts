/**
 * The moving average of one place and material worked out again from its moves (trade-rules 8.1, 8.4, 8.6).
 *
 * In the order of business time: what came in from outside raises value by its amount, what came from another place by
 * what it carried there. What left for another place keeps the value it carried, since that place counted on it; the
 * difference to today's average stands beside it as a residue. Zero quantity means zero value. What was booked back is
 * undone: the average is as if neither move had been.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { adjustAverage, issueAtAverage, noWorth, receive, takeBackFromAverage, type Worth } from './cost.rules.ts';

export interface AveragedMove {
  readonly id: string;
  readonly qty: Decimal;
  readonly amount: Decimal;
  readonly reason: string;
  /** From or to another place. */
  readonly isTransfer: boolean;
  /** The move this one takes back. */
  readonly reversesId: string | null;
  /** Its standing in the average so far. */
  readonly average: {
    readonly amount: Decimal;
    readonly residue: Decimal;
    readonly takenBefore: Decimal;
    readonly isUndone: boolean;
  };
}
interface Average {
  readonly unitCost: Decimal;
  readonly amount: Decimal;
  readonly left: Worth;
  readonly residue: Decimal;
  readonly takenBefore: Decimal;
  readonly isUndone: boolean;
}
/**
 * Each move, after what was `held`, with the average after it. Quantities never fall below zero: that was refused
 * before.
 */
export function averageForward(moves: readonly AveragedMove[], before: Worth = noWorth): ReadonlyMap<string, Average> {
  const undone = undoneAmong(moves, before.qty);
  const averages = new Map<string, Average>();
  let held = before;
  let taken = Decimal.zero;
  for (const move of moves) {
    if (move.average.takenBefore.isZero()) taken = Decimal.zero;
    const reversed = move.reversesId === null ? undefined : averages.get(move.reversesId);
    const average = undone.has(move.id) ? leftOut(held, move, reversed) : step(held, move, taken, reversed);
    averages.set(move.id, average);
    held = average.left;
    if (!average.isUndone && move.qty.isNegative()) taken = taken.minus(move.qty);
  }
  return averages;
}

/**
 * The moves that were taken back, and those that take them back. Where goods that went back are missed in between,
 * since others of their lot stood in for them, both moves stand.
 */
function undoneAmong(moves: readonly AveragedMove[], beginQty: Decimal): ReadonlySet<string> {
  const place = new Map(moves.map((move, index) => [move.id, index]));
  const reversals = moves.filter((move) => move.reversesId !== null && place.has(move.reversesId));
  // Of a pair that began before these moves the first is decided; the second goes with it.
  const undone = new Set(
    moves
      .filter((move) => move.reversesId !== null && !place.has(move.reversesId) && move.average.isUndone)
      .map((move) => move.id),
  );
  for (const { id, reversesId } of reversals) undone.add(id).add(reversesId!);
  for (;;) {
    const missed = firstBelowZero(moves, undone, beginQty);
    const pair =
      missed < 0
        ? undefined
        : reversals.findLast(
            ({ id, reversesId }) =>
              undone.has(id) &&
              place.get(reversesId!)! <= missed &&
              missed < place.get(id)! &&
              moves[place.get(reversesId!)!]!.qty.isPositive(),
          );
    if (pair === undefined) return undone;
    undone.delete(pair.id);
    undone.delete(pair.reversesId!);
  }
}

function firstBelowZero(moves: readonly AveragedMove[], undone: ReadonlySet<string>, beginQty: Decimal): number {
  let qty = beginQty;
  return moves.findIndex((move) => {
    if (!undone.has(move.id)) qty = qty.plus(move.qty);
    return qty.isNegative();
  });
}

/** An undone move changes nothing; a reversal says the opposite of what it takes back. */
function leftOut(held: Worth, { average }: AveragedMove, reversed: Average | undefined): Average {
  const { amount, residue } =
    reversed === undefined ? average : { amount: reversed.amount.negated(), residue: reversed.residue.negated() };
  return { unitCost: held.unitCost, amount, left: held, residue, takenBefore: Decimal.zero, isUndone: true };
}

function step(held: Worth, move: AveragedMove, taken: Decimal, reversed: Average | undefined): Average {
  const stands = { takenBefore: Decimal.zero, isUndone: false };
  if (move.reason === 'cost.residue')
    return { unitCost: held.unitCost, amount: Decimal.zero, left: held, residue: Decimal.zero, ...stands };
  const amount =
    reversed?.amount.negated() ?? (move.isTransfer || move.reversesId !== null ? move.average.amount : move.amount);
  if (move.qty.isZero()) {
    const { left, residue } = adjustAverage(held, amount);
    return { unitCost: left.unitCost, amount, left, residue, ...stands };
  }
  if (move.qty.isPositive()) {
    const residue = reversed?.residue.negated() ?? (move.reversesId === null ? Decimal.zero : move.average.residue);
    const left = receive(held, move.qty, amount.minus(residue));
    return { unitCost: left.unitCost, amount, left, residue, ...stands };
  }
  if (move.reversesId !== null) {
    const { left, residue } = takeBackFromAverage(held, move.qty.negated(), amount.negated());
    return { unitCost: left.unitCost, amount, left, residue, ...stands };
  }
  const issued = issueAtAverage(held, move.qty.negated(), taken);
  if (!move.isTransfer)
    return {
      unitCost: held.unitCost,
      amount: issued.amount.negated(),
      left: issued.left,
      residue: issued.residue,
      takenBefore: taken,
      isUndone: false,
    };
  return {
    unitCost: held.unitCost,
    amount,
    left: issued.left,
    residue: issued.amount.plus(issued.residue).plus(amount),
    takenBefore: taken,
    isUndone: false,
  };
}
