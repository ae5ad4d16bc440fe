/** A delivery entered by mistake is reversed as a whole: opposite moves, and the bill as it was before it. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { InputOf } from '../../kernel/core/contract.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { audit } from '../../kernel/server/audit.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readIds, type MoveOn } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { dropWarnings } from '../prices/warnings/price-watch.server.ts';
import { reverseEntries } from '../settlement/write-entries.server.ts';
import { reverse } from '../stock/ledger/reversal.server.ts';
import { actOnBill, ledgerBillOf, writeProgress, type Bill } from './bill.server.ts';
import { linesOf, type StoredLine } from './bill-lines.server.ts';
import { lineAfter, type LineFigures } from './delivery.rules.ts';
import { selfSettled, settleOver, unsettle } from './differences.server.ts';
import * as calls from './in-store.calls.ts';
import { inStore } from './in-store.document.ts';
import { inStoreReceiving } from './in-store-receiving.resource.ts';
import { barsOf } from './reversal-bars.port.server.ts';

export const reverseReceiving = serve(calls.reverseReceiving, (context, input) => reverseGoods(context, input));

/** Takes back a delivery on a bill that `of`, the in-store or one of its faces, shows. */
export async function reverseGoods(
  context: Context,
  input: InputOf<typeof calls.reverseReceiving.input>,
  of = inStore,
): Promise<true> {
  const { reason } = input;
  const receivingId = readIds({ id: input.receivingId })[0]!;
  const named = await context.tx.row<{ instoreId: string; receivingCode: string; state: string }>(
    sql`select instore_id, receiving_code, state from in_store_receiving where id = ${receivingId}::bigint`,
  );
  if (named === undefined) throw unknownRecord(inStoreReceiving.label);
  if (named.state === 'reversed')
    throw new Refused(refuse('receiving.reversed-already', { code: named.receivingCode }));
  await actOnBill(
    context,
    'reverseReceiving',
    named.instoreId,
    (bill, moveOn) => reverseDelivery(context, bill, receivingId, reason, moveOn),
    of,
  );
  return true;
}

interface ReceivedLine {
  readonly id: string;
  readonly detailId: string;
  readonly acceptedQty: string;
  readonly refusedQty: string;
  readonly deliveredPrice: string | null;
}

/** What was received goes back out, line by line; the bill is open again as far as it was. */
async function reverseDelivery(
  context: Context,
  bill: Bill,
  receivingId: string,
  reason: string,
  moveOn: MoveOn<typeof inStore>,
): Promise<void> {
  const { receivingCode } = await lockPosted(context, receivingId);
  const received = await context.tx.rows<ReceivedLine>(
    sql`select id, detail_id, accepted_qty, refused_qty, delivered_price from in_store_receiving_detail
      where in_store_receiving_id = ${receivingId}::bigint`,
  );
  await reverseMoves(
    context,
    bill,
    received.map((line) => line.id),
  );
  const lines = await linesOf(context, bill.id);
  const figures = await restoreLines(context, bill, lines, received, receivingCode);
  await markReversed(context, receivingId, receivingCode, reason);
  const isEmpty = lines.every((line) => isUntouched(line, figures.get(line.detailId)));
  await moveOn({
    to: isEmpty ? 'to-receive' : 'receiving',
    reason,
    also: sql`
      amount = amount - ${amountOf(bill, lines, received).toString()}::numeric,
      settlement_amount = settlement_amount - coalesce((select sum(m.settlement_amount) from stock_move m
        where m.bill_type = ${ledgerBillOf(bill).type} and m.bill_id = in_store.id and m.reverses_move_id is null
          and m.line_id = any(${received.map((line) => line.id)}::bigint[])), 0), complete_time = null,
      first_receive_time = case when ${isEmpty} then null else first_receive_time end,
      received_line_count = (select count(*) from in_store_detail d
      where d.in_store_id = in_store.id and d.received_qty > 0)`,
  });
}

/** Locks a delivery that is posted. */
async function lockPosted(context: Context, receivingId: string): Promise<{ readonly receivingCode: string }> {
  const record = (await context.tx.row<{ receivingCode: string; state: string }>(
    sql`select receiving_code, state from in_store_receiving where id = ${receivingId}::bigint for update`,
  ))!;
  if (record.state === 'reversed')
    throw new Refused(refuse('receiving.reversed-already', { code: record.receivingCode }));
  return record;
}

/** Opposite moves, unless something bars the reversal; price warnings of the lines are dropped. */
async function reverseMoves(context: Context, bill: Bill, lineIds: readonly string[]): Promise<void> {
  const bars = await barsOf(context, lineIds);
  if (bars.length > 0) throw new Refused(...bars);
  const ledgerBill = ledgerBillOf(bill);
  await reverseEntries(context, await reverse(context, ledgerBill, ledgerBill, lineIds));
  await dropWarnings(context, inStore.name, [bill.id], lineIds);
}

/** Takes what was received off the lines of the bill and their differences; answers the figures of those it changed. */
async function restoreLines(
  context: Context,
  bill: Bill,
  lines: readonly StoredLine[],
  received: readonly ReceivedLine[],
  receivingCode: string,
): Promise<ReadonlyMap<string, LineFigures>> {
  const byLine = Map.groupBy(received, (line) => line.detailId);
  const opened = await selfSettled(context, bill, [...byLine.keys()]);
  const negative = (detailId: string, name: 'acceptedQty' | 'refusedQty'): Decimal =>
    Decimal.sum(byLine.get(detailId)!.map((line) => Decimal.of(line[name]).negated()));
  const restored = lines
    .filter((line) => byLine.has(line.detailId))
    .map((line) => {
      const reopened = opened.get(line.detailId) ?? Decimal.zero;
      const after = lineAfter(line, {
        accepted: negative(line.detailId, 'acceptedQty'),
        refused: negative(line.detailId, 'refusedQty'),
        settled: reopened.negated(),
      });
      return { line, reopened, after };
    });
  await unsettle(
    context,
    bill,
    restored.map(({ line, reopened, after }) => ({ line, qty: reopened, received: after.received })),
  );
  await settleOver(
    context,
    bill,
    restored.map(({ line, after }) => ({ line, over: after.over, received: after.received })),
    label(`冲销收货 ${receivingCode}`, `Delivery ${receivingCode} reversed`),
  );
  const figures = new Map<string, LineFigures>(restored.map(({ line, after }) => [line.detailId, after]));
  await writeProgress(context, bill, lines, figures);
  return figures;
}

const amountOf = ({ source }: Bill, lines: readonly StoredLine[], received: readonly ReceivedLine[]): Decimal =>
  Decimal.sum(
    received.map((each) =>
      Decimal.of(each.acceptedQty)
        .times(
          source?.paidAtDoor === true && each.deliveredPrice !== null
            ? Decimal.of(each.deliveredPrice)
            : (lines.find((line) => line.detailId === each.detailId)?.price ?? Decimal.zero),
        )
        .rounded(2),
    ),
  );

async function markReversed(context: Context, receivingId: string, title: string, reason: string): Promise<void> {
  await context.tx.run(
    sql`update in_store_receiving set state = 'reversed', reversed_reason = ${reason}, version = version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now() where id = ${receivingId}::bigint`,
  );
  await context.tx.run(
    sql`update in_store_receiving_detail set piece_weight = null, arrive_time = null, paid_price = null,
        settled_price = null
      where in_store_receiving_id = ${receivingId}::bigint
        and coalesce(piece_weight, paid_price, settled_price) is not null`,
  );
  await audit(context, [
    {
      resource: inStoreReceiving.name,
      recordId: receivingId,
      action: 'reverse',
      title,
      changes: { state: ['posted', 'reversed'], reversedReason: [null, reason] },
    },
  ]);
}

/** Nothing of the line was received, refused or explained: as if the bill had just been made. */
function isUntouched(line: StoredLine, after: LineFigures | undefined): boolean {
  const { received, refused, settled } = after ?? line;
  return [received, refused, settled, line.waiting].every((qty) => qty.isZero());
}
