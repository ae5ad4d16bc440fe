/** What is available of materials today. Stock is below and knows; without it there is none to be told of. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { port } from '../../../kernel/server/port.ts';

/**
 * In base unit, over the places whose stock the person sees; a material that lies nowhere has 0. Undefined for whoever
 * sees no stock.
 */
type AskStock = (context: Context, materialIds: readonly Id[]) => Promise<ReadonlyMap<Id, DecimalText> | undefined>;

export const stockToday = port<AskStock>('stock today', { otherwise: async () => undefined });
