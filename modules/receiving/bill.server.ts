/** An in-store about to change: locked with the order it comes from, upstream first. */
import type { ActionOf } from '../../kernel/core/declaration.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { actOn, moveState, type MoveOn } from '../../kernel/server/run-action.ts';
import { lockRows } from '../../kernel/server/save.ts';
import { orderReceived } from '../purchasing/order-progress.server.ts';
import type { LineFigures } from './delivery.rules.ts';
import { inStore } from './in-store.document.ts';
import { writeFigures, type StoredLine } from './bill-lines.server.ts';

export interface Bill extends Acting<typeof inStore> {
  readonly orderId: string | null;
  readonly supplierId: string | null;
  readonly locationId: string;
  readonly channel: string;
}

/** Id of the bill a call names: `instoreId`, `billId` or `id`. */
export function readBillId({
  instoreId,
  billId,
  id,
}: Readonly<Record<'instoreId' | 'billId' | 'id', string | null>>): Id {
  const given = instoreId ?? billId ?? id;
  if (given === null) throw new Refused(refuse('receiving.code-missing'));
  if (!/^\d{1,19}$/.test(given)) throw new Refused(refuse('param.invalid', { name: 'instoreId', value: given }));
  return given;
}

/**
 * Locks the orders bills come from: before the bills themselves (`stock/locks.server.ts`). Their ids are read first, as
 * an array: under row-level security a cast between two tables would keep the index from being used.
 */
export const lockOrdersOf = (context: Context, ids: readonly string[]): Promise<unknown> =>
  context.tx.run(sql`
    select 1 from purchase_order o where o.id = any(array(select s.source_bill_id::bigint from in_store s
    where s.id = any(${ids as string[]}::bigint[]) and s.source_bill_type = 'purchase-order'))
    order by o.id for update`);

/** A locked bill with what every change of it asks. */
const billOf = (document: Acting<typeof inStore>): Bill => {
  const { row } = document;
  return {
    ...document,
    orderId: row.sourceBillType === 'purchase-order' ? row.sourceBillId : null,
    supplierId: row.supplierId,
    locationId: row.locationId,
    channel: row.channel,
  };
};

/** Locks the order, then the bill, whatever state it is in. */
export async function lockBillWithOrder(context: Context, id: string): Promise<Bill> {
  await lockOrdersOf(context, [id]);
  const [row] = await lockRows(inStore, context, [id]);
  if (row === undefined) throw unknownRecord(inStore.label);
  return billOf({ id, billCode: row.billCode, status: row.status, row });
}

/** Runs an action on a bill (`actOn`). */
export const actOnBill = <T>(
  context: Context,
  action: ActionOf<typeof inStore>,
  id: string,
  effect: (bill: Bill, moveOn: MoveOn<typeof inStore>) => Promise<T>,
): Promise<T> => actOn(context, inStore, action, id, (document, moveOn) => effect(billOf(document), moveOn));

/** Moves a bill on by what happens to its cases, leaving its trace in the timeline. */
export const moveBill = (context: Context, bill: Bill, event: string, to: string): Promise<void> =>
  moveState(inStore, context, [bill], event, { to }, null);

/** Writes changed lines, the bill's counters, and tells the order what it has by now. */
export async function writeProgress(
  context: Context,
  bill: Bill,
  lines: readonly StoredLine[],
  figures: ReadonlyMap<string, LineFigures>,
): Promise<void> {
  const received = lines.flatMap((line) => {
    const after = figures.get(line.detailId);
    return after === undefined || line.sourceDetailId === null
      ? []
      : [
          {
            orderLineId: line.sourceDetailId,
            receivedQty: after.received.toString(),
            settledQty: after.settled.toString(),
          },
        ];
  });
  await Promise.all([
    writeFigures(context, figures),
    bill.orderId !== null && orderReceived(context, bill.orderId, received),
  ]);
}
