/** The dates of a lot: until when it is good, and which cannot be (domain 5). */
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import '../stock.refusals.ts';

export interface LotDates {
  readonly productionDate: string | null;
  readonly expiryDate: string | null;
}

/** What a material says of the life of its lots. */
interface Keeping {
  readonly material: string;
  /** No lot of it without an expiry date. */
  readonly managed: boolean;
  readonly shelfLifeDays: number | null;
}

/** Expiry = production date + shelf life in days, unless it is given. Null where neither says. */
export function expiryOf({ productionDate, expiryDate }: LotDates, shelfLifeDays: number | null): string | null {
  if (expiryDate !== null) return expiryDate;
  return productionDate === null || shelfLifeDays === null ? null : dayPlus(productionDate, shelfLifeDays);
}

/** Refuses a lot that must expire and says no day, and one that expires before it is made. */
export function lotLifeRefusal(
  dates: LotDates,
  { material, managed, shelfLifeDays }: Keeping,
  line?: number,
): Refusal | undefined {
  const at = line === undefined ? {} : { line };
  const expiryDate = expiryOf(dates, shelfLifeDays);
  if (expiryDate === null)
    return managed ? refuse('stock.life-missing', { material }, { ...at, field: 'expiryDate' }) : undefined;
  const { productionDate } = dates;
  if (productionDate === null || expiryDate >= productionDate) return undefined;
  return refuse('stock.life-reversed', { material, expiryDate, productionDate }, { ...at, field: 'expiryDate' });
}
