/** From what meals need to what is asked for: the net part of each need, and the quantity that is proposed. Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { proportionalShares } from '../../master-data/figures/proportional-shares.rules.ts';
import { orderedIn } from '../../planning/net-plan.rules.ts';
import { packPlan, type PackOption } from '../../planning/netting/pack.rules.ts';

/** What one line of a meal needs of a material on a day. */
export interface LineNeed {
  readonly warehouseId: string;
  readonly materialId: string;
  readonly needDate: string;
  readonly qty: Decimal;
}
/** Of all needs of a place, material and day: all of it, and what stock and orders leave open. */
interface DayNeed {
  readonly gross: Decimal;
  readonly net: Decimal;
}
const MILLIONTH = Decimal.of('0.000001');

/** The net part of each need: the open part of its day, in proportion; without netting all of it. */
export function netParts<N extends LineNeed>(
  needs: readonly N[],
  dayOf: ((need: N) => DayNeed) | null,
): ReadonlyMap<N, Decimal> {
  if (dayOf === null) return new Map(needs.map((need) => [need, need.qty]));
  const days = Map.groupBy(needs, (need) => `${need.warehouseId} ${need.materialId} ${need.needDate}`);
  return new Map(
    [...days.values()].flatMap((same) => {
      const quantities = same.map((need) => need.qty);
      const { gross, net } = dayOf(same[0]!);
      const open = Decimal.min(net, gross);
      const parts = proportionalShares(open, quantities, MILLIONTH, quantities);
      return same.map((need, index) => [need, parts[index]!] as const);
    }),
  );
}

export interface Proposal {
  readonly unitId: string;
  readonly factor: Decimal;
  readonly qty: Decimal;
}
/** The net need in the unit it is bought in, rounded up to the pack; in base unit where it has none. */
export function proposalFor(net: Decimal, packs: readonly PackOption[], baseUnitId: string): Proposal {
  const plan = packPlan(net, packs);
  const proposed = plan?.qty ?? net;
  const { unitId, factor, proposedQty } = orderedIn({ packs: plan?.packs ?? [], proposed, net }, packs, baseUnitId);
  return { unitId, factor, qty: proposedQty };
}

/** Needs of one source, meal, material and day become one line. */
export const lineKeyOf = (of: {
  readonly sourceId: string | null;
  readonly mealDate: string | null;
  readonly mealType: string | null;
  readonly materialId: string;
  readonly needDate: string;
}): string => [of.sourceId, of.mealDate, of.mealType, of.materialId, of.needDate].join(' ');

/** None, some or all of a bill's quantities are distributed or cancelled. */
export const generateStatusOf = (
  lines: readonly { readonly distributed: Decimal; readonly open: Decimal }[],
): 'none' | 'partial' | 'all' =>
  lines.length > 0 && lines.every(({ open }) => open.isZero())
    ? 'all'
    : lines.some(({ distributed }) => distributed.isPositive())
      ? 'partial'
      : 'none';
