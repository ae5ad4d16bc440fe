/** What is owed because of a case between companies: what the receiver keeps, or bears the loss of. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { sourceOf, type ChargedAt } from '../../issuing/out-store-source.port.server.ts';
import { borneEntries, crossingEntries, type Entry } from '../../settlement/settlement-entry.rules.ts';
import { writeEntries } from '../../settlement/write-entries.server.ts';
import type { PostedMove } from '../../stock/ledger/posting.server.ts';
import { inStoreDifference } from '../in-store-difference.document.ts';
import type { AgreedCase } from './settle-cases.server.ts';

/** Of an out-store what each of its lines is charged at; nothing inside a company. */
export async function chargedAtOf(
  context: Context,
  row: Pick<AgreedCase['outstore'], 'sourceBillType' | 'sourceBillId'>,
): Promise<ReadonlyMap<Id, ChargedAt>> {
  return (await sourceOf(context, row).chargedAt?.(context, row.sourceBillId)) ?? new Map<Id, ChargedAt>();
}

/** Writes what the receiver owes of cases, beside their moves; the case tells what is borne. */
export async function chargeCases(
  context: Context,
  cases: readonly AgreedCase[],
  moves: readonly PostedMove[],
): Promise<void> {
  const owing = cases.filter(
    ({ row, sent, outcome, bearer }) =>
      row.batchId === sent.pickBatchId && (outcome === 'over-accept' || (outcome === 'loss' && bearer === 'receiver')),
  );
  if (owing.length === 0) return;
  const charges = new Map<Id, ReadonlyMap<Id, ChargedAt>>();
  for (const { outstore } of owing)
    if (!charges.has(outstore.id)) charges.set(outstore.id, await chargedAtOf(context, outstore));
  const byCase = Map.groupBy(moves, ({ lineId }) => lineId);
  const entries = owing.flatMap((each): Entry[] => {
    const at = charges.get(each.outstore.id)!.get(each.sent.sourceDetailId);
    return at === undefined ? [] : entriesOf(context, each, at, byCase.get(each.row.id) ?? []);
  });
  await writeEntries(context, entries);
  const borne = entries
    .filter(({ amount, entryKind }) => entryKind === 'difference' && amount.isPositive())
    .map(({ bill, amount }) => ({ id: bill.id, amount: amount.toString() }));
  await context.tx.run(sql`
    update in_store_difference d set bear_amount = g.amount
    from json_to_recordset(${JSON.stringify(borne)}::json) as g(id bigint, amount numeric) where d.id = g.id`);
}

function entriesOf(context: Context, each: AgreedCase, at: ChargedAt, moves: readonly PostedMove[]): Entry[] {
  const bill = {
    type: inStoreDifference.segment,
    id: each.row.id,
    code: each.row.billCode,
    bizDate: context.today,
    deptId: at.deptId,
    companyDeptId: at.receiverId,
  };
  const qty = each.baseQty.dividedBy(Decimal.of(at.factor)).rounded(6);
  const price = Decimal.of(at.price);
  const line = {
    lineId: each.row.id,
    materialId: each.row.materialId,
    unitId: at.unitId,
    qty,
    price,
    taxRate: Decimal.of(at.taxRate),
    amount: qty.times(price).rounded(2),
  };
  if (each.outcome === 'loss') return borneEntries(bill, at.senderId, at.receiverId, { ...line, moveId: moves[0]!.id });
  const [left, came] = moves.toSorted((a, b) => Decimal.of(a.qty).compare(Decimal.of(b.qty)));
  return crossingEntries(bill, at.senderId, at.receiverId, [{ ...line, leftMoveId: left!.id, cameMoveId: came!.id }]);
}
