/** What was picked of a bill so far, held beside its lines until it is shipped: another device goes on from there. */
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { unknownRecord } from '../../kernel/server/context.ts';
import { readIds, requireState } from '../../kernel/server/run-action.ts';
import { lockRows } from '../../kernel/server/save.ts';
import { serve } from '../../kernel/server/serve.ts';
import { sql } from '../../parts/postgres/database.ts';
import * as calls from './out-store.calls.ts';
import { outStore } from './out-store.document.ts';
import { readEntry } from './picking-entry.rules.ts';

/** Writes entries beside lines of a bill that is to be picked; what is no entry is refused by its place. */
export const savePicking = serve(calls.savePicking, async (context, input) => {
  const id = readIds({ id: input.outstoreId ?? input.id })[0]!;
  const entries = input.details.map(({ detailId, entry }, index) => {
    const read = readEntry(entry);
    if (read === undefined || !/^\d{1,19}$/.test(detailId))
      throw new Refused(refuse('param.invalid', { name: 'entry', value: '' }, { field: 'entry', line: index + 1 }));
    return { id: detailId, entry: { ...read, by: context.user.realName, at: context.now } };
  });
  const [row] = await lockRows(outStore, context, [id]);
  if (row === undefined) throw unknownRecord(outStore.label);
  requireState(outStore, row, ['to-pick', 'picking'], { zh: '拣货', en: 'pick' });
  await context.tx.run(sql`
    update out_store_detail d set entered = g.entry
    from json_to_recordset(${JSON.stringify(entries)}::json) as g(id bigint, entry jsonb)
    where d.id = g.id and d.out_store_id = ${id}::bigint`);
  return true;
});
