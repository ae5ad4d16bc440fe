/** What may stand in for the materials of lines, on a database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import {
  lying,
  openPlanningRoom,
  place,
  thing,
  TODAY,
  unit,
  type PlanningRoom,
} from '../../planning/planning-room.testing.ts';
import { replacementsFor, type Replacement, type ReplacementWish } from './replacements.server.ts';

let room: PlanningRoom;
beforeAll(async () => {
  room = await openPlanningRoom();
  await room.as(async ({ tx }) => {
    await tx.run(sql`insert into dict_biz (code, parent_id, dict_key, dict_value, sort)
      values ('allergen', 0, '-1', '过敏原', 0)`);
    await tx.run(sql`insert into dict_biz (code, parent_id, dict_key, dict_value, dict_value_en, sort)
      select 'allergen', h.id, 'gluten', '麸质', 'gluten', 1 from dict_biz h
      where h.code = 'allergen' and h.dict_key = '-1'`);
    await tx.run(sql`update material set allergens = '[{"allergen": "gluten", "state": "contains"}]'
      where id = ${thing.dough}::bigint`);
  });
  const supplierId = (
    await room.call<{ id: string }>('supplier/submit', { name: '农场', contact: '李', contactPhone: '13800000000' })
  ).id;
  for (const [materialId, price] of [
    [thing.pork, '20'],
    [thing.beef, '30'],
    [thing.leek, '4'],
  ] as const)
    await room.call('suppliermaterial/submit', {
      supplierId,
      materialId,
      unitId: unit.kg,
      price,
      startDate: '2026-01-01',
    });
  await substitute(thing.beef, { substituteQty: '0.5', priority: 2 });
  await substitute(thing.leek, { substituteQty: '2', priority: 1 });
  await substitute(thing.dough, { priority: 1 });
  await lying(room, thing.beef, 12);
});
afterAll(() => room.close());

const substitute = (substituteMaterialId: string, more: Record<string, unknown> = {}) =>
  room.call<{ id: string }>('materialsubstitutes/submit', {
    materialId: thing.pork,
    unitId: unit.kg,
    substituteMaterialId,
    substituteQty: '1',
    substituteUnitId: unit.kg,
    startDate: '2026-01-01',
    ...more,
  });
const wish = (more: Partial<ReplacementWish> = {}): ReplacementWish => ({
  materialId: thing.pork,
  siteDeptId: place.site,
  date: TODAY,
  unitId: unit.kg,
  qty: '10',
  ...more,
});
const asked = (...wishes: readonly ReplacementWish[]) => room.as((context) => replacementsFor(context, wishes));
const short = (offered: readonly Replacement[] | undefined) =>
  offered!.map(
    (one) => `${one.ratio ?? '?'} ${one.materialName} ${one.priceDiff ?? '-'} ${one.availableQty} ${one.allowed}`,
  );

test('M10: what may stand in comes with ratio, cost, stock and why, allergens never as safe', async () => {
  const [offered] = await asked(wish());
  expect(short(offered)).toEqual(['2 韭菜 -12 0 1', '0.5 牛肉 -5 12 1', '1 面团 - 0 0']);
  expect(offered![1]).toMatchObject({
    kind: 'substitute',
    priority: 2,
    baseUnitName: '千克',
    expiringQty: '0',
    reason: '优先级 2；库存 12 千克',
  });
  expect(offered![2]).toMatchObject({
    allergens: [{ allergen: 'gluten', name: '麸质', state: 'contains', isNew: 1 }],
    reason: '【面团】代替【猪肉】将引入过敏原：麸质，请换一种替代品',
  });
});

test('M10: each line by its own place, day and unit, in the order of the lines', async () => {
  const answers = await asked(
    wish({ unitId: unit.bag, qty: '1' }),
    wish({ materialId: thing.flour }),
    wish({ siteDeptId: place.noodles }),
    wish({ siteDeptId: place.otherSite }),
    wish({ siteDeptId: null }),
    wish({ date: '2025-12-31' }),
  );
  expect(answers.map((each) => short(each))).toEqual([
    ['2 韭菜 -300 0 1', '0.5 牛肉 -125 12 1', '1 面团 - 0 0'],
    [],
    ['2 韭菜 -12 0 1', '0.5 牛肉 -5 12 1', '1 面团 - 0 0'],
    ['2 韭菜 -12 0 1', '0.5 牛肉 -5 0 1', '1 面团 - 0 0'],
    ['2 韭菜 -12 0 1', '0.5 牛肉 -5 12 1', '1 面团 - 0 0'],
    [],
  ]);
});

test('M10: stock near its end goes first, forbidden food last with the clause', async () => {
  await room.as(({ tx }) =>
    tx.run(sql`update batch b set expiry_date = ${TODAY}::date + 3 from stock_batch s
      where s.batch_id = b.id and s.material_id = ${thing.beef}::bigint`),
  );
  await room.call('materialauthrange/submit', {
    deptId: place.site,
    materialId: thing.leek,
    access: 'deny',
    forBuy: 1,
    startDate: '2026-01-01',
    basis: '学校食品安全规定',
  });
  const [offered] = await asked(wish());
  expect(short(offered)).toEqual(['0.5 牛肉 -5 12 1', '2 韭菜 -12 0 0', '1 面团 - 0 0']);
  expect(offered![0]).toMatchObject({ expiringQty: '12', reason: '优先级 2；临期 12 千克 可先用' });
  expect(offered![1]!.reason).toBe('【韭菜】不得在「一项目」采购（依据：学校食品安全规定），请换一种替代品');
  expect(short((await asked(wish({ siteDeptId: place.otherSite })))[0])[0]).toBe('2 韭菜 -12 0 1');
});

test('M10: frozen, or without a ratio: listed, never as safe; a set replacement comes first', async () => {
  await room.as(({ tx }) => tx.run(sql`update material_substitute set ratio = null where priority = 2`));
  await room.as(({ tx }) => tx.run(sql`update material set frozen = 1 where id = ${thing.dough}::bigint`));
  await room.call('materialreplace/submit', {
    materialId: thing.pork,
    unitId: unit.kg,
    replaceMaterialId: thing.flour,
    replaceQty: '1',
    replaceUnitId: unit.kg,
    startDate: '2026-01-01',
  });
  const [offered] = await asked(wish());
  expect(short(offered)[0]).toBe('1 面粉 - 0 1');
  expect(offered![0]).toMatchObject({ kind: 'replace', reason: '规定替换；无库存' });
  expect(offered!.filter((one) => one.allowed === 0).map((one) => [one.materialName, one.ratio, one.reason])).toEqual([
    ['韭菜', '2', expect.stringContaining('不得在')],
    ['面团', '1', expect.stringContaining('【面团】已冻结，不能作为替代品')],
    ['牛肉', null, '【猪肉】换成【牛肉】没有替代系数，请在物料替代品中重新保存该行'],
  ]);
});

test('M10: asked for one material at a warehouse; without the right to prices no cost is named', async () => {
  const wish = { materialId: thing.pork, warehouseId: place.warehouse, date: TODAY, unitId: unit.kg, qty: '10' };
  const offered = await room.call<Replacement[]>('materialsubstitutes/offered', wish);
  expect(offered.map(({ materialName, priceDiff }) => [materialName, priceDiff])).toContainEqual(['韭菜', '-12']);
  const without = await room.callWithout<Replacement[]>(['purchaseprice_see'], 'materialsubstitutes/offered', wish);
  expect(without.map(({ materialName }) => materialName)).toEqual(offered.map(({ materialName }) => materialName));
  expect(without.some((one) => 'priceDiff' in one)).toBe(false);
  expect(await room.refusalsOf(room.call('materialsubstitutes/offered', { ...wish, qty: 'x' }))).toHaveLength(1);
});
