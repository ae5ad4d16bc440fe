/**
 * What becomes of goods between our own places that were sent and not accepted, when the sender agrees: back with him,
 * lost, or back and sent again. Moves, what is owed, and the case, in one transaction.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { siteDifferenceEntry, type Entry } from '../../settlement/settlement-entry.rules.ts';
import { writeEntries } from '../../settlement/write-entries.server.ts';
import { holdStock } from '../../stock/ledger/locks.server.ts';
import { post, type PostedMove, type Posting } from '../../stock/ledger/posting.server.ts';
import { splitLotsOnHold } from '../../stock/lots/split-lot.server.ts';
import { inTransitTo } from '../../stock/warehouses/locations.server.ts';
import type { Bill } from '../bill.server.ts';
import type { StoredLine } from '../bill-lines.server.ts';
import { inStoreDifference } from '../in-store-difference.document.ts';
import type { SettledCase } from '../settled-case.ts';
import { partInBase } from './arrive-lots.server.ts';
import { lossOwed } from './sent-goods.rules.ts';

/** Goods that are not as they should be are not free again when they are back. */
const UNFIT: ReadonlySet<string> = new Set(['damaged', 'quality', 'expired']);

interface SentCase extends SettledCase {
  readonly line: StoredLine;
  readonly baseQty: Decimal;
}

/** Carries out what is agreed of the cases of one bill; `byId` are its lines as they stand before it. */
export async function settleSentCases(
  context: Context,
  bill: Bill,
  byId: ReadonlyMap<Id, StoredLine>,
  settled: readonly SettledCase[],
): Promise<void> {
  const { resend } = bill.source!.sent!;
  const again = settled.filter(({ outcome }) => outcome === 'resend');
  if (resend === undefined && again.length > 0)
    throw new Refused(...again.map(({ row }) => refuse('receiving.not-sent-again', { billCode: row.billCode })));
  const cases = inBase(byId, settled);
  const transit = (await inTransitTo(context, [bill.locationId])).get(bill.locationId)!;
  const sender = bill.row.fromLocationId!;
  await holdStock(
    context,
    cases.flatMap(({ line: { materialId } }) => [transit, sender].map((locationId) => ({ locationId, materialId }))),
  );
  const held = await splitLotsOnHold(
    context,
    cases
      .filter(({ row, outcome }) => outcome !== 'loss' && UNFIT.has(row.differenceType))
      .map(({ row, line, baseQty }) => ({
        key: row.id,
        parentId: line.batchId!,
        qty: baseQty.toString(),
        reason: `${row.billCode} ${row.cause}`.slice(0, 200),
      })),
  );
  const moves = await post(
    context,
    cases.map((each) => postingOf(each, { transit, sender, heldBatchId: held.get(each.row.id) })),
  );
  await writeSettled(context, cases, moves, held);
  await writeEntries(context, await owedOf(context, bill, cases, moves));
  if (resend !== undefined && again.length > 0)
    await resend(
      context,
      again.map(({ row, agreed }) => ({
        caseId: row.id,
        billCode: row.billCode,
        fromLocationId: sender,
        locationId: bill.locationId,
        materialId: row.materialId,
        unitId: row.unitId,
        qty: agreed.toString(),
      })),
    );
}

/** The cases in base unit: those of a line one after the other, so that they end where the line ends. */
function inBase(byId: ReadonlyMap<Id, StoredLine>, settled: readonly SettledCase[]): SentCase[] {
  const walked = new Map<Id, Decimal>();
  return settled.map((each) => {
    const line = byId.get(each.row.detailId!)!;
    const upTo = walked.get(line.detailId) ?? line.received.plus(line.settled);
    walked.set(line.detailId, upTo.plus(each.agreed));
    return { ...each, line, baseQty: partInBase({ line, upTo }, each.agreed) };
  });
}

function postingOf(
  { row, line, baseQty, outcome }: SentCase,
  at: { readonly transit: Id; readonly sender: Id; readonly heldBatchId: Id | undefined },
): Posting {
  const common = {
    bill: { type: inStoreDifference.segment, id: row.id, code: row.billCode },
    lineId: row.id,
    materialId: row.materialId,
    batchId: line.batchId!,
    from: at.transit,
    qty: baseQty.toString(),
    line: line.line,
  };
  if (outcome === 'loss') return { ...common, reason: 'difference.loss' };
  return {
    ...common,
    reason: 'difference.back',
    to: at.sender,
    ...(at.heldBatchId === undefined ? {} : { intoBatchId: at.heldBatchId }),
  };
}

async function writeSettled(
  context: Context,
  cases: readonly SentCase[],
  moves: readonly PostedMove[],
  held: ReadonlyMap<Id, Id>,
): Promise<void> {
  const worth = new Map(moves.map(({ lineId, amount }) => [lineId, Decimal.of(amount).abs()]));
  const rows = cases.map(({ row, baseQty, outcome }) => ({
    id: row.id,
    base: baseQty.toString(),
    borne: outcome === 'loss' ? worth.get(row.id)!.toString() : null,
    held: held.get(row.id) ?? null,
  }));
  await context.tx.run(sql`
    update in_store_difference d set base_qty = g.base, bear_amount = g.borne, held_batch_id = g.held
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, base numeric, borne numeric, held bigint)
    where d.id = g.id`);
}

/** What the site of a bill owes of goods that were lost on their way, or is owed back. */
async function owedOf(
  context: Context,
  bill: Bill,
  cases: readonly SentCase[],
  moves: readonly PostedMove[],
): Promise<Entry[]> {
  const { site } = bill.source!.sent!;
  const siteId =
    site === 'charged'
      ? bill.row.bladeProjectDeptId
      : ((
          await context.tx.row<{ deptId: Id }>(
            sql`select dept_id from stock_location where id = ${bill.row.fromLocationId}::bigint`,
          )
        )?.deptId ?? null);
  if (siteId === null) return [];
  return cases.flatMap(({ row, line, agreed, outcome, bearer }): Entry[] => {
    const sign = outcome === 'loss' ? lossOwed(site, bearer) : 0;
    if (sign === 0 || line.settlementPrice === null) return [];
    return [
      siteDifferenceEntry(
        {
          type: inStoreDifference.segment,
          id: row.id,
          code: row.billCode,
          bizDate: context.today,
          deptId: siteId,
          companyDeptId: bill.row.companyDeptId,
        },
        siteId,
        {
          lineId: row.id,
          materialId: row.materialId,
          unitId: row.unitId,
          qty: sign > 0 ? agreed : agreed.negated(),
          price: Decimal.of(line.settlementPrice),
          taxRate: line.taxRate,
          moveId: moves.find(({ lineId }) => lineId === row.id)!.id,
        },
      ),
    ];
  });
}
