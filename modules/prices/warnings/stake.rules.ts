/** The money at stake at a price that strays: what it is counted for, and how that reads (trade-rules 10.2). Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';

/** Quantities a price is about, base unit. */
interface Quantities {
  /** Of the line itself; nothing of an offer or a published price. */
  readonly line: Decimal;
  /** Wanted in the coming days by plans that are agreed. */
  readonly needed: Decimal;
  /** Received in the days the rule looks back. */
  readonly received: Decimal;
}
/** What is counted: the line or what is needed soon, whichever is more; where there is neither, what came lately. */
export function quantityAtStake({ line, needed, received }: Quantities): Decimal {
  const ahead = Decimal.max(line, needed);
  return ahead.isPositive() ? ahead : received;
}

/** A delivery that a price was judged by. */
interface PaidSample {
  readonly date: string;
  readonly billCode: string;
  /** Absent with warnings of before it was noted. */
  readonly supplierId?: string | null;
  /** Per base unit. */
  readonly price: string;
  /** Base unit. */
  readonly qty: string;
}
/** The deliveries that are stored with a warning. */
export const samplesOf = (stored: unknown): readonly PaidSample[] =>
  Array.isArray(stored) ? (stored as readonly PaidSample[]) : [];

/** All that came in, base unit. */
export const receivedIn = (samples: readonly Pick<PaidSample, 'qty'>[]): Decimal =>
  Decimal.sum(samples.map(({ qty }) => Decimal.of(qty)));

interface StoredStake {
  readonly kind: string;
  readonly moment: string;
  /** Base unit. */
  readonly plannedQty: string;
  readonly samples: unknown;
}
/** What a stored quantity is: of the delivery, of the line or need, of the need alone, of what came lately, or none. */
export function stakeBasis({ kind, moment, plannedQty, samples }: StoredStake) {
  const qty = Decimal.of(plannedQty);
  if (qty.isZero()) return 'none';
  if (kind === 'delivered') return 'delivery';
  if (moment === 'order' || moment === 'receipt') return 'line';
  return receivedIn(samplesOf(samples)).equals(qty) ? 'received' : 'needed';
}
