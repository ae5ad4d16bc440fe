import { Decimal } from '../../kernel/core/decimal.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { get } from '../../parts/client/api.ts';
import { request } from '../../kernel/web/request.ts';
import type { PageOf, RecordOf } from '../../kernel/core/shape.ts';
import type { stock } from '../stock/on-hand/stock.resource.ts';
import { searchRecords } from '../../kernel/web/kinds/ref.tsx';
import { language } from '../../parts/language/language.ts';
import { FIT, nearTo } from '../../parts/search/fit.rules.ts';
import { pricesOfMaterials, type purchasePrice } from '../suppliers/purchase-price.calls.ts';
import { purchasingTexts } from './purchasing.texts.ts';
import type { GridRow, Hit, RefSource } from '../../parts/line-grid/model.ts';

type Row = Readonly<Record<string, unknown>>;
type Priced = TypeOf<typeof purchasePrice>;
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** The unit a material is bought in. */
const unitOf = (option: Row): string => textOf(option['purchaseUnitId']) || textOf(option['baseUnitId']);

/**
 * What each material costs on the day of delivery, in the unit it is bought in and per base unit: at the chosen
 * supplier, by the best offer while none is chosen. Who may not see prices sees none.
 */
async function pricesOf(options: readonly Row[], head: Row): Promise<ReadonlyMap<string, Priced>> {
  const found = await request(pricesOfMaterials, {
    materialIds: options.map((each) => textOf(each['id'])),
    unitIds: options.map(unitOf),
    supplierId: textOf(head['supplierId']),
    date: textOf(head['deliveryDate']),
  }).catch(() => []);
  return new Map(found.map((each) => [each.materialId, each]));
}

/** What is available of each material, at the document's warehouse or everywhere. */
async function stockOf(
  options: readonly Row[],
  warehouseId: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const page = await get<PageOf<RecordOf<typeof stock>>>(
    '/store-management/stock/pageNoDataAuth',
    {
      materialId_in: options.map((each) => textOf(each['id'])),
      ...(warehouseId === '' ? {} : { warehouseId_equal: warehouseId }),
      size: 200,
    },
    signal,
  ).catch(() => ({ records: [] }));
  const sums = new Map<string, number>();
  // A figure to look at while choosing, not one to reckon with.
  for (const row of page.records)
    sums.set(textOf(row.materialId), (sums.get(textOf(row.materialId)) ?? 0) + Number(row.availableQty ?? 0));
  return sums;
}

type Options = Awaited<ReturnType<typeof searchRecords>>;
/** Materials that are called so; where there are none, those that are called similarly. */
async function optionsFor(typed: string, signal: AbortSignal): Promise<Options> {
  const options = await searchRecords('material', typed, {}, signal);
  if (options.length > 0) return options;
  const near = await Promise.all(nearTo(typed).map((each) => searchRecords('material', each, {}, signal)));
  return [...new Map(near.flat().map((each) => [each.id, { ...each, fit: FIT.near }])).values()].slice(0, NEAR_MAX);
}
const NEAR_MAX = 8;

/** That it is only near what was typed, else its specification. */
function noteOf(option: Options[number]): { readonly note?: string } {
  const note = option.fit === FIT.near ? purchasingTexts.near[language()] : textOf(option['spec']);
  return note === '' ? {} : { note };
}

/**
 * Materials with stock at the document's warehouse and price of its supplier beside each hit; what is chosen brings the
 * unit it is bought in.
 */
export const materialSource = (head: () => Row): RefSource => ({
  async search(text: string, _row: GridRow, signal: AbortSignal): Promise<readonly Hit[]> {
    const options = await optionsFor(text.trim(), signal);
    if (options.length === 0) return [];
    const [prices, stock] = await Promise.all([
      pricesOf(options, head()),
      stockOf(options, textOf(head()['warehouseId']), signal),
    ]);
    return options.map((option): Hit => {
      const unitId = unitOf(option);
      const found = prices.get(option.id);
      const price = found?.basePrice ?? (unitId === option['baseUnitId'] ? found?.price : null) ?? null;
      const unitName =
        textOf(option['purchaseUnitId']) === '' ? textOf(option['baseUnitName']) : textOf(option['purchaseUnitName']);
      return {
        id: option.id,
        name: option.title,
        fit: option.fit,
        code: textOf(option.code),
        unit: textOf(option['baseUnitName']),
        stock: String(Math.round((stock.get(option.id) ?? 0) * 1000) / 1000),
        ...(price === null ? {} : { price: Number(price).toFixed(2) }),
        ...noteOf(option),
        values: {
          unitId,
          unitName,
          baseUnitId: option['baseUnitId'] ?? null,
          baseUnitName: option['baseUnitName'] ?? null,
          // What the order will say, as long as nobody types another price.
          guessPrice: found?.price == null ? null : Decimal.of(found.price).toFixed(2),
          guessUnitId: unitId,
        },
      };
    });
  },
});
