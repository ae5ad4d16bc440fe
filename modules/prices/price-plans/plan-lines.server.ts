/** Lines of price documents: what each comes to, what held before, and what the rules of early warning say of it. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Acting, Saving, SavingLine } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { ident, sql, type Sql } from '../../../parts/postgres/database.ts';
import { lineTableOf, ownerColumn, tableOf } from '../../../kernel/server/schema.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { unitLadders } from '../../master-data/units/material-units.server.ts';
import { unitPath, type UnitContext } from '../../master-data/units/unit-conversion.rules.ts';
import { firstOffers } from '../../suppliers/offers.server.ts';
import { blockedRefusals, warnCountOf, type LineWarning } from '../warnings/charged-price.rules.ts';
import { judgeLines, mayPass, overrideOf, writeWarnings } from '../warnings/charged-price.server.ts';
import type { Lineage } from './plan-generation.rules.ts';
import { lineageOf, lineages, type LineLineage } from './plan-lineage.server.ts';
import { headOf, idsOfDocuments, periodOf, textOf, type Kind, type Values } from './plan-kind.server.ts';
import { managementPricePlan } from './price-plan.document.ts';
import { lineFigures, lineRefusals, planSummary, type Worth } from './price-plan.rules.ts';
import { partnerOf, PLAN, publishedLines, SINGLE } from '../price-book/published-lines.server.ts';

/** A line as a plan of any kind has it. */
type PlanLine = SavingLine<NonNullable<(typeof managementPricePlan)['lines']>['details']>;
/** The lines about to stand, which all kinds declare alike; undefined where the body left them alone. */
const planLines = (saving: Pick<Saving, 'lines'>): PlanLine[] | undefined =>
  saving.lines['details'] as PlanLine[] | undefined;

const LABELS = managementPricePlan.lines!.details.fields;
const perBase = (worth: Worth | null): Decimal | null =>
  worth === null ? null : Fraction.of(worth.price).dividedBy(Fraction.of(worth.factor)).rounded(6);

/** Fills tax, factor, figures and warnings of every line; a unit must lead to the base unit on the line's first day. */
export async function priceLines(context: Context, kind: Kind, saving: Saving): Promise<void> {
  const { values } = saving;
  const head = headOf(values);
  const lines = planLines(saving);
  head.overrideReason = null;
  if (lines === undefined) {
    head.lineCount ??= 0;
    head.warnCount ??= 0;
    return;
  }
  const header = periodOf(values);
  const entered = lines.map(({ values: { materialId, startDate, endDate } }) => ({
    materialId: String(materialId),
    startDate: textOf(startDate),
    endDate: textOf(endDate),
  }));
  const refusals = lineRefusals(header, entered);
  const goods = entered.map(({ materialId, startDate }) => ({ materialId, day: startDate ?? header.startDate }));
  const [lineage, facts] = await Promise.all([
    lineageLines(context, kind, saving),
    readPriceFacts(context, kind, values, goods),
  ]);
  const priced = lines.map((line, index) => pricedLine(line, { ...goods[index]!, at: index + 1 }, facts, refusals));
  if (refusals.length > 0) throw new Refused(...refusals);
  const warnings = await judgeLines(
    context,
    priced.map((line, index) => ({
      priceType: kind.typeOf(values),
      companyDeptId: textOf(head.companyDeptId),
      materialId: goods[index]!.materialId,
      basePrice: Decimal.of(String(line.values.basePrice ?? '0')),
      before: perBase(facts.last[index] ?? null),
    })),
  );
  saving.lines['details'] = priced.map((line, index) => ({
    ...line,
    values: { ...line.values, ...(lineage[index] ?? TYPED), ...warnings[index]! },
  }));
  Object.assign(
    values,
    planSummary(
      priced.map((line) => ({
        materialId: String(line.values.materialId),
        changePercent: textOf(line.values.changePercent),
      })),
    ),
    { warnCount: warnCountOf(warnings) },
  );
}

/** A material on the first day of its line. */
interface GoodsOnDay {
  readonly materialId: Id;
  readonly day: string;
}
/** What lines are priced and compared by. */
interface PriceFacts {
  readonly ladders: ReadonlyMap<Id, UnitContext>;
  readonly taxRates: ReadonlyMap<Id, DecimalText | null>;
  /** What held the day before, by the place of the line. */
  readonly last: readonly (Worth | null)[];
  /** Purchase prices per base unit. */
  readonly purchase: ReadonlyMap<Id, Decimal>;
}

/** A fixed number of statements, however many lines. */
async function readPriceFacts(
  context: Context,
  kind: Kind,
  values: Values,
  goods: readonly GoodsOnDay[],
): Promise<PriceFacts> {
  const materialIds = [...new Set(goods.map((line) => line.materialId))];
  const [ladders, taxRates, last, offers] = await Promise.all([
    unitLadders(context, materialIds),
    context.tx.rows<{ id: Id; taxRate: DecimalText | null }>(
      sql`select id, tax_rate from material where id = any(${materialIds}::bigint[])`,
    ),
    lastPrices(
      context,
      kind,
      values,
      goods.map(({ materialId, day }) => ({ materialId, day: dayPlus(day, -1) })),
    ),
    firstOffers(context, materialIds, periodOf(values).startDate, []),
  ]);
  return {
    ladders,
    taxRates: new Map(taxRates.map((row) => [row.id, row.taxRate])),
    last,
    purchase: new Map(
      [...offers].flatMap(([materialId, { basePrice }]) =>
        basePrice === null ? [] : [[materialId, Decimal.of(basePrice)] as const],
      ),
    ),
  };
}

/** A line with its tax rate and figures; what it lacks is added to `refusals`. */
function pricedLine(
  line: PlanLine,
  { materialId, day, at }: GoodsOnDay & { readonly at: number },
  { ladders, taxRates, last, purchase }: PriceFacts,
  refusals: Refusal[],
): PlanLine {
  const ladder = ladders.get(materialId);
  if (ladder === undefined) return line; // the kernel refuses an unknown material
  const price = line.values.price ?? null;
  const taxRate = line.values.taxRate ?? taxRates.get(materialId) ?? null;
  const path = unitPath({ ...ladder, date: day }, String(line.values.unitId));
  if (!path.ok) refusals.push(...path.refusals.map((refusal) => ({ ...refusal, line: at, field: 'unitId' })));
  for (const [field, value] of [
    ['price', price],
    ['taxRate', taxRate],
  ] as const)
    if (value === null) refusals.push(refuse('field.required', { name: LABELS[field].label }, { line: at, field }));
  if (!path.ok || taxRate === null || price === null) return line;
  const figures = lineFigures({
    price: Decimal.of(String(price)),
    taxRate: Decimal.of(String(taxRate)),
    ratio: path.ratio,
    last: last[at - 1] ?? null,
    purchase: purchase.get(materialId) ?? null,
  });
  return { ...line, values: { ...line.values, taxRate, ...figures } };
}

const TYPED: Readonly<Record<keyof Lineage, null>> = {
  formulaId: null,
  formulaText: null,
  referencePrice: null,
  referenceDate: null,
  evidence: null,
};
/**
 * Where each price comes from: a formula that was just asked, or the one that made it, as long as nobody changed what
 * it made.
 */
async function lineageLines(
  context: Context,
  { declaration }: Kind,
  saving: Saving,
): Promise<readonly (Lineage | null)[]> {
  const { id, body } = saving;
  const given = lineages.get(body);
  if (given !== undefined) return given;
  if (id === null) return [];
  const made = new Map(
    (
      await context.tx.rows<LineLineage & { id: Id; materialId: Id; unitId: Id; price: DecimalText }>(sql`
    select id, material_id, unit_id, price, formula_id, formula_text, reference_price, reference_date, evidence
    from ${ident(lineTableOf(declaration, 'details'))} where ${ident(ownerColumn(declaration))} = ${id}::bigint
      and formula_id is not null`)
    ).map((row) => [row.id, row]),
  );
  return planLines(saving)!.map((line) => {
    const stored = line.id === null ? undefined : made.get(line.id);
    const price = textOf(line.values.price);
    return stored !== undefined &&
      stored.materialId === String(line.values.materialId) &&
      stored.unitId === String(line.values.unitId) &&
      price !== null &&
      Decimal.of(price).equals(Decimal.of(stored.price))
      ? lineageOf(stored)
      : null;
  });
}

/**
 * What held on a day: of the same series, else the base price, of the partner before anybody's. One statement, however
 * many lines.
 */
async function lastPrices(
  context: Context,
  kind: Kind,
  values: Values,
  goods: readonly GoodsOnDay[],
): Promise<(Worth | null)[]> {
  const numbered = goods.map(({ materialId, day }, nr) => ({ nr, material_id: materialId, day }));
  const found = await context.tx.rows<{ nr: number; price: DecimalText; factor: DecimalText }>(sql`
    select distinct on (q.nr) q.nr, p.price, p.factor
    from json_to_recordset(${JSON.stringify(numbered)}::json) as q(nr integer, material_id bigint, day date)
    join (${seriesPrices(kind, values)} union all ${basePrices(kind, values)}) p
      on p.material_id = q.material_id and p.start_date <= q.day and (p.end_date is null or p.end_date >= q.day)
    order by q.nr, p.rank, p.start_date desc`);
  const byNr = new Map(found.map((row) => [row.nr, { price: Decimal.of(row.price), factor: Decimal.of(row.factor) }]));
  return goods.map((_, nr) => byNr.get(nr) ?? null);
}

const seriesPrices = ({ declaration }: Kind, values: Values): Sql => sql`
  select 1 as rank, p.material_id, p.price, p.factor, p.start_date, p.end_date
  from (${publishedLines(declaration)}) p
  where p.price_series_id = ${textOf(headOf(values).priceSeriesId)}::bigint`;

/** Base prices: single prices, the partner's own before anybody's, or those of the company's default plan. */
function basePrices(kind: Kind, values: Values): Sql {
  const type = kind.typeOf(values);
  const [plan, single] = [PLAN[type], SINGLE[type]];
  const { companyDeptId, enterpriseId } = headOf(values);
  if (single === undefined)
    return sql`
      select 2, p.material_id, p.price, p.factor, p.start_date, p.end_date
      from (${publishedLines(plan!)}) p
      where p.is_default = 1 and p.company_dept_id = ${textOf(companyDeptId)}::bigint`;
  const partner = partnerOf(single)('p');
  return sql`
    select case when ${partner} is null then 3 else 2 end, p.material_id, p.price, p.factor, p.start_date, p.end_date
    from ${ident(tableOf(single))} p
    where p.frozen = 0 and p.dept_id is null
      and coalesce(${partner} = ${textOf(enterpriseId)}::bigint, ${partner} is null)`;
}

/**
 * Prices of stored documents looked at anew, as rules and markets are by now: what is beyond the block line is not
 * sent, unless whoever sends it may let it pass and says why.
 */
export async function blockedLines(
  context: Context,
  kind: Kind,
  documents: readonly Acting[],
  input: Input,
): Promise<readonly Refusal[]> {
  const { declaration } = kind;
  const [table, lineTable, owner] = [
    ident(tableOf(declaration)),
    ident(lineTableOf(declaration, 'details')),
    ident(ownerColumn(declaration)),
  ];
  const rows = await context.tx.rows<
    LineWarning & {
      id: Id;
      planId: Id;
      lineNo: number;
      materialId: Id;
      material: string;
      basePrice: DecimalText;
      lastPrice: DecimalText | null;
      factor: DecimalText;
    }
  >(sql`
    select l.id, l.${owner} as plan_id, l.line_no, l.material_id, m.called as material, l.base_price, l.last_price,
      l.factor from ${lineTable} l join material m on m.id = l.material_id
    where l.${owner} = any(${idsOfDocuments(documents)}::bigint[]) and l.base_price is not null
    order by l.${owner}, l.line_no`);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const warnings = await judgeLines(
    context,
    rows.map((row) => {
      const { row: header } = byId.get(row.planId)!;
      return {
        priceType: kind.typeOf(header),
        companyDeptId: textOf(headOf(header).companyDeptId),
        materialId: row.materialId,
        basePrice: Decimal.of(row.basePrice),
        before: perBase(
          row.lastPrice === null ? null : { price: Decimal.of(row.lastPrice), factor: Decimal.of(row.factor) },
        ),
      };
    }),
  );
  const judged = rows.map((row, index) => ({ ...row, warning: warnings[index]! }));
  await writeWarnings(context, lineTableOf(declaration, 'details'), judged);
  const reason = overrideOf(context, input);
  const known = Map.groupBy(judged, (each) => each.planId);
  const documentLines = documents.map(({ id }) => {
    const own = (known.get(id) ?? []).map((each) => ({ ...each, line: each.lineNo }));
    return {
      id,
      warnCount: warnCountOf(own.map((each) => each.warning)),
      refusals: blockedRefusals(own, mayPass(context, kind.right)),
    };
  });
  await context.tx.run(sql`
    update ${table} t set warn_count = d.warn_count, override_reason = d.reason
    from json_to_recordset(${JSON.stringify(documentLines.map(({ id, warnCount, refusals }) => ({ id, warn_count: warnCount, reason: refusals.length > 0 && reason !== '' ? reason : null })))}::json) as d(id bigint, warn_count integer, reason text) where t.id = d.id`);
  return reason === '' ? documentLines.flatMap((each) => each.refusals) : [];
}
