/**
 * Which materials of meals could no longer be ordered in time. Where goods come from and until when is planning's to
 * know; it stands below. Without it everything is in time.
 */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { port } from '../../../kernel/server/port.ts';

export interface MealToOrder {
  readonly stallId: Id;
  /** yyyy-MM-dd HH:mm */
  readonly mealTime: string;
  /** Portions of a dish, or a material in base unit. */
  readonly lines: readonly (
    | { readonly dishId: Id; readonly qty: DecimalText }
    | { readonly materialId: Id; readonly qty: DecimalText }
  )[];
}
export interface LateMaterial {
  readonly name: string;
  /** yyyy-MM-dd HH:mm:ss; null where it cannot come by its day at all. */
  readonly orderBefore: string | null;
  /** Why it cannot come, in the caller's language. */
  readonly note: string;
}
/** Of each meal for itself, in their order. */
type LateMaterials = (context: Context, meals: readonly MealToOrder[]) => Promise<readonly (readonly LateMaterial[])[]>;

export const lateMaterials = port<LateMaterials>('materials past their cut-off', {
  otherwise: async (_, meals) => meals.map(() => []),
});
