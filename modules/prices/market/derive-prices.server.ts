/**
 * New prices from formulas: which goods they are for, what they go by, and what comes out. The same answers to the same
 * questions.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ident, sql, type Sql } from '../../../parts/postgres/database.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { unitLadders } from '../../master-data/units/material-units.server.ts';
import { unitPath } from '../../master-data/units/unit-conversion.rules.ts';
import { firstOffers, type Offer } from '../../suppliers/offers.server.ts';
import { marketQuotes } from './market.server.ts';
import { paidPrices } from '../price-book/paid-prices.port.server.ts';
import { priceFormula } from './price-formula.resource.ts';
import {
  daysOf,
  formulaFor,
  priceBy,
  referenceOf,
  type Band,
  type Formula,
  type FormulaScope,
  type Quoted,
  type QuotedOver,
  type Step,
} from './price-formula.rules.ts';
import { PRICE_TYPES, type PriceType } from '../price-book/price.resource.ts';
import { partnerOf, PLAN, publishedLines, SINGLE } from '../price-book/published-lines.server.ts';

/** What price runs publish. */
export type DerivedType = 'settlement' | 'joint';
type ReferenceKind =
  | 'purchase'
  | 'last-receipt'
  | 'settlement'
  | 'management'
  | 'market-avg'
  | 'market-low'
  | 'market-high';

interface StoredFormula extends FormulaScope {
  readonly name: string;
  readonly reference: ReferenceKind;
  readonly marketSourceId: Id | null;
  readonly period: QuotedOver;
  readonly periodDays: number;
  readonly maxAgeDays: number;
  readonly formula: Formula;
  readonly text: Label;
}
interface DeriveWish {
  readonly priceType: PriceType;
  /** Whose base price counts where management prices are gone by. */
  readonly companyDeptId: Id | null;
  /** Only what holds everywhere: plans are related to departments as a whole. */
  readonly everywhere?: boolean;
  /** Keeps what these make, where others do not go before them; empty: everything. */
  readonly formulaIds: readonly Id[];
  /** Keeps what goes by one of these. */
  readonly references?: readonly string[];
  /** As if there were no other formula. */
  readonly alone?: Id;
  readonly referenceDate: string;
  readonly startDate: string;
  /** Only of these goods. */
  readonly materialIds?: readonly Id[];
}
export interface Derived {
  readonly materialId: Id;
  readonly material: string;
  readonly deptId: Id | null;
  readonly unitId: Id;
  /** Base units in one of `unitId`; null where no conversion leads there. */
  readonly factor: DecimalText | null;
  readonly formula: StoredFormula;
  /** Per base unit. */
  readonly reference: DecimalText | null;
  readonly referenceDate: string | null;
  readonly evidence: string;
  readonly price: DecimalText | null;
  readonly old: {
    readonly id: Id;
    readonly price: DecimalText;
    readonly startDate: string;
    readonly endDate: string | null;
  } | null;
  /** What it lacks a price for. */
  readonly why: string;
}
/** Goods reckoned at most in one run. */
const MOST = 5000;
/** Older quotes are not even told as too old. */
const LOOK_BACK_DAYS = 400;

interface FormulaRow extends FormulaScope {
  readonly name: string;
  readonly reference: ReferenceKind;
  readonly marketSourceId: Id | null;
  readonly period: QuotedOver;
  readonly periodDays: number;
  readonly maxAgeDays: number;
  readonly method: Step['method'] | null;
  readonly rate: DecimalText | null;
  readonly addAmount: DecimalText | null;
  readonly floorPrice: DecimalText | null;
  readonly ceilingPrice: DecimalText | null;
  readonly roundPlaces: number;
  readonly bands: readonly StoredBand[];
}
export interface StoredBand {
  readonly fromPrice: string | number;
  readonly toPrice: string | number | null;
  readonly method: Step['method'];
  readonly rate: string | number | null;
  readonly addAmount: string | number | null;
}
const stepOf = (method: Step['method'], rate: unknown, addAmount: unknown): Step =>
  method === 'add'
    ? { method, amount: Decimal.of(String(addAmount ?? '0')) }
    : { method, rate: Decimal.of(String(rate ?? '0')) };
/** A stored band of a formula as the rules read it; without an upper price it is open. */
export const bandOf = (row: StoredBand): Band => ({
  from: Decimal.of(String(row.fromPrice)),
  to: row.toPrice === null || row.toPrice === undefined || row.toPrice === '' ? null : Decimal.of(String(row.toPrice)),
  step: stepOf(row.method, row.rate, row.addAmount),
});
const decimalOf = (given: DecimalText | null): Decimal | null => (given === null ? null : Decimal.of(given));

/** Formulas that hold on a day. */
async function formulasOn(
  context: Context,
  { priceType, alone, startDate, everywhere }: DeriveWish,
): Promise<StoredFormula[]> {
  const named = alone === undefined ? sql`` : sql`and f.id = ${alone}::bigint`;
  const rows = await context.tx.rows<FormulaRow>(sql`
    select f.id, f.code, f.name, f.dept_id, f.material_id, f.material_type_id, f.start_date, f.reference, f.market_source_id, f.period, f.period_days, f.max_age_days, f.method, f.rate, f.add_amount, f.floor_price, f.ceiling_price, f.round_places,
      coalesce((select jsonb_agg(jsonb_build_object('fromPrice', b.from_price::text, 'toPrice', b.to_price::text, 'method', b.method, 'rate', b.rate::text, 'addAmount', b.add_amount::text) order by b.line_no) from price_formula_band b where b.price_formula_id = f.id), '[]') as bands
    from price_formula f where f.frozen = 0 and f.price_type = ${priceType} and f.start_date <= ${startDate}::date and (f.end_date is null or f.end_date >= ${startDate}::date) ${named} ${everywhere === true ? sql`and f.dept_id is null` : sql``} order by f.code`);
  return rows.map((row) => {
    const formula: Formula = {
      step: row.method === null ? null : stepOf(row.method, row.rate, row.addAmount),
      bands: row.bands.map(bandOf),
      floor: decimalOf(row.floorPrice),
      ceiling: decimalOf(row.ceilingPrice),
      places: row.roundPlaces,
    };
    return { ...row, formula, text: wordsOf(row, formula) };
  });
}

const stepWords = (step: Step): Label => {
  if (step.method === 'add')
    return step.amount.isNegative()
      ? label(`减 ${step.amount.abs().toString()}`, `less ${step.amount.abs().toString()}`)
      : label(`加 ${step.amount.toString()}`, `plus ${step.amount.toString()}`);
  return step.method === 'markup'
    ? label(`上浮 ${step.rate.toString()}%`, `plus ${step.rate.toString()} %`)
    : label(`下浮 ${step.rate.toString()}%`, `less ${step.rate.toString()} %`);
};
const choiceWord = (field: 'reference' | 'period', value: string): Label =>
  priceFormula.fields[field].rules.choices!.find((each) => each.value === value)!.label;
function wordsOf(row: FormulaRow, formula: Formula): Label {
  const [reference, period] = [choiceWord('reference', row.reference), choiceWord('period', row.period)];
  const taken =
    row.period === 'latest'
      ? label('', '')
      : label(`（${period.zh.replace('N', String(row.periodDays))}）`, ` (${period.en.toLowerCase()})`);
  const step =
    formula.bands.length > 0
      ? label(`按 ${formula.bands.length} 个区间`, `by ${formula.bands.length} bands`)
      : formula.step === null
        ? label('', '')
        : stepWords(formula.step);
  return label(`${reference.zh}${taken.zh}${step.zh}`, `${reference.en}${taken.en} ${step.en}`.trimEnd());
}

interface Goods {
  readonly id: Id;
  readonly code: string;
  readonly name: string;
  readonly unitId: Id;
  readonly typeIds: readonly Id[];
}
/** Goods that any of the formulas is for; those meant for everything take what has a price to go by. */
async function goodsOf(
  context: Context,
  formulas: readonly StoredFormula[],
  only: readonly Id[] | undefined,
): Promise<Goods[]> {
  const own = formulas.flatMap((each) => each.materialId ?? []);
  const types = formulas.flatMap((each) => each.materialTypeId ?? []);
  const forAll = formulas.some((each) => each.materialId === null && each.materialTypeId === null);
  const priced: Sql = sql`exists (select 1 from supplier_material o where o.material_id = m.id and o.frozen = 0) or exists (select 1 from market_product n where n.frozen = 0 and m.id = any(n.material_ids)) or exists (select 1 from settlement_price p where p.material_id = m.id and p.frozen = 0) or exists (select 1 from management_price_plan_detail p where p.material_id = m.id)`;
  const rows = await context.tx.rows<Goods>(sql`
    with recursive up as (
      select t.id as type, t.id, t.parent_id, 1 as step from material_type t
      union all select u.type, t.id, t.parent_id, u.step + 1 from up u join material_type t on t.id = u.parent_id),
    paths as (select type, array_agg(id order by step) as ids from up group by type)
    select m.id, m.code, m.name, coalesce(m.purchase_unit_id, m.base_unit_id) as unit_id, p.ids::text[] as type_ids from material m join paths p on p.type = m.material_type_id
    where m.frozen = 0 and (m.id = any(${own}::bigint[]) or p.ids && ${types}::bigint[] or (${forAll} and (${priced}))) ${only === undefined ? sql`` : sql`and m.id = any(${[...only]}::bigint[])`}
    order by m.code limit ${MOST + 1}`);
  if (rows.length > MOST) throw new Refused(refuse('prices.run-too-many', { most: MOST }, { field: 'formulaIds' }));
  return rows;
}

interface Sourced extends Quoted {
  readonly evidence: string;
}
/** What each kind of reference says of these goods; a fixed number of statements. */
async function referencesOf(
  context: Context,
  formulas: readonly StoredFormula[],
  goods: readonly Goods[],
  { referenceDate: date, companyDeptId }: DeriveWish,
): Promise<(formula: StoredFormula, materialId: Id) => readonly Sourced[]> {
  const ids = goods.map((each) => each.id);
  const kinds = new Set(formulas.map((each) => each.reference));
  const markets = formulas.filter((each) => each.reference.startsWith('market'));
  const since = dayPlus(date, -LOOK_BACK_DAYS);
  const [offers, paid, settled, managed, quotes] = await Promise.all([
    kinds.has('purchase') ? firstOffers(context, ids, date, []) : new Map<Id, Offer>(),
    kinds.has('last-receipt')
      ? paidPrices(
          context,
          ids.map((materialId) => ({ materialId, companyDeptId: null })),
          since,
          1,
        )
      : [],
    kinds.has('settlement')
      ? context.tx.rows<{ materialId: Id; code: string; basePrice: DecimalText }>(sql`
      select material_id, code, base_price from settlement_price where frozen = 0 and dept_id is null and material_id = any(${ids}::bigint[]) and start_date <= ${date}::date and (end_date is null or end_date >= ${date}::date)`)
      : [],
    kinds.has('management')
      ? context.tx.rows<{ materialId: Id; code: string; basePrice: DecimalText }>(sql`
      select distinct on (p.material_id) p.material_id, p.code, round(p.price / p.factor, 6) as base_price from (${publishedLines(PLAN.management!)}) p
      where p.is_default = 1 and p.company_dept_id = ${companyDeptId}::bigint and p.material_id = any(${ids}::bigint[]) and p.start_date <= ${date}::date and (p.end_date is null or p.end_date >= ${date}::date) order by p.material_id, p.start_date desc, p.id`)
      : [],
    markets.length > 0 ? marketQuotes(context, ids, since, date) : [],
  ]);
  const bought = new Map(
    [...offers].flatMap(([materialId, { basePrice, supplierName }]) =>
      basePrice === null
        ? []
        : [[materialId, [{ date, price: Decimal.of(basePrice), evidence: supplierName }]] as const],
    ),
  );
  const received = new Map(
    paid.map((each) => [ids[each.nr]!, [{ date: each.date, price: Decimal.of(each.price), evidence: each.billCode }]]),
  );
  const asOf = (rows: typeof settled) =>
    new Map(rows.map((each) => [each.materialId, [{ date, price: Decimal.of(each.basePrice), evidence: each.code }]]));
  const [charged, planned] = [asOf(settled), asOf(managed)];
  const quoted = Map.groupBy(quotes, (each) => `${each.sourceId} ${each.materialId}`);
  return (formula, materialId) => {
    switch (formula.reference) {
      case 'purchase':
        return bought.get(materialId) ?? [];
      case 'last-receipt':
        return received.get(materialId) ?? [];
      case 'settlement':
        return charged.get(materialId) ?? [];
      case 'management':
        return planned.get(materialId) ?? [];
      default: {
        const side = ({ 'market-avg': 'average', 'market-low': 'low', 'market-high': 'high' } as const)[
          formula.reference
        ];
        return (quoted.get(`${formula.marketSourceId ?? ''} ${materialId}`) ?? []).map((each) => ({
          date: each.date,
          price: Decimal.of(each[side]),
          evidence: `${each.sourceName} ${each.productName}`,
        }));
      }
    }
  };
}

interface OldPrice {
  readonly id: Id;
  readonly materialId: Id;
  readonly deptId: Id | null;
  readonly unitId: Id;
  readonly price: DecimalText;
  readonly startDate: string;
  readonly endDate: string | null;
}
const keyOf = (materialId: Id, deptId: Id | null): string => `${materialId} ${deptId ?? ''}`;

/** Every price the formulas make, in the order of the goods, the base price before departments. */
export async function derivePrices(context: Context, wish: DeriveWish): Promise<Derived[]> {
  const formulas = await formulasOn(context, wish);
  if (formulas.length === 0)
    throw new Refused(
      refuse('prices.no-formula', {
        priceType: label(PRICE_TYPES[wish.priceType].zh, `${PRICE_TYPES[wish.priceType].en.toLowerCase()}s`),
        startDate: wish.startDate,
      }),
    );
  const goods = await goodsOf(context, formulas, wish.materialIds);
  const ids = goods.map((each) => each.id);
  const deptIds = [...new Set(formulas.map((each) => each.deptId))].toSorted(
    (a, b) => Number(a !== null) - Number(b !== null) || ((a ?? '') < (b ?? '') ? -1 : 1),
  );
  // What plans said before stands beside their lines already.
  const single = wish.everywhere === true ? undefined : SINGLE[wish.priceType];
  const [quotesOf, standing, ladders] = await Promise.all([
    referencesOf(context, formulas, goods, wish),
    single === undefined
      ? []
      : context.tx.rows<OldPrice>(sql`
      select id, material_id, dept_id, unit_id, price, start_date, end_date from ${ident(tableOf(single))} p where p.frozen = 0 and ${partnerOf(single)('p')} is null and material_id = any(${ids}::bigint[]) and start_date <= ${wish.startDate}::date and (end_date is null or end_date >= ${wish.startDate}::date)`),
    unitLadders(context, ids, { date: wish.startDate }),
  ]);
  const olds = new Map(standing.map((each) => [keyOf(each.materialId, each.deptId), each]));
  return goods.flatMap((each) =>
    deptIds.flatMap((deptId): Derived[] => {
      const formula = formulaFor({ materialId: each.id, typeIds: each.typeIds, deptId }, formulas);
      if (
        formula === undefined ||
        (wish.formulaIds.length > 0 && !wish.formulaIds.includes(formula.id)) ||
        wish.references?.includes(formula.reference) === false
      )
        return [];
      const quotes = quotesOf(formula, each.id);
      const reference = referenceOf(quotes, {
        over: formula.period,
        days: formula.periodDays,
        maxAgeDays: ['purchase', 'settlement', 'management'].includes(formula.reference) ? 0 : formula.maxAgeDays,
        date: wish.referenceDate,
      });
      // Goods that nobody named and nobody prices are no gap.
      if (!reference.found && reference.why === 'none' && formula.materialId === null) return [];
      const old = olds.get(keyOf(each.id, deptId)) ?? null;
      const unitId = old?.unitId ?? each.unitId;
      const path = unitPath({ ...ladders.get(each.id)!, date: wish.startDate }, unitId);
      const found = reference.found && path.ok ? priceBy(formula.formula, reference.price, path.ratio) : undefined;
      const evidence = reference.found
        ? [
            ...new Set(
              quotes
                .filter((quote) => inPeriod(formula, wish.referenceDate, quote.date))
                .map((quote) => quote.evidence),
            ),
          ]
            .slice(0, 3)
            .join('、')
        : '';
      return [
        {
          materialId: each.id,
          material: each.name,
          deptId,
          unitId,
          factor: path.ok ? path.factor.toString() : null,
          formula,
          reference: reference.found ? reference.price.rounded(6).toString() : null,
          referenceDate: reference.date,
          evidence,
          price: found?.price.toString() ?? null,
          old: old === null ? null : { id: old.id, price: old.price, startDate: old.startDate, endDate: old.endDate },
          why:
            found !== undefined
              ? ''
              : whyNot(context, reference, path.ok ? null : sentenceOf(path.refusals[0]!, context.language)),
        },
      ];
    }),
  );
}
const inPeriod = (formula: StoredFormula, date: string, day: string): boolean => {
  const { from, to } = daysOf({ over: formula.period, days: formula.periodDays, maxAgeDays: formula.maxAgeDays, date });
  return day >= from && day <= to;
};
function whyNot(context: Context, reference: ReturnType<typeof referenceOf>, noUnit: string | null): string {
  if (noUnit !== null) return noUnit;
  if (reference.found)
    return sentenceOf(refuse('prices.run-no-band', { reference: reference.price.rounded(6) }), context.language);
  return sentenceOf(
    reference.why === 'old'
      ? refuse('prices.run-too-old', { date: reference.date })
      : refuse('prices.run-no-reference'),
    context.language,
  );
}

/** Whether two prices are equal, however many places they are written with. */
export const isSame = (one: DecimalText, other: DecimalText): boolean => Decimal.of(one).equals(Decimal.of(other));
/** By how many per cent one price lies above another; two places, as people compare them. */
export const changeOf = (price: DecimalText, old: DecimalText): string =>
  Fraction.of(price).minus(Fraction.of(old)).times(Fraction.of(100)).dividedBy(Fraction.of(old)).rounded(2).toString();
