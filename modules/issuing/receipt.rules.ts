/**
 * What the receiver signs for, against what was shipped (domain 6, promise 7): per lot, received + difference = sent.
 * Less than sent needs a cause; more than sent is not signed here.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import './issuing.refusals.ts';

export interface SentLot {
  readonly id: string;
  readonly lineNo: number;
  readonly material: string;
  readonly batchCode: string;
  readonly factor: Decimal;
  readonly sent: Decimal;
}
/** Quantity in the unit of the line. */
export interface SignedLot {
  readonly pickId: string;
  readonly receivedQty: Decimal;
  readonly cause: string;
}
export interface Received {
  readonly lot: SentLot;
  readonly received: Decimal;
  readonly missing: Decimal;
  readonly cause: string | null;
}

/** A lot nobody says anything of came as it was sent. All that is wrong is said at once. */
export function compareReceipt(sent: readonly SentLot[], signed: ReadonlyMap<string, SignedLot>): { readonly lots: readonly Received[]; readonly refusals: readonly Refusal[] } {
  const refusals: Refusal[] = [];
  const lots = sent.map((lot): Received => {
    const own = signed.get(lot.id);
    if (own === undefined) return { lot, received: lot.sent, missing: Decimal.zero, cause: null };
    // The whole of a lot in another unit may round: what was sent is what the sender's figure says.
    const whole = own.receivedQty.equals(lot.sent.dividedBy(lot.factor).rounded(6));
    const received = whole ? lot.sent : own.receivedQty.times(lot.factor).rounded(6);
    const missing = lot.sent.minus(received);
    const at = { line: lot.lineNo };
    if (received.isNegative()) refusals.push(refuse('issuing.received-invalid', { material: lot.material }, at));
    if (missing.isNegative()) refusals.push(refuse('issuing.over-received', { material: lot.material, batch: lot.batchCode, received, sent: lot.sent }, at));
    if (missing.isPositive() && own.cause === '') refusals.push(refuse('issuing.difference-cause', { material: lot.material, batch: lot.batchCode, short: missing }, at));
    return { lot, received, missing, cause: own.cause || null };
  });
  return { lots, refusals };
}
