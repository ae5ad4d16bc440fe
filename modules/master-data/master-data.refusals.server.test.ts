/** What master data refuses, as its calls answer it; what was refused leaves everything as it stood. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { saveAll, saveRecord } from '../../kernel/server/save.ts';
import { refused } from '../../tests/support/refused.ts';
import { aDish, aMaterial, openKitchen, place, unit, type Kitchen } from './kitchen.testing.ts';

let kitchen: Kitchen;
let pork: string;
beforeAll(async () => {
  kitchen = await openKitchen();
  pork = await aMaterial(kitchen, 'Pork');
});
afterAll(() => kitchen.close());

const rows = (query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> =>
  kitchen.as(({ tx }) => tx.rows(query));
const count = async (query: ReturnType<typeof sql>): Promise<number> => (await rows(query)).length;

test('one name given to two materials in the same save is refused, in the list of aliases and in the materials themselves', async () => {
  const leek = await aMaterial(kitchen, 'Leek');
  const refusals = (alias: string) => [
    [
      'master-data.alias-twice',
      `别名「${alias}」在本次保存中出现了两次，请只保留一处`,
      `The alias ${alias} occurs twice in this save; keep one of them`,
    ],
  ];
  expect(
    await refused(
      kitchen.call('materialalias/submit', {
        materialId: leek,
        aliases: [{ alias: 'Green onion' }, { alias: 'green ONION' }],
      }),
    ),
  ).toEqual(refusals('green ONION'));
  const material = (name: string) => ({ name, materialTypeId: '500', baseUnitId: unit.kg, aliases: 'Spring onion' });
  expect(
    await refused(
      kitchen.as((context) =>
        saveAll(kitchen.registry.find('material'), context, [material('Chives'), material('Scallion')]),
      ),
    ),
  ).toEqual(refusals('Spring onion'));
  expect([
    await count(sql`select 1 from material_alias where alias ilike '%onion%'`),
    await count(sql`select 1 from material where name in ('Chives', 'Scallion')`),
  ]).toEqual([0, 0]);
});

test('a material that was merged away is not marked as another', async () => {
  const [from, into] = [await aMaterial(kitchen, 'Potato old'), await aMaterial(kitchen, 'Potato')];
  await kitchen.call('material/merge', { materialId: from, intoMaterialId: into });
  expect(await refused(kitchen.call('material/tellApart', { materialId: from, otherMaterialId: into }))).toEqual([
    [
      'master-data.apart-merged',
      '物料「Potato old」已并入其他物料，请先撤销合并',
      'Potato old was merged into another; undo that first',
    ],
  ]);
  expect(await count(sql`select 1 from material_distinction`)).toBe(0);
});

test('a BOM is not released while one of its ingredients is frozen', async () => {
  const tofu = await aMaterial(kitchen, 'Tofu');
  const id = await kitchen.save('dishBom', {
    dishId: await aDish(kitchen, 'Mapo tofu'),
    outputUnitId: unit.portion,
    startDate: '2026-11-01',
    details: [pork, tofu].map((materialId) => ({ materialId, netQty: '50', unitId: unit.g })),
  });
  await kitchen.call('material/freeze', { ids: tofu });
  expect(await refused(kitchen.save('dishBom', { id, released: 1 }))).toEqual([
    [
      'master-data.bom-frozen',
      '第 2 行：「Tofu」已冻结，请更换或先解冻',
      'Line 2: Tofu is frozen; choose another or unfreeze it first',
    ],
  ]);
  expect(await rows(sql`select released, version from dish_bom where id = ${id}::bigint`)).toEqual([
    { released: 0, version: 1 },
  ]);
});

test('each line of a special BOM names what its action needs', async () => {
  const dishId = await aDish(kitchen, 'Fried pork');
  await kitchen.save('dishBom', {
    dishId,
    outputUnitId: unit.portion,
    released: 1,
    startDate: '2026-11-01',
    details: [{ materialId: pork, netQty: '50', unitId: unit.g }],
  });
  const paste = await aDish(kitchen, 'Paste', { dishKind: 'semi', salePrice: null });
  const details = [
    { action: 'drop' },
    { action: 'add', materialId: pork, subDishId: paste, netQty: '5', unitId: unit.g },
    { action: 'change', targetMaterialId: pork, netQty: '30' },
  ];
  expect(
    await refused(
      kitchen.save('dishBomSpecialGear', {
        dishId,
        deptId: place.rice,
        reason: 'Less meat',
        startDate: '2026-11-01',
        details,
      }),
    ),
  ).toEqual([
    [
      'master-data.bom-variant-line',
      '第 1 行：请填写原物料或原半成品其中之一',
      'Line 1: enter either the standard material or the standard semi-finished dish',
    ],
    [
      'master-data.bom-variant-line',
      '第 2 行：请填写新物料或新半成品其中之一',
      'Line 2: enter either the new material or the new semi-finished dish',
    ],
    ['master-data.bom-variant-line', '第 3 行：请填写净用量和单位', 'Line 3: enter net quantity and unit'],
  ]);
  expect(await count(sql`select 1 from dish_bom_special_gear`)).toBe(0);
});

test.each([
  ['kept in stock', { stockable: 1 }, '可入库', 'Kept in stock'],
  ['the material of another', { stockMaterialId: '1' }, '对应物料', 'Its material'],
  ['made at one place', { makeDeptIds: place.site }, '制作地点', 'Made at'],
])('a dish that is sold is not %s', async (_, more, zh, en) => {
  const id = await aDish(kitchen, `Sold ${en}`);
  expect(await refused(kitchen.save('dish', { id, ...more }))).toEqual([
    [
      'master-data.dish-semi-only',
      `「${zh}」只用于半成品，请清空，或将菜品性质改为半成品`,
      `“${en}” is for semi-finished dishes only; clear it, or make the dish semi-finished`,
    ],
  ]);
  expect(
    await rows(sql`select stockable, stock_material_id, make_dept_ids, version from dish where id = ${id}::bigint`),
  ).toEqual([{ stockable: 0, stockMaterialId: null, makeDeptIds: null, version: 1 }]);
});

test('a material with nine pictures takes no tenth', async () => {
  const id = await aMaterial(kitchen, 'Cabbage', { code: 'CAB' });
  await kitchen.as(({ tx }) =>
    tx.run(sql`update material set images = array[1, 2, 3, 4, 5, 6, 7, 8, 9]::bigint[] where id = ${id}::bigint`),
  );
  const upload = kitchen.registry.calls.find((call) => call.path === 'material/batchUploadImage')!;
  const answer = await kitchen.as((context) =>
    upload.handle(context, {}, null, [{ name: 'CAB_2.png', path: '/nowhere', size: 10 }]),
  );
  expect(answer).toEqual([
    {
      fileName: 'CAB_2.png',
      materialId: id,
      code: 'CAB',
      ok: 0,
      reason: 'Cabbage has 9 pictures already; remove an old one first',
    },
  ]);
  expect(
    await rows(sql`select cardinality(images) as pictures, version from material where id = ${id}::bigint`),
  ).toEqual([{ pictures: 9, version: 1 }]);
});

test('a menu is not made for a stall outside the departments of its maker', async () => {
  const menuTemplateTypeId = await kitchen.save('menuTemplateType', {
    code: 'STAFF',
    name: 'Staff meals',
    cycleDays: 2,
  });
  const menu = {
    name: 'Both stalls',
    menuTemplateTypeId,
    templateKind: 'gear',
    bladeProjectDeptId: place.site,
    gearOperationDeptIds: [place.noodles, place.rice].join(','),
    cycleStartDate: '2026-11-23',
    startDate: '2026-11-23',
    meals: [{ mealType: 'lunch' }],
    details: [{ dayNo: 1, mealType: 'lunch', dishId: await aDish(kitchen, 'Rice bowl') }],
  };
  const save = (...depts: string[]) =>
    kitchen.as((context) =>
      saveRecord(
        kitchen.registry.find('menuTemplate'),
        { ...context, user: { ...context.user, scope: { all: false, depts } } },
        menu,
      ),
    );
  expect(await refused(save(place.site, place.noodles))).toEqual([
    [
      'master-data.menu-place-scope',
      '「rice」不在您的数据权限内，请重新选择或联系管理员',
      'rice is outside your departments; choose another or ask an administrator',
    ],
  ]);
  expect(await count(sql`select 1 from menu_template`)).toBe(0);
  expect(await save(place.site, place.noodles, place.rice)).toMatch(/^\d+$/);
});

test('material types stand five deep, dish types four, and a branch is not moved where its end would be deeper', async () => {
  const chain = async (declaration: string, length: number, prefix: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let level = 1; level <= length; level += 1)
      ids.push(
        await kitchen.save(declaration, {
          code: `${prefix}${level}`,
          name: `${prefix} ${level}`,
          parentId: ids.at(-1) ?? '0',
        }),
      );
    return ids;
  };
  const [materials, dishes, branch] = [
    await chain('materialType', 5, 'MT'),
    await chain('dishType', 4, 'DT'),
    await chain('dishType', 2, 'BR'),
  ];
  const tooDeep = (zh: string, en: string, max: number) => [
    [
      'tree.too-deep',
      `${zh}最多 ${max} 级，请选择更高的上级`,
      `${en} has at most ${max} levels; choose a place higher up`,
    ],
  ];
  expect(await refused(kitchen.save('materialType', { code: 'MT6', name: 'MT 6', parentId: materials[4] }))).toEqual(
    tooDeep('物料类型', 'Material type', 5),
  );
  expect(await refused(kitchen.save('dishType', { id: branch[0], parentId: dishes[2] }))).toEqual(
    tooDeep('菜品类型', 'Dish type', 4),
  );
  expect(await rows(sql`select code, level from dish_type where id = any(${branch}::bigint[]) order by level`)).toEqual(
    [
      { code: 'BR1', level: 1 },
      { code: 'BR2', level: 2 },
    ],
  );
  expect(await count(sql`select 1 from material_type where code = 'MT6'`)).toBe(0);
});
