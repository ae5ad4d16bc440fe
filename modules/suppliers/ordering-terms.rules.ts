/** What a supplier would rather deliver: packs, a least amount, free carriage from an amount. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { label, type Label } from '../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';

/** A line with the pack it is offered in; in the unit of the line. */
export interface PackedLine {
  readonly material: string;
  readonly unit: string;
  readonly qty: Decimal;
  readonly minOrderQty: Decimal;
  readonly orderMultiple: Decimal;
}
/** Amounts of one delivery; null where the supplier names none. */
export interface OrderingTerms {
  readonly least: Decimal | null;
  readonly freeFrom: Decimal | null;
  readonly fee: Decimal | null;
}
/** Another bill to the same supplier for the same place that has not gone yet. */
interface MergeableBill {
  readonly billCode: string;
  readonly amount: Decimal;
}
/** An open need the same supplier could bring along. */
export interface OpenNeed {
  readonly billCode: string;
  readonly material: string;
  readonly qty: string;
  readonly unit: string;
}

interface Advised {
  /** Null: whoever asks does not see amounts, and hears nothing of them. */
  readonly amount: Decimal | null;
  readonly terms: OrderingTerms;
  readonly lines: readonly PackedLine[];
  readonly others: readonly MergeableBill[];
  readonly needs: readonly OpenNeed[];
}

/**
 * Sentences about an order before it goes, and what could fill it up. They are given, and nothing is ordered for
 * anybody.
 */
export function orderingAdvice({ amount, terms, lines, others, needs }: Advised): Refusal[] {
  const found = [
    ...lines.flatMap(offPack),
    ...(amount === null ? [] : [...belowLeast(amount, terms, others), ...payingCarriage(amount, terms, others)]),
  ];
  if (found.length > 0 && needs.length > 0)
    found.push(
      refuse('suppliers.could-add', {
        needs: label(
          needs.map(({ billCode, material, qty, unit }) => `${billCode} ${material} ${qty}${unit}`).join('、'),
          needs.map(({ billCode, material, qty, unit }) => `${billCode} ${material} ${qty} ${unit}`).join(', '),
        ),
      }),
    );
  return found;
}

function offPack({ material, unit, qty, minOrderQty, orderMultiple }: PackedLine): Refusal[] {
  if (qty.isBelow(minOrderQty))
    return [
      refuse('suppliers.below-least-quantity', {
        material,
        unit,
        qty,
        least: minOrderQty,
        more: minOrderQty.minus(qty),
      }),
    ];
  const whole = qty.dividedBy(orderMultiple).roundedUp(0).times(orderMultiple);
  return whole.equals(qty)
    ? []
    : [
        refuse('suppliers.no-multiple', {
          material,
          unit,
          qty,
          multiple: orderMultiple,
          whole,
          more: whole.minus(qty),
        }),
      ];
}

function belowLeast(amount: Decimal, { least }: OrderingTerms, others: readonly MergeableBill[]): Refusal[] {
  if (!isShort(amount, least)) return [];
  const detail = { least: least.toFixed(2), short: least.minus(amount).toFixed(2) };
  const enough = fillingUp(amount, least, others);
  return [
    enough === null
      ? refuse('suppliers.below-least-amount', detail)
      : refuse('suppliers.below-least-amount-merge', { ...detail, others: enough }),
  ];
}

function payingCarriage(
  amount: Decimal,
  { freeFrom, fee }: OrderingTerms,
  others: readonly MergeableBill[],
): Refusal[] {
  if (!isShort(amount, freeFrom)) return [];
  const detail = {
    free: freeFrom.toFixed(2),
    short: freeFrom.minus(amount).toFixed(2),
    fee: fee === null ? '—' : fee.toFixed(2),
  };
  const enough = fillingUp(amount, freeFrom, others);
  return [
    enough === null
      ? refuse('suppliers.pays-freight', detail)
      : refuse('suppliers.pays-freight-merge', { ...detail, others: enough }),
  ];
}

/** Nothing priced yet is no amount to judge. */
const isShort = (amount: Decimal, wanted: Decimal | null): wanted is Decimal =>
  wanted !== null && wanted.isPositive() && amount.isPositive() && amount.isBelow(wanted);

/** Those each of which is enough alone; else all of them where together they are; null where they are not. */
function fillingUp(amount: Decimal, wanted: Decimal, others: readonly MergeableBill[]): Label | null {
  const alone = others.filter((other) => amount.plus(other.amount).isAtLeast(wanted));
  const codes = (bills: readonly MergeableBill[], between: string) => bills.map((bill) => bill.billCode).join(between);
  if (alone.length > 0) return label(codes(alone, '、'), codes(alone, ', '));
  const together = amount.plus(Decimal.sum(others.map((other) => other.amount)));
  return others.length > 0 && together.isAtLeast(wanted) ? label(codes(others, ' + '), codes(others, ' + ')) : null;
}
