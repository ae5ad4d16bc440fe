/** What anything costs here today, and why: for documents, testers and other systems. */
import type { Id } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { unitLadders } from '../../master-data/units/material-units.server.ts';
import { priceFigures, type PriceFigures } from '../../master-data/figures/price-figures.rules.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import { PRICE_TYPES, SEES, type PriceType } from './price.resource.ts';
import { LEVELS, type PriceEntry } from './price.rules.ts';
import { pricesAt, publishedPrice, type Priced } from './price-resolver.server.ts';

export const idIn = (input: Input, name: string): Id | undefined =>
  String(input[name] ?? '') === '' ? undefined : requireId(input, name);

/** Today unless a day is named. */
export function dateIn(context: Context, input: Input): string {
  const given = String(input['date'] ?? '').slice(0, 10);
  if (given === '') return context.today;
  if (!/^\d{4}-\d\d-\d\d$/.test(given) || Number.isNaN(Date.parse(given)))
    throw new Refused(refuse('param.invalid', { name: 'date', value: given }, { field: 'date' }));
  return given;
}
/** The place asked for, else the caller's own. */
export const placeIn = (context: Context, input: Input): Id | null =>
  idIn(input, 'deptId') ?? (context.user.deptId || null);

/** The answer about one material, as documents and testers read it. */
export function told(
  context: Context,
  type: PriceType,
  { materialId, answer, ladder, unitId, factor }: Priced,
): Record<string, unknown> {
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
    ...figuresOf(answer.figures),
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
const figuresOf = (figures: PriceFigures): Record<string, string> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, String(value)]));

async function getPrice(context: Context, input: Input, type: PriceType): Promise<Record<string, unknown>> {
  const id = idIn(input, 'id');
  if (id !== undefined) return thatPrice(context, type, id);
  const unitId = idIn(input, 'unitId');
  const enterpriseId = idIn(input, 'enterpriseId');
  const [priced] = await pricesAt(
    context,
    type,
    placeIn(context, input),
    dateIn(context, input),
    [{ materialId: requireId(input, 'materialId'), ...(unitId === undefined ? {} : { unitId }) }],
    enterpriseId === undefined ? {} : { enterpriseId },
  );
  return told(context, type, priced!);
}

const DIRECT = label('指定价格', 'The price that was named');

async function thatPrice(context: Context, type: PriceType, id: Id): Promise<Record<string, unknown>> {
  const entry = await publishedPrice(context, type, id);
  if (entry === undefined) throw unknownRecord(PRICE_TYPES[type]);
  const ladder = (await unitLadders(context, [entry.materialId])).get(entry.materialId);
  const dept =
    entry.deptId === null
      ? undefined
      : await context.tx.row<{ name: string }>(
          sql`select dept_name as name from dept where id = ${entry.deptId}::bigint`,
        );
  const asked = asPriced(entry, ladder, dept === undefined ? null : { id: entry.deptId!, name: dept.name });
  return { ...told(context, type, asked), level: 'direct', levelName: DIRECT[context.language] };
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

/** Net prices of many materials in one go; every one asked for is answered, in the order asked. */
async function getCleanPriceList(context: Context, input: Input, type: PriceType): Promise<Record<string, unknown>[]> {
  const materialIds = readIds(input, 'materialIds');
  const unitIds = input['unitIds'] === undefined ? [] : listOf(input['unitIds']);
  const priced = await pricesAt(
    context,
    type,
    placeIn(context, input),
    dateIn(context, input),
    materialIds.map((materialId, index) => {
      const unitId = /^\d{1,19}$/.test(unitIds[index] ?? '') ? unitIds[index]! : undefined;
      return { materialId, ...(unitId === undefined ? {} : { unitId }) };
    }),
  );
  return priced.map((each) => {
    const {
      materialName,
      unitId,
      unitName,
      price,
      priceNoTax,
      taxRate,
      basePrice,
      startDate,
      endDate,
      priceEntryId,
      level,
      reason,
    } = told(context, type, each);
    return {
      materialId: each.materialId,
      materialName,
      unitId,
      unitName,
      price,
      taxRate,
      cleanPrice: priceNoTax,
      basePrice,
      startDate,
      endDate,
      priceEntryId,
      level,
      reason,
    };
  });
}

const SEGMENT: Partial<Readonly<Record<PriceType, string>>> = {
  settlement: 'settlementprice',
  joint: 'jointoperationprice',
  management: 'managementprice',
};
const serving = (
  type: PriceType,
  services: readonly string[],
  path: string,
  method: Call['method'],
  summary: Label,
  handle: (context: Context, input: Input, type: PriceType) => Promise<unknown>,
): Call[] =>
  services.map((service) => ({
    method,
    service,
    path: `${SEGMENT[type]}/${path}`,
    permission: SEES[type],
    ...(method === 'POST' ? { reads: true } : {}),
    summary,
    handle: (context, input) => handle(context, input, type),
  }));

const OF_SETTLEMENT = ['master-data', 'store-management'];
export const priceCalls: readonly Call[] = [
  ...serving(
    'settlement',
    OF_SETTLEMENT,
    'getPrice',
    'GET',
    label('取结算价', 'Settlement price of a material at a place'),
    getPrice,
  ),
  ...serving(
    'settlement',
    OF_SETTLEMENT,
    'getCleanPriceList',
    'POST',
    label('批量取净价', 'Net settlement prices of many materials'),
    getCleanPriceList,
  ),
  ...serving(
    'management',
    ['master-data'],
    'getPrice',
    'GET',
    label('取管理价', 'Management price of a material at a place'),
    getPrice,
  ),
  ...serving(
    'joint',
    ['master-data'],
    'getPrice',
    'GET',
    label('取联营价', 'Joint-operation price of a material at a place'),
    getPrice,
  ),
];
