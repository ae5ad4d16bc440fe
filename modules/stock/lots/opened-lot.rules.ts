/**
 * Goods that are opened or thawed become a lot with a clock of their own (joints H14, trade-rules 7.4): it is good
 * until the clock runs out or the lot it comes from expires, whichever is earlier.
 */
import type { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import './opened-lot.refusals.ts';

/** What happens to the goods. */
type Opening = 'opened' | 'thawed';

/** A lot at a place as whoever opens it finds it; moments are `yyyy-MM-dd HH:mm:ss`, quantities in base unit. */
export interface LotToOpen {
  readonly batchCode: string;
  readonly material: string;
  readonly unit: string;
  readonly expiryDate: string | null;
  readonly useBy: string | null;
  readonly openedTime: string | null;
  readonly thawedTime: string | null;
  readonly receivedDate: string;
  readonly qty: Decimal;
  readonly pieces: Decimal;
  /** How long the material keeps once opened or thawed; null where nobody says. */
  readonly hours: number | null;
}
interface OpenedLife {
  /** The moment its clock runs out, where that is what ends it. */
  readonly useBy: string | null;
  readonly expiryDate: string | null;
}

const ALREADY = { opened: 'stock.lot-opened-already', thawed: 'stock.lot-thawed-already' } as const;
const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;
const millisecondsOf = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}Z`);
const momentOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
/** The last day something is good that is good until this moment. */
const lastDayBefore = (moment: string): string => momentOf(millisecondsOf(moment) - SECOND_MS).slice(0, 10);

/** Until when what is opened at this moment is good. */
export function openedLife(lot: Pick<LotToOpen, 'expiryDate' | 'useBy' | 'hours'>, at: string): OpenedLife {
  const ends = [lot.useBy, lot.hours === null ? null : momentOf(millisecondsOf(at) + lot.hours * HOUR_MS)];
  const useBy = ends.filter((end) => end !== null).toSorted()[0];
  if (useBy === undefined) return { useBy: null, expiryDate: lot.expiryDate };
  const day = lastDayBefore(useBy);
  return lot.expiryDate !== null && lot.expiryDate < day
    ? { useBy: null, expiryDate: lot.expiryDate }
    : { useBy, expiryDate: day };
}

interface Opened {
  readonly opening: Opening;
  readonly at: string;
  readonly qty: Decimal;
  readonly pieces: Decimal;
}

/** What speaks against opening so much of a lot, at this moment; what it holds in all is the ledger's to say. */
export function openingRefusals(lot: LotToOpen, { opening, at, qty, pieces }: Opened, now: string): Refusal[] {
  const { batchCode: batch, material, unit } = lot;
  const found: Refusal[] = [];
  if (!qty.isPositive()) found.push(refuse('stock.open-qty', { material, unit }, { field: 'qty' }));
  if (at > now) found.push(refuse('stock.open-later', { at, now }, { field: 'openedTime' }));
  if (at.slice(0, 10) < lot.receivedDate)
    found.push(refuse('stock.open-before-receipt', { batch, at, received: lot.receivedDate }, { field: 'openedTime' }));
  const before = opening === 'opened' ? lot.openedTime : lot.thawedTime;
  if (before !== null) found.push(refuse(ALREADY[opening], { batch, at: before }));
  if (lot.pieces.isPositive() && !pieces.isPositive() && !qty.equals(lot.qty))
    found.push(refuse('stock.open-pieces', { material }, { field: 'auxQty' }));
  const { useBy } = openedLife(lot, at);
  if (found.length === 0 && useBy !== null && useBy <= now)
    found.push(refuse('stock.open-run-out', { batch, useBy, hours: lot.hours ?? 0 }, { field: 'openedTime' }));
  return found;
}
