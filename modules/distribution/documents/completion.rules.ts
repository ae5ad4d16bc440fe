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

/** What a supplier would rather deliver of a line: the least, and whole multiples; in the unit of the line. */
interface Packed {
  readonly material: string;
  readonly unit: string;
  readonly qty: Decimal;
  readonly minOrderQty: Decimal;
  readonly orderMultiple: Decimal;
}
interface Advised {
  readonly amount: Decimal | null;
  readonly minOrderAmount: Decimal | null;
  readonly lines: readonly Packed[];
  /** Other documents to him that wait, which this one could be ordered with. */
  readonly others: readonly string[];
}
/** Least quantities, multiples and amounts: given, and never ordered for anybody. */
export function orderingAdvice({ amount, minOrderAmount, lines, others }: Advised): Refusal[] {
  const found = lines.flatMap(({ material, unit, qty, minOrderQty, orderMultiple }): Refusal[] => {
    if (qty.isBelow(minOrderQty))
      return [
        refuse('documents.below-least', { material, unit, qty, least: minOrderQty, more: minOrderQty.minus(qty) }),
      ];
    const whole = qty.dividedBy(orderMultiple).roundedUp(0).times(orderMultiple);
    return whole.equals(qty)
      ? []
      : [
          refuse('documents.not-multiple', {
            material,
            unit,
            qty,
            multiple: orderMultiple,
            whole,
            more: whole.minus(qty),
          }),
        ];
  });
  if (amount !== null && minOrderAmount !== null && amount.isBelow(minOrderAmount))
    found.push(
      others.length === 0
        ? refuse('documents.below-amount', {
            least: minOrderAmount.toFixed(2),
            more: minOrderAmount.minus(amount).toFixed(2),
          })
        : refuse('documents.below-amount-others', {
            least: minOrderAmount.toFixed(2),
            more: minOrderAmount.minus(amount).toFixed(2),
            others: others.join('、'),
          }),
    );
  return found;
}
