/** What the central kitchen makes: washed greens and marinated pork, made yesterday and kept above a safety stock. */
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { CompanyClient, Records } from './company-client.ts';
import { boughtLately, bringRaw, type Offered } from './factories.ts';
import { save } from './saving.ts';
import type { World } from './world.ts';

const STORE = 'store-management';

/** A product by the raw material it is made of. */
interface Product {
  /** Types of material the raw goods are of: the codes of the demonstration begin with them. */
  readonly of: string;
  readonly prefix: string;
  readonly prefixEn: string;
  readonly kind: 'semi' | 'finished';
  readonly shelfLifeDays: number;
  readonly bought: string;
  readonly used: string;
  readonly made: string;
  readonly kept: string;
  readonly coreTemp: string;
  readonly time: string;
}
const PRODUCTS: readonly Product[] = [
  {
    of: 'V1',
    prefix: '净',
    prefixEn: 'Washed ',
    kind: 'semi',
    shelfLifeDays: 3,
    bought: '60',
    used: '36',
    made: '30',
    kept: '80',
    coreTemp: '4',
    time: '13:40',
  },
  {
    of: 'M1',
    prefix: '腌制',
    prefixEn: 'Marinated ',
    kind: 'finished',
    shelfLifeDays: 5,
    bought: '40',
    used: '26',
    made: '25',
    kept: '40',
    coreTemp: '3.5',
    time: '15:10',
  },
];

/** Is something made of such goods at the factory? */
export const isMadeOf = (materialCode: string): boolean => PRODUCTS.some(({ of }) => materialCode.startsWith(of));

/** A finished product, of whatever goods. */
export const MARINATED = PRODUCTS[1]!;

/** Both products, each of the cheapest goods of its kind. A company that bought none of a kind makes none of it. */
export async function produceAtFactory(world: World, today: string): Promise<void> {
  const before = dayPlus(today, -1);
  const bought = await boughtLately(world.client.as(world.office.purchaser).at(`${before} 08:00:00`));
  for (const product of PRODUCTS) {
    const raw = bought.find(({ materialCode }) => materialCode.startsWith(product.of));
    if (raw !== undefined) await produceOne(world, product, raw, before);
  }
}

async function produceOne(world: World, product: Product, raw: Offered, day: string): Promise<void> {
  const { factory } = world.company;
  const into = product.kind === 'semi' ? factory.semiStoreId : factory.finishedStoreId;
  await bringRaw(world, raw, product.bought, day);
  const { materialId, dishId } = await productOf(world.client.at(`${day} 10:00:00`), product, raw, day);
  await world.client.at(`${day} 10:05:00`).post(`${STORE}/factorystock/submit`, {
    factoryWarehouseId: into,
    materialId,
    safetyStockThreshold: product.kept,
  });
  await save(
    world.client.as(world.office.factoryStaff).at(`${day} ${product.time}:00`),
    'gear-operation/gearproduce/submit',
    {
      placeKind: 'factory',
      factoryWarehouseId: into,
      fromFactoryWarehouseId: factory.rawStoreId,
      produceType: 'semi',
      bizDate: day,
      dishId,
      actualQty: product.made,
      coreTemp: product.coreTemp,
      details: [{ materialId: raw.materialId, actualQty: product.used }],
    },
  );
  world.count('factory pots');
}

/** The material the product is kept as, and the dish with the BOM it is made by. */
export async function productOf(
  admin: CompanyClient,
  product: Pick<Product, 'prefix' | 'prefixEn' | 'kind' | 'shelfLifeDays'>,
  raw: Offered,
  day: string,
): Promise<{ readonly materialId: string; readonly dishId: string }> {
  const { materialTypeId, nameEn } = await admin.get<{ materialTypeId: string; nameEn: string }>(
    'master-data/material/detail',
    { id: raw.materialId },
  );
  const { records } = await admin.get<Records<{ dishTypeId: string }>>('master-data/dish/page', {
    dishKind: 'semi',
    size: '1',
  });
  const name = `${product.prefix}${raw.materialName}`;
  const materialId = await save(admin, 'master-data/material/submit', {
    code: `F${raw.materialCode}`,
    name,
    nameEn: `${product.prefixEn}${nameEn.toLowerCase()}`,
    materialTypeId,
    baseUnitId: raw.unitId,
    materialKind: product.kind,
    isRequireGoods: 0,
    shelfLifeManaged: 1,
    shelfLifeDays: product.shelfLifeDays,
  });
  const dishId = await save(admin, 'master-data/dish/submit', {
    name,
    nameEn: `${product.prefixEn}${nameEn.toLowerCase()}`,
    dishTypeId: records[0]!.dishTypeId,
    dishKind: 'semi',
    stockable: 1,
    stockMaterialId: materialId,
    sampleRequired: 0,
  });
  await save(admin, 'master-data/dishbom/submit', {
    dishId,
    released: 1,
    outputQty: '1',
    outputUnitId: raw.unitId,
    startDate: day,
    details: [{ lineKind: 'material', materialId: raw.materialId, netQty: '1', unitId: raw.unitId }],
  });
  return { materialId, dishId };
}
