/** Units, materials, dishes with their recipes, and the stock nobody wants to fall below. */
import type { CompanyClient, Records } from './company-client.ts';
import { dishTypeRows, materialTypeRows } from '../../../modules/console/home/starting-sets.ts';
import { demoDishes, type DemoDish } from './dishes.ts';
import { demoMaterials, demoPacks, type DemoMaterial } from './materials.ts';
import { save } from './saving.ts';

export interface Unit {
  readonly id: string;
  readonly decimals: number;
}

/** So many dishes of each type, or all, with what they are made of down to the materials. */
export function goodsOf(dishesEach: number | undefined): {
  dishes: readonly DemoDish[];
  materials: readonly DemoMaterial[];
} {
  if (dishesEach === undefined) return { dishes: demoDishes, materials: demoMaterials };
  const dishes = demoDishes.filter(
    (dish) => dish.isSemi || demoDishes.filter((other) => other.type === dish.type).indexOf(dish) < dishesEach,
  );
  const used = new Set(dishes.flatMap((dish) => dish.lines.map((line) => line.name)));
  return { dishes, materials: demoMaterials.filter((material) => used.has(material.name)) };
}

/** Units that stand already are taken as they are; packs are added. Code → id. */
export async function buildUnits(
  admin: CompanyClient,
  packs: typeof demoPacks = demoPacks,
): Promise<Map<string, Unit>> {
  const units = new Map(
    (await admin.get<Records<Unit & { code: string }>>('master-data/materialunit/page', { size: '200' })).records.map(
      ({ code, id, decimals }) => [code, { id, decimals }],
    ),
  );
  const want = async (
    code: string,
    name: string,
    symbol: string,
    dimension: string,
    decimals: number,
    isBase: number,
  ): Promise<void> => {
    if (!units.has(code))
      units.set(code, {
        id: await save(admin, 'master-data/materialunit/submit', {
          code,
          name,
          symbol,
          dimension,
          decimals,
          isDimensionBase: isBase,
        }),
        decimals,
      });
  };
  await want('KG', '千克', 'kg', 'mass', 3, 1);
  await want('G', '克', 'g', 'mass', 1, 0);
  await want('L', '升', 'L', 'volume', 3, 1);
  await want('ML', '毫升', 'mL', 'volume', 1, 0);
  await want('PCS', '个', 'pc', 'number', 0, 1);
  await want('SERVING', '份', 'portion', 'pack', 0, 0);
  for (const [code, [zh, en]] of Object.entries(packs)) await want(code, zh, en, 'pack', 0, 0);
  const existing = new Set(
    (
      await admin.get<Records<{ fromUnitId: string }>>('master-data/basicunitconversion/page', { size: '200' })
    ).records.map((row) => row.fromUnitId),
  );
  for (const [from, to, qty] of [
    ['KG', 'G', '1000'],
    ['L', 'ML', '1000'],
  ] as const) {
    if (!existing.has(units.get(from)!.id) && !existing.has(units.get(to)!.id))
      await save(admin, 'master-data/basicunitconversion/save', {
        fromQty: '1',
        fromUnitId: units.get(from)!.id,
        toQty: qty,
        toUnitId: units.get(to)!.id,
      });
  }
  return units;
}

/** Material types and materials; answers ids of materials by name. */
export async function buildMaterials(
  admin: CompanyClient,
  units: ReadonlyMap<string, Unit>,
  goods: readonly DemoMaterial[],
): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  for (const { code, name, above, values } of materialTypeRows)
    types.set(
      code,
      await save(admin, 'master-data/materialtype/submit', {
        parentId: above === undefined ? '0' : types.get(above),
        code,
        name,
        ...values,
      }),
    );
  const ids = new Map<string, string>();
  for (const [index, material] of goods.entries()) {
    const id = await save(admin, 'master-data/material/submit', {
      code: `${material.type}${String(index + 1).padStart(4, '0')}`,
      name: material.name,
      nameEn: material.nameEn,
      materialTypeId: types.get(material.type),
      baseUnitId: units.get(material.baseUnit)!.id,
      purchaseUnitId: units.get(material.purchaseUnit)!.id,
      stdYield: material.yield,
      shelfLifeManaged: material.shelfLife < 1000 ? 1 : 0,
      shelfLifeDays: material.shelfLife < 1000 ? material.shelfLife : '',
      nearExpiryDays: Math.min(30, Math.ceil(material.shelfLife / 5)),
      // What keeps long in its pack keeps two days once it is opened, and one once it is thawed.
      openedLifeHours: material.shelfLife >= 7 && material.shelfLife < 1000 ? 48 : '',
      thawedLifeHours: material.shelfLife >= 90 && material.shelfLife < 1000 ? 24 : '',
      leadDays: 1,
    });
    ids.set(material.name, id);
    if (material.purchaseUnit !== material.baseUnit) {
      await save(admin, 'master-data/itemunitconversion/save', {
        materialId: id,
        type: 'purchase',
        fromQty: '1',
        fromUnitId: units.get(material.purchaseUnit)!.id,
        toQty: material.factor,
        toUnitId: units.get(material.baseUnit)!.id,
      });
    }
  }
  return ids;
}

/** Code, name, group, colour. */
const demoDishTags = [
  ['HOUSE', '招牌', 'flavour', '#C2410C'],
  ['GREEN', '时蔬', 'diet', '#2F7D32'],
  ['KIDS', '儿童喜爱', 'people', '#0E7490'],
] as const;

/** Dishes with released recipes. Answers ids by type, the finished ones. */
export async function buildDishes(
  admin: CompanyClient,
  units: ReadonlyMap<string, Unit>,
  materials: ReadonlyMap<string, string>,
  recipes: readonly DemoDish[],
  from: string,
): Promise<Map<string, string[]>> {
  const types = new Map<string, string>();
  for (const { code, name, values } of dishTypeRows)
    types.set(code, await save(admin, 'master-data/dishtype/submit', { parentId: '0', code, name, ...values }));
  const tags = new Map<string, string>();
  for (const [index, [code, name, tagGroup, color]] of demoDishTags.entries())
    tags.set(
      code,
      await save(admin, 'master-data/dishbomtags/submit', { code, name, tagGroup, color, sort: index + 1 }),
    );
  const baseUnits = new Map(demoMaterials.map((material) => [material.name, material.baseUnit]));
  const dishes = new Map<string, string>();
  const kitchen = new Map<string, string[]>();
  for (const dish of recipes) {
    const tagIds = [
      ...(kitchen.has(dish.type) || dish.isSemi ? [] : ['HOUSE']),
      ...(dish.type === 'C3' ? ['GREEN'] : []),
      ...(dish.type === 'C5' ? ['KIDS'] : []),
    ].map((code) => tags.get(code)!);
    const id = await save(admin, 'master-data/dish/submit', {
      tagIds,
      name: dish.name,
      dishTypeId: types.get(dish.type),
      dishKind: dish.isSemi ? 'semi' : 'finished',
      ...(dish.isSemi ? {} : { salePrice: dish.price }),
      prepLeadHours: dish.type === 'C1' || dish.isSemi ? 12 : 2,
    });
    dishes.set(dish.name, id);
    if (!dish.isSemi) kitchen.set(dish.type, [...(kitchen.get(dish.type) ?? []), id]);
    await save(admin, 'master-data/dishbom/submit', {
      dishId: id,
      released: 1,
      outputQty: '1',
      outputUnitId: units.get(dish.isSemi ? 'KG' : 'SERVING')!.id,
      startDate: from,
      details: dish.lines.map((line) => {
        const materialId = materials.get(line.name);
        const base = baseUnits.get(line.name);
        const unit = base === 'L' ? 'ML' : base === 'PCS' ? 'PCS' : 'G';
        return materialId === undefined
          ? { lineKind: 'dish', subDishId: dishes.get(line.name), netQty: line.qty, unitId: units.get('G')!.id }
          : { lineKind: 'material', materialId, netQty: line.qty, unitId: units.get(unit)!.id };
      }),
    });
  }
  return kitchen;
}

/** Dry goods of which a pack always stays on the shelf. */
export async function buildSafety(
  admin: CompanyClient,
  warehouseId: string,
  materials: ReadonlyMap<string, string>,
  goods: readonly DemoMaterial[],
): Promise<void> {
  const chosen = goods
    .filter((material) => ['G1', 'O1', 'S1'].includes(material.type))
    .filter((_, index) => index % 2 === 0);
  for (const material of chosen)
    await admin.post('store-management/stock/submit', {
      warehouseId,
      materialId: materials.get(material.name),
      safetyStockThreshold: material.factor,
    });
}
