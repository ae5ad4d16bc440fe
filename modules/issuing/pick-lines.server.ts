/** Lines of a pick bill one at a time, and the document an out-store serves. */
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { unknownRecord, type Call } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readRecord } from '../../kernel/server/record-query.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { serveBillLines } from '../stock/bill-lines/bill-lines.server.ts';
import { sourceBill } from './out-store.calls.ts';
import { outStore } from './out-store.document.ts';
import { sourceOf } from './out-store-source.port.server.ts';
import { pickLines } from './pick-line.calls.ts';
import { pick } from './pick.document.ts';

/** What an out-store serves: the document that asked for the goods, with its lines. */
const sourceOfOutStore = serve(sourceBill, async (context, { id, billCode }) => {
  if (id === null && billCode === null) throw new Refused(refuse('param.missing', { name: 'id' }));
  const out = await readRecord(outStore, context, id === null ? { billCode: billCode! } : { id: readIds({ id })[0]! });
  if (out === undefined) throw unknownRecord(outStore.label);
  const { type, document } = sourceOf(context, out);
  const source = await readRecord({ ...document, scope: null }, context, { id: out.sourceBillId });
  return { sourceBillType: type, ...source };
});

export const pickLineCalls: readonly Call[] = [
  ...serveBillLines(
    pick,
    pickLines,
    ({ tx }, lineIds) =>
      tx.rows<{ id: Id; billId: Id }>(
        sql`select d.id, d.pick_id as bill_id from pick_detail d where d.id = any(${lineIds as Id[]}::bigint[])`,
      ),
    'pickId',
  ),
  sourceOfOutStore,
];
