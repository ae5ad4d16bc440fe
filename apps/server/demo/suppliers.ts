/** Forty suppliers and what they offer: two or three for every material. */
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { CompanyClient } from './company-client.ts';
import type { Unit } from './goods.ts';
import { materialTypeCodes } from '../../../modules/console/home/starting-sets.ts';
import { demoPacks, type DemoMaterial } from './materials.ts';
import { save } from './saving.ts';

/**
 * Forty suppliers: two or three for every kind of goods, the first of them the default. Answers them in the order of
 * the list.
 */
export async function buildSuppliers(
  admin: CompanyClient,
  units: ReadonlyMap<string, Unit>,
  materials: ReadonlyMap<string, string>,
  goods: readonly DemoMaterial[],
  from: string,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [index, name] of SUPPLIERS.entries()) {
    ids.push(
      await save(admin, 'store-management/supplier/addSupplier', {
        name,
        shortName: name.slice(0, 4),
        supplierKind: index % 7 === 0 ? 'farm' : index % 3 === 0 ? 'manufacturer' : 'distributor',
        grade: index % 5 === 4 ? 'a' : 'b',
        settleKind: 'monthly',
        leadDays: 1,
        taxRate: '9',
        contact: CONTACTS[index % CONTACTS.length],
        contactPhone: `138${String(20261121 + index * 137).slice(-8)}`,
        creditCode: creditCode(index),
        ...calendarOf(index, from),
      }),
    );
  }
  const offers = new Map<string, Record<string, unknown>[]>(ids.map((id) => [id, []]));
  // The second and third offer are a little dearer.
  for (const [index, material] of goods.entries()) {
    const group = materialTypeCodes.indexOf(material.type);
    // Few materials of a kind come from the second house: a day's order goes to a dozen suppliers and not to forty.
    const first = index % 12 === 11 ? 1 : 0;
    const houses = [
      ids[group * 2 + first]!,
      ids[group * 2 + 1 - first]!,
      ...(index % 4 === 0 ? [ids[32 + (index % 8)]!] : []),
    ];
    for (const [rank, supplierId] of houses.entries()) {
      offers.get(supplierId)!.push({
        materialId: materials.get(material.name),
        unitId: units.get(material.purchaseUnit)!.id,
        factor: material.factor,
        price: raised(material.price, rank * 4),
        taxRate: '9',
        startDate: from,
        isDefault: rank === 0 ? 1 : 0,
        packText: demoPacks[material.purchaseUnit]?.[0] ?? '散装',
        orderMultiple: material.purchaseUnit === material.baseUnit ? '0.5' : '1',
      });
    }
  }
  for (const [supplierId, rows] of offers)
    if (rows.length > 0)
      await admin.post('store-management/supplier/addSupplierMaterial', { supplierId, materials: rows });
  return ids;
}

/** Before the kitchens cook. */
const MORNINGS = { windowStart: '05:30', windowEnd: '08:30' };
/** Fresh goods come every day and are ordered until six the evening before; packaging comes on three days a week. */
function calendarOf(index: number, from: string): Record<string, unknown> {
  const week = (days: readonly number[], cutOffTime: string, advanceDays: number) =>
    days.map((weekday) => ({ weekday, available: 1, cutOffTime, advanceDays, ...MORNINGS }));
  if (index === 0)
    return {
      minOrderAmount: '200',
      freeFreightAmount: '5000',
      freightFee: '60',
      windows: week([1, 2, 3, 4, 5, 6, 7], '18:00', 1),
      holidays: [{ holidayDate: dayPlus(from, 67), shift: 'before', remark: '合作社盘点' }],
    };
  if (index === 10) return { windows: week([1, 2, 3, 4, 5, 6, 7], '18:00', 1) };
  return index === 30 ? { windows: week([1, 3, 5], '14:00', 2) } : {};
}

/** A price so many per cent dearer; cents, never binary floats. */
export function raised(price: string, percent: number): string {
  const [whole, cents = ''] = price.split('.');
  const total = Number(whole) * 100 + Number(cents.padEnd(2, '0'));
  const dearer = total + Math.round((total * percent) / 100);
  return `${Math.trunc(dearer / 100)}.${String(dearer % 100).padStart(2, '0')}`;
}

const CONTACTS = [
  '王建国',
  '李秀英',
  '张伟',
  '刘芳',
  '陈强',
  '杨丽',
  '赵敏',
  '黄勇',
  '周杰',
  '吴霞',
  '徐磊',
  '孙燕',
  '胡涛',
  '朱琳',
  '高峰',
  '林静',
];
/** Asked where no other house delivers in time. */
export const EMERGENCY_HOUSE = '禾记应急采购行';
const SUPPLIERS = [
  '青禾蔬菜合作社',
  '绿源农产品有限公司',
  '沃土根茎蔬菜行',
  '丰田农业发展公司',
  '瑞丰瓜果批发部',
  '鲜达农贸有限公司',
  '森菌菌业有限公司',
  '山野菌菇合作社',
  '豆香豆制品厂',
  '清泉豆腐坊',
  '康牧肉类有限公司',
  '双汇达冷鲜肉配送部',
  '草原牧歌牛羊肉公司',
  '北疆冷冻食品公司',
  '凤祥禽蛋有限公司',
  '农家蛋业合作社',
  '海之味水产有限公司',
  '江湖鲜水产行',
  '金谷粮油贸易公司',
  '稻花香米业',
  '福临油脂有限公司',
  '鲁花达油品经销部',
  '味佳调味品公司',
  '川味坊调料行',
  '南北干货商行',
  '山珍干货贸易部',
  '晨光乳业经销公司',
  '每日饮品有限公司',
  '果然鲜水果批发',
  '四季果品公司',
  '洁安包装制品厂',
  '环宇一次性用品公司',
  '城东综合农贸公司',
  '城西食材配送中心',
  '大润供应链公司',
  '优选食材有限公司',
  '鲜食汇配送公司',
  '万家食品批发部',
  '众合食材贸易公司',
  EMERGENCY_HOUSE,
];
const SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
/** 18 signs with the check sign of GB 32100, so that a check of it passes. */
export function creditCode(index: number): string {
  const body = `91330100MA${String(2700000 + index * 31).padStart(7, '0')}`;
  const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
  const sum = [...body].reduce((total, sign, at) => total + SIGNS.indexOf(sign) * weights[at]!, 0);
  return body + SIGNS[(31 - (sum % 31)) % 31]!;
}
