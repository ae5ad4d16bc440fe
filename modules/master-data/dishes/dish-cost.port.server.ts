/**
 * What dishes cost today. Prices belong to the suppliers' area, which stands below; without it
 * a dish says nothing of its cost.
 */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { port } from '../../../kernel/server/port.ts';

export interface DishCostToday {
  /** Per portion, or per unit a semi-finished dish is made in, money; null where a line's cost is unknown. */
  readonly todayCost: DecimalText | null;
  /** Of the price without tax, percent in points; null without a price. */
  readonly foodCostPct: DecimalText | null;
  /** Why the cost is unknown, a sentence each. */
  readonly costMissing: readonly string[];
}
type CostsToday = (context: Context, dishIds: readonly Id[]) => Promise<ReadonlyMap<Id, DishCostToday>>;

export const costsToday = port<CostsToday>('costs of dishes today', { otherwise: async () => new Map() });
