/**
 * The moving average of one place and material worked out again from its moves (trade-rules 8.1, 8.4, 8.6).
 *
 * In the order of business time: what came in from outside raises value by its amount, what came from another place by
 * what it carried there. What left for another place keeps the value it carried, since that place counted on it; the
 * difference to today's average stands beside it as a residue. Zero quantity means zero value.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { adjustAverage, issueAtAverage, noWorth, receive, type Worth } from './cost.rules.ts';

export interface AveragedMove {
  readonly id: string;
  readonly qty: Decimal;
  readonly amount: Decimal;
  /** What the move carried from or to another place, signed as its quantity; null when it came from or went outside. */
  readonly carriedAmount: Decimal | null;
  readonly reason: string;
}
export interface Average {
  readonly unitCost: Decimal;
  readonly amount: Decimal;
  readonly left: Worth;
  readonly residue: Decimal;
}

/** Each move with the average after it. Quantities never fall below zero: that was refused before. */
export function averageForward(moves: readonly AveragedMove[]): { readonly id: string; readonly average: Average }[] {
  let held = noWorth;
  return moves.map((move) => {
    const average = step(held, move);
    held = average.left;
    return { id: move.id, average };
  });
}

function step(held: Worth, move: AveragedMove): Average {
  if (move.reason === 'cost.residue') return { unitCost: held.unitCost, amount: Decimal.zero, left: held, residue: Decimal.zero };
  if (!move.qty.isNegative()) {
    const amount = move.carriedAmount ?? move.amount;
    const { left, residue } = move.qty.isZero() ? adjustAverage(held, amount) : { left: receive(held, move.qty, amount), residue: Decimal.zero };
    return { unitCost: left.unitCost, amount, left, residue };
  }
  const issued = issueAtAverage(held, move.qty.negated());
  if (move.carriedAmount === null) return { unitCost: held.unitCost, amount: issued.amount.negated(), left: issued.left, residue: issued.residue };
  const given = issued.amount.plus(issued.residue);
  return { unitCost: held.unitCost, amount: move.carriedAmount, left: issued.left, residue: given.plus(move.carriedAmount) };
}
