/** The demonstration company: 味禾餐饮, an operator with two sites, three restaurants, six stalls, a factory, forty suppliers. Made up by us. */
import type { CompanyClient, Records } from './company-client.ts';
import { demoDishes, demoDishTypes } from './dishes.ts';
import { demoMaterials, demoPacks, demoTypes } from './materials.ts';

interface Stored {
  readonly id: string;
}
type Client = CompanyClient;

/** The organisation by name, as later steps need it. */
export interface DemoSite {
  readonly name: string;
  readonly deptId: string;
  readonly warehouseId: string;
  readonly restaurants: readonly { readonly name: string; readonly deptId: string; readonly stalls: readonly { readonly name: string; readonly deptId: string; readonly kind: StallKind }[] }[];
}
export type StallKind = 'rice' | 'noodle' | 'light';

const SITES: readonly { name: string; guests: string; restaurants: readonly { name: string; stalls: readonly { name: string; kind: StallKind }[] }[] }[] = [
  { name: '云谷科技园项目部', guests: '企业', restaurants: [{ name: '云谷一号餐厅', stalls: [{ name: '家常菜档', kind: 'rice' }, { name: '面食档', kind: 'noodle' }] }, { name: '云谷二号餐厅', stalls: [{ name: '自选快餐档', kind: 'rice' }, { name: '轻食档', kind: 'light' }] }] },
  { name: '江畔实验学校项目部', guests: '学校', restaurants: [{ name: '学生餐厅', stalls: [{ name: '学生套餐档', kind: 'rice' }, { name: '风味面点档', kind: 'noodle' }] }] },
];

/** Builds everything that stands before the first working day; `from` is the day its prices begin. */
export async function buildCompany(admin: Client, from: string): Promise<readonly DemoSite[]> {
  const units = await buildUnits(admin);
  const sites = await buildOrganisation(admin);
  const materials = await buildMaterials(admin, units);
  await buildSuppliers(admin, units, materials, from);
  await buildDishes(admin, units, materials, from);
  return sites;
}

const idOf = (row: unknown): string => (row as Stored).id;
const save = async (client: Client, path: string, row: Readonly<Record<string, unknown>>): Promise<string> => idOf(await client.post(path, row));

/** Everybody of the company works for the whole of it here; the roles decide what each may do. */
async function buildOrganisation(admin: Client): Promise<DemoSite[]> {
  const dept = (row: Readonly<Record<string, unknown>>): Promise<string> => save(admin, 'blade-system/dept/submit', { fullName: row['deptName'], ...row });
  const existing = await admin.get<Records<{ id: string; deptName: string; deptCategory: string }>>('blade-system/dept/page', { size: '200' });
  const company = existing.records.find((each) => String(each.deptCategory) === '1')?.id ?? (await dept({ deptName: '味禾餐饮', fullName: '味禾餐饮管理有限公司', deptCategory: '1', sort: 1 }));
  let sort = 10;
  for (const name of ['计划部', '采购部', '财务部']) if (!existing.records.some((each) => each.deptName === name)) await dept({ deptName: name, parentId: company, deptCategory: '5', sort: (sort += 1) });
  await dept({ deptName: '味禾中央厨房', parentId: company, deptCategory: '6', sort: 30 });
  const sites: DemoSite[] = [];
  for (const [index, site] of SITES.entries()) {
    const deptId = await dept({ deptName: site.name, parentId: company, deptCategory: '2', sort: index + 1 });
    await save(admin, 'gear-operation/gearprojectdeptsys/submit', { projectDeptName: site.name, bladeProjectDeptId: deptId, receiveLeadDays: 0 });
    const restaurants: DemoSite['restaurants'][number][] = [];
    for (const restaurant of site.restaurants) {
      const restaurantId = await dept({ deptName: restaurant.name, parentId: deptId, deptCategory: '3', sort: restaurants.length + 1 });
      await save(admin, 'smart-meal/userestaurant/submit', { useRestaurantName: restaurant.name, useRestaurantDeptId: restaurantId, seatCount: 320 });
      const stalls: DemoSite['restaurants'][number]['stalls'][number][] = [];
      for (const stall of restaurant.stalls) {
        const stallId = await dept({ deptName: stall.name, parentId: restaurantId, deptCategory: '4', sort: stalls.length + 1 });
        stalls.push({ ...stall, deptId: stallId });
      }
      restaurants.push({ name: restaurant.name, deptId: restaurantId, stalls });
    }
    const warehouseId = await save(admin, 'store-management/warehouse/submit', { name: `${site.name.replace('项目部', '')}仓库`, companyDeptId: company, projectGroupDeptId: deptId, zones: 'ambient,cool,chilled,frozen', sort: index + 1 });
    for (const stall of restaurants.flatMap((each) => each.stalls)) {
      await save(admin, 'gear-operation/gearoperationsys/submit', {
        gearOperationName: stall.name, gearOperationDeptId: stall.deptId, warehouseId,
        timeIntervals: [{ mealType: 'breakfast', startTime: '06:45', endTime: '09:00' }, { mealType: 'lunch', startTime: '11:00', endTime: '13:30' }, { mealType: 'dinner', startTime: '17:00', endTime: '19:00' }],
      });
    }
    sites.push({ name: site.name, deptId, warehouseId, restaurants });
  }
  return sites;
}

/** Units that stand already are taken as they are; packs are added. Code → id. */
async function buildUnits(admin: Client): Promise<Map<string, string>> {
  const units = new Map((await admin.get<Records<{ id: string; code: string }>>('master-data/materialunit/page', { size: '200' })).records.map((unit) => [unit.code, unit.id]));
  const want = async (code: string, name: string, symbol: string, dimension: string, decimals: number, isBase: number): Promise<void> => {
    if (!units.has(code)) units.set(code, await save(admin, 'master-data/materialunit/submit', { code, name, symbol, dimension, decimals, isDimensionBase: isBase }));
  };
  await want('KG', '千克', 'kg', 'mass', 3, 1);
  await want('G', '克', 'g', 'mass', 1, 0);
  await want('L', '升', 'L', 'volume', 3, 1);
  await want('ML', '毫升', 'mL', 'volume', 1, 0);
  await want('PCS', '个', '个', 'number', 0, 1);
  await want('SERVING', '份', '份', 'pack', 0, 0);
  for (const [code, [zh]] of Object.entries(demoPacks)) await want(code, zh, zh.replace(/\(.*/, ''), 'pack', 0, 0);
  const standing = new Set((await admin.get<Records<{ fromUnitId: string }>>('master-data/basicunitconversion/page', { size: '200' })).records.map((row) => row.fromUnitId));
  for (const [from, to, qty] of [['KG', 'G', '1000'], ['L', 'ML', '1000']] as const) {
    if (!standing.has(units.get(from)!) && !standing.has(units.get(to)!)) await save(admin, 'master-data/basicunitconversion/save', { fromQty: '1', fromUnitId: units.get(from), toQty: qty, toUnitId: units.get(to) });
  }
  return units;
}

async function buildMaterials(admin: Client, units: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  for (const [index, [code, name, , zone, overRate, weigh]] of demoTypes.entries()) {
    types.set(code, await save(admin, 'master-data/materialtype/submit', {
      parentId: '0', code, name, sort: index + 1, materialKind: code === 'P1' ? 'packaging' : 'raw', defaultTaxRate: code.startsWith('V') || code.startsWith('M') || code.startsWith('D3') ? '9' : '13',
      storageZone: zone, overRate, underRate: overRate, weighAtReceipt: 0, tempCheck: 0, remark: weigh === 1 ? '到货称重' : '',
    }));
  }
  const ids = new Map<string, string>();
  for (const [index, material] of demoMaterials.entries()) {
    const id = await save(admin, 'master-data/material/submit', {
      code: `${material.type}${String(index + 1).padStart(4, '0')}`, name: material.name, nameEn: material.nameEn, materialTypeId: types.get(material.type), baseUnitId: units.get(material.baseUnit), purchaseUnitId: units.get(material.purchaseUnit),
      stdYield: material.yield, shelfLifeManaged: material.shelfLife < 1000 ? 1 : 0, shelfLifeDays: material.shelfLife < 1000 ? material.shelfLife : '', nearExpiryDays: Math.min(30, Math.ceil(material.shelfLife / 5)), leadDays: 1,
    });
    ids.set(material.name, id);
    if (material.purchaseUnit !== material.baseUnit) {
      await save(admin, 'master-data/itemunitconversion/save', { materialId: id, type: 'purchase', fromQty: '1', fromUnitId: units.get(material.purchaseUnit), toQty: material.factor, toUnitId: units.get(material.baseUnit) });
    }
  }
  return ids;
}

/** Forty suppliers: two or three for every kind of goods, the first of them the default. */
async function buildSuppliers(admin: Client, units: ReadonlyMap<string, string>, materials: ReadonlyMap<string, string>, from: string): Promise<void> {
  const ids: string[] = [];
  for (const [index, name] of SUPPLIERS.entries()) {
    ids.push(await save(admin, 'store-management/supplier/addSupplier', {
      name, shortName: name.slice(0, 4), supplierKind: index % 7 === 0 ? 'farm' : index % 3 === 0 ? 'manufacturer' : 'distributor', grade: index % 5 === 4 ? 'a' : 'b', settleKind: 'monthly', leadDays: 1, taxRate: '9',
      contact: CONTACTS[index % CONTACTS.length], contactPhone: `138${String(20261121 + index * 137).slice(-8)}`, creditCode: creditCode(index),
    }));
  }
  const offers = new Map<string, Record<string, unknown>[]>(ids.map((id) => [id, []]));
  for (const [index, material] of demoMaterials.entries()) {
    const group = demoTypes.findIndex(([code]) => code === material.type);
    // Every fifth material of a kind comes from the second house, so that a day's order is a dozen suppliers and not forty.
    const first = index % 5 === 4 ? 1 : 0;
    const houses = [ids[group * 2 + first]!, ids[group * 2 + 1 - first]!, ...(index % 4 === 0 ? [ids[32 + (index % 8)]!] : [])];
    for (const [rank, supplierId] of houses.entries()) {
      offers.get(supplierId)!.push({
        materialId: materials.get(material.name), unitId: units.get(material.purchaseUnit), factor: material.factor, price: priceOf(material.price, rank), taxRate: '9', startDate: from, isDefault: rank === 0 ? 1 : 0,
        packText: demoPacks[material.purchaseUnit]?.[0] ?? '散装', orderMultiple: material.purchaseUnit === material.baseUnit ? '0.5' : '1',
      });
    }
  }
  for (const [supplierId, rows] of offers) if (rows.length > 0) await admin.post('store-management/supplier/addSupplierMaterial', { supplierId, materials: rows });
}

/** The second and third offer are a little dearer; cents, never binary floats. */
function priceOf(price: string, rank: number): string {
  const [whole, cents = ''] = price.split('.');
  const total = Number(whole) * 100 + Number(cents.padEnd(2, '0'));
  const raised = total + Math.round((total * rank * 4) / 100);
  return `${Math.trunc(raised / 100)}.${String(raised % 100).padStart(2, '0')}`;
}

async function buildDishes(admin: Client, units: ReadonlyMap<string, string>, materials: ReadonlyMap<string, string>, from: string): Promise<void> {
  const types = new Map<string, string>();
  for (const [index, [code, name]] of demoDishTypes.entries()) types.set(code, await save(admin, 'master-data/dishtype/submit', { parentId: '0', code, name, sort: index + 1 }));
  const baseUnits = new Map(demoMaterials.map((material) => [material.name, material.baseUnit]));
  const dishes = new Map<string, string>();
  for (const dish of demoDishes) {
    const id = await save(admin, 'master-data/dish/submit', {
      name: dish.name, dishTypeId: types.get(dish.type), dishKind: dish.isSemi ? 'semi' : 'finished', ...(dish.isSemi ? {} : { salePrice: dish.price }), prepLeadHours: dish.type === 'C1' || dish.isSemi ? 12 : 2,
    });
    dishes.set(dish.name, id);
    await save(admin, 'master-data/dishbom/submit', {
      dishId: id, released: 1, outputQty: '1', outputUnitId: units.get(dish.isSemi ? 'KG' : 'SERVING'), startDate: from,
      details: dish.lines.map((line) => {
        const materialId = materials.get(line.name);
        const base = baseUnits.get(line.name);
        const unit = base === 'L' ? 'ML' : base === 'PCS' ? 'PCS' : 'G';
        return materialId === undefined ? { lineKind: 'dish', subDishId: dishes.get(line.name), netQty: line.qty, unitId: units.get('G') } : { lineKind: 'material', materialId, netQty: line.qty, unitId: units.get(unit) };
      }),
    });
  }
}

const CONTACTS = ['王建国', '李秀英', '张伟', '刘芳', '陈强', '杨丽', '赵敏', '黄勇', '周杰', '吴霞', '徐磊', '孙燕', '胡涛', '朱琳', '高峰', '林静'];
const SUPPLIERS = [
  '青禾蔬菜合作社', '绿源农产品有限公司', '沃土根茎蔬菜行', '丰田农业发展公司', '瑞丰瓜果批发部', '鲜达农贸有限公司', '森菌菌业有限公司', '山野菌菇合作社', '豆香豆制品厂', '清泉豆腐坊', '康牧肉类有限公司', '双汇达冷鲜肉配送部',
  '草原牧歌牛羊肉公司', '北疆冷冻食品公司', '凤祥禽蛋有限公司', '农家蛋业合作社', '海之味水产有限公司', '江湖鲜水产行', '金谷粮油贸易公司', '稻花香米业', '福临油脂有限公司', '鲁花达油品经销部', '味佳调味品公司', '川味坊调料行',
  '南北干货商行', '山珍干货贸易部', '晨光乳业经销公司', '每日饮品有限公司', '果然鲜水果批发', '四季果品公司', '洁安包装制品厂', '环宇一次性用品公司', '城东综合农贸公司', '城西食材配送中心', '大润供应链公司', '优选食材有限公司', '鲜食汇配送公司', '万家食品批发部', '众合食材贸易公司', '禾记应急采购行',
];
const SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
/** 18 signs with the check sign of GB 32100, so that a check of it passes. */
function creditCode(index: number): string {
  const body = `91330100MA${String(2700000 + index * 31).padStart(7, '0')}`;
  const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
  const sum = [...body].reduce((total, sign, at) => total + SIGNS.indexOf(sign) * weights[at]!, 0);
  return body + SIGNS[(31 - (sum % 31)) % 31]!;
}
