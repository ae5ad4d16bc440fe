/**
 * Single prices under the rules of early warning: typed, from a sheet, synced and thawed ones are judged in one way, a
 * fixed number of statements however many. What comes of a price run was judged there.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { PriceSaving, PriceValues } from '../price-book/price.server.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ident, sql } from '../../../parts/postgres/database.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { deptLines, type DeptAbove } from '../../admin/people/dept-line.server.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { covers, dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { judgeBy, overrideOf } from './charged-price.server.ts';
import type { Measure } from './charged-price.rules.ts';
import { neededSoon, type NeededAt } from '../price-book/paid-prices.port.server.ts';
import { MEASURED } from './price-warning.document.ts';
import { recordWarnings, acceptWarnings } from './price-watch.server.ts';
import { NEED_DAYS, type Found } from './judge-purchase-prices.server.ts';
import { settlementPrice, type jointOperationPrice } from '../price-book/price.resource.ts';
import { partnerOf } from '../price-book/published-lines.server.ts';
import { rulesInForce } from './warning-rules.server.ts';

/** Either of them: they are of one shape, but for the partner of a joint price. */
type Prices = typeof settlementPrice | typeof jointOperationPrice;
const typeOf = (prices: Prices): 'settlement' | 'joint' =>
  prices.name === settlementPrice.name ? 'settlement' : 'joint';
const tableFor = (prices: Prices) => ident(tableOf(prices));

/** What a charged price is measured by, as a warning calls it. */
const REFERENCE = {
  average: 'settled',
  market: 'market',
  last: 'last-settled',
  before: 'before',
} as const satisfies Record<Measure, Found['reference']>;
const text = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

/** A price that is looked at; one that is new has no id yet. */
type PriceRow = Readonly<
  Pick<
    PriceValues,
    | 'materialId'
    | 'deptId'
    | 'enterpriseId'
    | 'unitId'
    | 'price'
    | 'factor'
    | 'basePrice'
    | 'startDate'
    | 'endDate'
    | 'code'
  >
> & { readonly id?: Id };

/** What strays of a price. */
type Strays = Omit<Found, 'line'> & { readonly companyDeptId: Id | null };
interface Looking {
  /** Null where it does not stray, or nothing is there to measure it by. */
  look(values: PriceRow): Strays | null;
  stands(values: PriceRow): void;
}

/**
 * Looks at prices one after the other, once what they are measured by is known: one that was found good is what those
 * behind it follow. Null where no rule is in force.
 */
async function looking(context: Context, prices: Prices, requested: readonly PriceRow[]): Promise<Looking | null> {
  const rules = requested.length === 0 ? [] : await rulesInForce(context, 'save');
  if (rules.length === 0) return null;
  const materialIds = [...new Set(requested.map((values) => values.materialId))];
  const needs = Map.groupBy(
    await neededSoon(context, materialIds, context.today, dayPlus(context.today, NEED_DAYS)),
    (need) => need.materialId,
  );
  const above = await deptLines(context, [
    ...new Set(
      [
        ...requested.map((values) => text(values.deptId)),
        ...[...needs.values()].flat().map((need) => need.deptId),
      ].filter((id): id is Id => id !== null),
    ),
  ]);
  const goodsOf = (values: PriceRow) => ({
    priceType: typeOf(prices),
    companyDeptId: companyOf(above, text(values.deptId)),
    materialId: values.materialId,
  });
  const [judge, before] = await Promise.all([
    judgeBy(context, rules, requested.map(goodsOf)),
    pricesBefore(context, prices, requested, above),
  ]);
  const previous = new Map<string, PriceRow[]>();
  const keyOf = (values: PriceRow): string =>
    `${values.materialId} ${text(values.deptId) ?? ''} ${text(values.enterpriseId) ?? ''}`;
  return {
    look(values) {
      const day = dayPlus(String(values.startDate), -1);
      const latest = previous
        .get(keyOf(values))
        ?.find((each) => covers({ startDate: String(each.startDate), endDate: text(each.endDate) }, day));
      const last = text(latest?.['basePrice']) ?? before.get(values) ?? null;
      const goods = goodsOf(values);
      const basePrice = Decimal.of(String(values.basePrice));
      const deptId = text(values.deptId);
      const judged = judge({
        ...goods,
        basePrice,
        before: last === null ? null : Decimal.of(last),
        neededQty: neededBy(needs.get(goods.materialId) ?? [], deptId, above),
        isForAll: deptId === null,
      });
      if (judged === null || judged.level === 'none') return null;
      return {
        kind: 'deviation',
        priceType: goods.priceType,
        ruleId: judged.rule.id,
        materialId: goods.materialId,
        basePrice,
        rule: judged.rule,
        level: judged.level,
        price: Decimal.of(String(values.price)),
        reference: REFERENCE[judged.reference],
        referencePrice: judged.base,
        sampleCount: judged.sampleCount,
        deviation: judged.deviation,
        plannedQty: judged.plannedQty,
        stake: judged.stake,
        samples: judged.samples,
        companyDeptId: goods.companyDeptId,
      };
    },
    stands: (values) => void previous.set(keyOf(values), [...(previous.get(keyOf(values)) ?? []), values]),
  };
}

type Above = ReadonlyMap<Id, readonly DeptAbove[]>;
const companyOf = (above: Above, deptId: Id | null): Id | null =>
  deptId === null ? null : (above.get(deptId)?.find((dept) => dept.deptCategory === DEPT.company)?.id ?? null);
/**
 * Whether what is needed is charged at a price of this department; of a part of a place nothing finer is known than the
 * need of the place.
 */
const isFor = (need: NeededAt, deptId: Id | null, above: Above): boolean => {
  if (deptId === null) return true;
  if (need.deptId === null) return need.companyDeptId === deptId;
  return (
    (above.get(need.deptId) ?? []).some((dept) => dept.id === deptId) ||
    (above.get(deptId) ?? []).some((dept) => dept.id === need.deptId)
  );
};

/** What is needed soon and charged at a price of this department. */
const neededBy = (needs: readonly NeededAt[], deptId: Id | null, above: Above): Decimal =>
  Decimal.sum(needs.filter((need) => isFor(need, deptId, above)).map((need) => Decimal.of(need.baseQty)));

/**
 * What was charged the day before each of them begins, per base unit: of its department, else of the nearest one above,
 * else the base price; at one place to its partner before anybody. One statement however many.
 */
async function pricesBefore(
  context: Context,
  prices: Prices,
  requested: readonly PriceRow[],
  above: Above,
): Promise<ReadonlyMap<PriceRow, DecimalText>> {
  const partner = partnerOf(prices)('p');
  const questions = requested.map((values, nr) => {
    const deptId = text(values.deptId);
    return {
      nr,
      id: text(values.id),
      material_id: values.materialId,
      enterprise_id: text(values.enterpriseId),
      depts: deptId === null ? [] : (above.get(deptId) ?? []).map((dept) => dept.id),
      day: dayPlus(String(values.startDate), -1),
    };
  });
  const rows = await context.tx.rows<{ nr: number; basePrice: DecimalText }>(sql`
    select distinct on (q.nr) q.nr, p.base_price
    from json_to_recordset(${JSON.stringify(questions)}::json) as q(nr integer, id bigint, material_id bigint,
      enterprise_id bigint, depts bigint[], day date)
    join ${tableFor(prices)} p on p.material_id = q.material_id and p.frozen = 0 and p.id is distinct from q.id
      and p.start_date <= q.day and (p.end_date is null or p.end_date >= q.day) and (p.dept_id is null
        or p.dept_id = any(q.depts)) and (${partner} is null or ${partner} = q.enterprise_id)
    order by q.nr, array_position(q.depts, p.dept_id) nulls last, ${partner} is null, p.start_date desc`);
  return new Map(rows.map(({ nr, basePrice }) => [requested[nr]!, basePrice]));
}

/** What strays of a price on its way, by its values. */
const straying = new WeakMap<object, Strays>();
/** Why a price beyond the block line passes, by its values. */
const passing = new WeakMap<object, string>();

const figure = (value: unknown): string => (text(value) === null ? '' : Decimal.of(String(value)).toString());
/** What makes a price another. */
interface Comparable {
  readonly price?: unknown;
  readonly unitId?: unknown;
}
/** New, or another price than before; of one that stayed stands what was said of it. */
export const isRepriced = (before: Comparable | null, values: Comparable): boolean =>
  before === null || figure(before.price) !== figure(values.price) || before.unitId !== values.unitId;

/** Looks at prices about to be saved. */
interface SingleJudge {
  /**
   * What speaks against one whose figures stand: beyond the block line it is refused, unless whoever saves it may let
   * it pass and says why.
   */
  refusals(saving: PriceSaving, material: string): readonly Refusal[];
  /** It goes in: those behind it follow it. */
  stands(saving: PriceSaving): void;
}
/** Judges single prices as they are saved, all of one save at once; prices that stay as they are pass. */
export async function judgeSingles(
  context: Context,
  prices: Prices,
  savings: readonly PriceSaving[],
): Promise<SingleJudge> {
  const requested = new Set(savings.filter(({ before, values }) => isRepriced(before, values) && values.frozen !== 1));
  const looked = await looking(
    context,
    prices,
    [...requested].map(({ values }) => values),
  );
  return {
    refusals(saving, material) {
      const strays = looked === null || !requested.has(saving) ? null : looked.look(saving.values);
      if (strays === null) return [];
      straying.set(saving.values, strays);
      if (strays.level !== 'block') return [];
      const reason = overrideOf(context, saving.body);
      passing.set(saving.values, reason);
      return reason === '' ? [blocked(context, strays, material)] : [];
    },
    stands: ({ values }) => looked?.stands(values),
  };
}
function blocked(
  context: Context,
  { basePrice, reference, referencePrice, deviation, rule }: Strays,
  material: string,
): Refusal {
  const [, zh, en] = MEASURED.find(([kind]) => kind === reference)!;
  const detail = {
    material,
    price: basePrice,
    measured: { zh, en },
    base: referencePrice,
    deviation: deviation.rounded(2),
    blockPercent: rule!.blockPercent,
  };
  return refuse('prices.price-blocked', detail, {
    field: 'price',
    ...(context.allowed('priceearlywarning_override') ? { override: { name: 'overrideReason', why: true } } : {}),
  });
}

const foundAt = ({ companyDeptId, ...strays }: Strays, id: Id, values: PriceRow): Found => ({
  ...strays,
  line: {
    billId: id,
    billCode: text(values.code) ?? '',
    lineId: id,
    lineNo: null,
    materialId: strays.materialId,
    supplierId: null,
    companyDeptId,
    deptId: text(values.deptId),
    unitId: values.unitId,
    factor: String(values.factor),
    price: String(values.price),
    baseQty: '0',
  },
});

/** A price that was saved. */
interface SavedPrice {
  readonly id: Id;
  readonly before: Readonly<PriceValues> | null;
  readonly values: Readonly<PriceValues>;
}
/**
 * Warnings of prices that were just saved: what strays is raised, what a new price corrected is closed, what passes
 * with a reason is accepted with it.
 */
export async function raiseSingles(context: Context, prices: Prices, saved: readonly SavedPrice[]): Promise<void> {
  const repriced = saved.filter(({ before, values }) => isRepriced(before, values));
  const found = repriced.flatMap(({ id, values }) =>
    straying.has(values) ? [foundAt(straying.get(values)!, id, values)] : [],
  );
  // Of a new one nothing stands that could close.
  const billIds = repriced.filter(({ before, values }) => before !== null || straying.has(values)).map(({ id }) => id);
  if (billIds.length === 0) return;
  await recordWarnings(context, { billType: prices.name, billIds, moment: 'save' }, found);
  const passed = Map.groupBy(
    repriced.filter(({ values }) => straying.get(values)?.level === 'block'),
    ({ values }) => passing.get(values)!,
  );
  for (const [reason, those] of passed)
    await acceptWarnings(
      context,
      prices.name,
      those.map(({ id }) => id),
      reason,
    );
}

/**
 * Stored prices as they came from elsewhere, were thawed or frozen: what strays is raised and stops nothing, what is
 * frozen is not warned of.
 */
export async function watchStored(context: Context, prices: Prices, ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await context.tx.rows<PriceRow & { readonly id: Id }>(sql`
    select p.id, p.code, p.material_id, p.dept_id, ${partnerOf(prices)('p')} as enterprise_id, p.unit_id, p.factor,
      p.price, p.base_price, p.start_date, p.end_date from ${tableFor(prices)} p
      where id = any(${[...ids]}::bigint[]) and frozen = 0 and source_run_id is null order by id`);
  const looked = await looking(context, prices, rows);
  const found = rows.flatMap((values) => {
    const strays = looked?.look(values) ?? null;
    return strays === null ? [] : [foundAt(strays, values.id, values)];
  });
  await recordWarnings(context, { billType: prices.name, billIds: ids, moment: 'save' }, found);
}
