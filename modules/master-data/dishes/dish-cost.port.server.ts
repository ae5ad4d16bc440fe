/**
 * What dishes cost today. Prices belong to the suppliers' area, which stands below and plugs itself in when the server is put
 * together; where nobody did, a dish says nothing of its cost.
 */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';

export interface DishCostToday {
  /** Per portion, or per unit a semi-finished dish is made in, money; null where a line's cost is unknown. */
  readonly todayCost: DecimalText | null;
  /** Of the price without tax, percent in points; null without a price. */
  readonly foodCostPct: DecimalText | null;
  /** Why the cost is unknown, a sentence each. */
  readonly costMissing: readonly string[];
}
type CostsToday = (context: Context, dishIds: readonly Id[]) => Promise<ReadonlyMap<Id, DishCostToday>>;

let plugged: CostsToday | undefined;
export const costDishesBy = (costs: CostsToday): void => {
  plugged = costs;
};
export const costsToday: CostsToday = async (context, dishIds) =>
  dishIds.length === 0 ? new Map() : ((await plugged?.(context, dishIds)) ?? new Map());
