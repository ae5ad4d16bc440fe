/** A delivery that was entered wrongly is taken back as a whole: opposite moves, and the bill as if it had not come. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { audit } from '../../kernel/server/audit.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readIds, type MoveOn } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { dropWarnings } from '../prices/warnings/price-watch.server.ts';
import { reverse } from '../stock/ledger/reversal.server.ts';
import { actOnBill, writeProgress, type Bill } from './bill.server.ts';
import { linesOf, type StoredLine } from './bill-lines.server.ts';
import { lineAfter, type LineFigures } from './delivery.rules.ts';
import { selfSettled, settleOver, unsettle } from './differences.server.ts';
import * as calls from './in-store.calls.ts';
import { inStore } from './in-store.document.ts';
import { inStoreReceiving } from './in-store-receiving.resource.ts';
import { barsOf } from './reversal-bars.port.server.ts';

export const reverseReceiving = serve(calls.reverseReceiving, async (context, input) => {
  const { reason } = input;
  const receivingId = readIds({ id: input.receivingId })[0]!;
  const named = await context.tx.row<{ instoreId: string; receivingCode: string; state: string }>(
    sql`select instore_id, receiving_code, state from in_store_receiving where id = ${receivingId}::bigint`,
  );
  if (named === undefined) throw unknownRecord(inStoreReceiving.label);
  if (named.state === 'reversed')
    throw new Refused(refuse('receiving.reversed-already', { code: named.receivingCode }));
  await actOnBill(context, 'reverseReceiving', named.instoreId, (bill, moveOn) =>
    takeBack(context, bill, receivingId, reason, moveOn),
  );
  return true;
});

/** What was received goes back out, line by line; the bill is open again as far as it was. */
async function takeBack(
  context: Context,
  bill: Bill,
  receivingId: string,
  reason: string,
  moveOn: MoveOn<typeof inStore>,
): Promise<void> {
  const record = (await context.tx.row<{ receivingCode: string; state: string }>(
    sql`select receiving_code, state from in_store_receiving where id = ${receivingId}::bigint for update`,
  ))!;
  if (record.state === 'reversed')
    throw new Refused(refuse('receiving.reversed-already', { code: record.receivingCode }));

  const came = await context.tx.rows<{ id: string; detailId: string; acceptedQty: string; refusedQty: string }>(
    sql`select id, detail_id, accepted_qty, refused_qty from in_store_receiving_detail
      where in_store_receiving_id = ${receivingId}::bigint`,
  );
  const bars = await barsOf(
    context,
    came.map((line) => line.id),
  );
  if (bars.length > 0) throw new Refused(...bars);
  const ledgerBill = { type: 'invinstore', id: bill.id, code: bill.billCode };
  await reverse(
    context,
    ledgerBill,
    ledgerBill,
    came.map((line) => line.id),
  );
  await dropWarnings(
    context,
    inStore.name,
    [bill.id],
    came.map((line) => line.id),
  );

  const lines = await linesOf(context, bill.id);
  const back = Map.groupBy(came, (line) => line.detailId);
  const opened = await selfSettled(context, bill, [...back.keys()]);
  const sum = (detailId: string, name: 'acceptedQty' | 'refusedQty'): Decimal =>
    Decimal.sum(back.get(detailId)!.map((line) => Decimal.of(line[name]).negated()));
  const touched = lines
    .filter((line) => back.has(line.detailId))
    .map((line) => {
      const settledBack = opened.get(line.detailId) ?? Decimal.zero;
      return {
        line,
        settledBack,
        after: lineAfter(line, {
          accepted: sum(line.detailId, 'acceptedQty'),
          refused: sum(line.detailId, 'refusedQty'),
          settled: settledBack.negated(),
        }),
      };
    });
  await unsettle(
    context,
    bill,
    touched.map(({ line, settledBack, after }) => ({ line, qty: settledBack, received: after.received })),
  );
  await settleOver(
    context,
    bill,
    touched.map(({ line, after }) => ({ line, over: after.over, received: after.received })),
    `冲销收货 ${record.receivingCode}`,
  );
  const figures = new Map<string, LineFigures>(touched.map(({ line, after }) => [line.detailId, after]));
  await writeProgress(context, bill, lines, figures);
  const amount = Decimal.sum(
    came.map((each) =>
      Decimal.of(each.acceptedQty)
        .times(lines.find((line) => line.detailId === each.detailId)?.price ?? Decimal.zero)
        .rounded(2),
    ),
  );
  await context.tx.run(
    sql`update in_store_receiving set state = 'reversed', reversed_reason = ${reason}, version = version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now() where id = ${receivingId}::bigint`,
  );
  await context.tx.run(
    sql`update in_store_receiving_detail set piece_weight = null
      where in_store_receiving_id = ${receivingId}::bigint and piece_weight is not null`,
  );
  await audit(context, [
    {
      resource: inStoreReceiving.name,
      recordId: receivingId,
      action: 'reverse',
      title: record.receivingCode,
      changes: { state: ['posted', 'reversed'], reversedReason: [null, reason] },
    },
  ]);
  const nothingCame = lines.every((line) => isUntouched(line, figures.get(line.detailId)));
  await moveOn({
    to: nothingCame ? 'to-receive' : 'receiving',
    reason,
    also: sql`
      amount = amount - ${amount.toString()}::numeric, complete_time = null,
      first_receive_time = case when ${nothingCame} then null else first_receive_time end,
      received_line_count = (select count(*) from in_store_detail d
      where d.in_store_id = in_store.id and d.received_qty > 0)`,
  });
}

/** Nothing of the line was received, refused or explained: as if the bill had just been made. */
function isUntouched(line: StoredLine, after: LineFigures | undefined): boolean {
  const { received, refused, settled } = after ?? line;
  return [received, refused, settled, line.waiting].every((qty) => qty.isZero());
}
