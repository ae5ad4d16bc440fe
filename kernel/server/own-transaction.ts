import type { Context } from './context.ts';
import { CHANGE_MS, LIST_MS, type Database, type Transaction } from '../../parts/postgres/database.ts';

const refuseTransaction = (): never => {
  throw new Error('There is no transaction: this opens its own');
};
/** What stands in a context outside any transaction. */
export const NO_TRANSACTION: Transaction = {
  held: new Set(),
  rows: refuseTransaction,
  counted: refuseTransaction,
  paged: refuseTransaction,
  row: refuseTransaction,
  run: refuseTransaction,
  sent: refuseTransaction,
  genericPlans: refuseTransaction,
  afterCommit: refuseTransaction,
};

/** One transaction of a call that opens its own, for who asked. */
export const inTransaction = <T>(
  database: Database,
  context: Context,
  work: (context: Context) => Promise<T>,
  { readOnly = false } = {},
): Promise<T> => {
  const { tenant, language, user } = context;
  const scope = { tenant, language, timeZone: user.timeZone, readOnly, statementMs: readOnly ? LIST_MS : CHANGE_MS };
  return database.transaction(scope, (tx) => work({ ...context, tx }));
};
