/** An in-store bill about to change: locked with the order it comes from, upstream first. */
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Context, type Input } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import { moveState } from '../../kernel/server/run-action.ts';
import { lockRows } from '../../kernel/server/save.ts';
import { orderReceived } from '../purchasing/order-progress.server.ts';
import type { LineFigures } from './delivery.rules.ts';
import { inStore } from './in-store.document.ts';
import { writeFigures, type StoredLine } from './bill-lines.server.ts';

export interface Bill extends Acting {
  readonly orderId: string | null;
  readonly supplierId: string | null;
  readonly locationId: string;
  readonly channel: string;
}

/** Id of the bill a call names: `instoreId`, `billId` or `id`. */
export function readBillId(input: Input): string {
  const given = input['instoreId'] ?? input['billId'] ?? input['id'];
  if (given === undefined || given === null || given === '') throw new Refused(refuse('receiving.code-missing'));
  if (!/^\d{1,19}$/.test(String(given)))
    throw new Refused(refuse('param.invalid', { name: 'instoreId', value: String(given) }));
  return String(given);
}

/** Locks the order, then the bill (`stock/locks.server.ts`); refuses where its state does not allow the action. */
export async function lockBill(
  context: Context,
  id: string,
  action: keyof NonNullable<typeof inStore.life>['actions'],
): Promise<Bill> {
  const bill = await lockBillWithOrder(context, id);
  const { states, actions } = inStore.life!;
  const { from, label } = actions[action];
  if (!(from as readonly string[]).includes(bill.status))
    throw new Refused(
      refuse('document.state', { billCode: bill.billCode, state: states[bill.status as 'done'].label, action: label }),
    );
  return bill;
}

export async function lockBillWithOrder(context: Context, id: string): Promise<Bill> {
  await context.tx.run(sql`
    select 1 from purchase_order o where o.id = (select s.source_bill_id::bigint from in_store s where s.id = ${id}::bigint and s.source_bill_type = 'purchase-order') for update`);
  const [row] = await lockRows(inStore, context, [id]);
  if (row === undefined) throw unknownRecord(inStore.label);
  return {
    id,
    billCode: row.billCode,
    status: row.status,
    row,
    orderId: row.sourceBillType === 'purchase-order' ? row.sourceBillId : null,
    supplierId: row.supplierId,
    locationId: row.locationId,
    channel: row.channel,
  };
}

/** Moves the bill on, leaving its trace in the timeline; `also` are further assignments. */
export const moveBill = (
  context: Context,
  bill: Bill,
  action: string,
  to: string | undefined,
  reason: string | null = null,
  also?: Sql,
): Promise<void> => moveState(inStore, context, [bill], action, to === undefined ? {} : { to }, reason, also);

/** Writes changed lines, the bill's counters, and tells the order what it has by now. */
export async function writeProgress(
  context: Context,
  bill: Bill,
  lines: readonly StoredLine[],
  figures: ReadonlyMap<string, LineFigures>,
): Promise<void> {
  await writeFigures(context, figures);
  if (bill.orderId === null) return;
  await orderReceived(
    context,
    bill.orderId,
    lines.flatMap((line) => {
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
    }),
  );
}
