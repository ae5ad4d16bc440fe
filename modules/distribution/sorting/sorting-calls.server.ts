/** The acts of the sorting table as calls. */
import type { InputOf } from '../../../kernel/core/contract.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { readFields } from '../../../kernel/core/validate.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { momentMade } from '../../../parts/device-entries/device-time.rules.ts';
import { requireOwnEntries } from '../../../parts/device-entries/taken-entries.server.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { doActs } from './sorting-acts.server.ts';
import type { Act } from './sorting-act.ts';
import * as calls from './sorting.calls.ts';

/** A device sends entries for at most so long after they were made; what is older counts as made then. */
const SINCE = '2000-01-01 00:00:00';

interface Sent {
  readonly key: string | null;
  readonly madeTime: string | null;
  readonly deviceTime: string | null;
  readonly madeBy: string | null;
  readonly opKey: string | null;
}
/** What a device says of an act it sends later: its key, and when it was done by the server's clock. */
function entryOf(context: Context, sent: Sent): Pick<Act, 'opKey' | 'opTime'> {
  requireOwnEntries(context, sent.madeBy);
  return { opKey: sent.opKey ?? sent.key, opTime: momentMade(context.now, sent.madeTime, sent.deviceTime, SINCE) };
}

/** The line an act is about: named itself, or by its order and line of the order. */
async function lineOf(context: Context, input: InputOf<typeof calls.saveDistributionLog.input>): Promise<Id> {
  if (input.id !== null) return readIds({ id: input.id })[0]!;
  const found = await context.tx.rows<{ id: Id }>(sql`
    select l.id from distribution_statement_log l where l.order_no = ${input.orderNo ?? ''}
      and l.order_detail_id = ${input.orderDetailId ?? ''} and l.shipped_flag = 0 and l.state <> 'void'
    order by l.state not in ('waiting', 'undone'), l.id limit 1`);
  if (found[0] === undefined) throw new Refused(refuse('sorting.line-unknown', { line: 1 }, { field: 'id' }));
  return found[0].id;
}

const saveLog = serve(calls.saveDistributionLog, async (context, input) => {
  const id = await lineOf(context, input);
  const entry = entryOf(context, input);
  if (input.state === 'undone') {
    await doActs(context, [{ id, op: 'undo', ...entry }]);
    return true;
  }
  const num = input.num ?? (input.state === 'short' ? '0' : null);
  if (num === null)
    throw new Refused(refuse('field.required', { name: calls.saveDistributionLog.input.num.label }, { field: 'num' }));
  await doActs(context, [
    {
      id,
      op: 'sort',
      isFirst: true,
      num: Decimal.of(num),
      shortReason: input.shortReason,
      pieces: input.pieces,
      weight: input.weight === null ? null : Decimal.of(input.weight),
      ...given(input, ['batchId', 'labelNo', 'basketNo', 'deviceId']),
      ...entry,
    },
  ]);
  return true;
});

/** What was sent of some keys; what was left out stays as it is. */
const given = <T extends object, K extends keyof T>(from: T, keys: readonly K[]): Partial<Pick<T, K>> =>
  Object.fromEntries(keys.flatMap((key) => (from[key] === null ? [] : [[key, from[key]]]))) as Partial<Pick<T, K>>;

const changeNumber = serve(calls.updateNumById, async (context, { id, num, shortReason }) => {
  await doActs(context, [{ id: readIds({ id })[0]!, op: 'number', num: Decimal.of(num), shortReason }]);
  return true;
});

const changeStore = serve(calls.updateFactoryWarehouse, async (context, input) => {
  const ids = readIds(input);
  await doActs(
    context,
    ids.map((id) => ({ id, op: 'warehouse', factoryWarehouseId: input.factoryWarehouseId })),
  );
  return true;
});

const takeBack = serve(calls.undo, async (context, input) => {
  const { opKey, ...entry } = entryOf(context, input);
  await doActs(
    context,
    readIds(input).map((id, index) => ({
      id,
      op: 'undo',
      reason: input.reason,
      opKey: opKey == null ? null : index === 0 ? opKey : `${opKey}/${index}`,
      ...entry,
    })),
  );
  return true;
});

const LINES_MAX = 500;
const saveMany = serve(calls.updateBatch, async (context, _, { body }) => {
  const acts = readBatch(body);
  await doActs(context, acts);
  return true;
});

/** The lines that were sent, bare or under `details`; all that is wrong with them is said at once. */
function readBatch(body: Input): readonly Act[] {
  const sent = [body['body'], body['details']].find((each): each is unknown[] => Array.isArray(each)) ?? [];
  if (sent.length === 0) throw new Refused(refuse('sorting.no-lines-sent'));
  if (sent.length > LINES_MAX) throw new Refused(refuse('ids.too-many', { max: LINES_MAX }));
  const refusals: Refusal[] = [];
  const seen = new Set<Id>();
  const acts = sent.map((each, index): Act => {
    const line = index + 1;
    const read = readFields(calls.batchLine, typeof each === 'object' && each !== null ? (each as Input) : {}, true);
    refusals.push(...read.refusals.map((refusal) => ({ ...refusal, line })));
    const values = read.values as Partial<InputOf<typeof calls.batchLine>>;
    const id = values.id ?? '';
    if (!/^\d{1,19}$/.test(id) || seen.has(id)) refusals.push(refuse('sorting.line-unknown', { line }, { line }));
    seen.add(id);
    const { num = null, state = null, factoryWarehouseId = null, waveNo = null, batchId = null } = values;
    const figure = num ?? (state === 'short' ? '0' : null);
    return {
      id,
      line,
      op: state === 'undone' ? 'undo' : figure !== null ? 'number' : 'warehouse',
      ...(figure === null || state === 'undone' ? {} : { num: Decimal.of(figure) }),
      shortReason: values.shortReason ?? null,
      ...(factoryWarehouseId === null ? {} : { factoryWarehouseId }),
      ...(waveNo === null ? {} : { waveNo }),
      ...(batchId === null ? {} : { batchId }),
    };
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return acts;
}

export const sortingActCalls: readonly Call[] = [saveLog, changeNumber, changeStore, takeBack, saveMany];
