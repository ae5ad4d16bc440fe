/**
 * What becomes of a need in a work list: parted by the shares of its suppliers, with whom was chosen and why; and how a
 * centre comes by what it is to send.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { inBoth, label, type Label } from '../../../kernel/core/label.ts';
import type { RankedSupplier, SupplierCandidate } from '../../sourcing/supplier-choice.rules.ts';
import { type Part, sharedAmong, type Whole } from './shares.rules.ts';

export interface AssignedPart extends Part {
  readonly supplierId: Id | null;
  readonly supplierReason: string | null;
  /** Days ahead he wants his orders; null where nobody is chosen. */
  readonly leadDays: number | null;
}

const REASON_MAX = 190;
const NOBODY = label('没有可供货的供应商', 'Nobody offers it there');
const reasonOf = (...reasons: readonly Label[]): string =>
  inBoth({ zh: reasons.map(({ zh }) => zh).join('；'), en: reasons.map(({ en }) => en).join('; ') }, REASON_MAX);

/**
 * A need among its suppliers, the best first: by shares where two or more have one, else whole to whom the asking line
 * names if he can, else to the best.
 */
export function assigned(
  whole: Whole,
  ranked: readonly RankedSupplier<SupplierCandidate>[],
  suggested: Id | null,
): readonly AssignedPart[] {
  const first = ranked.filter(
    ({ candidate }, at) => ranked.findIndex((each) => each.candidate.supplierId === candidate.supplierId) === at,
  );
  const shared = sharedAmong(
    whole,
    first.map(({ candidate, reason }) => ({ ...candidate, reason })),
  );
  if (shared !== null)
    return shared.map(({ of, ...part }) => ({
      ...part,
      supplierId: of.supplierId,
      supplierReason: reasonOf(
        label(`按约定份额 ${of.sharePercent}%`, `by his agreed share of ${of.sharePercent}%`),
        of.reason,
      ),
      leadDays: of.leadDays,
    }));
  const wished = first.find(({ candidate }) => candidate.supplierId === suggested);
  const chosen = wished ?? first[0];
  const { qty, needBaseQty, baseQty } = whole;
  return [
    {
      qty,
      needBaseQty,
      baseQty,
      supplierId: chosen?.candidate.supplierId ?? null,
      supplierReason:
        chosen === undefined
          ? reasonOf(NOBODY)
          : wished === undefined
            ? reasonOf(chosen.reason)
            : reasonOf(label('来源单建议', 'suggested by who asked'), chosen.reason),
      leadDays: chosen?.candidate.leadDays ?? null,
    },
  ];
}

/**
 * How a centre comes by each need, in order: from what lies free there while it lasts, made there by a factory, else
 * bought.
 */
export function supplyModes(
  needs: readonly {
    readonly place: Id;
    readonly materialId: Id;
    readonly baseQty: Decimal;
    readonly isMade: boolean;
  }[],
  free: ReadonlyMap<string, Decimal>,
): readonly ('stock' | 'produce' | 'purchase')[] {
  const left = new Map(free);
  return needs.map(({ place, materialId, baseQty, isMade }) => {
    const key = `${place} ${materialId}`;
    const there = left.get(key) ?? Decimal.zero;
    if (!baseQty.isAbove(there)) {
      left.set(key, there.minus(baseQty));
      return 'stock';
    }
    return isMade ? 'produce' : 'purchase';
  });
}
