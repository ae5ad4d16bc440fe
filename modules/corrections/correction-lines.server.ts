/** Lines of price corrections: what was received at another price, and what each difference comes to. */
import type { HeaderRow } from '../../kernel/core/declaration.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import { integer, ref, type DecimalText, type Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { insertRows } from '../../kernel/server/write-rows.ts';
import { lyingOf } from './correction-stock.server.ts';
import { postedPurchases, type PostedPurchase } from './posted-purchases.server.ts';
import { priceCorrection } from './price-correction.document.ts';
import {
  differencesOf,
  legsOf,
  type Difference,
  type Legs,
  type Lying,
  type NewPrice,
} from './price-correction.rules.ts';

/** Whose deliveries of which days a correction is about. */
type Scope = Pick<HeaderRow<typeof priceCorrection>, 'supplierId' | 'companyDeptId' | 'startDate' | 'endDate'>;
/** A delivery received at another price than the new one. */
export type Found = Difference<PostedPurchase>;

/** A new price of a document as it is stored. */
export interface StoredPrice extends NewPrice {
  readonly id: Id;
}
/** The new prices of a document, each with its own days. */
export const newPrices = (context: Context, id: Id): Promise<StoredPrice[]> =>
  context.tx.rows<StoredPrice>(sql`
  select p.id, p.material_id, p.unit_id, p.factor, p.new_price, coalesce(p.start_date, b.start_date) as start_date,
    coalesce(p.end_date, b.end_date) as end_date
  from price_correction_prices p join price_correction b on b.id = p.price_correction_id where b.id = ${id}::bigint
  order by p.line_no`);

/** A line of a correction as it is stored. */
export interface StoredLine {
  readonly id: Id;
  readonly priceCorrectionId: Id;
  readonly sourceLineId: Id;
  readonly materialId: Id;
  readonly qty: DecimalText;
  readonly oldPrice: DecimalText;
  readonly newPrice: DecimalText;
  readonly exclude: number;
  readonly excludeReason: string | null;
  readonly batchId: Id | null;
  readonly correctsLineId: Id | null;
}
/** The lines of corrections in their order. */
export const correctionLines = (context: Context, ids: readonly Id[]): Promise<StoredLine[]> =>
  context.tx.rows<StoredLine>(sql`
  select id, price_correction_id, source_line_id, material_id, qty, old_price, new_price, exclude, exclude_reason,
    batch_id, corrects_line_id from price_correction_detail where price_correction_id = any(${[...ids]}::bigint[])
    order by price_correction_id, line_no`);

/** What was received in the days of the document at another price, as of now. */
export async function findDifferences(context: Context, row: Scope, prices: readonly NewPrice[]): Promise<Found[]> {
  const posted = await postedPurchases(context, {
    supplierId: row.supplierId,
    companyDeptId: row.companyDeptId,
    startDate: row.startDate,
    endDate: row.endDate,
    materialIds: prices.map((price) => price.materialId),
  });
  return differencesOf(posted, prices);
}

/** Whether stock is valued with tax. */
export const isValuedWithTax = async (context: Context): Promise<boolean> =>
  (await readParameter(context, 'store.cost.with-tax')) !== '0';
/** How a difference is split into stock, variance and tax, by the lots that lie in stock. */
export const legsFor = (found: Found, lying: ReadonlyMap<Id, readonly Lying[]>, withTax: boolean): Legs =>
  legsOf(
    found,
    Decimal.of(found.line.baseQty),
    found.line.batchId === null ? [] : (lying.get(found.line.batchId) ?? []),
    withTax,
  );
const batchesOf = (found: readonly Found[]): Id[] => found.flatMap(({ line }) => line.batchId ?? []);
const LINE_OWN = { lineNo: integer('', ''), priceCorrectionId: ref('', '', 'priceCorrection') } as const;
const NOTHING = { diffAmount: '0', diffNoTax: '0', stockAmount: '0', varianceAmount: '0', taxAmount: '0' };

/**
 * Finds the lines anew. The id of a line, whether it is left out, and why, stays as long as it is found; which part is
 * stock is as of now. Answers how many there are.
 */
export async function findLines(context: Context, id: Id, row: Scope): Promise<number> {
  const found = await findDifferences(context, row, await newPrices(context, id));
  const before = await correctionLines(context, [id]);
  const [lying, withTax, left] = [
    await lyingOf(context, batchesOf(found)),
    await isValuedWithTax(context),
    new Map(before.filter((line) => line.exclude === 1).map((line) => [line.sourceLineId, line])),
  ];
  await context.tx.run(sql`delete from price_correction_detail where price_correction_id = ${id}::bigint`);
  await insertRows(
    context,
    'price_correction_detail',
    priceCorrection.lines!.details.fields,
    found.map((each, index) => {
      const { line, oldPrice, newPrice, diffPrice, diffAmount, diffNoTax } = each;
      const legs = legsFor(each, lying, withTax);
      const out = left.get(line.sourceLineId);
      return {
        priceCorrectionId: id,
        lineNo: index + 1,
        sourceBillType: 'inStore',
        sourceBillId: line.billId,
        sourceBillCode: line.billCode,
        sourceLineId: line.sourceLineId,
        billLineId: line.billLineId,
        priceDate: line.priceDate,
        deptId: line.deptId,
        materialId: line.materialId,
        qty: line.qty,
        unitId: line.unitId,
        factor: line.factor,
        baseQty: line.baseQty,
        batchId: line.batchId,
        taxRate: line.taxRate,
        correctsLineId: line.correctsLineId,
        oldPrice: oldPrice.toString(),
        newPrice: newPrice.toString(),
        diffPrice: diffPrice.toString(),
        exclude: out === undefined ? 0 : 1,
        excludeReason: out?.excludeReason ?? null,
        lineState: 'proposed',
        ...(out === undefined
          ? {
              diffAmount: diffAmount.toString(),
              diffNoTax: diffNoTax.toString(),
              stockAmount: legs.stockAmount.toString(),
              varianceAmount: legs.varianceAmount.toString(),
              taxAmount: legs.taxAmount.toString(),
            }
          : NOTHING),
      };
    }),
    {},
    LINE_OWN,
  );
  await context.tx.run(sql`
    update price_correction_detail d set id = w.id
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as w(id bigint, "sourceLineId" text)
    where d.price_correction_id = ${id}::bigint and d.source_line_id = w."sourceLineId"`);
  await writeSums(context, [id]);
  return found.length;
}

/** Excludes every line but one. */
export async function excludeAllBut(context: Context, id: Id, sourceLineId: Id, why: string): Promise<void> {
  await context.tx.run(
    sql`update price_correction_detail set exclude = 1, exclude_reason = ${why}
      where price_correction_id = ${id}::bigint and source_line_id <> ${sourceLineId}`,
  );
  const row = (await context.tx.row<Scope>(sql`select * from price_correction where id = ${id}::bigint`))!;
  await findLines(context, id, row);
}

/** Writes the sums of the lines into the head. */
export const writeSums = (context: Context, ids: readonly Id[]): Promise<unknown> =>
  context.tx.run(sql`
  update price_correction b set line_count = s.lines, diff_amount = s.diff, diff_no_tax = s.net,
    stock_amount = s.stock, variance_amount = s.variance, tax_amount = s.tax
  from (select c.id, count(d.id)::integer as lines, coalesce(sum(d.diff_amount), 0) as diff,
    coalesce(sum(d.diff_no_tax), 0) as net, coalesce(sum(d.stock_amount), 0) as stock,
    coalesce(sum(d.variance_amount), 0) as variance, coalesce(sum(d.tax_amount), 0) as tax
    from price_correction c left join price_correction_detail d on d.price_correction_id = c.id
    where c.id = any(${[...ids]}::bigint[]) group by c.id) s where b.id = s.id`);
