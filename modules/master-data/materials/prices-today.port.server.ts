/** What goods cost today, for whoever compares a cost with it. Areas below know; without them nothing has a price. */
import type { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { port } from '../../../kernel/server/port.ts';

export interface PricesToday {
  /** Per base unit; of a kind the person may not see, null. */
  readonly purchase: Decimal | null;
  readonly settlement: Decimal | null;
}
/** In the order asked; where no department is named, what holds everywhere. */
type AskPrices = (
  context: Context,
  requested: readonly { readonly materialId: Id; readonly deptId: Id | null }[],
  withTax: boolean,
) => Promise<readonly PricesToday[]>;

export const pricesToday = port<AskPrices>('prices today', {
  otherwise: async (_context, requested) => requested.map(() => ({ purchase: null, settlement: null })),
});
