/** Lines of a pick bill one at a time, as `pickdetail`: read, added, changed, removed, always through the bill and its rules. */
import type { Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { paging, readRecord } from '../../kernel/server/record-query.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { outStore } from './out-store.document.ts';
import { sourceOf } from './out-store-source.port.server.ts';
import { pick } from './pick.document.ts';

const LINE = label('领料明细', 'Line of a pick bill');
type PickBill = WholeRecord<typeof pick>;

async function billOf(registry: Registry, context: Context, id: Id): Promise<PickBill> {
  const bill = await readRecord(registry, pick, context, { id });
  if (bill === undefined) throw unknownRecord(pick.label);
  return bill;
}
async function billOfLine(registry: Registry, context: Context, lineId: Id): Promise<PickBill> {
  const owner = await context.tx.row<{ pickId: Id }>(
    sql`select d.pick_id from pick_detail d where d.id = ${lineId}::bigint`,
  );
  if (owner === undefined) throw unknownRecord(LINE);
  return billOf(registry, context, owner.pickId);
}

async function list(registry: Registry, context: Context, input: Input): Promise<unknown> {
  const { current, size } = paging(input);
  const bill = await billOf(registry, context, readIds({ id: input['billId'] ?? input['pickId'] })[0]!);
  const records = bill.details.map((line) => ({ ...line, billId: bill['id'], billCode: bill['billCode'] }));
  return {
    records: records.slice((current - 1) * size, current * size),
    total: records.length,
    size,
    current,
    pages: Math.ceil(records.length / size),
  };
}

async function detail(registry: Registry, context: Context, input: Input): Promise<unknown> {
  const [id] = readIds({ id: input['id'] });
  const bill = await billOfLine(registry, context, id!);
  return { ...bill.details.find((line) => line['id'] === id), billId: bill['id'], billCode: bill['billCode'] };
}

/** Adds a line (with `billId`) or changes one (with `id`): the bill is saved with it, by its own rules. */
async function submit(registry: Registry, context: Context, input: Input): Promise<unknown> {
  const id = input['id'] ? readIds({ id: input['id'] })[0]! : null;
  const bill =
    id === null
      ? await billOf(registry, context, readIds({ id: input['billId'] ?? input['pickId'] })[0]!)
      : await billOfLine(registry, context, id);
  const { version: _version, billId: _billId, pickId: _pickId, ...line } = input;
  const details =
    id === null
      ? [...bill.details, line]
      : bill.details.map((each) => (each['id'] === id ? { ...each, ...line } : each));
  await saveRecord(registry, pick, context, { id: bill['id'], details });
  return true;
}

async function remove(registry: Registry, context: Context, input: Input): Promise<unknown> {
  const ids = readIds(input);
  const owners = await context.tx.rows<{ id: Id; pickId: Id }>(
    sql`select d.id, d.pick_id from pick_detail d where d.id = any(${ids}::bigint[])`,
  );
  if (owners.length < ids.length) throw unknownRecord(LINE);
  for (const pickId of [...new Set(owners.map((owner) => owner.pickId))].toSorted()) {
    const bill = await billOf(registry, context, pickId);
    await saveRecord(registry, pick, context, {
      id: pickId,
      details: bill.details.filter((line) => !ids.includes(String(line['id']))),
    });
  }
  return true;
}

/** What an out-store serves: the document that asked for the goods, with its lines. */
async function sourceBill(registry: Registry, context: Context, input: Input): Promise<unknown> {
  const billCode = String(input['billCode'] ?? '');
  if (!input['id'] && billCode === '') throw new Refused(refuse('param.missing', { name: 'id' }));
  const out = await readRecord(
    registry,
    outStore,
    context,
    input['id'] ? { id: readIds({ id: input['id'] })[0]! } : { billCode },
  );
  if (out === undefined) throw unknownRecord(outStore.label);
  const { type, document } = sourceOf(context, out);
  const source = await readRecord(registry, { ...document, scope: null }, context, { id: String(out['sourceBillId']) });
  return { sourceBillType: type, ...source };
}

export const pickLineCalls = (registry: () => Registry): readonly Call[] => {
  const call = (
    method: Call['method'],
    path: string,
    permission: Call['permission'],
    summary: Call['summary'],
    handle: (registry: Registry, context: Context, input: Input) => Promise<unknown>,
  ): Call => ({
    method,
    service: 'store-management',
    path,
    permission,
    summary,
    handle: (context, input) => handle(registry(), context, input),
  });
  return [
    call('GET', 'pickdetail/list', 'pick_view', label('领料明细', 'Lines of a pick bill'), list),
    call('GET', 'pickdetail/detail', 'pick_view', label('一行领料明细', 'One line of a pick bill'), detail),
    call('POST', 'pickdetail/submit', ['pick_add', 'pick_edit'], label('保存一行领料明细', 'Save one line'), submit),
    call('POST', 'pickdetail/remove', ['pick_edit', 'pick_delete'], label('删除领料明细', 'Remove lines'), remove),
    call('GET', 'invoutstore/getSourceBill', 'invoutstore_view', label('来源单据', 'Source document'), sourceBill),
  ];
};
