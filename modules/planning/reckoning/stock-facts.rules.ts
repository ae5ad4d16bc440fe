/** What lies at the places of a plan, is promised, due and taken by other plans, as netting takes it. Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import type { StockFacts } from '../net-plan.rules.ts';
import { othersAt, type OtherPlanRows } from '../netting/other-plans.rules.ts';

/** Stock and orders of one place and material as they are read; quantities in base unit. */
interface StockRow {
  readonly locationId: Id;
  readonly materialId: Id;
  readonly safetyStock: DecimalText;
  readonly lots: readonly { readonly expiryDate: string | null; readonly qty: DecimalText }[];
  readonly promised: readonly {
    readonly needDate: string;
    readonly qty: DecimalText;
    readonly isNamed: boolean;
    readonly expiryDate: string | null;
  }[];
  readonly due: readonly {
    readonly dueDate: string;
    readonly qty: DecimalText;
    readonly billType: string;
    readonly billId: Id;
    readonly billCode: string;
  }[];
}
/** What is read of some places, each with all its materials: plain, so that it can be handed to a thread. */
export interface StockRows extends OtherPlanRows {
  readonly there: readonly StockRow[];
}

const NO_PLANS = { needs: [], due: [] };

/**
 * Facts of each place and material; lots count until their margin before use, and what was merged counts as what it was
 * merged into. Packs come with the walk.
 */
export function stockFactsOf(
  rows: StockRows,
  merged: ReadonlyMap<Id, Id>,
  marginOf: (materialId: Id) => number,
  until: string,
): StockFacts[] {
  const sameAs = (id: Id): Id => merged.get(id) ?? id;
  const others = othersAt(rows, sameAs);
  const same = Map.groupBy(rows.there, (each) => `${each.locationId} ${sameAs(each.materialId)}`);
  return rows.there
    .filter((each) => !merged.has(each.materialId))
    .map((own) => {
      const all = same.get(`${own.locationId} ${own.materialId}`)!;
      const { needs, due } = others.get(`${own.locationId} ${own.materialId}`) ?? NO_PLANS;
      const last = needs.reduce((day, need) => (need.date > day ? need.date : day), until);
      const margin = marginOf(own.materialId);
      const lastDay = (expiryDate: string | null): string | null =>
        expiryDate === null ? null : dayPlus(expiryDate, -margin);
      return {
        warehouseId: own.locationId,
        materialId: own.materialId,
        onHand: all
          .flatMap(({ lots }) => lots)
          .map((lot) => ({ qty: Decimal.of(lot.qty), expiryDate: lastDay(lot.expiryDate) })),
        promised: all
          .flatMap(({ promised }) => promised)
          .map(({ needDate, qty, isNamed, expiryDate }) => ({
            date: needDate,
            qty: Decimal.of(qty),
            ...(isNamed ? { lotExpiry: lastDay(expiryDate) } : {}),
          })),
        safety: Decimal.of(own.safetyStock),
        others: needs,
        receipts: [
          ...all
            .flatMap((each) => each.due)
            .map((receipt) => ({
              date: receipt.dueDate,
              qty: Decimal.of(receipt.qty),
              billType: receipt.billType,
              billId: receipt.billId,
              billCode: receipt.billCode,
            })),
          ...due,
        ].filter(({ date }) => date <= last),
        packs: [],
      };
    });
}
