/** What must hold before a price is published, and what it is worth per base unit and without tax. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { behaviour, type Behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { ident, sql } from '../../../parts/postgres/database.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { searchPattern } from '../../../parts/search/search-text.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { baseUnitOf } from '../../master-data/units/base-unit.server.ts';
import { unitLadders } from '../../master-data/units/material-units.server.ts';
import { priceFigures } from '../../master-data/figures/price-figures.rules.ts';
import { unitPath, type UnitContext } from '../../master-data/units/unit-conversion.rules.ts';
import { periodRefusals, validOn } from '../../master-data/materials/validity.server.ts';
import { partnersIn } from '../../suppliers/enterprise-pool.server.ts';
import { dropWarnings } from '../warnings/price-watch.server.ts';
import { noticesOf } from '../warnings/warning-notices.server.ts';
import { jointOperationPrice, settlementPrice } from './price.resource.ts';
import { makeRoom, type OnOverlap, type Span } from './price.rules.ts';
import { partnerOf } from './published-lines.server.ts';
import { judgeSingles, raiseSingles, watchStored } from '../warnings/single-price-warnings.server.ts';

/** A single price as it is stored; only a joint one has a partner. */
export interface PriceValues {
  materialId: Id;
  deptId: Id | null;
  enterpriseId?: Id | null;
  unitId: Id;
  price: DecimalText | null;
  taxRate: DecimalText | null;
  factor: DecimalText | null;
  basePrice: DecimalText | null;
  startDate: string | null;
  endDate: string | null;
  code: string | null;
  frozen: 0 | 1;
  sourceRunId: Id | null;
}
/** One on its way to be saved. */
export type PriceSaving = Pick<Saving, 'id' | 'body'> & {
  readonly before: Readonly<PriceValues> | null;
  values: PriceValues;
};

/** Either of them: they are of one shape, but for the partner of a joint price. */
type Prices = typeof settlementPrice | typeof jointOperationPrice;

/** What the records of one save are judged by, asked once for all of them. */
interface Facts {
  readonly ladders: ReadonlyMap<string, UnitContext>;
  readonly goods: ReadonlyMap<string, Goods>;
  readonly depts: ReadonlySet<string>;
  readonly pool: Awaited<ReturnType<typeof partnersIn>>;
  /** By department, partner and material; a price that found room stands here for those behind it. */
  readonly inForce: Map<string, PriceInForce[]>;
  readonly onOverlap: OnOverlap;
}
interface PriceInForce extends Span {
  /** Of one of the same save, which ends by being written so. */
  readonly values?: PriceValues;
}
interface Goods {
  readonly frozen: number;
  readonly taxRate: string | null;
}

/**
 * Prices that come of a price run, by their body on their way to `save`: nothing a client could send. They end the
 * price before them.
 */
export const proposals = new WeakMap<Input, { readonly sourceRunId: Id | null; readonly formulaText: string | null }>();

const keyOf = ({
  materialId,
  deptId,
  enterpriseId,
}: Pick<PriceValues, 'materialId' | 'deptId' | 'enterpriseId'>): string =>
  `${materialId} ${deptId ?? ''} ${enterpriseId ?? ''}`;
const daysOf = (values: Pick<PriceValues, 'startDate' | 'endDate'>): { startDate: string; endDate: string | null } => ({
  startDate: String(values.startDate),
  endDate: values.endDate || null,
});

const pricesBehaviour = (prices: Prices): Behaviour =>
  behaviour(prices, {
    /**
     * Judged one after the other, since each takes room from those behind it; what has to end for them ends in one go.
     */
    async beforeSaveAll(context, savings) {
      const [facts, warnings] = await Promise.all([
        loadFacts(prices, context, savings),
        judgeSingles(
          context,
          prices,
          savings.filter(({ body }) => !proposals.has(body)),
        ),
      ]);
      const ends: Ending[] = [];
      for (const saving of savings) {
        Object.assign(saving.values, proposals.get(saving.body));
        const refusals = [...misdated(context, saving), ...strangers(saving, facts), ...worthOf(saving, facts)];
        const room = refusals.length > 0 || !isKnown(saving, facts) ? undefined : roomFor(saving, facts);
        refusals.push(...(room?.refusals ?? []));
        // What would pass with a word is asked once nothing else is in the way; what does not pass ends nothing.
        if (room !== undefined && refusals.length === 0)
          refusals.push(
            ...warnings.refusals(saving, facts.ladders.get(String(saving.values.materialId))!.material.name),
          );
        if (room !== undefined && refusals.length === 0) {
          room.take();
          warnings.stands(saving);
          ends.push(...room.ends);
        }
        saving.refuse(...refusals);
      }
      if (ends.length > 0) await endPrices(prices, context, ends);
    },
    afterSaveAll: (context, saved) => raiseSingles(context, prices, saved),
    saved: async (context, id) => ({ warnings: await noticesOf(context, prices.name, id) }),
    afterFreeze: (context, ids) => watchStored(context, prices, ids),
    async beforeRemove(context, rows) {
      const derived = rows.filter((row) => row.sourceRunId);
      if (derived.length > 0) throw new Refused(...derived.map((row) => refuse('prices.of-run', { code: row.code })));
      const used = rows.filter((row) => String(row.startDate) < context.today);
      if (used.length > 0)
        throw new Refused(...used.map((row) => refuse('prices.in-force-remove', { code: row.code })));
      await dropWarnings(
        context,
        prices.name,
        rows.map((row) => String(row.id)),
      );
    },
    computed: {
      baseUnit: baseUnitOf,
      effectState: ({ today }) =>
        sql`case when t.frozen = 1 then 'frozen' when t.start_date > ${today}::date then 'future' when t.end_date < ${today}::date then 'ended' else 'current' end`,
    },
    filters: {
      effect: (value, { today }) => {
        switch (value) {
          case 'frozen':
            return sql`t.frozen = 1`;
          case 'future':
            return sql`(t.frozen = 0 and t.start_date > ${today}::date)`;
          case 'ended':
            return sql`(t.frozen = 0 and t.end_date < ${today}::date)`;
          default:
            return sql`(t.frozen = 0 and ${validOn(today)})`;
        }
      },
      /** In force on a day. */
      date: (value) => validOn(value),
      material: (value) =>
        sql`exists (
          select 1 from material m
          where m.id = t.material_id and m.search_text like ${searchPattern(value.toLowerCase())})`,
    },
  });

export const settlementPriceBehaviour = pricesBehaviour(settlementPrice);
export const jointOperationPriceBehaviour = pricesBehaviour(jointOperationPrice);

async function loadFacts(prices: Prices, context: Context, savings: readonly PriceSaving[]): Promise<Facts> {
  const named = (field: 'materialId' | 'deptId' | 'enterpriseId'): string[] => [
    ...new Set(savings.map(({ values }) => String(values[field] ?? '')).filter((id) => /^\d{1,19}$/.test(id))),
  ];
  const materialIds = named('materialId');
  const ids = savings.flatMap(({ id }) => id ?? []);
  const partner = partnerOf(prices);
  const [ladders, goods, depts, pool, standing, onOverlap] = await Promise.all([
    unitLadders(context, materialIds),
    context.tx.rows<Goods & { id: string }>(
      sql`select id, frozen, tax_rate from material where id = any(${materialIds}::bigint[])`,
    ),
    context.tx.rows<{ id: string }>(sql`select id from dept where id = any(${named('deptId')}::bigint[])`),
    partnersIn(context, named('enterpriseId')),
    context.tx.rows<Span & { materialId: string; deptId: string | null; enterpriseId: string | null }>(sql`
      select p.id, p.code, p.material_id, p.dept_id, ${partner('p')} as enterprise_id, p.start_date, p.end_date
      from ${ident(tableOf(prices))} p
      where p.frozen = 0 and p.material_id = any(${materialIds}::bigint[]) and p.id <> all(${ids}::bigint[])
      order by p.start_date`),
    readParameter(context, 'price.onOverlap'),
  ]);
  const byKey = Map.groupBy(standing, (row) => keyOf({ ...row }));
  return {
    ladders,
    goods: new Map(goods.map((row) => [row.id, row])),
    depts: new Set(depts.map((row) => row.id)),
    pool,
    inForce: byKey,
    onOverlap: onOverlap === 'close' ? 'close' : 'refuse',
  };
}

/**
 * Its department, partner and material exist; what does not is refused by the kernel, and must not have ended anything.
 */
const isKnown = ({ before, values }: PriceSaving, { ladders, depts, pool }: Facts): boolean =>
  ladders.has(values.materialId) &&
  (!values.deptId || depts.has(values.deptId)) &&
  (!values.enterpriseId || before !== null || pool.partners.has(values.enterpriseId));

/** New prices are for partners of the pool; those of one who left it end as they were meant to. */
const strangers = ({ before, values }: PriceSaving, { pool }: Facts): readonly Refusal[] => {
  const refusal = before === null ? pool.refusals.get(String(values.enterpriseId ?? '')) : undefined;
  return refusal === undefined ? [] : [refusal];
};

function misdated(context: Context, saving: PriceSaving): readonly Refusal[] {
  const reversed = periodRefusals(context, saving);
  return reversed.length > 0 ? reversed : [...backdated(context, saving), ...rewritten(context, saving)];
}

/** Prices of the past are for those who may enter them: what was posted keeps what it was posted with. */
function backdated(context: Context, { before, values }: PriceSaving): readonly Refusal[] {
  const startDate = String(values.startDate);
  const isNew = before === null || before.startDate !== startDate;
  return isNew && startDate < context.today && !context.allowed('price_backdate')
    ? [refuse('prices.backdated', { startDate }, { field: 'startDate' })]
    : [];
}

/** What a price in force, or one of a run, does not change. */
const FIXED = ['unitId', 'price', 'taxRate', 'startDate'] as const;
/** What was in force before today may have been used: it ends, and another follows. */
function rewritten(context: Context, { before, values, body }: PriceSaving): readonly Refusal[] {
  const ofRun =
    before?.sourceRunId && !proposals.has(body) ? FIXED.find((name) => !same(before[name], values[name])) : undefined;
  if (ofRun !== undefined) return [refuse('prices.of-run', { code: before!.code }, { field: ofRun })];
  if (before === null || String(before.startDate) >= context.today) return [];
  const code = before.code;
  const changed = FIXED.find((name) => !same(before[name], values[name]));
  if (changed !== undefined) return [refuse('prices.in-force', { code }, { field: changed })];
  const yesterday = dayPlus(context.today, -1);
  const { endDate } = daysOf(values);
  return !same(before.endDate, endDate) && endDate !== null && endDate < yesterday
    ? [refuse('prices.in-force-end', { code, yesterday }, { field: 'endDate' })]
    : [];
}
const same = (first: unknown, second: unknown): boolean => {
  const [a, b] = [String(first ?? ''), String(second ?? '')];
  return a === b || (Decimal.isText(a) && Decimal.isText(b) && Decimal.of(a).equals(Decimal.of(b)));
};

/** Fills tax rate, factor and figures; the unit must lead to the base unit on the first day. */
function worthOf({ before, values }: PriceSaving, { ladders, goods }: Facts): readonly Refusal[] {
  const ladder = ladders.get(values.materialId);
  if (ladder === undefined) return []; // refused by the kernel as unknown
  const { frozen, taxRate } = goods.get(ladder.material.id)!;
  if (before === null && frozen === 1)
    return [refuse('prices.material-frozen', { material: ladder.material.name }, { field: 'materialId' })];
  values.taxRate ??= taxRate;
  const missing = (['price', 'taxRate'] as const).filter((name) => (values[name] ?? null) === null);
  if (missing.length > 0)
    return missing.map((field) => refuse('field.required', { name: settlementPrice.fields[field].label }, { field }));
  const path = unitPath({ ...ladder, date: String(values.startDate) }, values.unitId);
  if (!path.ok) return path.refusals.map((refusal) => ({ ...refusal, field: 'unitId' }));
  const figures = priceFigures(
    { price: Decimal.of(String(values.price)), taxRate: Decimal.of(String(values.taxRate)), factor: path.factor },
    path.ratio,
  );
  Object.assign(values, {
    factor: path.factor.toString(),
    priceNoTax: figures.priceNoTax.toString(),
    basePrice: figures.basePrice.toString(),
    basePriceNoTax: figures.basePriceNoTax.toString(),
  });
  return [];
}

interface Ending extends Span {
  readonly lastDay: string;
}
interface Room {
  readonly ends: readonly Ending[];
  readonly refusals: readonly Refusal[];
  /** It stands there for those behind it. */
  take(): void;
}
/** No two prices of one department, partner and material on one day; who asks for it has the earlier one ended. */
function roomFor({ id, before, values, body }: PriceSaving, { inForce: standing, onOverlap }: Facts): Room {
  if (before?.frozen === 1) return { ends: [], refusals: [], take: () => undefined }; // counts again once thawed
  const key = keyOf(values);
  const others = standing.get(key) ?? [];
  const { ends, refusals } = makeRoom(daysOf(values), others, proposals.has(body) ? 'close' : onOverlap);
  if (refusals.length > 0) return { ends: [], refusals, take: () => undefined };
  const lastDay = new Map(ends.map((each) => [each.id, each.endDate]));
  const ending = others.filter((each) => lastDay.has(each.id));
  const take = (): void => {
    for (const each of ending) if (each.values !== undefined) each.values.endDate = lastDay.get(each.id)!;
    standing.set(key, [
      ...others.map((each) => ({ ...each, endDate: lastDay.get(each.id) ?? each.endDate })),
      { id: id ?? `new ${others.length}`, code: String(values.code ?? ''), ...daysOf(values), values },
    ]);
  };
  return {
    ends: ending.flatMap((each) => (each.values === undefined ? [{ ...each, lastDay: lastDay.get(each.id)! }] : [])),
    refusals,
    take,
  };
}

async function endPrices(prices: Prices, context: Context, ends: readonly Ending[]): Promise<void> {
  const lastDays = ends.map(({ id, lastDay }) => ({ id, end_date: lastDay }));
  await context.tx.run(sql`
    update ${ident(tableOf(prices))} p
    set end_date = g.end_date, version = p.version + 1, update_user = ${context.user.userId}::bigint,
      update_time = now()
    from json_to_recordset(${JSON.stringify(lastDays)}::json) as g(id bigint, end_date date)
    where p.id = g.id`);
  await audit(
    context,
    ends.map(({ id, code, endDate, lastDay }) => ({
      resource: prices.name,
      recordId: id,
      action: 'update',
      title: code,
      changes: { endDate: [endDate, lastDay] as const },
    })),
  );
}
