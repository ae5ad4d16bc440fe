/**
 * Several meals, each reckoned as a plan of it alone would be, of facts that are read once for all of them. Nothing is
 * claimed or written.
 */
import type { Id } from '../../../kernel/core/field.ts';
import type { Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { mergedInto } from '../../master-data/merging/material-merge.server.ts';
import { deliveryRows, deptsOf } from '../../sourcing/delivery-rows.server.ts';
import { warehousePlaces } from '../../sourcing/source-calls.server.ts';
import { PAIRS_AT_ONCE } from '../calculate-plan.server.ts';
import { buyingRowsOnDays, loadWarehouses, stockRows } from '../planning-facts.server.ts';
import type { PlannedMaterial } from './planned.rules.ts';
import {
  lastDayOf,
  reckonPlan,
  wantedOf,
  type CalculatedPlan,
  type PlanRows,
  type PlanTask,
  type Wanted,
} from './reckon-plan.server.ts';
import { stockFactsOf, type StockRows } from './stock-facts.rules.ts';

/** A plan, or why there is none: a dish without a BOM, a unit that leads nowhere. */
type Apart =
  | { readonly ok: true; readonly plan: CalculatedPlan }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/** Each in its place. */
export async function calculateApart(context: Context, tasks: readonly PlanTask[]): Promise<readonly Apart[]> {
  const meals = tasks.map((task) => ({ task, wanted: wantedOf(task.demand) }));
  const sound = meals.filter(({ wanted }) => wanted.refusals.length === 0);
  const facts = await factsOf(context, sound);
  return meals.map(({ task, wanted }) => {
    if (wanted.refusals.length > 0) return { ok: false, refusals: wanted.refusals };
    const buying = facts.buying.get(task.scope.startDate)!;
    const refusals = [...wanted.materials.keys()].flatMap((id) => buying.refused.get(id) ?? []);
    if (refusals.length > 0) return { ok: false, refusals };
    const until = lastDayOf(wanted, task.scope);
    const plan = reckonPlan(
      task,
      wanted,
      { ...facts.rows, buying: buying.rows },
      facts.stock.flatMap((some) =>
        stockFactsOf(
          onlyOf(some, wanted.materials, facts.rows.merged),
          facts.rows.merged,
          (id) => wanted.materials.get(id)!.useMarginDays,
          until,
        ),
      ),
    );
    return { ok: true, plan };
  });
}

/** What lies there of the materials of one meal, and of those that were merged into them. */
const onlyOf = (
  rows: StockRows,
  materials: ReadonlyMap<Id, PlannedMaterial>,
  merged: ReadonlyMap<Id, Id>,
): StockRows => ({
  ...rows,
  there: rows.there.filter(({ materialId }) => materials.has(merged.get(materialId) ?? materialId)),
});

interface Facts {
  readonly rows: Omit<PlanRows, 'buying'>;
  /** By the day of the meal. */
  readonly buying: Awaited<ReturnType<typeof buyingRowsOnDays>>;
  readonly stock: readonly StockRows[];
}

/** What all of them are reckoned with, each kind with one statement, as a plan reads it. */
async function factsOf(
  context: Context,
  meals: readonly { readonly task: PlanTask; readonly wanted: Wanted }[],
): Promise<Facts> {
  const materials = new Map(meals.flatMap(({ wanted }) => [...wanted.materials]));
  const placeIds = [...new Set(meals.flatMap(({ wanted }) => wanted.needs.map((need) => need.warehouseId)))];
  const days = [...new Set(meals.map(({ task }) => task.scope.startDate))];
  const until = meals
    .map(({ task, wanted }) => lastDayOf(wanted, task.scope))
    .reduce((last, day) => (day > last ? day : last), context.today);
  const warehouses = await loadWarehouses(context, { ids: placeIds });
  const places = await warehousePlaces(context, [...warehouses.keys()]);
  const buying = await buyingRowsOnDays(context, [...materials.values()], [...places.values()], days, until);
  const merged = await mergedInto(context, [...materials.keys()]);
  const deliveries = await deliveryRows(
    context,
    [...buying.values()].flatMap(({ rows }) => rows.sources.offers.map((offer) => offer.supplierId)),
    deptsOf(places.values()),
  );
  const all = [...materials.keys(), ...merged.keys()];
  const left = [...warehouses.keys()];
  const stock: StockRows[] = [];
  while (left.length > 0)
    stock.push(
      await stockRows(
        context,
        left.splice(0, Math.max(1, Math.floor(PAIRS_AT_ONCE / Math.max(1, all.length)))),
        all,
        null,
      ),
    );
  return { rows: { warehouses: [...warehouses.values()], places, deliveries, merged }, buying, stock };
}
