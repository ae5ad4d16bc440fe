import type { Context } from './context.ts';
import { CHANGE_MS, LIST_MS, type Database } from './database.ts';

/** One transaction of a call that opens its own, for who asked. */
export const inTransaction = <T>(database: Database, context: Context, work: (context: Context) => Promise<T>, { readOnly = false } = {}): Promise<T> =>
  database.transaction({ tenant: context.tenant, timeZone: context.user.timeZone, readOnly, statementMs: readOnly ? LIST_MS : CHANGE_MS }, (tx) => work({ ...context, tx }));
