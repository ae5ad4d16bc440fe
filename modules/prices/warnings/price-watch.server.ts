/**
 * Prices are looked at as they are agreed: judged by the rules in force, warned of where they stray, with a message to
 * whom a rule names.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { nextBillCodes } from '../../../kernel/server/numbering.ts';
import { moveState } from '../../../kernel/server/run-action.ts';
import { insertRows } from '../../../kernel/server/write-rows.ts';
import type { PriceMoment, WatchedBills, WatchedLine } from '../../suppliers/watched-price.port.server.ts';
import { deliveredPrices, judgePurchasePrices, type Found } from './judge-purchase-prices.server.ts';
import { priceWarning } from './price-warning.document.ts';
import { reconcile, type OpenWarning } from './price-watch.rules.ts';
import { sendWarnings } from './warning-messages.server.ts';
import { rulesInForce } from './warning-rules.server.ts';

/** The records whose prices were looked at. */
interface LookedAt extends Omit<WatchedBills, 'moment'> {
  readonly moment: PriceMoment | 'save';
}
/**
 * Looks at the prices of these records and keeps their warnings as they should stand: new ones are raised, those
 * nothing is left of are closed. A fixed number of statements however many lines; one way to the database where no rule
 * is in force. Lines that are still to be read are read on it, too; they follow from no other document.
 */
export async function watchPrices(
  context: Context,
  bills: WatchedBills,
  given: readonly WatchedLine[] | (() => Promise<readonly WatchedLine[]>),
): Promise<void> {
  const [lines, rules, open] = await Promise.all([
    typeof given === 'function' ? given() : given,
    rulesInForce(context, bills.moment),
    openWarnings(context, bills, typeof given === 'function' ? [] : given),
  ]);
  const found = [...(await judgePurchasePrices(context, bills.moment, rules, lines)), ...deliveredPrices(lines)];
  await bringInLine(context, bills, found, open);
}

/** Keeps the warnings of these records as they should stand by what was found of their prices. */
export const recordWarnings = async (context: Context, bills: LookedAt, found: readonly Found[]): Promise<void> =>
  bringInLine(context, bills, found, await openWarnings(context, bills, []));

async function bringInLine(
  context: Context,
  bills: LookedAt,
  found: readonly Found[],
  open: readonly OpenWarning[],
): Promise<void> {
  const { raise, keep, close } = reconcile(found, open);
  await relink(context, keep);
  await closeWarnings(context, close);
  await write(context, bills, raise);
}

/** The open warnings of these records, and of those they follow from; locked. */
async function openWarnings(context: Context, bills: LookedAt, lines: readonly WatchedLine[]): Promise<OpenWarning[]> {
  const earlier = lines.flatMap((line) => line.earlier ?? []);
  const rows = await context.tx.rows<Omit<OpenWarning, 'basePrice'> & { basePrice: DecimalText }>(sql`
    select id, kind, rule_id, material_id, base_price, status, (source_type = ${bills.billType} and moment =
      ${bills.moment}) as is_own from price_warning
    where (source_type = ${bills.billType} and moment = ${bills.moment} and source_id =
      any(${[...bills.billIds]}::text[]))
       or (source_type = ${earlier[0]?.billType ?? ''} and source_id =
         any(${[...new Set(earlier.map((each) => each.billId))]}::text[])) order by id for update`);
  return rows.map((row) => ({ ...row, basePrice: Decimal.of(row.basePrice) }));
}

/** Lines that were written anew keep their warnings. */
async function relink(context: Context, keep: readonly { readonly id: Id; readonly by: Found }[]): Promise<void> {
  if (keep.length === 0) return;
  const links = keep.map(({ id, by }) => ({ id, line_id: by.line.lineId, line_no: by.line.lineNo }));
  await context.tx.run(sql`
    update price_warning w set source_line_id = k.line_id, source_line_no = k.line_no
    from json_to_recordset(${JSON.stringify(links)}::json) as k(id bigint, line_id text, line_no integer)
    where w.id = k.id and (w.source_line_id <> k.line_id or w.source_line_no is distinct from k.line_no)`);
}

async function closeWarnings(context: Context, ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await context.tx.rows<{ id: Id; billCode: string; status: string }>(
    sql`select id, bill_code, status from price_warning where id = any(${[...ids]}::bigint[]) order by id`,
  );
  await moveState(
    priceWarning,
    context,
    rows.map((row) => ({ ...row, row })),
    'corrected',
    { to: 'corrected' },
    null,
  );
}

/** Closes the warnings of these records, or of these lines of them: their prices are gone. */
export async function dropWarnings(
  context: Context,
  billType: string,
  billIds: readonly Id[],
  lineIds?: readonly Id[],
): Promise<void> {
  const rows = await context.tx.rows<{ id: Id }>(sql`
    select id from price_warning where source_type = ${billType} and source_id = any(${[...billIds]}::text[])
      and status = 'open'
        ${lineIds === undefined ? sql`` : sql`and source_line_id = any(${[...lineIds]}::text[])`} order by id for
        update`);
  await closeWarnings(
    context,
    rows.map((row) => row.id),
  );
}

async function write(context: Context, { billType, moment }: LookedAt, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  const goods = new Map(
    (
      await context.tx.rows<{ id: Id; name: string; baseUnitId: Id }>(
        sql`select id, name, base_unit_id from material
          where id = any(${found.map((each) => each.materialId)}::bigint[])`,
      )
    ).map((row) => [row.id, row]),
  );
  const codes = await nextBillCodes(context, priceWarning.life!.prefix, found.length);
  const me = sql`${context.user.userId}::bigint`;
  const ids = await insertRows(
    context,
    'price_warning',
    priceWarning.fields,
    found.map((each, nr) => ({
      billCode: codes[nr],
      level: each.level,
      kind: each.kind,
      priceType: each.priceType,
      materialId: each.materialId,
      supplierId: each.line.supplierId,
      moment,
      sourceCode: each.line.billCode,
      sourceLineNo: each.line.lineNo,
      deviationPercent: each.deviation.toString(),
      stakeAmount: each.stake.toFixed(2),
      basePrice: each.basePrice.toString(),
      referencePrice: each.referencePrice.toString(),
      referenceKind: each.reference,
      sampleCount: each.sampleCount,
      price: each.price.toString(),
      unitId: each.line.unitId,
      plannedQty: each.plannedQty.toString(),
      baseUnitId: goods.get(each.materialId)?.baseUnitId ?? null,
      blockPercent: each.rule?.blockPercent?.toString() ?? null,
      ruleId: each.ruleId,
      companyDeptId: each.line.companyDeptId,
      deptId: each.line.deptId,
      sourceType: billType,
      sourceId: each.line.billId,
      sourceLineId: each.line.lineId,
      samples: each.samples.map(({ nr: _, ...sample }) => sample),
    })),
    { create_user: me, create_dept: sql`${context.user.deptId || null}::bigint`, update_user: me },
  );
  await sendWarnings(context, found, ids, (each) => goods.get(each.materialId)?.name ?? '');
}

/** Lets the blocked prices of these documents pass, for a reason; whoever calls has asked for the right. */
export async function acceptWarnings(
  context: Context,
  billType: string,
  billIds: readonly Id[],
  reason: string,
): Promise<void> {
  const rows = await context.tx.rows<{ id: Id; billCode: string; status: string }>(sql`
    select id, bill_code, status from price_warning
    where source_type = ${billType} and source_id = any(${[...billIds]}::text[]) and status in ('open', 'refused')
      and (level = 'block' or status = 'refused') order by id for update`);
  if (rows.length === 0) return;
  await moveState(
    priceWarning,
    context,
    rows.map((row) => ({ ...row, row })),
    'override',
    { to: 'accepted' },
    reason,
    sql`override_reason = ${reason}, handle_user_id = ${context.user.userId}::bigint, handle_time = now()`,
  );
}
