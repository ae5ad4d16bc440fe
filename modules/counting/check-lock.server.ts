/** A count held for one of its acts. */
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { lockRows } from '../../kernel/server/save.ts';
import { stockCheck, stockCheckLife, type StockCheckAction, type StockCheckState } from './stock-check.document.ts';

/** Locks a count for one of its acts; refuses where its state does not allow it. */
export async function lockCheck(context: Context, id: string, action: StockCheckAction): Promise<Acting> {
  const { from, label } = stockCheckLife.actions[action];
  return lockCheckIn(context, id, from, label);
}

/** Locks a count that must stand in one of these states; `doing` is what a person would do, for the sentence. */
export async function lockCheckIn(
  context: Context,
  id: string,
  states: readonly StockCheckState[],
  doing: { readonly zh: string; readonly en: string },
): Promise<Acting> {
  const [row] = await lockRows(stockCheck, context, [id]);
  if (row === undefined) throw unknownRecord(stockCheck.label);
  const check = { id, billCode: String(row['billCode']), status: String(row['status']), row };
  if (!(states as readonly string[]).includes(check.status))
    throw new Refused(
      refuse('document.state', {
        billCode: check.billCode,
        state: stockCheckLife.states[check.status as StockCheckState].label,
        action: doing,
      }),
    );
  return check;
}

/** May one person count a line twice, or review his own count? */
export const oneMayDoBoth = async (context: Context): Promise<boolean> =>
  (await readParameter(context, 'approval.separation')) === '0';
