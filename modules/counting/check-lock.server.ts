/** A count held for one of its acts. */
import type { Acting } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { requireState } from '../../kernel/server/run-action.ts';
import { lockRows } from '../../kernel/server/save.ts';
import type { stockCheck, StockCheckState } from './stock-check.document.ts';

/** Locks a count that must stand in one of these states; `doing` is what a person would do, for the sentence. */
export async function lockCheckIn(
  context: Context,
  of: typeof stockCheck,
  id: string,
  states: readonly StockCheckState[],
  doing: { readonly zh: string; readonly en: string },
): Promise<Acting<typeof stockCheck>> {
  const [row] = await lockRows(of, context, [id]);
  if (row === undefined) throw unknownRecord(of.label);
  const check = { id, billCode: row.billCode, status: row.status, row };
  requireState(of, check, states, doing);
  return check;
}

/** May one person count a line twice, or review their own count? */
export const oneMayDoBoth = async (context: Context): Promise<boolean> =>
  (await readParameter(context, 'approval.separation')) === '0';
