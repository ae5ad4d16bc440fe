/**
 * What other approved plans still take of a place and material (trade-rules 4.4, 4.6). What they ordered counts as due,
 * so what they need counts as taken on its day, once: less what pick bills of that day hold or have fetched. All
 * quantities in base unit.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { DueReceipt } from '../net-plan.rules.ts';
import { lotsInTime, sumOf, type DatedQty, type Lots, type PromisedQty } from './lots-in-time.rules.ts';

export interface OtherNeed extends DatedQty {
  readonly planId: string;
  readonly planCode: string;
  /** Absent: a requirement plan. */
  readonly billType?: string;
}

/** Lines of other plans and what was picked for their days, as they are read. */
export interface OtherPlanRows {
  readonly lines: readonly {
    readonly warehouseId: Id;
    readonly materialId: Id;
    readonly planId: Id;
    readonly planCode: string;
    /** Absent: a requirement plan. */
    readonly billType?: string;
    readonly needDate: string;
    readonly dueDate: string;
    readonly qty: DecimalText;
    readonly openQty: DecimalText;
  }[];
  readonly picked: readonly {
    readonly locationId: Id;
    readonly materialId: Id;
    readonly needDate: string;
    readonly qty: DecimalText;
  }[];
}
interface OtherPlans {
  readonly needs: readonly OtherNeed[];
  /** Lines that stand in the plan until they are requested: from then on the request is due. */
  readonly due: readonly DueReceipt[];
}

/** By the key of place and material; `sameAs` says as which material one counts. */
export function othersAt(
  { lines: rows, picked }: OtherPlanRows,
  sameAs: (materialId: Id) => Id,
): ReadonlyMap<string, OtherPlans> {
  const keyOf = (placeId: Id, materialId: Id): string => `${placeId} ${sameAs(materialId)}`;
  const pickedAt = Map.groupBy(picked, (each) => keyOf(each.locationId, each.materialId));
  return new Map(
    [...Map.groupBy(rows, (each) => keyOf(each.warehouseId, each.materialId))].map(([key, lines]) => [
      key,
      {
        needs: stillNeeded(
          byPlanAndDay(lines),
          (pickedAt.get(key) ?? []).map(({ needDate, qty }) => ({ date: needDate, qty: Decimal.of(qty) })),
        ),
        due: lines.flatMap((line) =>
          Decimal.of(line.openQty).isZero()
            ? []
            : [
                {
                  date: line.dueDate,
                  qty: Decimal.of(line.openQty),
                  billType: 'requirementPlan',
                  billId: line.planId,
                  billCode: line.planCode,
                },
              ],
        ),
      },
    ]),
  );
}

const byPlanAndDay = (lines: OtherPlanRows['lines']): OtherNeed[] =>
  [...Map.groupBy(lines, (line) => `${line.planId} ${line.needDate}`).values()].map((same) => ({
    planId: same[0]!.planId,
    planCode: same[0]!.planCode,
    ...(same[0]!.billType === undefined ? {} : { billType: same[0]!.billType }),
    date: same[0]!.needDate,
    qty: Decimal.sum(same.map((line) => Decimal.of(line.qty))),
  }));

/** Needs of plans less what was picked for their days, the plan named first served first. */
export function stillNeeded(needs: readonly OtherNeed[], picked: readonly DatedQty[]): OtherNeed[] {
  const open = new Map<string, Decimal>();
  for (const { date, qty } of picked) open.set(date, (open.get(date) ?? Decimal.zero).plus(qty));
  return needs.flatMap((need) => {
    const covered = Decimal.min(need.qty, open.get(need.date) ?? Decimal.zero);
    open.set(need.date, (open.get(need.date) ?? Decimal.zero).minus(covered));
    const qty = need.qty.minus(covered);
    return qty.isPositive() ? [{ ...need, qty }] : [];
  });
}

/** The needs as far as stock and receipts serve them, by day: what another plan lacks is not ordered by this one. */
export function servedNeeds(
  needs: readonly OtherNeed[],
  there: { readonly onHand: Lots; readonly promised: readonly PromisedQty[]; readonly receipts: readonly DatedQty[] },
): OtherNeed[] {
  const lots = lotsInTime(there.onHand, there.promised);
  let free = Decimal.sum(there.onHand.map((lot) => lot.qty)).minus(sumOf(there.promised));
  let day = '';
  return byDay(needs).flatMap((need) => {
    free = free.plus(sumOf(between(there.receipts, day, need.date))).minus(lots.diedBefore(need.date));
    day = need.date;
    const qty = Decimal.max(Decimal.zero, Decimal.min(need.qty, free));
    lots.use({ date: need.date, qty });
    free = free.minus(qty);
    return qty.isPositive() ? [{ ...need, qty }] : [];
  });
}

/**
 * What has to be left on a day for needs of the days after it, up to the next on which something can be ordered: as far
 * as no receipt of those days brings it.
 */
export function leftForLater(
  needs: readonly OtherNeed[],
  receipts: readonly DatedQty[],
  day: string,
  next: string | undefined,
): OtherNeed[] {
  let due = Decimal.zero;
  let before = day;
  return byDay(needs.filter((need) => need.date > day && (next === undefined || need.date < next))).flatMap((need) => {
    due = due.plus(sumOf(between(receipts, before, need.date)));
    before = need.date;
    const brought = Decimal.min(due, need.qty);
    due = due.minus(brought);
    const qty = need.qty.minus(brought);
    return qty.isPositive() ? [{ ...need, qty }] : [];
  });
}

/** After one day, up to another. */
export const between = <T extends DatedQty>(dated: readonly T[], after: string, to: string): T[] =>
  dated.filter(({ date }) => date > after && date <= to);
const byDay = (needs: readonly OtherNeed[]): OtherNeed[] => needs.toSorted((a, b) => (a.date < b.date ? -1 : 1));
