import type { Hit, RefSource } from '../../parts/line-grid/model.ts';
import { searchRecords } from '../../kernel/web/kinds/ref.tsx';
import { request } from '../../kernel/web/request.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import { references } from './self-purchase.calls.ts';

type Row = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** What materials are known to cost per base unit on the day and at the place of the order. */
async function referencesOf(materialIds: readonly string[], head: Row): Promise<ReadonlyMap<string, string>> {
  if (materialIds.length === 0) return new Map();
  const found = await request(references, {
    materialIds,
    warehouseId: textOf(head['warehouseId']),
    date: textOf(head['purchaseDate']),
  }).catch(() => []);
  return new Map(found.map((each) => [each.materialId, each.basePrice]));
}

type Option = Awaited<ReturnType<typeof searchRecords>>[number];
/** What a chosen material brings: its base unit, and what one of it is known to cost. */
const broughtBy = (option: Option | undefined, price: string | undefined): Row => ({
  unitId: option?.['baseUnitId'] ?? null,
  unitName: option?.['baseUnitName'] ?? null,
  baseUnitId: option?.['baseUnitId'] ?? null,
  referenceBase: price ?? null,
});

/** What the material of this id brings to its line. */
export async function materialBrings(id: string, head: Row): Promise<Row> {
  if (id === '') return broughtBy(undefined, undefined);
  const [[option], known] = await Promise.all([
    searchRecords('material', '', { ids: id, size: '1' }).catch((): readonly Option[] => []),
    referencesOf([id], head),
  ]);
  return broughtBy(option, known.get(id));
}

/** Materials with what each is known to cost; what is chosen brings its base unit and that price. */
export const pricedMaterials = (head: () => Row): RefSource => ({
  async search(text, _row, signal): Promise<readonly Hit[]> {
    const options = await searchRecords('material', text.trim(), {}, signal);
    const known = await referencesOf(
      options.map(({ id }) => id),
      head(),
    );
    return options.map((option): Hit => {
      const price = known.get(option.id);
      return {
        id: option.id,
        name: option.title,
        fit: option.fit,
        code: textOf(option.code),
        unit: textOf(option['baseUnitName']),
        ...(price === undefined ? {} : { price: Decimal.of(price).toFixed(2) }),
        ...(textOf(option['spec']) === '' ? {} : { note: textOf(option['spec']) }),
        values: broughtBy(option, price),
      };
    });
  },
});
