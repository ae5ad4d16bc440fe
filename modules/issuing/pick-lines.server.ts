/** Lines of a pick bill one at a time: read, added, changed, removed, always through the bill and its rules. */
import type { Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { unknownRecord, type Call, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { paging, readRecord, recordById } from '../../kernel/server/record-query.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { serve } from '../../kernel/server/serve.ts';
import { sourceBill } from './out-store.calls.ts';
import { outStore } from './out-store.document.ts';
import { sourceOf } from './out-store-source.port.server.ts';
import * as calls from './pick-line.calls.ts';
import { pick } from './pick.document.ts';

const LINE = label('领料明细', 'Line of a pick bill');

async function billOfLine(context: Context, lineId: Id): Promise<WholeRecord<typeof pick>> {
  const owner = await context.tx.row<{ pickId: Id }>(
    sql`select d.pick_id from pick_detail d where d.id = ${lineId}::bigint`,
  );
  if (owner === undefined) throw unknownRecord(LINE);
  return recordById(context, pick, owner.pickId);
}

const pickLines = serve(calls.pickLines, async (context, input) => {
  const { current, size } = paging(input);
  const bill = await recordById(context, pick, readIds({ id: input.billId ?? input.pickId })[0]!);
  const records = bill.details.map((line) => ({ ...line, billId: bill.id, billCode: bill.billCode }));
  return {
    records: records.slice((current - 1) * size, current * size),
    total: records.length,
    size,
    current,
    pages: Math.ceil(records.length / size),
  };
});

const pickLine = serve(calls.pickLine, async (context, input) => {
  const [id] = readIds({ id: input.id });
  const bill = await billOfLine(context, id!);
  const line = bill.details.find((each) => each.id === id);
  if (line === undefined) throw unknownRecord(LINE);
  return { ...line, billId: bill.id, billCode: bill.billCode };
});

const savePickLine = serve(calls.savePickLine, async (context, input, { body }) => {
  const id = input.id === null ? null : readIds({ id: input.id })[0]!;
  const bill =
    id === null
      ? await recordById(context, pick, readIds({ id: input.billId ?? input.pickId })[0]!)
      : await billOfLine(context, id);
  // A line is saved as it was sent; what is left out of one that is there stays.
  const { version: _version, billId: _billId, pickId: _pickId, ...line } = body;
  const details =
    id === null ? [...bill.details, line] : bill.details.map((each) => (each.id === id ? { ...each, ...line } : each));
  await saveRecord(pick, context, { id: bill.id, details });
  return true;
});

const removePickLines = serve(calls.removePickLines, async (context, input) => {
  const ids = readIds(input);
  const owners = await context.tx.rows<{ id: Id; pickId: Id }>(
    sql`select d.id, d.pick_id from pick_detail d where d.id = any(${ids}::bigint[])`,
  );
  if (owners.length < ids.length) throw unknownRecord(LINE);
  for (const pickId of [...new Set(owners.map((owner) => owner.pickId))].toSorted()) {
    const bill = await recordById(context, pick, pickId);
    await saveRecord(pick, context, {
      id: pickId,
      details: bill.details.filter((line) => !ids.includes(line.id)),
    });
  }
  return true;
});

/** What an out-store serves: the document that asked for the goods, with its lines. */
const sourceOfOutStore = serve(sourceBill, async (context, { id, billCode }) => {
  if (id === null && billCode === null) throw new Refused(refuse('param.missing', { name: 'id' }));
  const out = await readRecord(outStore, context, id === null ? { billCode: billCode! } : { id: readIds({ id })[0]! });
  if (out === undefined) throw unknownRecord(outStore.label);
  const { type, document } = sourceOf(context, out);
  const source = await readRecord({ ...document, scope: null }, context, { id: out.sourceBillId });
  return { sourceBillType: type, ...source };
});

export const pickLineCalls: readonly Call[] = [pickLines, pickLine, savePickLine, removePickLines, sourceOfOutStore];
