/**
 * New prices from formulas: which goods they are for, what they go by, and what comes out. The same answers to the same
 * questions.
 */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ident, sql, type Sql } from '../../../parts/postgres/database.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { unitLadders } from '../../master-data/units/material-units.server.ts';
import { unitPath, type UnitContext } from '../../master-data/units/unit-conversion.rules.ts';
import { daysOf, formulaFor, priceBy, referenceOf } from './price-formula.rules.ts';
import { PRICE_TYPES } from '../price-book/price.resource.ts';
import { partnerOf, SINGLE } from '../price-book/published-lines.server.ts';
import { referencePrices, type SourcedPrice } from './reference-prices.server.ts';
import { formulasOn, type FormulasRequest, type StoredFormula } from './stored-formulas.server.ts';

/** What price runs publish. */
export type DerivedType = 'settlement' | 'joint';
interface DeriveRequest extends FormulasRequest {
  /** Whose base price counts where management prices are gone by. */
  readonly companyDeptId: Id | null;
  /** Keeps what these make, where others do not go before them; empty: everything. */
  readonly formulaIds: readonly Id[];
  /** Keeps what goes by one of these. */
  readonly references?: readonly string[];
  readonly referenceDate: string;
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

interface Goods {
  readonly id: Id;
  readonly code: string;
  readonly name: string;
  readonly unitId: Id;
  readonly typeIds: readonly Id[];
}
/** Whether a material `m` has any price to go by. */
const HAS_PRICE = sql`
  exists (select 1 from supplier_material o where o.material_id = m.id and o.frozen = 0)
  or exists (select 1 from market_product n where n.frozen = 0 and m.id = any(n.material_ids))
  or exists (select 1 from settlement_price p where p.material_id = m.id and p.frozen = 0)
  or exists (select 1 from management_price_plan_detail p where p.material_id = m.id)`;
/** Goods that any of the formulas is for; those meant for everything take what has a price to go by. */
async function goodsOf(
  context: Context,
  formulas: readonly StoredFormula[],
  only: readonly Id[] | undefined,
): Promise<Goods[]> {
  const own = formulas.flatMap((each) => each.materialId ?? []);
  const types = formulas.flatMap((each) => each.materialTypeId ?? []);
  const forAll = formulas.some((each) => each.materialId === null && each.materialTypeId === null);
  const selected = only === undefined ? sql`` : sql`and m.id = any(${[...only]}::bigint[])`;
  const rows = await context.tx.rows<Goods>(sql`
    with recursive up as (
      select t.id as type, t.id, t.parent_id, 1 as step from material_type t
      union all select u.type, t.id, t.parent_id, u.step + 1 from up u join material_type t on t.id = u.parent_id),
    paths as (select type, array_agg(id order by step) as ids from up group by type)
    select m.id, m.code, m.name, coalesce(m.purchase_unit_id, m.base_unit_id) as unit_id, p.ids::text[] as type_ids
    from material m
    join paths p on p.type = m.material_type_id
    where m.frozen = 0
      and (m.id = any(${own}::bigint[]) or p.ids && ${types}::bigint[] or (${forAll} and (${HAS_PRICE})))
      ${selected}
    order by m.code limit ${MOST + 1}`);
  if (rows.length > MOST) throw new Refused(refuse('prices.run-too-many', { most: MOST }, { field: 'formulaIds' }));
  return rows;
}

/** A single price in force. */
export interface OldPrice {
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
export async function derivePrices(context: Context, request: DeriveRequest): Promise<Derived[]> {
  const { priceType, startDate, referenceDate: date, companyDeptId } = request;
  const formulas = await formulasOn(context, request);
  if (formulas.length === 0)
    throw new Refused(
      refuse('prices.no-formula', {
        priceType: label(PRICE_TYPES[priceType].zh, `${PRICE_TYPES[priceType].en.toLowerCase()}s`),
        startDate,
      }),
    );
  const goods = await goodsOf(context, formulas, request.materialIds);
  const ids = goods.map((each) => each.id);
  // The lines of a plan have the price of the version before already.
  const single = request.everywhere === true ? undefined : SINGLE[priceType];
  const [quotesOf, current, ladders] = await Promise.all([
    referencePrices(context, formulas, ids, { date, companyDeptId }),
    single === undefined ? [] : context.tx.rows<OldPrice>(pricesOn(single, ids, startDate)),
    unitLadders(context, ids, { date: startDate }),
  ]);
  const olds = new Map(current.map((each) => [keyOf(each.materialId, each.deptId), each]));
  const deptIds = departmentsOf(formulas);
  return goods.flatMap((each) =>
    deptIds.flatMap((deptId): Derived[] => {
      const formula = formulaFor({ materialId: each.id, typeIds: each.typeIds, deptId }, formulas);
      if (formula === undefined || !isRequested(request, formula)) return [];
      const derived = derivedBy(context, formula, date, {
        goods: each,
        deptId,
        quotes: quotesOf(formula, each.id),
        old: olds.get(keyOf(each.id, deptId)) ?? null,
        ladder: { ...ladders.get(each.id)!, date: startDate },
      });
      return derived === null ? [] : [derived];
    }),
  );
}

/** The single prices of a type that anybody pays, in force on a day. */
export const pricesOn = (prices: Declaration, ids: readonly Id[], date: string): Sql => sql`
  select id, material_id, dept_id, unit_id, price, start_date, end_date
  from ${ident(tableOf(prices))} p
  where p.frozen = 0 and ${partnerOf(prices)('p')} is null and material_id = any(${[...ids]}::bigint[])
    and start_date <= ${date}::date and (end_date is null or end_date >= ${date}::date)`;

/** All departments first, then each that a formula names. */
const departmentsOf = (formulas: readonly StoredFormula[]): (Id | null)[] =>
  [...new Set(formulas.map((each) => each.deptId))].toSorted(
    (a, b) => Number(a !== null) - Number(b !== null) || ((a ?? '') < (b ?? '') ? -1 : 1),
  );

const isRequested = ({ formulaIds, references }: DeriveRequest, formula: StoredFormula): boolean =>
  (formulaIds.length === 0 || formulaIds.includes(formula.id)) && references?.includes(formula.reference) !== false;

/** What a formula makes of one material for one department; null where nobody expects a price. */
function derivedBy(
  context: Context,
  formula: StoredFormula,
  date: string,
  {
    goods,
    deptId,
    quotes,
    old,
    ladder,
  }: {
    readonly goods: Goods;
    readonly deptId: Id | null;
    readonly quotes: readonly SourcedPrice[];
    readonly old: OldPrice | null;
    readonly ladder: UnitContext;
  },
): Derived | null {
  const reference = referenceOf(quotes, {
    over: formula.period,
    days: formula.periodDays,
    maxAgeDays: ['purchase', 'settlement', 'management'].includes(formula.reference) ? 0 : formula.maxAgeDays,
    date,
  });
  // Goods that no formula names and nobody prices are no gap.
  if (!reference.found && reference.why === 'none' && formula.materialId === null) return null;
  const unitId = old?.unitId ?? goods.unitId;
  const path = unitPath(ladder, unitId);
  const found = reference.found && path.ok ? priceBy(formula.formula, reference.price, path.ratio) : undefined;
  const noUnit = path.ok ? null : sentenceOf(path.refusals[0]!, context.language);
  return {
    materialId: goods.id,
    material: goods.name,
    deptId,
    unitId,
    factor: path.ok ? path.factor.toString() : null,
    formula,
    reference: reference.found ? reference.price.rounded(6).toString() : null,
    referenceDate: reference.date,
    evidence: reference.found ? evidenceOf(formula, date, quotes) : '',
    price: found?.price.toString() ?? null,
    old: old === null ? null : { id: old.id, price: old.price, startDate: old.startDate, endDate: old.endDate },
    why: found === undefined ? whyNot(context, reference, noUnit) : '',
  };
}

/** What the quotes of the period were found in, the first three. */
const evidenceOf = (formula: StoredFormula, date: string, quotes: readonly SourcedPrice[]): string =>
  [...new Set(quotes.filter((quote) => inPeriod(formula, date, quote.date)).map((quote) => quote.evidence))]
    .slice(0, 3)
    .join('、');
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
