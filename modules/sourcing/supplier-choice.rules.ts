/** Which supplier a need goes to (prices-suppliers.md, Supplier choice). */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Label } from '../../kernel/core/label.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';

/** Who can supply a material; valid, unfrozen, with papers and for the place already. */
export interface SupplierCandidate {
  readonly supplierId: string;
  readonly code: string;
  readonly agreementNo: string | null;
  /** Agreed share of the month in percent; null where none is set. */
  readonly sharePercent: Decimal | null;
  /** Base quantity ordered from him this month. */
  readonly orderedThisMonth: Decimal;
  /** Per base unit; null goes last. */
  readonly basePrice: Decimal | null;
  readonly isDefault: boolean;
  readonly leadDays: number;
}
export interface RankedSupplier<C extends SupplierCandidate> {
  readonly candidate: C;
  /** Points of percent he is behind his share; null where shares are not set. */
  readonly deficit: Decimal | null;
  readonly reason: Label;
}

/**
 * Suppliers in the order they are chosen: by agreement; by how far behind their agreed share they are; by price per
 * base unit; the default one; the shorter lead; the code. The first is the choice, the rest is what else there was.
 */
export function rankSuppliers<C extends SupplierCandidate>(candidates: readonly C[]): readonly RankedSupplier<C>[] {
  // Several packs of one supplier are one supplier.
  const ordered = Decimal.sum([
    ...new Map(candidates.map((candidate) => [candidate.supplierId, candidate.orderedThisMonth])).values(),
  ]);
  const shared = candidates.some((candidate) => candidate.sharePercent !== null);
  const deficitOf = ({ sharePercent, orderedThisMonth }: SupplierCandidate): Fraction => {
    const had = ordered.isZero()
      ? Fraction.zero
      : Fraction.of(orderedThisMonth).times(Fraction.of(100)).dividedBy(Fraction.of(ordered));
    return Fraction.of(sharePercent ?? Decimal.zero).minus(had);
  };
  const priced = (a: Decimal | null, b: Decimal | null) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : a.compare(b);
  return candidates
    .toSorted(
      (a, b) =>
        Number(b.agreementNo !== null) - Number(a.agreementNo !== null) ||
        (shared ? deficitOf(b).compare(deficitOf(a)) : 0) ||
        priced(a.basePrice, b.basePrice) ||
        Number(b.isDefault) - Number(a.isDefault) ||
        a.leadDays - b.leadDays ||
        text(a.code, b.code),
    )
    .map((candidate) => {
      const deficit = shared ? deficitOf(candidate).rounded(2) : null;
      const price = candidate.basePrice?.toString() ?? '—';
      const reasons: readonly Label[] = [
        ...(candidate.agreementNo === null
          ? []
          : [{ zh: `协议 ${candidate.agreementNo}`, en: `agreement ${candidate.agreementNo}` }]),
        ...(deficit === null
          ? []
          : [{ zh: `距约定份额 ${deficit} 个百分点`, en: `${deficit} points behind the agreed share` }]),
        { zh: `基本单位价 ${price}`, en: `${price} per base unit` },
        ...(candidate.isDefault ? [{ zh: '默认供应商', en: 'default supplier' }] : []),
      ];
      const reason = { zh: reasons.map(({ zh }) => zh).join('，'), en: reasons.map(({ en }) => en).join(', ') };
      return { candidate, deficit, reason };
    });
}

const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
