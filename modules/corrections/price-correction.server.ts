/**
 * Corrections of prices: found when they are saved, judged against what stands when they are sent, booked and published
 * in one act, taken back by opposites.
 */
import type { HeaderRow } from '../../kernel/core/declaration.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import { integer, ref, type DecimalText, type Id } from '../../kernel/core/field.ts';
import { refuse, Refused, sentenceOf, type Refusal } from '../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { linking } from '../../kernel/server/links.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { insertRows } from '../../kernel/server/write-rows.ts';
import type { Bill } from '../stock/ledger/posting.server.ts';
import { holdLots, lyingOf, movedAfter, revalue, revalueBack } from './correction-stock.server.ts';
import { judgeDays, judgePrices } from './judge-correction.server.ts';
import { holdDeliveries, postedPurchases, type PostedPurchase } from './posted-purchases.server.ts';
import { priceCorrection } from './price-correction.document.ts';
import {
  differencesOf,
  legsOf,
  unitCostOf,
  type Difference,
  type Legs,
  type Lying,
  type NewPrice,
} from './price-correction.rules.ts';
import { isRefused, publishPrices, takePricesBack, type Published } from './publish-prices.server.ts';

/** Whose deliveries of which days a correction is about. */
type Scope = Pick<HeaderRow<typeof priceCorrection>, 'supplierId' | 'companyDeptId' | 'startDate' | 'endDate'>;
type Found = Difference<PostedPurchase>;

interface StoredPrice extends NewPrice {
  readonly id: Id;
}
/** The new prices of a document, each with its own days. */
const pricesOf = (context: Context, id: Id): Promise<StoredPrice[]> =>
  context.tx.rows<StoredPrice>(sql`
  select p.id, p.material_id, p.unit_id, p.factor, p.new_price, coalesce(p.start_date, b.start_date) as start_date,
    coalesce(p.end_date, b.end_date) as end_date
  from price_correction_prices p join price_correction b on b.id = p.price_correction_id where b.id = ${id}::bigint
  order by p.line_no`);

interface StoredLine {
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
const linesOf = (context: Context, ids: readonly Id[]): Promise<StoredLine[]> =>
  context.tx.rows<StoredLine>(sql`
  select id, price_correction_id, source_line_id, material_id, qty, old_price, new_price, exclude, exclude_reason,
    batch_id, corrects_line_id from price_correction_detail where price_correction_id = any(${[...ids]}::bigint[])
    order by price_correction_id, line_no`);

/** What was received in the days of the document at another price, as it stands now. */
async function findDifferences(context: Context, row: Scope, prices: readonly NewPrice[]): Promise<Found[]> {
  const posted = await postedPurchases(context, {
    supplierId: row.supplierId,
    companyDeptId: row.companyDeptId,
    startDate: row.startDate,
    endDate: row.endDate,
    materialIds: prices.map((price) => price.materialId),
  });
  return differencesOf(posted, prices);
}

const isValuedWithTax = async (context: Context): Promise<boolean> =>
  (await readParameter(context, 'store.cost.with-tax')) !== '0';
const legsFor = (found: Found, lying: ReadonlyMap<Id, readonly Lying[]>, withTax: boolean): Legs =>
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
async function find(context: Context, id: Id, row: Scope): Promise<number> {
  const found = await findDifferences(context, row, await pricesOf(context, id));
  const before = await linesOf(context, [id]);
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

/** Leaves out every line but one. */
export async function keepOnly(context: Context, id: Id, sourceLineId: Id, why: string): Promise<void> {
  await context.tx.run(
    sql`update price_correction_detail set exclude = 1, exclude_reason = ${why}
      where price_correction_id = ${id}::bigint and source_line_id <> ${sourceLineId}`,
  );
  const row = (await context.tx.row<Scope>(sql`select * from price_correction where id = ${id}::bigint`))!;
  await find(context, id, row);
}

const writeSums = (context: Context, ids: readonly Id[]): Promise<unknown> =>
  context.tx.run(sql`
  update price_correction b set line_count = s.lines, diff_amount = s.diff, diff_no_tax = s.net,
    stock_amount = s.stock, variance_amount = s.variance, tax_amount = s.tax
  from (select c.id, count(d.id)::integer as lines, coalesce(sum(d.diff_amount), 0) as diff,
    coalesce(sum(d.diff_no_tax), 0) as net, coalesce(sum(d.stock_amount), 0) as stock, coalesce(sum(d.variance_amount),
    0) as variance, coalesce(sum(d.tax_amount), 0) as tax
    from price_correction c left join price_correction_detail d on d.price_correction_id = c.id
    where c.id = any(${[...ids]}::bigint[]) group by c.id) s where b.id = s.id`);

/** Of a line people say only whether it is left out, and why. */
async function judgeLines(context: Context, saving: Saving<typeof priceCorrection>): Promise<Refusal[]> {
  const lines = savingLines(saving, 'details');
  if (lines === undefined) return [];
  if (saving.id === null) {
    saving.lines['details'] = [];
    return [];
  }
  const own = new Map((await linesOf(context, [saving.id])).map((line) => [line.id, line]));
  return lines.flatMap(({ id, values }, index): Refusal[] => {
    const line = index + 1;
    const stored = id === null ? undefined : own.get(id);
    if (stored === undefined) return [refuse('corrections.line-own', { line }, { line })];
    const isOut = (values.exclude ?? stored.exclude) === 1;
    const why = values.excludeReason === undefined ? stored.excludeReason : values.excludeReason || null;
    return isOut && why === null
      ? [refuse('corrections.exclude-reason', { line }, { line, field: 'excludeReason' })]
      : [];
  });
}

export const priceCorrectionBehaviour = behaviour(priceCorrection, {
  async beforeSave(context, saving) {
    saving.values.postDate ??= context.today;
    const days = judgeDays(saving, context.today);
    const refusals =
      days.length > 0 ? days : [...(await judgePrices(context, saving)), ...(await judgeLines(context, saving))];
    if (refusals.length > 0) throw new Refused(...refusals);
  },
  async afterSave(context, { id, values }) {
    await find(context, id, values);
  },
  actions: {
    async generateDetail(context, documents) {
      const refusals: Refusal[] = [];
      for (const { id, billCode, row } of documents)
        if ((await find(context, id, row)) === 0) refusals.push(refuse('corrections.nothing', { billCode }));
      return refusals;
    },
    async toApply(context, documents) {
      const refusals: Refusal[] = [];
      for (const document of documents) refusals.push(...(await standing(context, document)).refusals);
      return refusals;
    },
    async doApply(context, documents) {
      for (const document of documents) {
        const refusals = await carryOut(context, document);
        if (refusals.length > 0) return refusals;
      }
      return [];
    },
    async void(context, documents) {
      for (const document of documents) {
        const refusals = await takeBack(context, document);
        if (refusals.length > 0) return refusals;
      }
      return [];
    },
  },
});

/** The day a correction is booked on, filled in when it is saved. */
const bookedOn = ({ postDate }: HeaderRow<typeof priceCorrection>): string => postDate!;

interface StoredCorrection {
  readonly refusals: readonly Refusal[];
  readonly prices: readonly StoredPrice[];
  readonly lines: readonly StoredLine[];
  readonly found: readonly Found[];
}
/** Whether what was found is still what there is: the same deliveries, quantities and prices. */
async function standing(
  context: Context,
  { id, billCode, row }: Acting<typeof priceCorrection>,
): Promise<StoredCorrection> {
  const [prices, lines] = [await pricesOf(context, id), await linesOf(context, [id])];
  const found = await findDifferences(context, row, prices);
  const postDate = bookedOn(row);
  const closed = await context.tx.row(
    sql`select 1 as one from stock_period where company_dept_id = ${row.companyDeptId}::bigint
      and end_date >= ${postDate}::date limit 1`,
  );
  const said = (
    each: { sourceLineId: Id; qty: DecimalText; correctsLineId: Id | null },
    oldPrice: Decimal,
    newPrice: Decimal,
  ): string => [each.sourceLineId, Decimal.of(each.qty), oldPrice, newPrice, each.correctsLineId ?? ''].join(' ');
  const then = lines
    .map((line) => said(line, Decimal.of(line.oldPrice), Decimal.of(line.newPrice)))
    .toSorted()
    .join();
  const now = found
    .map((each) => said(each.line, each.oldPrice, each.newPrice))
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
      ...(then !== now
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
 * Deliveries are held, then lots; what goes to stock and what to variance is decided by what lies there at that moment.
 */
async function carryOut(context: Context, document: Acting<typeof priceCorrection>): Promise<readonly Refusal[]> {
  const { id, row } = document;
  await holdDeliveries(
    context,
    (await linesOf(context, [id])).map((line) => line.sourceLineId),
  );
  const { refusals, prices, lines, found } = await standing(context, document);
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
  await context.tx.run(
    sql`update price_correction_detail set line_state = 'replaced'
      where id = any(${booked.flatMap(({ line }) => line.correctsLineId ?? [])}::bigint[])`,
  );
  await context.tx.run(sql`
    update price_correction_detail d set line_state = 'live', stock_amount = g.stock, variance_amount = g.variance,
      tax_amount = g.tax
    from json_to_recordset(${JSON.stringify(legs.map(({ line, legs: { stockAmount, varianceAmount, taxAmount } }) => ({ id: line.id, stock: stockAmount, variance: varianceAmount, tax: taxAmount })))}::json) as g(id bigint, stock numeric, variance numeric, tax numeric) where d.id = g.id`);
  if (published !== undefined) {
    const result = sentenceOf(refuse('corrections.published'), context.language);
    await context.tx.run(
      sql`update price_correction set published = ${JSON.stringify(published)}::jsonb where id = ${id}::bigint`,
    );
    await context.tx.run(
      sql`update price_correction_prices set result = ${result} where price_correction_id = ${id}::bigint`,
    );
  }
  await writeSums(context, [id]);
  await linkSources(context, id, 1);
  return [];
}

/** Shows correction and deliveries in each other's chain; taken back with the opposite sign. */
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

/** Nothing may have come after it: no other correction of a line, and no use of a lot it changed the value of. */
async function takeBack(context: Context, document: Acting<typeof priceCorrection>): Promise<readonly Refusal[]> {
  const { id, billCode, row } = document;
  const lines = (await linesOf(context, [id])).filter((line) => line.exclude === 0);
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
  if (row.published) await takePricesBack(context, row.published as Published);
  await linkSources(context, id, -1);
  return [];
}
