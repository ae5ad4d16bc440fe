/** Lots that die on their day, used by whoever is due first, those that die first first. */
import { Decimal } from '../../../kernel/core/decimal.ts';

export interface DatedQty {
  readonly date: string;
  readonly qty: Decimal;
}

/** What is promised to another document for a day. */
export interface PromisedQty extends DatedQty {
  /** Only where a person named the lot: the last day it is good, null for ever. */
  readonly lotExpiry?: string | null;
}

/** What is good until the day named, null for ever. */
export type Lots = readonly { readonly qty: Decimal; readonly expiryDate: string | null }[];
const lastDay = (lot: Lots[number]): string => lot.expiryDate ?? '9999-12-31';

/**
 * Lots in order of expiry after so much of those good on the day was used; what they cannot give comes from elsewhere.
 */
function consumed(lots: Lots, { date, qty }: DatedQty): Lots {
  let open = qty;
  return lots.map((lot) => {
    if (lastDay(lot) < date) return lot;
    const used = Decimal.min(lot.qty, open);
    open = open.minus(used);
    return { ...lot, qty: lot.qty.minus(used) };
  });
}

/** Lots without what was promised of the very lot: nobody else uses that, whenever it is due. */
function withoutNamed(lots: Lots, promised: readonly PromisedQty[]): Lots {
  const open = new Map<string | null, Decimal>();
  for (const { lotExpiry, qty } of promised)
    if (lotExpiry !== undefined) open.set(lotExpiry, (open.get(lotExpiry) ?? Decimal.zero).plus(qty));
  return lots.map((lot) => {
    const used = Decimal.min(lot.qty, open.get(lot.expiryDate) ?? Decimal.zero);
    open.set(lot.expiryDate, (open.get(lot.expiryDate) ?? Decimal.zero).minus(used));
    return { ...lot, qty: lot.qty.minus(used) };
  });
}
/** All of it, whenever it is. */
export const sumOf = (dated: readonly DatedQty[]): Decimal => Decimal.sum(dated.map(({ qty }) => qty));

/**
 * The lots of a place from day to day. Each use takes what dies first on its day, and what is left of a lot dies after
 * its last.
 */
export function lotsInTime(onHand: Lots, uses: readonly PromisedQty[]) {
  let lots = withoutNamed(
    onHand.toSorted((a, b) => (lastDay(a) < lastDay(b) ? -1 : 1)),
    uses,
  );
  let open = uses.filter((use) => use.lotExpiry === undefined).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return {
    /** What died before the day, and was not counted when a day before it was asked for. */
    diedBefore(date: string): Decimal {
      for (const use of open.filter((each) => each.date <= date)) lots = consumed(lots, use);
      open = open.filter((each) => each.date > date);
      const died = Decimal.sum(lots.filter((lot) => lastDay(lot) < date).map((lot) => lot.qty));
      lots = lots.filter((lot) => lastDay(lot) >= date);
      return died;
    },
    use(use: DatedQty): void {
      lots = consumed(lots, use);
    },
  };
}
