/**
 * Orders after their moment (purchasing.md 14, 17): none without a reason and somebody who may decide on it; refused or
 * for a fee where the calendar or the parameters say so. Public: whoever sends or approves what has a last moment asks
 * here.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { LateTerms } from '../delivery.rules.ts';
import '../sourcing.refusals.ts';

/** A bill about to be sent or approved. */
export interface LateSituation {
  readonly billCode: string;
  /** yyyy-MM-dd HH:mm[:ss]; null where nothing of it has a last moment. */
  readonly orderBefore: string | null;
  /** Whether that moment passed. */
  readonly late: boolean;
  /** Whether it was late when it was sent before; that is kept. */
  readonly flagged: boolean;
  readonly terms: LateTerms;
  /** Of the whole bill; a fee by share is counted from it. */
  readonly amount: Decimal;
  /** The fee it has already. */
  readonly fee: Decimal;
  /** As it stands in the bill or was given with the act. */
  readonly reason: string | null;
  /** Whether whoever acts may decide on late orders. */
  readonly mayDecide: boolean;
}
export interface LateDecision {
  readonly late: boolean;
  readonly fee: Decimal;
  readonly refusals: readonly Refusal[];
}

/** Under this name a reason is sent with the act. */
export const LATE_REASON = 'lateReason';

/** What becomes of it: sent after its moment it has a reason and a fee, approved after it somebody answers for it. */
export function lateOrder(bill: LateSituation, step: 'send' | 'approve'): LateDecision {
  if (!bill.late && !bill.flagged) return { late: false, fee: Decimal.zero, refusals: [] };
  const detail = { billCode: bill.billCode, orderBefore: bill.orderBefore?.slice(0, 16) ?? '' };
  const refusals: Refusal[] = [];
  if (bill.terms.mode === 'refuse' && !bill.flagged) refusals.push(refuse('sourcing.late-refused', detail));
  else {
    if (step === 'approve' && !bill.mayDecide) refusals.push(refuse('sourcing.late-right', detail));
    if (!bill.reason)
      refusals.push(
        refuse('sourcing.late-reason', detail, {
          field: LATE_REASON,
          ...(refusals.length === 0 ? { override: { name: LATE_REASON, why: true } } : {}),
        }),
      );
  }
  return { late: true, fee: bill.flagged ? bill.fee : feeOf(bill.terms, bill.amount), refusals };
}

/** The fee of a late bill: an amount, or a share of what it comes to, to the cent, half up. */
function feeOf({ mode, feeKind, fee }: LateTerms, amount: Decimal): Decimal {
  if (mode !== 'fee' || fee === null) return Decimal.zero;
  return feeKind === 'percent'
    ? amount.times(Decimal.of(fee)).dividedBy(Decimal.of('100')).rounded(2)
    : Decimal.of(fee);
}
