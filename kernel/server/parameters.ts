import type { Context } from './context.ts';
import { sql } from './database.ts';

/** A tenant's parameter by key, or "" when it has none. */
export async function readParameter(context: Pick<Context, 'tx'>, key: string): Promise<string> {
  const row = await context.tx.row<{ paramValue: string }>(sql`select param_value from param where param_key = ${key}`);
  return row?.paramValue ?? '';
}
