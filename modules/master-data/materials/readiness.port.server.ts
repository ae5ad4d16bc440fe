/**
 * What readiness asks of areas below: whether somebody sells a material at a price. They plug themselves in when the server
 * is put together; where nobody did, nothing is for sale.
 */
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../kernel/server/database.ts';

/** A condition over the row `t` of materials: has a price on a day. */
type Offered = (context: Pick<Context, 'today'>) => Sql;

let plugged: Offered = () => sql`false`;
export const offeredBy = (condition: Offered): void => {
  plugged = condition;
};
export const offered: Offered = (context) => plugged(context);
