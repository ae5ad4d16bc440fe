/**
 * A price for days for which others were published (the model page's `onOverlap: split`). What a price held for before
 * and after those days stays; a price whose first day lies among them gives way as a whole and is followed by its rest.
 */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';

export interface CurrentOffer {
  readonly id: Id;
  readonly price: DecimalText | null;
  readonly startDate: string;
  readonly endDate: string | null;
}
interface Split {
  /** Ends the day before. */
  readonly ends: readonly { readonly id: Id; readonly endDate: string }[];
  /** Give way as a whole. */
  readonly freezes: readonly Id[];
  /**
   * Follow: from the offer named, at its own price (`isNew` false) or at the new one; of nothing where none stood
   * there.
   */
  readonly adds: readonly {
    readonly from: Id | null;
    readonly isNew: boolean;
    readonly startDate: string;
    readonly endDate: string | null;
  }[];
}
const FOREVER = '9999-12-31';

/**
 * Offers of one supplier, material and unit that overlap the days, in the order of their own. Nothing where they say
 * the same already.
 */
export function splitOffers(
  offers: readonly CurrentOffer[],
  isSamePrice: (offer: CurrentOffer) => boolean,
  startDate: string,
  endDate: string,
): Split {
  const whole =
    offers.length > 0 &&
    offers.every(isSamePrice) &&
    offers[0]!.startDate <= startDate &&
    (offers.at(-1)!.endDate ?? FOREVER) >= endDate &&
    offers.every((offer, at) => at === 0 || offer.startDate === dayPlus(offers[at - 1]!.endDate!, 1));
  if (whole) return { ends: [], freezes: [], adds: [] };
  const begunBefore = offers.filter((offer) => offer.startDate < startDate);
  const lasting = offers.filter((offer) => (offer.endDate ?? FOREVER) > endDate);
  return {
    ends: begunBefore.map(({ id }) => ({ id, endDate: dayPlus(startDate, -1) })),
    freezes: offers.filter((offer) => !begunBefore.includes(offer)).map(({ id }) => id),
    adds: [
      { from: offers[0]?.id ?? null, isNew: true, startDate, endDate },
      ...lasting.map((offer) => ({
        from: offer.id,
        isNew: false,
        startDate: dayPlus(endDate, 1),
        endDate: offer.endDate,
      })),
    ],
  };
}
