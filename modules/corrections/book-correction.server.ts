/** Price corrections are booked and published in one act, and reversed by opposite entries. */
import type { HeaderRow } from '../../kernel/core/declaration.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, sentenceOf, type Refusal } from '../../kernel/core/refusal.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { linking } from '../../kernel/server/links.ts';
import { correctionEntries, type Entry } from '../settlement/settlement-entry.rules.ts';
import { reverseEntriesOf, writeEntries } from '../settlement/write-entries.server.ts';
import type { Bill } from '../stock/ledger/posting.server.ts';
import {
  correctionLines,
  findDifferences,
  isValuedWithTax,
  legsFor,
  newPrices,
  writeSums,
  type Found,
  type StoredLine,
  type StoredPrice,
} from './correction-lines.server.ts';
import { holdLots, movedAfter, revalue, revalueBack } from './correction-stock.server.ts';
import { holdDeliveries } from './posted-purchases.server.ts';
import { priceCorrection } from './price-correction.document.ts';
import { unitCostOf } from './price-correction.rules.ts';
import { isRefused, publishPrices, takePricesBack, type Published } from './publish-prices.server.ts';

/** The day a correction is booked on, filled in when it is saved. */
const bookedOn = ({ postDate }: HeaderRow<typeof priceCorrection>): string => postDate!;

interface StoredCorrection {
  readonly refusals: readonly Refusal[];
  readonly prices: readonly StoredPrice[];
  readonly lines: readonly StoredLine[];
  readonly found: readonly Found[];
}
/** What there is now, with a refusal where deliveries, quantities or prices differ from the lines that are stored. */
export async function currentDifferences(
  context: Context,
  { id, billCode, row }: Acting<typeof priceCorrection>,
): Promise<StoredCorrection> {
  const [prices, lines] = [await newPrices(context, id), await correctionLines(context, [id])];
  const found = await findDifferences(context, row, prices);
  const postDate = bookedOn(row);
  const closed = await context.tx.row(
    sql`select 1 as one from stock_period where company_dept_id = ${row.companyDeptId}::bigint
      and end_date >= ${postDate}::date limit 1`,
  );
  const keyOf = (
    each: { sourceLineId: Id; qty: DecimalText; correctsLineId: Id | null },
    oldPrice: Decimal,
    newPrice: Decimal,
  ): string => [each.sourceLineId, Decimal.of(each.qty), oldPrice, newPrice, each.correctsLineId ?? ''].join(' ');
  const stored = lines
    .map((line) => keyOf(line, Decimal.of(line.oldPrice), Decimal.of(line.newPrice)))
    .toSorted()
    .join();
  const now = found
    .map((each) => keyOf(each.line, each.oldPrice, each.newPrice))
    .toSorted()
    .join();
  return {
    prices,
    lines,
    found,
    refusals: [
      ...(closed === undefined
        ? []
        : [refuse('corrections.period-closed', { billCode, postDate }, { field: 'postDate' })]),
      ...(stored !== now
        ? [refuse('corrections.changed', { billCode })]
        : lines.every((line) => line.exclude === 1)
          ? [refuse('corrections.nothing', { billCode })]
          : []),
    ],
  };
}

const billOf = ({ id, billCode }: Pick<Acting, 'id' | 'billCode'>): Bill => ({
  type: priceCorrection.segment,
  id,
  code: billCode,
});

/**
 * Books a correction and publishes its prices. Deliveries are locked, then lots: what lies in stock at that moment
 * decides what goes to stock and what to variance.
 */
export async function bookCorrection(
  context: Context,
  document: Acting<typeof priceCorrection>,
): Promise<readonly Refusal[]> {
  const { id, row } = document;
  await holdDeliveries(
    context,
    (await correctionLines(context, [id])).map((line) => line.sourceLineId),
  );
  const { refusals, prices, lines, found } = await currentDifferences(context, document);
  if (refusals.length > 0) return refusals;
  const published = row.publishes === 1 ? await publishPrices(context, row.supplierId, prices) : undefined;
  if (published !== undefined && isRefused(published)) return published;

  const byLine = new Map(found.map((each) => [each.line.sourceLineId, each]));
  const booked = lines
    .filter((line) => line.exclude === 0)
    .map((line) => ({ line, found: byLine.get(line.sourceLineId)! }));
  const { lying, last } = await holdLots(
    context,
    booked.flatMap(({ line }) =>
      line.batchId === null ? [] : [{ batchId: line.batchId, materialId: line.materialId }],
    ),
  );
  const postDate = bookedOn(row);
  const late = await movedAfter(context, [...lying.keys()], postDate);
  if (late.length > 0) return late;
  const withTax = await isValuedWithTax(context);
  const legs = booked.map(({ line, found: each }) => ({ line, each, legs: legsFor(each, lying, withTax) }));
  await revalue(
    context,
    billOf(document),
    legs.flatMap(({ line: { id: lineId, materialId, batchId }, each, legs: { stock } }) => {
      if (batchId === null) return [];
      const nothing = (last.get(batchId) ?? []).map((locationId) => [locationId, Decimal.zero] as const);
      const unitCost = unitCostOf(each, withTax);
      return [{ lineId, materialId, batchId, stock: new Map([...nothing, ...stock]), unitCost }];
    }),
    postDate,
  );
  await markReplaced(
    context,
    booked.flatMap(({ line }) => line.correctsLineId ?? []),
  );
  await writeBooked(
    context,
    legs.map(({ line, legs: { stockAmount: stock, varianceAmount: variance, taxAmount: tax } }) => ({
      id: line.id,
      stock,
      variance,
      tax,
    })),
  );
  await writeEntries(context, entriesOf(document, booked));
  if (published !== undefined) await writePublished(context, id, published);
  await writeSums(context, [id]);
  await linkSources(context, id, 1);
  return [];
}

/** What the supplier is owed more, or less, by the lines that are booked. */
const entriesOf = (
  document: Acting<typeof priceCorrection>,
  booked: readonly { readonly line: StoredLine; readonly found: Found }[],
): Entry[] => {
  const { companyDeptId, supplierId } = document.row;
  return correctionEntries(
    { ...billOf(document), bizDate: bookedOn(document.row), deptId: companyDeptId, companyDeptId },
    supplierId,
    booked.map(({ line, found }) => ({
      lineId: line.id,
      materialId: line.materialId,
      unitId: found.line.unitId,
      qty: Decimal.of(line.qty),
      diffPrice: found.diffPrice,
      taxRate: Decimal.of(found.line.taxRate),
      diffAmount: found.diffAmount,
      diffNoTax: found.diffNoTax,
    })),
  );
};

const markReplaced = (context: Context, lineIds: readonly Id[]): Promise<number> =>
  context.tx.run(
    sql`update price_correction_detail set line_state = 'replaced' where id = any(${[...lineIds]}::bigint[])`,
  );

interface BookedLine {
  readonly id: Id;
  readonly stock: Decimal;
  readonly variance: Decimal;
  readonly tax: Decimal;
}
const writeBooked = (context: Context, lines: readonly BookedLine[]): Promise<number> =>
  context.tx.run(sql`
    update price_correction_detail d
    set line_state = 'live', stock_amount = g.stock, variance_amount = g.variance, tax_amount = g.tax
    from json_to_recordset(${JSON.stringify(lines)}::json)
      as g(id bigint, stock numeric, variance numeric, tax numeric)
    where d.id = g.id`);

async function writePublished(context: Context, id: Id, published: Published): Promise<void> {
  const result = sentenceOf(refuse('corrections.published'), context.language);
  await context.tx.run(
    sql`update price_correction set published = ${JSON.stringify(published)}::jsonb where id = ${id}::bigint`,
  );
  await context.tx.run(
    sql`update price_correction_prices set result = ${result} where price_correction_id = ${id}::bigint`,
  );
}

/** Shows correction and deliveries in each other's chain; a reversal has the opposite sign. */
const linkSources = (context: Context, id: Id, sign: 1 | -1): Promise<unknown> =>
  context.tx.run(
    linking(
      context,
      sql`
  select 'correct' as kind, d.source_bill_type as from_type, d.source_bill_id::bigint as from_bill_id,
    d.bill_line_id::bigint as from_line_id, 'priceCorrection' as to_type, d.price_correction_id as to_bill_id,
    d.id as to_line_id,
    d.base_qty * ${sign}::integer as from_qty, d.base_qty * ${sign}::integer as to_qty
  from price_correction_detail d where d.price_correction_id = ${id}::bigint and d.exclude = 0 order by d.line_no`,
      sign < 0 ? 'void' : '',
    ),
  );

/** Reverses a correction; refused after another correction of a line or the use of a lot it changed the value of. */
export async function reverseCorrection(
  context: Context,
  document: Acting<typeof priceCorrection>,
): Promise<readonly Refusal[]> {
  const { id, billCode, row } = document;
  const lines = (await correctionLines(context, [id])).filter((line) => line.exclude === 0);
  await holdDeliveries(
    context,
    lines.map((line) => line.sourceLineId),
  );
  const later = await context.tx.rows<{ later: string }>(sql`
    select distinct b.bill_code as later from price_correction_detail d
    join price_correction b on b.id = d.price_correction_id where d.line_state in ('live', 'replaced')
      and d.corrects_line_id = any(${lines.map((line) => line.id)}::text[]) order by later`);
  if (later.length > 0) return later.map((each) => refuse('corrections.corrected-since', { billCode, ...each }));
  const used = await revalueBack(context, billOf(document));
  if (used.length > 0) return used;
  await context.tx.run(
    sql`update price_correction_detail set line_state = 'taken-back'
      where price_correction_id = ${id}::bigint and line_state = 'live'`,
  );
  await context.tx.run(
    sql`update price_correction_detail set line_state = 'live'
      where id = any(${lines.flatMap((line) => line.correctsLineId ?? [])}::bigint[])`,
  );
  await reverseEntriesOf(context, billOf(document));
  if (row.published) await takePricesBack(context, row.published as Published);
  await linkSources(context, id, -1);
  return [];
}
