/**
 * Which rule a price is judged by, and what of a judgement still stands (prices-suppliers.md, PriceEarlyWarning). Pure.
 */
import type { Decimal } from '../../../kernel/core/decimal.ts';
import type { PriceWarningRule } from '../../suppliers/price-warning.rules.ts';

/** `save`: when prices that are charged are written down. */
export type Moment = 'quote' | 'order' | 'receipt' | 'save';
/** What is paid, and what is charged. */
export type WarnedType = 'purchase' | 'settlement' | 'management' | 'joint' | 'assessment';

/** A rule that is in force, with what it holds for. */
export interface ScopedRule extends PriceWarningRule {
  readonly id: string;
  readonly code: string;
  readonly companyDeptId: string | null;
  readonly materialId: string | null;
  readonly materialTypeId: string | null;
  readonly priceType: WarnedType | 'all';
  readonly startDate: string;
  readonly moments: readonly Moment[];
  /** Samples of so many days. */
  readonly days: number;
}
export interface PricedGoods {
  readonly materialId: string;
  /** Nearest first. */
  readonly typeIds: readonly string[];
  readonly companyDeptId: string | null;
  readonly priceType: WarnedType;
  readonly moment: Moment;
}

/**
 * The rule of the material, else of the nearest type, else of everything; then of the company; then of the kind of
 * price; then the latest; then by code.
 */
export function ruleFor<R extends ScopedRule>(goods: PricedGoods, rules: readonly R[]): R | undefined {
  const distance = (rule: R): number =>
    rule.materialId !== null
      ? -1
      : rule.materialTypeId !== null
        ? goods.typeIds.indexOf(rule.materialTypeId)
        : goods.typeIds.length;
  return rules
    .filter(
      (rule) =>
        rule.moments.includes(goods.moment) &&
        (rule.priceType === 'all' || rule.priceType === goods.priceType) &&
        (rule.materialId === null || rule.materialId === goods.materialId) &&
        (rule.materialTypeId === null || goods.typeIds.includes(rule.materialTypeId)) &&
        (rule.companyDeptId === null || rule.companyDeptId === goods.companyDeptId),
    )
    .toSorted(
      (a, b) =>
        distance(a) - distance(b) ||
        Number(a.companyDeptId === null) - Number(b.companyDeptId === null) ||
        Number(a.priceType === 'all') - Number(b.priceType === 'all') ||
        text(b.startDate, a.startDate) ||
        text(a.code, b.code),
    )[0];
}
const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What makes two warnings say the same. */
export interface WarningKey {
  readonly kind: string;
  readonly ruleId: string | null;
  readonly materialId: string;
  readonly basePrice: Decimal;
}
export interface OpenWarning extends WarningKey {
  readonly id: string;
  readonly status: string;
  /** Of the documents that are looked at, not of one they follow from. */
  readonly isOwn: boolean;
}

/**
 * What is new of what was found, and which open or refused ones nothing is found of any more: a refused price that was
 * changed is refused no more. A price that was said of already is not said of again, whatever was made of it; a
 * standing warning speaks for one line, one of a document they follow from for all its lines.
 */
export function reconcile<F extends WarningKey>(
  found: readonly F[],
  current: readonly OpenWarning[],
): {
  readonly raise: readonly F[];
  readonly keep: readonly { readonly id: string; readonly by: F }[];
  readonly close: readonly string[];
} {
  const left = current.filter((each) => each.status !== 'corrected');
  const raise: F[] = [];
  const keep: { id: string; by: F }[] = [];
  for (const each of found) {
    const at = left.findIndex(
      (one) =>
        one.kind === each.kind &&
        one.ruleId === each.ruleId &&
        one.materialId === each.materialId &&
        one.basePrice.equals(each.basePrice),
    );
    if (at < 0) raise.push(each);
    else if (left[at]!.isOwn) keep.push({ id: left.splice(at, 1)[0]!.id, by: each });
  }
  return {
    raise,
    keep,
    close: left.filter((one) => one.isOwn && (one.status === 'open' || one.status === 'refused')).map((one) => one.id),
  };
}
