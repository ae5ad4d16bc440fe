/** When prices are suspicious; what a market says goods cost, and how settlement prices follow from purchase prices. */
import type { CompanyClient } from './company-client.ts';
import type { DemoMaterial } from './materials.ts';
import { save } from './saving.ts';
import { raised } from './suppliers.ts';

/** One rule for everything, quotes of a market, and two formulas for leaf vegetables. */
export async function buildPriceRules(
  admin: CompanyClient,
  materials: ReadonlyMap<string, string>,
  goods: readonly DemoMaterial[],
  from: string,
): Promise<void> {
  await save(admin, 'master-data/priceearlywarning/submit', {
    name: '全部物料',
    direction: 'up',
    warnPercent: '10',
    blockPercent: '40',
    startDate: from,
  });
  await quoteMarket(admin, materials, goods, from);
  const { materialTypeId } = await admin.get<{ materialTypeId: string }>('master-data/material/detail', {
    id: materials.get(goods[0]!.name),
  });
  await save(admin, 'master-data/priceformula/submit', {
    name: '叶菜按采购价加 8%',
    materialTypeId,
    method: 'markup',
    rate: '8',
    startDate: from,
  });
  await save(admin, 'master-data/priceformula/submit', {
    name: '叶菜管理价按采购价加 10%',
    priceType: 'management',
    materialTypeId,
    method: 'markup',
    rate: '10',
    startDate: from,
  });
}

const QUOTED = 6;
/** Leaf vegetables per jin, half a kilogram; the last of the names waits for somebody to say what it is. */
async function quoteMarket(
  admin: CompanyClient,
  materials: ReadonlyMap<string, string>,
  goods: readonly DemoMaterial[],
  from: string,
): Promise<void> {
  const marketSourceId = await save(admin, 'master-data/marketsource/submit', {
    name: '城北农产品批发市场',
    publisher: '市场信息科',
    cycle: 'daily',
  });
  const quote = (productName: string, price: string): Promise<unknown> =>
    admin.post('master-data/marketprice/submit', {
      marketSourceId,
      priceDate: from,
      productName,
      unitText: '斤',
      lowPrice: raised(price, -55),
      avgPrice: raised(price, -50),
      highPrice: raised(price, -44),
    });
  for (const each of goods.slice(0, QUOTED)) {
    await save(admin, 'master-data/marketproduct/submit', {
      marketSourceId,
      productName: each.name,
      unitText: '斤',
      materialIds: materials.get(each.name),
      factor: '0.5',
    });
    await quote(each.name, each.price);
  }
  await quote('鸡毛菜', '6.00');
}
