/** What stands against completing a document, and what whoever completes it should know first. */
import type { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { DocType } from './documents-from-lines.rules.ts';

/** A document about to become an order. */
export interface Completing {
  readonly id: Id;
  readonly billCode: string;
  readonly docType: DocType;
  readonly supplier: string;
  readonly isFrozen: boolean;
  readonly site: string;
  readonly deliveryDate: string;
  /** yyyy-MM-dd HH:mm:ss; this moment itself is in time. */
  readonly orderBefore: string | null;
  /** A living order for the same supplier, place and day; or another document of this act. */
  readonly orderedAs: string | null;
}
export interface CompletingLine {
  readonly documentId: Id;
  readonly material: string;
  readonly price: Decimal | null;
  /** As agreed by now, to the cent; undefined where nothing is bought. */
  readonly priceNow?: Decimal | null;
  readonly settlementPrice: Decimal | null;
}
interface Given {
  readonly now: string;
  readonly lateReason: string;
  readonly mayBeLate: boolean;
  /** Otherwise prices are not named. */
  readonly seesPrices: boolean;
  readonly confirmDuplicate: boolean;
  readonly asksDuplicate: boolean;
}

/** Whether the last hour to order has passed. */
export const isLate = ({ orderBefore }: Pick<Completing, 'orderBefore'>, now: string): boolean =>
  orderBefore !== null && now > orderBefore;

/** Whatever speaks against completing these documents. */
export const completionRefusals = (
  documents: readonly Completing[],
  lines: readonly CompletingLine[],
  given: Given,
): Refusal[] => documents.flatMap((one) => refusalsOf(one, lines, given));

function refusalsOf(one: Completing, lines: readonly CompletingLine[], given: Given): Refusal[] {
  const { billCode, supplier, deliveryDate } = one;
  const own = lines.filter(({ documentId }) => documentId === one.id);
  const found: Refusal[] = [];
  if (one.isFrozen) found.push(refuse('documents.supplier-frozen', { billCode, supplier }));
  for (const { material, price, priceNow, settlementPrice } of own) {
    if (one.docType === 'delivery') {
      if (settlementPrice === null)
        found.push(refuse('documents.no-settlement-price', { billCode, material, site: one.site }));
    } else if (!priceNow?.isPositive())
      found.push(refuse('documents.no-longer-priced', { billCode, material, supplier, date: deliveryDate }));
    else if (price === null || !price.equals(priceNow))
      found.push(
        refuse('documents.price-changed', {
          billCode,
          material,
          old: (given.seesPrices ? price?.toFixed(2) : undefined) ?? '—',
          new: given.seesPrices ? priceNow.toFixed(2) : '—',
        }),
      );
  }
  if (isLate(one, given.now)) {
    const before = one.orderBefore!.slice(0, 16);
    if (!given.mayBeLate) found.push(refuse('documents.late-right', { billCode, before }));
    else if (given.lateReason === '')
      found.push(refuse('documents.late', { billCode, before }, { field: 'lateReason' }));
  }
  if (one.orderedAs !== null && given.asksDuplicate && !given.confirmDuplicate)
    found.push(refuse('documents.duplicate', { billCode, orderCode: one.orderedAs }, { field: 'confirmDuplicate' }));
  return found;
}
