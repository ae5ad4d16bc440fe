/**
 * What readiness asks of areas below: whether somebody sells a material at a price. Without them nothing is for
 * sale.
 */
import type { Context } from '../../../kernel/server/context.ts';
import { port } from '../../../kernel/server/port.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';

/** A condition over the row `t` of materials: has a price on a day. */
type Offered = (context: Pick<Context, 'today' | 'registry'>) => Sql;

export const offered = port<Offered>('materials for sale today', { otherwise: () => sql`false` });
