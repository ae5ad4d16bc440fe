/** What anything costs here today, and why: for documents, testers and other systems. */
import type { Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { unitLadders } from '../../master-data/units/material-units.server.ts';
import { priceFigures } from '../../master-data/figures/price-figures.rules.ts';
import { namedId, requireId } from '../../master-data/units/unit-calls.server.ts';
import * as calls from './price.calls.ts';
import { PRICE_TYPES, type PriceType } from './price.resource.ts';
import { LEVELS, type PriceEntry } from './price.rules.ts';
import { pricesAt, publishedPrice, type Priced } from './price-resolver.server.ts';

/** The id that is named, undefined where none is; refuses what is no id. */
export const idIn = <N extends string>(input: { readonly [K in N]?: unknown }, name: N): Id | undefined =>
  String(input[name] ?? '') === '' ? undefined : requireId(input, name);

/** Today unless a day is named. */
export function dateIn(context: Context, { date }: { readonly date?: unknown }): string {
  const given = String(date ?? '').slice(0, 10);
  if (given === '') return context.today;
  if (!/^\d{4}-\d\d-\d\d$/.test(given) || Number.isNaN(Date.parse(given)))
    throw new Refused(refuse('param.invalid', { name: 'date', value: given }, { field: 'date' }));
  return given;
}
/** The place asked for, else the caller's own. */
export const placeIn = (context: Context, input: { readonly deptId?: unknown }): Id | null =>
  idIn(input, 'deptId') ?? (context.user.deptId || null);

export type PublishedPrice = TypeOf<typeof calls.publishedPrice>;

/** The answer about one material, as documents and testers read it. */
export function priceAnswer(
  context: Context,
  type: PriceType,
  { materialId, answer, ladder, unitId, factor }: Priced,
): PublishedPrice {
  const nameOf = (id: Id): string => ladder?.units.find((unit) => unit.id === id)?.name ?? '';
  const baseUnitId = ladder?.material.baseUnitId ?? '';
  const trail = answer.trail.map(({ level, deptId, deptName, key, code, verdict }) => ({
    level,
    levelName: LEVELS[level][context.language],
    deptId,
    deptName,
    key,
    code,
    verdict: verdict[context.language],
  }));
  const base = {
    priceType: type,
    materialId,
    materialName: ladder?.material.name ?? '',
    unitId,
    unitName: nameOf(unitId),
    factor,
    baseUnitId,
    baseUnitName: nameOf(baseUnitId),
    found: answer.found,
    reason: answer.reason[context.language],
    trail,
  };
  if (!answer.found)
    return {
      ...base,
      price: null,
      priceNoTax: null,
      taxRate: null,
      basePrice: null,
      basePriceNoTax: null,
      startDate: '',
      endDate: '',
      priceEntryId: '',
      level: '',
      levelName: '',
      deptId: '',
      deptName: '',
      priceSeriesId: '',
      priceSeriesName: '',
      enterpriseId: '',
      enterpriseName: '',
    };
  const { entry, level, dept, series } = answer;
  return {
    ...base,
    price: answer.figures.price.toString(),
    priceNoTax: answer.figures.priceNoTax.toString(),
    basePrice: answer.figures.basePrice.toString(),
    basePriceNoTax: answer.figures.basePriceNoTax.toString(),
    taxRate: entry.taxRate.toString(),
    startDate: entry.startDate,
    endDate: entry.endDate ?? '',
    priceEntryId: entry.id,
    level,
    levelName: LEVELS[level][context.language],
    deptId: dept?.id ?? '',
    deptName: dept?.name ?? '',
    priceSeriesId: series?.id ?? '',
    priceSeriesName: series?.name ?? '',
    enterpriseId: entry.partner?.id ?? '',
    enterpriseName: entry.partner?.name ?? '',
  };
}
/** Serves the price of one kind, by its id or of a material at a place. */
const serveGetPrice = (contract: typeof calls.settlementPrice, type: PriceType): Call =>
  serve(contract, async (context, input) => {
    const id = idIn(input, 'id');
    if (id !== undefined) return namedPrice(context, type, id);
    const [unitId, enterpriseId] = [idIn(input, 'unitId'), idIn(input, 'enterpriseId')];
    const [priced] = await pricesAt(
      context,
      type,
      placeIn(context, input),
      dateIn(context, input),
      [{ materialId: requireId(input, 'materialId'), ...(unitId === undefined ? {} : { unitId }) }],
      enterpriseId === undefined ? {} : { enterpriseId },
    );
    return priceAnswer(context, type, priced!);
  });

const DIRECT = label('指定价格', 'The price that was named');

async function namedPrice(context: Context, type: PriceType, id: Id): Promise<PublishedPrice> {
  const entry = await publishedPrice(context, type, id);
  if (entry === undefined) throw unknownRecord(PRICE_TYPES[type]);
  const ladder = (await unitLadders(context, [entry.materialId])).get(entry.materialId);
  const dept =
    entry.deptId === null
      ? undefined
      : await context.tx.row<{ name: string }>(
          sql`select dept_name as name from dept where id = ${entry.deptId}::bigint`,
        );
  const requested = asPriced(entry, ladder, dept === undefined ? null : { id: entry.deptId!, name: dept.name });
  return { ...priceAnswer(context, type, requested), level: 'direct', levelName: DIRECT[context.language] };
}
const asPriced = (
  entry: PriceEntry & { readonly materialId: Id },
  ladder: Priced['ladder'],
  dept: { id: Id; name: string } | null,
): Priced => ({
  materialId: entry.materialId,
  ladder,
  unitId: entry.unitId,
  factor: entry.factor.toString(),
  answer: {
    found: true,
    entry,
    level: dept === null ? 'base' : 'dept',
    dept,
    series: entry.series,
    figures: priceFigures(entry),
    reason: DIRECT,
    trail: [],
  },
});

const serveNetPrices = (contract: typeof calls.netSettlementPrices): Call =>
  serve(
    contract,
    async (context, input) => {
      const unitIds = input.unitIds === null ? [] : listOf(input.unitIds);
      const priced = await pricesAt(
        context,
        'settlement',
        placeIn(context, input),
        dateIn(context, input),
        readIds(input, 'materialIds').map((materialId, index) => {
          const unitId = namedId(unitIds[index]);
          return { materialId, ...(unitId === null ? {} : { unitId }) };
        }),
      );
      return priced.map((each) => {
        const price = priceAnswer(context, 'settlement', each);
        return {
          materialId: each.materialId,
          materialName: price.materialName,
          unitId: price.unitId,
          unitName: price.unitName,
          price: price.price,
          taxRate: price.taxRate,
          cleanPrice: price.priceNoTax,
          basePrice: price.basePrice,
          startDate: price.startDate,
          endDate: price.endDate,
          priceEntryId: price.priceEntryId,
          level: price.level,
          reason: price.reason,
        };
      });
    },
    { reads: true },
  );

export const priceCalls: readonly Call[] = [
  serveGetPrice(calls.settlementPrice, 'settlement'),
  serveGetPrice(calls.settlementPriceOfStores, 'settlement'),
  serveNetPrices(calls.netSettlementPrices),
  serveNetPrices(calls.netSettlementPricesOfStores),
  serveGetPrice(calls.managementPrice, 'management'),
  serveGetPrice(calls.jointPrice, 'joint'),
];
