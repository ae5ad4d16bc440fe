/** What stock and master data refuse, as their calls answer it to somebody who may do everything else. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { openHouse, type Client, type House } from '../admin/admin.testing.ts';

let house: House;
let admin: Client;
const made: Record<string, string> = {};
beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
  const make = async (name: string, path: string, body: object): Promise<void> => {
    const answer = await admin.post(path, body);
    expect([name, answer.body.msg]).toEqual([name, '操作成功']);
    made[name] = answer.body.data['id'];
  };
  const dept = (name: string, parentId: string, deptCategory: string) =>
    make(name, 'blade-system/dept/submit', { deptName: name, fullName: name, parentId, deptCategory, sort: 1 });
  await dept('甲公司', '0', '1');
  await dept('乙公司', '0', '1');
  await dept('甲项目', made['甲公司']!, '2');
  await dept('乙项目', made['乙公司']!, '2');
  await dept('乙餐厅', made['乙项目']!, '3');
  await make('基准', 'master-data/materialunit/submit', {
    code: 'test-base',
    name: '试基',
    dimension: 'volume',
    isDimensionBase: 1,
  });
  await make('克', 'master-data/materialunit/submit', { code: 'test-g', name: '试克', dimension: 'pack' });
  await make('类', 'master-data/materialtype/submit', { code: 'T9', name: '试类' });
  await make('米', 'master-data/material/submit', {
    code: 'RICE9',
    name: '试米',
    materialTypeId: made['类'],
    baseUnitId: made['克'],
  });
});

const warehouse = (more: object): object => ({
  code: 'W9',
  name: '试仓',
  companyDeptId: made['甲公司'],
  projectGroupDeptId: made['甲项目'],
  zones: 'ambient',
  ...more,
});
const material = (more: object): object => ({
  code: 'M9',
  name: '试料',
  materialTypeId: made['类'],
  baseUnitId: made['克'],
  ...more,
});
const places: readonly (readonly [string, string, () => object, string])[] = [
  [
    'a warehouse of a project, not a company',
    'store-management/warehouse/submit',
    () => warehouse({ companyDeptId: made['甲项目'] }),
    '所属公司必须是公司；所属项目部必须是 甲项目 下的项目部',
  ],
  [
    "a warehouse at another company's site",
    'store-management/warehouse/submit',
    () => warehouse({ projectGroupDeptId: made['乙项目'] }),
    '所属项目部必须是 甲公司 下的项目部',
  ],
  [
    "a warehouse for another site's restaurant",
    'store-management/warehouse/submit',
    () => warehouse({ useRestaurantGroupDeptId: made['乙餐厅'] }),
    '乙餐厅 不是该项目部的餐厅',
  ],
  [
    'a month that is none',
    'store-management/stockperiod/close',
    () => ({ companyDeptId: made['甲公司'], month: '2026-13' }),
    '月份请写成 2026-01',
  ],
  [
    'life without lots',
    'master-data/material/submit',
    () => material({ shelfLifeManaged: 1, shelfLifeDays: 3, batchManaged: 0 }),
    '效期管理的物料必须按批次管理',
  ],
  [
    'an allergen of no state',
    'master-data/material/submit',
    () => material({ allergens: [{ allergen: 'peanut', state: 'perhaps' }] }),
    '过敏原第 1 项须有 allergen 和 state（contains、may-contain、unknown、free）；不含须写明依据',
  ],
  [
    'a unit converted into itself',
    'master-data/itemunitconversion/submit',
    () => ({
      materialId: made['米'],
      fromQty: 1,
      fromUnitId: made['克'],
      toQty: 2,
      toUnitId: made['克'],
      startDate: '2026-01-01',
    }),
    '两边的单位不能相同',
  ],
  [
    'a unit in use that becomes another kind',
    'master-data/materialunit/submit',
    () => ({ id: made['克'], code: 'test-g', name: '试克', dimension: 'mass' }),
    '单位「试克」已用于换算或物料，类别不能修改',
  ],
  [
    'a second base of one kind of unit',
    'master-data/materialunit/submit',
    () => ({ code: 'test-2', name: '第二', dimension: 'volume', isDimensionBase: 1 }),
    '该类别的基准单位已是「试基」',
  ],
  [
    'a material exchanged for itself',
    'master-data/materialsubstitutes/submit',
    () => ({
      materialId: made['米'],
      qty: 1,
      unitId: made['克'],
      substituteMaterialId: made['米'],
      substituteQty: 1,
      substituteUnitId: made['克'],
      startDate: '2026-01-01',
    }),
    '两种物料不能相同',
  ],
];
/** A warehouse, made once. */
const storeId = async (): Promise<string> =>
  (made['试仓'] ??= (await admin.post('store-management/warehouse/submit', warehouse({}))).body.data['id']);

test.each(places)('%s', async (title, path, body, sentence) => {
  const { status, body: answer } = await admin.post(path, body());
  expect([title, status, answer.msg]).toEqual([title, 400, sentence]);
});

test('a safety stock or a highest stock below nothing: no row is made for it', async () => {
  const warehouseId = await storeId();
  const messageOf = async (figures: object): Promise<unknown> =>
    (await admin.post('store-management/stock/submit', { warehouseId, materialId: made['米'], ...figures })).body.msg;
  expect([await messageOf({ safetyStockThreshold: '-1' }), await messageOf({ maxStock: '-1' })]).toEqual([
    '安全库存不能小于 0',
    '最高库存不能小于 0',
  ]);
  expect(await house.run((tx) => tx.rows(sql`select id from stock`))).toEqual([]);
});

test('a month whose stock is not what its moves say stays open', async () => {
  await house.run(
    async (tx) =>
      void (await tx.run(
        sql`insert into stock (location_id, material_id, qty)
          values (${await storeId()}::bigint, ${made['米']!}::bigint, 5)`,
      )),
  );
  const { status, body } = await admin.post('store-management/stockperiod/close', {
    companyDeptId: made['甲公司'],
    month: '2026-10',
  });
  expect([status, body.msg]).toEqual([400, '试仓 的 试米 库存与流水不一致，不能月结：请联系系统管理员核对']);
  expect(await house.run((tx) => tx.rows(sql`select id from stock_period`))).toEqual([]);
});
