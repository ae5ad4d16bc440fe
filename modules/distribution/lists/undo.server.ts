/** Taking back a bulk change: lines stand again as they did before it, parts of a split become one line again. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { closeExpected } from '../../stock/ledger/expected-receipts.server.ts';
import { finishChange, keepChange } from './change-lines.server.ts';
import { chosenLines, hindrances, type ListLine } from './chosen-lines.server.ts';
import { distributionBill } from './distribution-bill.document.ts';
import { distributionChange } from './distribution-change.resource.ts';
import type { DistributionKind } from './distribution-line.fields.ts';
import { followBills } from './line-progress.server.ts';
import { relink } from './relink.server.ts';
import { restoreLines } from './write-lines.server.ts';

interface StoredChange {
  readonly id: Id;
  readonly batchNo: string;
  readonly billType: DistributionKind;
  readonly changeType: string;
  readonly undoneById: Id | null;
  readonly detailIds: readonly Id[];
  readonly before: readonly {
    readonly id: Id;
    readonly billId: Id;
    readonly baseQty: DecimalText;
    readonly needBaseQty: DecimalText;
    readonly amount: DecimalText | null;
  }[];
}

/** Takes back a change, all of it or nothing; answers the change this is. */
export async function undoChange(context: Context, kind: DistributionKind, id: Id): Promise<Id> {
  const change = await context.tx.row<StoredChange>(sql`
    select c.id, c.batch_no, c.bill_type, c.change_type, c.undone_by_id, c.detail_ids, c.before
    from distribution_change c where c.id = ${id}::bigint for update`);
  if (change === undefined) throw unknownRecord(distributionChange.label);
  const { batchNo } = change;
  if (change.undoneById !== null) throw new Refused(refuse('distribution.already-undone', { batchNo }));
  const lines = await linesOf(context, kind, change);
  const since = lines.filter((line) => line.changeId !== id);
  if (since.length > 0 || lines.length < change.detailIds.length)
    throw new Refused(
      refuse('distribution.changed-since', {
        batchNo,
        count: since.length + change.detailIds.length - lines.length,
      }),
    );
  const against = await hindrances(context, lines, new Map());
  if (against.length > 0) throw new Refused(...against);
  return restore(context, kind, change, lines);
}

/** The lines of a change as they stand; one given back for self-purchase is nowhere to come back to. */
async function linesOf(context: Context, kind: DistributionKind, change: StoredChange): Promise<ListLine[]> {
  const there = await context.tx.rows<{ id: Id; kind: DistributionKind }>(sql`
    select d.id, b.kind from distribution_bill_detail d join distribution_bill b on b.id = d.distribution_bill_id
    where d.id = any(${[...change.detailIds]}::bigint[])`);
  if (change.changeType === 'source' && there.length === 0)
    throw new Refused(refuse('distribution.not-undoable', { batchNo: change.batchNo }));
  // A change of source moved its lines to the other list, whose rights count for taking them back as well.
  const standsIn = there[0]?.kind ?? kind;
  if (change.billType !== kind && standsIn !== kind) throw unknownRecord(distributionChange.label);
  return chosenLines(
    context,
    standsIn,
    there.map((line) => line.id),
    { lock: true },
  );
}

async function restore(
  context: Context,
  kind: DistributionKind,
  change: StoredChange,
  lines: readonly ListLine[],
): Promise<Id> {
  const undoId = await keepChange(context, kind, 'undo', change.detailIds, change.batchNo);
  const before = new Map(change.before.map((line) => [line.id, line]));
  const added = lines.filter((line) => !before.has(line.id));
  const bills = [...new Set([...lines.map((line) => line.billId), ...change.before.map((line) => line.billId)])];
  await relink(
    context,
    lines.flatMap((line) => {
      const then = before.get(line.id);
      const of = { ofBillId: line.billId, ofLineId: line.id };
      const gone = {
        ...of,
        billId: line.billId,
        lineId: line.id,
        needBaseQty: line.needBaseQty.negated().toString(),
        baseQty: line.baseQty.negated().toString(),
      };
      return then === undefined
        ? [gone]
        : isSame(line, then)
          ? []
          : [
              gone,
              { ...of, billId: then.billId, lineId: line.id, needBaseQty: then.needBaseQty, baseQty: then.baseQty },
            ];
    }),
    'undo',
  );
  await restoreLines(context, change.id);
  if (added.length > 0) {
    const ids = added.map((line) => line.id);
    await closeExpected(context, distributionBill.name, { lineIds: ids });
    await context.tx.run(sql`delete from distribution_bill_detail where id = any(${ids}::bigint[])`);
  }
  await context.tx.run(sql`update distribution_change set undone_by_id = ${undoId}::bigint, version = version + 1,
    update_time = now() where id = ${change.id}::bigint`);
  const costs = (amounts: readonly (DecimalText | null)[]): Decimal =>
    Decimal.sum(amounts.map((amount) => Decimal.of(amount ?? '0')));
  await finishChange(
    context,
    undoId,
    [...before.keys()],
    costs(change.before.map((line) => line.amount)).minus(costs(lines.map((line) => line.amount))),
  );
  await followBills(context, bills);
  return undoId;
}

const isSame = (line: ListLine, then: StoredChange['before'][number]): boolean =>
  line.billId === then.billId &&
  line.baseQty.equals(Decimal.of(then.baseQty)) &&
  line.needBaseQty.equals(Decimal.of(then.needBaseQty));
