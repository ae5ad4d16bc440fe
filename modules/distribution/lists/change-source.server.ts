/**
 * Lines that are to come from elsewhere: they move to the other list in the same act, or go back to who asked, to be
 * bought at the site.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { inBoth, label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { closeExpected } from '../../stock/ledger/expected-receipts.server.ts';
import { lockAsking, releaseTakings, sourceOf } from '../open-needs.server.ts';
import { supplyModes } from './assign.rules.ts';
import { finishChange, keepChange } from './change-lines.server.ts';
import { chosenLines, hindrances, type ListLine } from './chosen-lines.server.ts';
import { distributionBill } from './distribution-bill.document.ts';
import type { DistributionKind } from './distribution-line.fields.ts';
import { openBills } from './generate.server.ts';
import { freeStock, placeOfSender, readMaterials, type Sender, sourceAnswers } from './line-facts.server.ts';
import { followBills } from './line-progress.server.ts';
import { planChange } from './plan-change.server.ts';
import { relink } from './relink.server.ts';
import { sendersFor } from './senders.server.ts';
import { updateLines } from './write-lines.server.ts';

interface WantedSource {
  readonly sourceKind: 'direct' | 'warehouse' | 'factory' | 'self';
  /** The store that is to send; without it as the rules say. */
  readonly outWarehouseId: Id | null;
  readonly outFactoryWarehouseId: Id | null;
  readonly supplierId: Id | null;
}

/** Moves lines to where they are to come from, all or none; answers the change. */
export async function changeSource(
  context: Context,
  kind: DistributionKind,
  { ids, seen }: { readonly ids: readonly Id[]; readonly seen: ReadonlyMap<Id, number> },
  wanted: WantedSource,
  reason: string | null,
): Promise<Id> {
  const bills = await context.tx.rows<{ id: Id }>(sql`select distinct distribution_bill_id as id
    from distribution_bill_detail where id = any(${[...ids]}::bigint[])`);
  await lockAsking(
    context,
    bills.map((bill) => bill.id),
  );
  const lines = await chosenLines(context, kind, ids, { lock: true });
  const against = await hindrances(context, lines, seen);
  if (against.length > 0) throw new Refused(...against);
  return wanted.sourceKind === 'self'
    ? giveBack(context, kind, lines, reason)
    : moveLines(context, kind, lines, wanted, reason);
}

/** Lines leave the lists: who asked has them open again, for the site to buy. */
async function giveBack(
  context: Context,
  kind: DistributionKind,
  lines: readonly ListLine[],
  reason: string | null,
): Promise<Id> {
  const ids = lines.map((line) => line.id);
  const changeId = await keepChange(context, kind, 'source', ids, reason);
  const released = await releaseTakings(context, lines, 'self');
  for (const [sourceType, own] of Map.groupBy(released, (each) => each.sourceType))
    await sourceOf(sourceType).turn(
      context,
      own.map((each) => each.lineId),
      'self',
    );
  await closeExpected(context, distributionBill.name, { lineIds: ids });
  await context.tx.run(sql`delete from distribution_bill_detail where id = any(${ids}::bigint[])`);
  const gone = Decimal.sum(lines.map((line) => Decimal.of(line.amount ?? '0')));
  await finishChange(context, changeId, ids, gone.negated());
  await followBills(context, [...new Set(lines.map((line) => line.billId))]);
  return changeId;
}

const BY_HAND = inBoth(label('人工改货源', 'source changed by hand'));

async function moveLines(
  context: Context,
  kind: DistributionKind,
  lines: readonly ListLine[],
  wanted: WantedSource,
  reason: string | null,
): Promise<Id> {
  const senders = wanted.sourceKind === 'direct' ? lines.map(() => null) : await sendersOf(context, lines, wanted);
  const same = lines.filter((line, at) => isSameSource(line, wanted.sourceKind, senders[at]!));
  if (same.length > 0)
    throw new Refused(
      ...same.map((line) => refuse('distribution.source-same', { billCode: line.billCode, line: line.lineNo })),
    );
  const modes = await modesOf(context, lines, senders);
  const moved = lines.map((line, at) => ({
    ...line,
    outOrgId: senders[at]?.outOrgId ?? null,
    supplyMode: modes[at]!,
  }));
  // A supplier is for what is bought; what a centre has or makes needs none.
  const plan = await planChange(context, moved, { supplierId: wanted.supplierId, materialId: null });
  if (plan.refusals.length > 0) throw new Refused(...plan.refusals);
  const target: DistributionKind = wanted.sourceKind === 'direct' ? 'straight' : 'uniform';
  const groups = Map.groupBy(
    lines.map((line, at) => ({ line, at })),
    ({ line, at }) => `${line.companyDeptId} ${senders[at]?.outOrgId ?? ''}`,
  );
  const bills = await openBills(
    context,
    target,
    [...groups.values()].map(([first]) => ({
      companyDeptId: first!.line.companyDeptId,
      outOrgId: senders[first!.at]?.outOrgId ?? null,
      type: senders[first!.at]?.sourceKind ?? null,
    })),
  );
  const changeId = await keepChange(
    context,
    kind,
    'source',
    lines.map((line) => line.id),
    reason,
  );
  const placed = [...groups.values()].flatMap((group, nr) =>
    group.map(({ line, at }, place) => ({ line, at, billId: bills[nr]!.id, lineNo: place + 1 })),
  );
  await updateLines(
    context,
    placed.map(({ at, billId, lineNo }) => ({
      ...plan.lines[at]!.after,
      billId,
      lineNo,
      sourceKind: wanted.sourceKind as 'direct' | 'warehouse' | 'factory',
      sourceReason: BY_HAND,
      outWarehouseId: senders[at]?.outWarehouseId ?? null,
      outFactoryWarehouseId: senders[at]?.outFactoryWarehouseId ?? null,
      supplyMode: modes[at]!,
    })),
    changeId,
  );
  await relink(
    context,
    placed.flatMap(({ line, billId }) => {
      const of = { ofBillId: line.billId, ofLineId: line.id, lineId: line.id };
      return [
        {
          ...of,
          billId: line.billId,
          needBaseQty: line.needBaseQty.negated().toString(),
          baseQty: line.baseQty.negated().toString(),
        },
        { ...of, billId, needBaseQty: line.needBaseQty.toString(), baseQty: line.baseQty.toString() },
      ];
    }),
    'source',
  );
  const amounts = Decimal.sum(
    plan.lines.map(({ before, after }) => Decimal.of(after.amount ?? '0').minus(Decimal.of(before.amount ?? '0'))),
  );
  await finishChange(
    context,
    changeId,
    lines.map((line) => line.id),
    amounts,
  );
  await followBills(context, [...new Set(lines.map((line) => line.billId))]);
  return changeId;
}

const isSameSource = (line: ListLine, sourceKind: string, sender: Sender | null): boolean =>
  line.sourceKind === sourceKind &&
  (sender === null || placeOfSender(sender) === (line.outWarehouseId ?? line.outFactoryWarehouseId));

/** The store that is to send each line: the one that was named, else as rules and relations say. */
async function sendersOf(context: Context, lines: readonly ListLine[], wanted: WantedSource): Promise<Sender[]> {
  const sourceKind = wanted.sourceKind as 'factory' | 'warehouse';
  const named = await namedSender(context, wanted);
  if (named !== undefined) return lines.map(() => named);
  const asked = lines.map((line) => ({
    ...line,
    needDate: line.needDate < context.today ? context.today : line.needDate,
  }));
  const answers = await sourceAnswers(
    context,
    asked,
    await readMaterials(
      context,
      lines.map((line) => line.materialId),
    ),
  );
  const found = await sendersFor(
    context,
    asked.map((line) => {
      const answer = answers.choose(line, line.baseQty);
      return {
        ...line,
        sourceKind,
        ruleSourceId: answer?.sourceKind === sourceKind ? (answer.rule?.sourceId ?? null) : null,
      };
    }),
  );
  const without = lines.filter((_line, at) => found[at] === null);
  if (without.length > 0)
    throw new Refused(
      ...without.map((line) =>
        refuse('distribution.no-sender', {
          billCode: line.billCode,
          line: line.lineNo,
          material: line.materialName,
          dept: line.deptName,
        }),
      ),
    );
  return found.map((each) => each!.sender);
}

async function namedSender(context: Context, wanted: WantedSource): Promise<Sender | undefined> {
  const { sourceKind, outWarehouseId, outFactoryWarehouseId } = wanted;
  const id = sourceKind === 'factory' ? outFactoryWarehouseId : outWarehouseId;
  if (id === null) return undefined;
  const row = await context.tx.row<{ deptId: Id }>(
    sourceKind === 'factory'
      ? sql`select f.dept_id from factory_warehouse w join central_factory f on f.id = w.factory_id
          where w.id = ${id}::bigint and w.frozen = 0`
      : sql`select company_dept_id as dept_id from warehouse where id = ${id}::bigint and frozen = 0`,
  );
  if (row === undefined)
    throw new Refused(
      refuse(
        'field.unknown-reference',
        { name: label('发货仓', 'Store') },
        { field: sourceKind === 'factory' ? 'outFactoryWarehouseId' : 'outWarehouseId' },
      ),
    );
  return {
    sourceKind: sourceKind as 'factory' | 'warehouse',
    outOrgId: row.deptId,
    outWarehouseId: sourceKind === 'warehouse' ? id : null,
    outFactoryWarehouseId: sourceKind === 'factory' ? id : null,
  };
}

async function modesOf(
  context: Context,
  lines: readonly ListLine[],
  senders: readonly (Sender | null)[],
): Promise<readonly ('stock' | 'produce' | 'purchase' | null)[]> {
  if (senders[0] == null) return lines.map(() => null);
  const materialIds = lines.map((line) => line.materialId);
  const materials = await readMaterials(context, materialIds);
  const free = await freeStock(
    context,
    senders.flatMap((sender) => sender ?? []),
    materialIds,
  );
  return supplyModes(
    lines.map((line, at) => {
      const { kind } = materials.get(line.materialId)!;
      return {
        place: placeOfSender(senders[at]!),
        materialId: line.materialId,
        baseQty: line.baseQty,
        isMade: senders[at]!.sourceKind === 'factory' && (kind === 'semi' || kind === 'finished'),
      };
    }),
    free,
  );
}
