import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { lockRows } from '../../kernel/server/save.ts';
import { outStore, outStoreLife, type OutStoreState } from './out-store.document.ts';
import { lockSourceOf } from './out-store-source.port.server.ts';

/** The source first, then the out-store: the one order of documents. Refuses what its state does not allow. */
export async function lockOutStore(
  context: Context,
  id: Id,
  name: keyof typeof outStoreLife.actions,
): Promise<Record<string, unknown>> {
  const [, [row]] = await Promise.all([lockSourceOf(context, id), lockRows(outStore, context, [id])]);
  if (row === undefined) throw unknownRecord(outStore.label);
  const action = outStoreLife.actions[name];
  const state = row['status'] as OutStoreState;
  if (!action.from.includes(state))
    throw new Refused(
      refuse('document.state', {
        billCode: row['billCode'],
        state: outStoreLife.states[state].label,
        action: action.label,
      }),
    );
  return row;
}
