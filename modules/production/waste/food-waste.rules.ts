/** Which waste leaves stock, what it must name, and how much of it a weight is (operations.md FoodWaste). Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { firstExpiredFirst, type Lot } from '../../stock/ledger/batch-allocation.rules.ts';
import type { WasteKind } from './food-waste.document.ts';
import '../production.refusals.ts';

/** What kind of thing was thrown away, and how. */
export interface Thrown {
  readonly wasteKind: WasteKind;
  readonly kindLabel: Label;
  readonly hasMaterial: boolean;
  readonly hasDish: boolean;
  readonly hasLabel: boolean;
  /** Standard yield of the material, in points; null where it has none. */
  readonly stdYield: Decimal | null;
}

const OF_DISHES: readonly WasteKind[] = ['overproduction', 'sample'];

/** What the kind asks for and is not named. */
export function thrownRefusals({ wasteKind, kindLabel, hasMaterial, hasDish, hasLabel }: Thrown): Refusal[] {
  if (wasteKind === 'plate')
    return hasMaterial || hasDish ? [refuse('production.waste-plate', {}, { field: 'wasteKind' })] : [];
  if (OF_DISHES.includes(wasteKind))
    return hasDish || hasLabel ? [] : [refuse('production.waste-dish', { kind: kindLabel }, { field: 'dishId' })];
  return hasMaterial || hasDish ? [] : [refuse('production.waste-what', {}, { field: 'materialId' })];
}

/**
 * Whether it leaves stock. Plates were served already; trimmings are in the yield of their material, unless it is said
 * to have none.
 */
export function leavesStock({ wasteKind, hasDish, stdYield }: Thrown): boolean {
  if (wasteKind === 'plate') return false;
  if (wasteKind !== 'trim') return true;
  return hasDish || stdYield === null || stdYield.equals(Decimal.hundred);
}

/** Portions in a weight, as far as there are any: a pot is never emptied by the rounding. */
export const portionsIn = (weightKg: Decimal, portionGrams: Decimal, there: Decimal): Decimal => {
  const reckoned = weightKg.times(Decimal.of(1000)).dividedBy(portionGrams).rounded(2);
  return Decimal.min(Decimal.max(reckoned, Decimal.of('0.01')), there);
};

/** Takes waste nobody named a lot of: first to expire first, expired ones too; held lots stay. Null: not enough. */
export function wastedLots(
  lots: readonly Lot[],
  qty: Decimal,
): readonly { readonly batchId: string; readonly qty: Decimal }[] | null {
  const picks: { batchId: string; qty: Decimal }[] = [];
  let open = qty;
  for (const lot of lots.filter(({ lotState }) => lotState === 'free').toSorted(firstExpiredFirst)) {
    const taken = Decimal.min(open, lot.qty);
    if (taken.isPositive()) picks.push({ batchId: lot.batchId, qty: taken });
    open = open.minus(taken);
  }
  return open.isPositive() ? null : picks;
}

/** A sample that is thrown away: long enough kept, of this stall, and once. */
export interface SampleFacts {
  readonly labelNo: string;
  readonly isSampleHere: boolean;
  readonly sampleExpire: string | null;
  readonly isDestroyed: boolean;
}
/** What speaks against destroying it now. */
export function sampleRefusal(sample: SampleFacts, now: string): Refusal | undefined {
  const at = { field: 'labelId' };
  const { labelNo: label, sampleExpire: until } = sample;
  if (!sample.isSampleHere) return refuse('production.sample-label', { label }, at);
  if (sample.isDestroyed) return refuse('production.sample-twice', { label }, at);
  return until !== null && now < until ? refuse('production.sample-early', { label, until }, at) : undefined;
}
