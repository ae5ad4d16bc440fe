/**
 * What the receiver signs for, against what was shipped (domain 6, promise 7): per lot, received + difference = sent.
 * Less than sent needs a cause; more than sent is not signed here.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { LotClaim } from './claims/difference-choices.ts';
import './issuing.refusals.ts';

export interface SentLot {
  readonly id: string;
  readonly lineNo: number;
  readonly material: string;
  readonly batchCode: string;
  readonly factor: Decimal;
  readonly sent: Decimal;
  readonly baseUnit: string;
  /** Of goods of catch weight, and whether their line is in pieces. */
  readonly pieces: Decimal;
  readonly pieceUnit: string;
  readonly inPieces: boolean;
  /** What a difference of it is told in. */
  readonly caseUnit: string;
}
/** Quantity in the unit of the line. */
export interface SignedLot {
  readonly pickId: string;
  readonly receivedQty: Decimal;
  /** What the scale said, and the pieces, where the goods are of catch weight. */
  readonly receivedBaseQty: Decimal | null;
  readonly receivedPieces: Decimal | null;
  readonly cause: string;
  /** What is claimed of it, where more is said than a cause. */
  readonly claims: readonly LotClaim[];
}
export interface Received {
  readonly lot: SentLot;
  readonly received: Decimal;
  readonly pieces: Decimal;
  readonly missing: Decimal;
  readonly cause: string | null;
}

/** A lot nobody says anything of came as it was sent. All that is wrong is said at once. */
export function compareReceipt(
  sent: readonly SentLot[],
  signed: ReadonlyMap<string, SignedLot>,
): { readonly lots: readonly Received[]; readonly refusals: readonly Refusal[] } {
  const refusals: Refusal[] = [];
  const lots = sent.map((lot): Received => {
    const own = signed.get(lot.id);
    if (own === undefined) return { lot, received: lot.sent, pieces: lot.pieces, missing: Decimal.zero, cause: null };
    const { received, pieces } = receivedOf(lot, own);
    const missing = lot.sent.minus(received);
    const at = { line: lot.lineNo };
    if (missing.isNegative())
      refusals.push(
        refuse(
          'issuing.over-received',
          { material: lot.material, batch: lot.batchCode, received, sent: lot.sent, unit: lot.baseUnit },
          at,
        ),
      );
    if (missing.isPositive() && own.cause === '')
      refusals.push(
        refuse(
          'issuing.difference-cause',
          { material: lot.material, batch: lot.batchCode, short: missing, unit: lot.baseUnit },
          at,
        ),
      );
    if (!pieces.isAtMost(lot.pieces))
      refusals.push(
        refuse(
          'issuing.over-received',
          { material: lot.material, batch: lot.batchCode, received: pieces, sent: lot.pieces, unit: lot.pieceUnit },
          at,
        ),
      );
    return { lot, received, pieces, missing, cause: own.cause || null };
  });
  return { lots, refusals };
}

/** What came of a lot. The whole of it in another unit may round: what was sent is what the sender's figure says. */
function receivedOf(lot: SentLot, own: SignedLot): { received: Decimal; pieces: Decimal } {
  const whole = own.receivedQty.equals(lot.inPieces ? lot.pieces : lot.sent.dividedBy(lot.factor).rounded(6));
  const pieces = own.receivedPieces ?? (lot.inPieces ? own.receivedQty : lot.pieces);
  if (whole && own.receivedBaseQty === null) return { received: lot.sent, pieces };
  // By the piece and not weighed: so many pieces of those sent.
  const weighed =
    lot.inPieces && lot.pieces.isPositive()
      ? lot.sent.times(own.receivedQty).dividedBy(lot.pieces).rounded(6)
      : own.receivedQty.times(lot.factor).rounded(6);
  const received = own.receivedBaseQty ?? weighed;
  return { received, pieces: received.isZero() ? Decimal.zero : pieces };
}
