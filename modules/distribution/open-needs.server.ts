/** Where needs come from: every kind of document whose open lines are distributed, in one place. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { Refused } from '../../kernel/core/refusal.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { link } from '../../kernel/server/links.ts';
import { sql } from '../../parts/postgres/database.ts';
import { askedNeeds } from './bills/asked-needs.server.ts';
import type { SourceType } from './lists/distribution-line.fields.ts';
import type { NeedBill, NeedSource, OpenNeed } from './need-source.server.ts';
import { requestNeeds } from './request-needs.server.ts';

const NEED_SOURCES: readonly NeedSource[] = [requestNeeds, askedNeeds];

/** The kind of document that asks by this name. */
export const sourceOf = (sourceType: SourceType): NeedSource =>
  NEED_SOURCES.find((source) => source.sourceType === sourceType)!;

/** The kind of document whose links stand under this name. */
export const needSourceOf = (billType: string): NeedSource =>
  NEED_SOURCES.find((source) => source.billType === billType)!;

/** What these documents have open, all of them locked in the order of the chain; refuses all that stands against it. */
export async function openNeeds(context: Context, ids: readonly Id[]): Promise<OpenNeed[]> {
  const found: { readonly source: NeedSource; readonly bills: readonly NeedBill[] }[] = [];
  for (const source of NEED_SOURCES) found.push({ source, bills: await source.lock(context, ids) });
  const bills = found.flatMap((each) => each.bills);
  if (bills.length < new Set(ids).size) throw unknownRecord(label('请购单或配送单', 'Request or distribution'));
  const refusals = bills.flatMap((bill) => bill.refusals);
  if (refusals.length > 0) throw new Refused(...refusals);
  const needs: OpenNeed[] = [];
  for (const { source, bills: own } of found)
    if (own.length > 0)
      needs.push(
        ...(await source.openLines(
          context,
          own.map((bill) => bill.id),
        )),
      );
  return needs;
}

/** Of what else than a work list has a need: what a site buys itself. */
export interface TakenBy {
  readonly kind: string;
  readonly toType: string;
}
const WORK_LIST: TakenBy = { kind: 'distribute', toType: 'distributionBill' };

/** What a line of a work list has of an asking line, signed: taken, or given back. In base unit of either material. */
interface Taking {
  readonly sourceType: SourceType;
  readonly billId: Id;
  readonly lineId: Id;
  readonly toBillId: Id;
  readonly toLineId: Id;
  readonly fromQty: DecimalText;
  readonly toQty: DecimalText;
}

/** Writes the links, and what follows for the lines that asked. */
export async function bookTakings(
  context: Context,
  takings: readonly Taking[],
  reason = '',
  { kind, toType } = WORK_LIST,
): Promise<void> {
  await link(
    context,
    takings.map((each) => ({
      kind,
      fromType: sourceOf(each.sourceType).billType,
      fromBillId: each.billId,
      fromLineId: each.lineId,
      toType,
      toBillId: each.toBillId,
      toLineId: each.toLineId,
      fromQty: each.fromQty,
      toQty: each.toQty,
    })),
    reason,
  );
  for (const [sourceType, own] of Map.groupBy(takings, (each) => each.sourceType))
    await sourceOf(sourceType).follow(
      context,
      [...new Set(own.map((each) => each.billId))],
      [...new Set(own.map((each) => each.lineId))],
    );
}

/** Gives back what these lines of work lists have of who asked; answers the lines that are open again. */
export async function releaseTakings(
  context: Context,
  lines: readonly { readonly billId: Id; readonly id: Id }[],
  reason: string,
): Promise<{ readonly sourceType: SourceType; readonly lineId: Id }[]> {
  const rows = await context.tx.rows<Omit<Taking, 'sourceType'> & { readonly fromType: string }>(sql`
    select l.from_type, l.from_bill_id as bill_id, l.from_line_id as line_id, l.to_bill_id, l.to_line_id,
      -sum(l.from_qty) as from_qty, -sum(l.to_qty) as to_qty
    from bill_link l where l.to_type = 'distributionBill'
      and l.to_bill_id = any(${[...new Set(lines.map((line) => line.billId))]}::bigint[])
      and l.to_line_id = any(${lines.map((line) => line.id)}::bigint[])
    group by 1, 2, 3, 4, 5 having sum(l.from_qty) <> 0 order by 2, 3`);
  const takings = rows.map(({ fromType, ...row }) => ({
    ...row,
    sourceType: needSourceOf(fromType).sourceType,
  }));
  await bookTakings(context, takings, reason);
  return takings;
}

/** Locks the documents whose lines stand behind these bills, before the bills themselves. */
export async function lockAsking(context: Context, billIds: readonly Id[]): Promise<void> {
  const rows = await context.tx.rows<{ id: Id }>(sql`
    select distinct l.from_bill_id as id from bill_link l
    where l.to_type = 'distributionBill' and l.to_bill_id = any(${[...billIds]}::bigint[])`);
  for (const source of NEED_SOURCES)
    await source.lock(
      context,
      rows.map((row) => row.id),
    );
}
