/** An in-store about to change: locked with the document it comes from, upstream first. */
import type { ActionOf } from '../../kernel/core/declaration.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { actOn, moveState, type MoveOn } from '../../kernel/server/run-action.ts';
import { lockRows } from '../../kernel/server/save.ts';
import type { LineFigures } from './delivery.rules.ts';
import { ledgerTypeOf } from './in-store-faces.server.ts';
import { inStore } from './in-store.document.ts';
import { inStoreSource, lockSourcesOf, type InStoreSource } from './in-store-source.port.server.ts';
import { writeFigures, type StoredLine } from './bill-lines.server.ts';

export interface Bill extends Acting<typeof inStore> {
  /** What its goods are expected by; undefined where no area provides that kind of document. */
  readonly source: InStoreSource | undefined;
  readonly sourceId: Id;
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

/** Locks the documents bills come from: before the bills themselves (`stock/locks.server.ts`). */
export const lockOrdersOf = (context: Context, ids: readonly string[]): Promise<unknown> =>
  lockSourcesOf(context, sql`select unnest(${ids as string[]}::bigint[])`);

/** A locked bill with what every change of it asks. */
const billOf = (context: Context, document: Acting<typeof inStore>): Bill => {
  const { row } = document;
  return {
    ...document,
    source: inStoreSource(context, row.sourceBillType),
    sourceId: row.sourceBillId,
    supplierId: row.supplierId,
    locationId: row.locationId,
    channel: row.channel,
  };
};

const { where: _site, ...ofAnyKind } = { ...inStore, scope: null };
/**
 * Locks the order, then the bill, of whatever kind and in whatever state it is: whoever settles its cases need not see
 * the bill, which is the other side's.
 */
export async function lockBillWithOrder(context: Context, id: string): Promise<Bill> {
  await lockOrdersOf(context, [id]);
  const [row] = await lockRows(ofAnyKind, context, [id]);
  if (row === undefined) throw unknownRecord(inStore.label);
  return billOf(context, { id, billCode: row.billCode, status: row.status, row });
}

/** Runs an action on a bill (`actOn`), through the face that shows it. */
export const actOnBill = <T>(
  context: Context,
  action: ActionOf<typeof inStore>,
  id: string,
  effect: (bill: Bill, moveOn: MoveOn<typeof inStore>) => Promise<T>,
  of = inStore,
): Promise<T> => actOn(context, of, action, id, (document, moveOn) => effect(billOf(context, document), moveOn));

/** A bill as the ledger names it. */
export const ledgerBillOf = ({ id, billCode, row }: Bill) => ({
  type: ledgerTypeOf(row.instoreType),
  id,
  code: billCode,
});

/** Moves a bill on by what happens to its cases, leaving its trace in the timeline. */
export const moveBill = (context: Context, bill: Bill, event: string, to: string): Promise<void> =>
  moveState(inStore, context, [bill], event, { to }, null);

/** Writes changed lines, the bill's counters, and passes on to its document what it has by now. */
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
            refusedQty: after.refused.toString(),
            settledQty: after.settled.toString(),
          },
        ];
  });
  await Promise.all([writeFigures(context, figures), bill.source?.received(context, bill.sourceId, received)]);
}
