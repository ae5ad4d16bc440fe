/** At which price materials are offered today. Suppliers are below and know; without them nothing is offered. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { port } from '../../../kernel/server/port.ts';

/** The best offer of each, with tax, per base unit; asked only for whoever may see it. */
type AskOffers = (context: Context, materialIds: readonly Id[]) => Promise<ReadonlyMap<Id, DecimalText>>;

export const offersToday = port<AskOffers>('best offers today', { otherwise: async () => new Map() });
