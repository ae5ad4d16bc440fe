/**
 * Cases of what was sent and not received, or came too much: recorded, settled once, ended by goods that came after
 * all.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { inBoth, label, type Label } from '../../kernel/core/label.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { audit } from '../../kernel/server/audit.ts';
import { nextBillCodes } from '../../kernel/server/numbering.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { moveState } from '../../kernel/server/run-action.ts';
import { insertRows } from '../../kernel/server/write-rows.ts';
import { text, type Id } from '../../kernel/core/field.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import { differenceEntry, type Entry } from '../settlement/settlement-entry.rules.ts';
import { writeEntries } from '../settlement/write-entries.server.ts';
import type { Bill } from './bill.server.ts';
import type { StoredLine } from './bill-lines.server.ts';
import { inStoreDifference } from './in-store-difference.document.ts';
import { sendOpened } from './out-store-cases/case-messages.server.ts';
import { sentFrom } from './sent-goods/sent-claims.server.ts';

/** A case about to be recorded, in the unit of its line. */
export interface Claim {
  readonly line: StoredLine;
  readonly differenceType: string;
  /** Sent − received: negative for what came too much. */
  readonly qty: Decimal;
  /** As somebody typed it, or the program's own words. */
  readonly cause: string | Label;
  readonly bearer: string;
  readonly outcome: string;
  readonly pictures?: readonly string[];
  /** Settled with its recording; otherwise it waits. */
  readonly isSettled: boolean;
  /** Received so far, as both sides see it. */
  readonly received: Decimal;
}

interface CaseFacts {
  readonly billCode: string;
  /** Within which somebody answers. */
  readonly days: number;
  /** What both sides of sent goods know of it; null where a supplier delivered. */
  readonly sent: Awaited<ReturnType<typeof sentFrom>> | null;
}
/** A claim as its case is stored. */
const caseOf = (context: Context, bill: Bill, claim: Claim, { billCode, days, sent }: CaseFacts) => ({
  billCode,
  instoreId: bill.id,
  detailId: claim.line.detailId,
  locationId: bill.locationId,
  supplierId: bill.supplierId,
  companyDeptId: bill.row.companyDeptId,
  bladeProjectDeptId: bill.row.bladeProjectDeptId,
  visibleDeptIds: bill.row.bladeProjectDeptId === null ? null : [bill.row.bladeProjectDeptId],
  materialId: claim.line.materialId,
  unitId: claim.line.unitId,
  sentQty: claim.line.ordered.toString(),
  receivedQty: claim.received.toString(),
  differenceQty: claim.qty.toString(),
  ...(claim.isSettled
    ? {
        agreedQty: claim.qty.toString(),
        settledQty: claim.qty.toString(),
        requireSide: 'none',
        confirmUserId: context.user.userId,
        confirmTime: context.now,
      }
    : { requireSide: sent?.side ?? 'project', deadline: dayPlus(context.today, days) }),
  amount: claim.qty
    .abs()
    .times(claim.line.price ?? Decimal.zero)
    .toFixed(2),
  ...(sent === null ? {} : sent.of(claim)),
  differenceType: claim.differenceType,
  cause: typeof claim.cause === 'string' ? claim.cause.replaceAll('\n', ' ') : inBoth(claim.cause, 200),
  pictures: claim.pictures ?? [],
  bearer: claim.bearer,
  outcome: claim.outcome,
  status: 'waiting',
});

/** Records the cases with a few statements; those that are settled are confirmed with it. */
export async function recordClaims(context: Context, bill: Bill, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  const days = Number((await readParameter(context, 'store.difference.days')) || '3');
  const codes = await nextBillCodes(context, inStoreDifference.life!.prefix, claims.length);
  const sent = bill.source?.sent === undefined ? null : await sentFrom(context, bill, claims);
  const rows = claims.map((claim, index) => caseOf(context, bill, claim, { billCode: codes[index]!, days, sent }));
  const me = sql`${context.user.userId}::bigint`;
  const ids = await insertRows(
    context,
    'in_store_difference',
    inStoreDifference.fields,
    rows,
    { create_user: me, create_dept: sql`${context.user.deptId || null}::bigint`, update_user: me },
    { status: text('', '') },
  );
  await audit(
    context,
    rows.map((row, index) => ({
      resource: inStoreDifference.name,
      recordId: ids[index]!,
      action: 'create',
      title: row.billCode,
      changes: { differenceQty: [null, row.differenceQty] as const, outcome: [null, row.outcome] as const },
    })),
  );
  if (sent !== null)
    await sendOpened(
      context,
      sent.deptId,
      ids.map((id, index) => ({ id, billCode: codes[index]! })),
      dayPlus(context.today, days),
    );
  const settled = rows.flatMap((row, index) =>
    claims[index]!.isSettled ? [{ id: ids[index]!, billCode: row.billCode!, status: 'waiting', row: {} }] : [],
  );
  await moveState(inStoreDifference, context, settled, 'confirm', { to: 'confirmed' }, null);
  await writeEntries(
    context,
    claims.flatMap((claim, index) =>
      claim.isSettled
        ? deductionOf(context, bill, claim, { id: ids[index]!, billCode: rows[index]!.billCode!, ...claim })
        : [],
    ),
  );
}

/** A case as it was agreed. */
interface Agreed {
  readonly id: Id;
  readonly billCode: string;
  readonly outcome: string;
  readonly bearer: string;
  readonly qty: Decimal;
}
/** What is deducted of a supplier who bears a difference; of any other nothing is owed but what was accepted. */
export function deductionOf(
  context: Context,
  bill: Bill,
  { line }: Pick<Claim, 'line'>,
  { id, billCode, outcome, bearer, qty }: Agreed,
): Entry[] {
  if (outcome !== 'charge' || bearer !== 'supplier' || bill.supplierId === null || line.price === null) return [];
  return [
    differenceEntry(
      {
        type: inStoreDifference.segment,
        id,
        code: billCode,
        bizDate: context.today,
        deptId: bill.row.bladeProjectDeptId ?? bill.row.companyDeptId,
        companyDeptId: bill.row.companyDeptId,
      },
      bill.supplierId,
      { lineId: line.detailId, materialId: line.materialId, unitId: line.unitId, qty },
      { price: line.price, taxRate: line.taxRate },
    ),
  ];
}

/** The cause of a shortage inside the tolerance, which settles when the bill is completed. */
export const SELF_SETTLED = label('短收在容差内自动结清', 'Short within the tolerance, settled by itself');

/** What settled itself on lines of a bill, by line: a delivery taken back opens it again. */
export async function selfSettled(
  context: Context,
  bill: Bill,
  detailIds: readonly string[],
): Promise<Map<string, Decimal>> {
  const rows = await context.tx.rows<{ detailId: string; qty: string }>(sql`
    select detail_id, sum(settled_qty) as qty from in_store_difference
    where instore_id = ${bill.id}::bigint and detail_id = any(${detailIds}::bigint[])
      and split_part(cause, E'\n', 1) = ${SELF_SETTLED.zh} and status = 'confirmed' group by 1 having sum(settled_qty) > 0`);
  return new Map(rows.map((row) => [row.detailId, Decimal.of(row.qty)]));
}

/** The same taken back, under the same cause: together they settle nothing. */
export async function unsettle(
  context: Context,
  bill: Bill,
  taken: readonly { readonly line: StoredLine; readonly qty: Decimal; readonly received: Decimal }[],
): Promise<void> {
  await recordClaims(
    context,
    bill,
    taken
      .filter(({ qty }) => qty.isPositive())
      .map(({ line, qty, received }): Claim => ({
        line,
        differenceType: 'short',
        qty: qty.negated(),
        cause: SELF_SETTLED,
        bearer: 'supplier',
        outcome: 'cancel-rest',
        isSettled: true,
        received,
      })),
  );
}

/** What came beyond the order settles itself at once; a delivery taken back takes that back too. */
export async function settleOver(
  context: Context,
  bill: Bill,
  changes: readonly {
    readonly line: StoredLine;
    readonly over: Decimal;
    readonly received: Decimal;
    readonly pictures?: readonly string[];
  }[],
  cause: Label,
): Promise<void> {
  await recordClaims(
    context,
    bill,
    changes
      .filter(({ over }) => !over.isZero())
      .map(({ line, over, received, pictures = [] }): Claim => ({
        line,
        differenceType: 'over',
        qty: over.negated(),
        cause,
        bearer: 'supplier',
        outcome: over.isPositive() ? 'over-accept' : 'over-return',
        isSettled: true,
        received,
        pictures,
      })),
  );
}

/** Goods that cases waited for have come: the oldest case first. A case that waits for nothing more is over. */
export async function closeAwaitedCases(
  context: Context,
  bill: Bill,
  lines: readonly { readonly line: StoredLine; readonly open: Decimal }[],
): Promise<void> {
  if (lines.length === 0) return;
  const arrived = lines.map(({ line, open }) => ({ detail: line.detailId, qty: line.waiting.minus(open).toString() }));
  const cases = await context.tx.rows<{ id: string; billCode: string; status: string; isOver: boolean }>(sql`
    with waiting as (
      select d.id, g.qty as came, d.difference_qty - d.arrived_qty as rest,
        sum(d.difference_qty - d.arrived_qty) over (partition by d.detail_id order by d.id) as up_to
      from in_store_difference d join json_to_recordset(${JSON.stringify(arrived)}::json) as g(detail bigint,
        qty numeric) on g.detail = d.detail_id
      where d.instore_id = ${bill.id}::bigint and d.status <> 'confirmed' and d.difference_qty > 0)
    update in_store_difference d set arrived_qty = d.arrived_qty + least(w.rest, greatest(0,
      w.came - (w.up_to - w.rest)))
    from waiting w where d.id = w.id
    returning d.id, d.bill_code, d.status, d.arrived_qty = d.difference_qty as is_over`);
  const over = cases.filter((each) => each.isOver);
  if (over.length === 0) return;
  await context.tx.run(sql`
    update in_store_difference set require_side = 'none', agreed_qty = 0,
      confirm_user_id = ${context.user.userId}::bigint, confirm_time = ${context.now}::timestamptz
      where id = any(${over.map((each) => each.id)}::bigint[])`);
  await moveState(
    inStoreDifference,
    context,
    over.map((each) => ({ ...each, row: {} })),
    'confirm',
    { to: 'confirmed' },
    '已补送到货',
  );
}
