/**
 * What is known of materials beyond their own record: other names, who may use them, what they cost by plan and what is
 * in them.
 */
import type { CompanyClient } from './company-client.ts';
import type { DemoSite } from './company.ts';
import type { Unit } from './goods.ts';
import type { DemoMaterial } from './materials.ts';
import { save } from './saving.ts';
import { raised } from './suppliers.ts';

/** Material → what people call it elsewhere. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  西红柿: ['番茄', '洋柿子'],
  土豆: ['马铃薯', '洋芋'],
  红薯: ['地瓜', '番薯'],
  大白菜: ['黄芽白'],
  圆白菜: ['洋白菜', '卷心菜', '包菜'],
  油麦菜: ['莜麦菜'],
  青椒: ['菜椒'],
};

/** Per 100 g of the edible part: kcal, protein, fat, carbohydrate, fibre, water, sodium, calcium, iron, vitamin C. */
const IN_IT: Readonly<Record<string, string>> = {
  大白菜: '20,1.6,0.2,3.4,0.9,94.4,68.9,57,0.8,37.5',
  菠菜: '28,2.6,0.3,4.5,1.7,91.2,85.2,66,2.9,32',
  土豆: '81,2.6,0.2,17.8,1.1,78.6,5.9,7,0.4,14',
  胡萝卜: '46,1.4,0.2,10.2,1.3,87.4,71.4,32,0.5,16',
  西红柿: '15,0.9,0.2,3.3,0.5,95.2,9.7,4,0.2,14',
  猪五花: '349,13.6,30.6,,0,54.2,53,5,1.3,0',
  东北大米: '346,7.9,0.9,77.2,0.6,13.1,1.8,8,1.1,0',
};
const NUTRIENTS = [
  'energyKcal',
  'proteinG',
  'fatG',
  'carbohydrateG',
  'fiberG',
  'waterG',
  'sodiumMg',
  'calciumMg',
  'ironMg',
  'vitCMg',
];
const COSTED = 12;

/** Aliases, nutrients, costs and other records about materials, from the day `from`. */
export async function buildAboutMaterials(
  admin: CompanyClient,
  units: ReadonlyMap<string, Unit>,
  materials: ReadonlyMap<string, string>,
  goods: readonly DemoMaterial[],
  sites: readonly DemoSite[],
  from: string,
): Promise<void> {
  const of = (name: string): string | undefined => materials.get(name);
  for (const [name, aliases] of Object.entries(CALLED))
    if (of(name) !== undefined)
      await admin.post('master-data/materialalias/submit', { materialId: of(name), aliases, replace: 1 });
  for (const [name, figures] of Object.entries(IN_IT)) {
    if (of(name) === undefined) continue;
    const values = Object.fromEntries(
      figures.split(',').flatMap((figure, index) => (figure === '' ? [] : [[NUTRIENTS[index]!, figure]])),
    );
    await save(admin, 'master-data/materialnutrients/submit', {
      materialId: of(name),
      sourceKind: 'table',
      sourceNote: '中国食物成分表',
      ...values,
    });
  }
  for (const material of goods.slice(0, COSTED))
    await save(admin, 'master-data/materialcost/submit', {
      materialId: of(material.name),
      costKind: 'standard',
      unitId: units.get(material.purchaseUnit)!.id,
      unitCost: raised(material.price, 2),
      startDate: from,
    });
  await save(admin, 'master-data/rotationchart/submit', {
    title: '本周新菜',
    position: 'mall',
    linkKind: 'none',
    sort: 1,
    enabled: 0,
  });
  // The last site is a school, which does without what is too hot for children; where that is not known, something is
  // said to be for everybody there.
  const hot = of('剁椒');
  await save(admin, 'master-data/materialauthrange/submit', {
    materialId: hot ?? of(goods.at(-1)!.name),
    deptId: sites.at(-1)!.deptId,
    access: hot === undefined ? 'allow' : 'deny',
    startDate: from,
    ...(hot === undefined ? {} : { remark: '学生餐不用' }),
  });
}
