/**
 * The differences of a count are reviewed and post: what is missing leaves, what was found comes in, what agreed stands
 * as evidence.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id, Values } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { readFields } from '../../kernel/core/validate.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import type { Call, Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { linesIn } from '../../parts/http/request-input.ts';
import { readIds, runAction } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { promisesShortened } from '../issuing/promises-shortened.server.ts';
import { amountOf } from '../stock/ledger/cost.rules.ts';
import { holdStock } from '../stock/ledger/locks.server.ts';
import { receive, type Receipt } from '../stock/lots/lots.server.ts';
import { post, type PostedMove, type Posting } from '../stock/ledger/posting.server.ts';
import { makeRoom } from '../stock/ledger/reservations.server.ts';
import { bookOf, costOf, sumDifferences, type BookLine } from './count-book.server.ts';
import { confirmCount, type SettledLine } from './count-variance.rules.ts';
import { countFaces, ledgerTypeOf, type CountFace } from './faces/count-faces.server.ts';
import { stockCheck } from './stock-check.document.ts';
import { oneMayDoBoth } from './check-lock.server.ts';

/** What the reviewer says of a line: why it differs, and which expectation they saw. */
interface Reviewed {
  readonly cause: string | null;
  readonly causeRemark: string | null;
  readonly seen: Decimal | null;
}
const { cause, causeRemark } = stockCheck.lines!.details.fields;
const writable = {
  cause: { ...cause, rules: { ...cause.rules, readonly: false } },
  causeRemark: { ...causeRemark, rules: { ...causeRemark.rules, readonly: false } },
};

const doCheckApproval = ({ calls, of }: CountFace): Call =>
  serve(calls.doCheckApproval, async (context, input) => {
    const { comment, details } = input;
    readReview(details);
    await runAction(of(context), 'doCheckApproval', context, {
      ids: readIds({ id: input.checkId ?? input.id ?? input.ids })[0]!,
      comment,
      details,
    });
    return true;
  });

/** Nobody reviews what they counted. What a reviewer says stands with the lines, whoever else is still to be asked. */
export async function takeReview(
  context: Context,
  checks: readonly Acting[],
  { details }: Input,
): Promise<readonly Refusal[]> {
  const reviewed = readReview(details);
  if (reviewed.size === 0) return notByCounters(context, checks);
  const lines = await bookOf(
    context,
    checks.map(({ id }) => id),
  );
  const stray = [...reviewed.keys()].find((lineId) => !lines.some((line) => line.id === lineId));
  if (stray !== undefined) return [refuse('counting.line-unknown', { line: [...reviewed.keys()].indexOf(stray) + 1 })];
  await keepCauses(context, reviewed);
  return notByCounters(context, checks);
}

const keepCauses = (context: Context, reviewed: ReadonlyMap<Id, Reviewed>): Promise<number> =>
  context.tx.run(sql`
  update stock_check_detail d set cause = coalesce(g.cause, d.cause), cause_remark = coalesce(g.remark, d.cause_remark)
  from jsonb_to_recordset(${JSON.stringify(
    [...reviewed].map(([id, { cause: because, causeRemark: remark }]) => ({ id, cause: because, remark })),
  )}::jsonb) as g(id bigint, cause text, remark text) where d.id = g.id`);

/** Everybody who is asked agreed. */
export async function postCounts(
  context: Context,
  checks: readonly Acting<typeof stockCheck>[],
  { details }: Input,
): Promise<void> {
  const reviewed = readReview(details);
  for (const check of checks) await postCount(context, check, reviewed);
}

async function postCount(
  context: Context,
  check: Acting<typeof stockCheck>,
  reviewed: ReadonlyMap<Id, Reviewed>,
): Promise<void> {
  const { id } = check;
  const before = await bookOf(context, [id]);
  // From here on nobody moves these goods; what the book says now is what the differences are measured by.
  await holdStock(context, before);
  const lines = await bookOf(context, [id]);
  const { settled, refusals } = confirmCount(
    lines.map((line) => ({
      line: line.lineNo,
      material: line.material,
      batch: line.batch,
      unit: line.unit,
      counted: line.lineState === 'skipped' ? null : line.counted,
      expected: line.expected,
      seenExpected: reviewed.get(line.id)?.seen ?? line.seenExpected ?? line.expected,
      lateBills: line.lateBills ?? '',
      onHand: line.onHand,
      cause: reviewed.get(line.id)?.cause ?? line.cause,
    })),
  );
  if (refusals.length > 0) throw new Refused(...refusals);
  const shortBills = await cutPromises(context, lines, settled);
  const posted = await postDifferences(context, check, lines, settled);
  await writeSettled(context, check, lines, settled, reviewed, posted, shortBills);
}

function readReview(details: unknown): Map<Id, Reviewed> {
  const refusals: Refusal[] = [];
  const reviewed = new Map<Id, Reviewed>();
  for (const [index, body] of linesIn({ details }).entries()) {
    const { id: named, detailId, expectedQty: seen } = body;
    const id = String(named ?? detailId ?? '');
    if (!/^\d{1,19}$/.test(id))
      refusals.push(refuse('counting.line-unknown', { line: index + 1 }, { line: index + 1 }));
    const read = readFields(writable, body, true);
    refusals.push(...read.refusals.map((refusal) => ({ ...refusal, line: index + 1 })));
    const values: Partial<Values<typeof writable>> = read.values;
    reviewed.set(id, {
      cause: values.cause ?? null,
      causeRemark: values.causeRemark ?? null,
      seen: typeof seen === 'string' && Decimal.isText(seen) ? Decimal.of(seen) : null,
    });
  }
  if (refusals.length > 0) throw new Refused(...refusals);
  return reviewed;
}

/** Whether they are the last who is asked or not. */
async function notByCounters(context: Context, checks: readonly Acting[]): Promise<readonly Refusal[]> {
  const me = context.user.userId;
  const own = await context.tx.rows<{ id: string }>(sql`
    select distinct d.stock_check_id as id from stock_check_detail d
    where d.stock_check_id = any(${checks.map((check) => check.id)}::bigint[])
      and (d.count_user_id = ${me}::bigint or d.second_user_id = ${me}::bigint)`);
  if (own.length === 0 || (await oneMayDoBoth(context))) return [];
  return checks
    .filter((check) => own.some((each) => each.id === check.id))
    .map((check) => refuse('counting.own-count', { billCode: check.billCode }));
}

/** A loss may cut into what others were promised: the newest promises are shortened. Answers their documents. */
async function cutPromises(
  context: Context,
  lines: readonly BookLine[],
  settled: readonly SettledLine[],
): Promise<string> {
  const net = new Map<Id, { locationId: Id; qty: Decimal }>();
  for (const [index, line] of lines.entries())
    net.set(line.materialId, {
      locationId: line.locationId,
      qty: (net.get(line.materialId)?.qty ?? Decimal.zero).minus(settled[index]!.variance),
    });
  const losses = [...net]
    .filter(([, { qty }]) => qty.isPositive())
    .map(([materialId, { locationId, qty }]) => ({ locationId, materialId, qty: qty.toString() }));
  const short = losses.length === 0 ? [] : await makeRoom(context, losses);
  await promisesShortened(context, short);
  return [...new Set(short.map((bill) => bill.billCode))].join(', ');
}

/** Lots of the book first, lots that were found after them, since their numbers are taken last. */
async function postDifferences(
  context: Context,
  check: Acting<typeof stockCheck>,
  lines: readonly BookLine[],
  settled: readonly SettledLine[],
): Promise<Map<Id, PostedMove>> {
  const bill = { type: ledgerTypeOf(check.row.placeKind), id: check.id, code: check.billCode };
  const postings: Posting[] = [];
  const receipts: Receipt[] = [];
  for (const [index, line] of lines.entries()) {
    const { kind, variance } = settled[index]!;
    if (kind === 'none' || (line.batchId === null && kind === 'zero')) continue;
    const pieces = line.countedAux === null ? Decimal.zero : line.countedAux.minus(line.expectedAux);
    const moved = {
      bill,
      lineId: line.id,
      materialId: line.materialId,
      qty: variance.abs().toString(),
      line: line.lineNo,
      ...(line.cause === null ? {} : { reasonDetail: line.cause }),
    };
    const amount = amountOf(variance.abs(), costOf(line, variance)).toString();
    if (line.batchId === null) {
      receipts.push({
        ...moved,
        reason: 'count.gain',
        locationId: line.locationId,
        amount,
        provisional: true,
        auxQty: (line.countedAux ?? Decimal.zero).toString(),
        ...(line.supplierId === null ? {} : { supplierId: line.supplierId }),
        ...(line.supplierBatchNo === null ? {} : { supplierBatchNo: line.supplierBatchNo }),
        ...(line.productionDate === null ? {} : { productionDate: line.productionDate }),
        ...(line.expiryDate === null ? {} : { expiryDate: line.expiryDate }),
      });
    } else if (kind === 'loss')
      postings.push({
        ...moved,
        batchId: line.batchId,
        reason: 'count.loss',
        from: line.locationId,
        auxQty: pieces.negated().toString(),
      });
    else
      postings.push({
        ...moved,
        batchId: line.batchId,
        reason: kind === 'gain' ? 'count.gain' : 'count.zero',
        to: line.locationId,
        amount: kind === 'gain' ? amount : '0',
        auxQty: pieces.toString(),
      });
  }
  const moves = await post(context, postings);
  const found = await receive(context, receipts);
  return new Map([...moves, ...found.flatMap((lot) => lot.moves)].map((move) => [move.lineId, move]));
}

/** The lines as they were settled, with what they were worth; found lots carry their number from now on. */
async function writeSettled(
  context: Context,
  check: Acting,
  lines: readonly BookLine[],
  settled: readonly SettledLine[],
  reviewed: ReadonlyMap<Id, Reviewed>,
  posted: ReadonlyMap<Id, PostedMove>,
  shortBills: string,
): Promise<void> {
  const rows = lines.map((line, index) => {
    const move = posted.get(line.id);
    const { kind, variance } = settled[index]!;
    const review = reviewed.get(line.id);
    return {
      id: line.id,
      batch: move?.batchId ?? line.batchId,
      expected: line.expected,
      moved: line.expected.minus(line.start),
      variance,
      cost: move?.unitCost ?? '0',
      amount: move?.amount ?? '0',
      cause: variance.isZero() ? null : (review?.cause ?? line.cause),
      remark: review?.causeRemark ?? null,
      state: kind === 'none' ? 'skipped' : 'agreed',
    };
  });
  await context.tx.run(sql`
    update stock_check_detail d set batch_id = g.batch, expected_qty = g.expected, move_qty = g.moved,
      variance_qty = g.variance, variance_cost = g.cost, variance_amount = g.amount, cause = g.cause,
      cause_remark = coalesce(g.remark, d.cause_remark), line_state = g.state
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id bigint, batch bigint, expected numeric,
      moved numeric, variance numeric, cost numeric, amount numeric, cause text, remark text, state text)
      where d.id = g.id`);
  await sumDifferences(context, [check.id]);
  await context.tx.run(
    sql`update stock_check set short_bills = ${shortBills === '' ? null : shortBills} where id = ${check.id}::bigint`,
  );
}

/** Sends chosen lines of a count back, or all of them: somebody else counts them again. */
const recount = ({ calls, of }: CountFace): Call =>
  serve(calls.recount, async (context, input) => {
    const id = readIds({ id: input.checkId ?? input.id ?? input.ids })[0]!;
    await runAction(of(context), 'recount', context, {
      ids: id,
      reason: input.reason,
      lines: input.detailIds ?? 'all',
    });
    return true;
  });

/** Lines named, all of them, or those that differ: whoever rejects a count in the to-do list doubts these. */
export async function sendLinesBack(
  context: Context,
  checks: readonly Acting<typeof stockCheck>[],
  { lines }: Input,
): Promise<void> {
  for (const check of checks) await sendBack(context, check, lines);
}

async function sendBack(context: Context, check: Acting<typeof stockCheck>, which: unknown): Promise<void> {
  const { id } = check;
  const chosen = which === undefined || which === 'all' ? null : readIds({ ids: which });
  const lines =
    chosen !== null
      ? sql`and d.id = any(${chosen}::bigint[])`
      : which === 'all'
        ? sql``
        : sql`and (d.variance_qty <> 0 or not exists (select 1 from stock_check_detail o
          where o.stock_check_id = d.stock_check_id and o.variance_qty <> 0))`;
  const sent = await context.tx.run(sql`
    update stock_check_detail d set line_state = case when d.line_state = 'skipped' then 'waiting' else 'recount' end,
      need_second = case when d.line_state = 'skipped' then d.need_second else 1 end, skip_reason = null,
      first_qty = d.count_base_qty, count_user_id = coalesce(d.second_user_id, d.count_user_id), second_qty = null,
      second_user_id = null, second_time = null
    where d.stock_check_id = ${id}::bigint ${lines}`);
  if (sent === 0 || (chosen !== null && sent !== chosen.length))
    throw new Refused(refuse('counting.line-unknown', { line: 1 }));
  // Counting goes on blind where it was blind: what the review saw is gone from the lines.
  const seesBook = check.row.blind === 0;
  await context.tx.run(sql`
    update stock_check_detail d set move_qty = null, expected_qty = null, variance_qty = null, variance_cost = null,
      variance_amount = null, snapshot_qty = case when ${seesBook} then d.snapshot_qty end,
      snapshot_amount = case when ${seesBook} then d.snapshot_amount end
    where d.stock_check_id = ${id}::bigint`);
  await context.tx.run(
    sql`update stock_check set check_time = null, variance_count = null, gain_amount = null, loss_amount = null
      where id = ${id}::bigint`,
  );
}

export const reviewCalls: readonly Call[] = countFaces.flatMap((face) => [doCheckApproval(face), recount(face)]);
