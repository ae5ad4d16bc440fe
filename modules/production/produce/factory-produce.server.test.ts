/** Production at a factory: raw goods out of one store, semi-finished goods into another, and who sees it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { declaredCalls } from '../../../kernel/server/declared-calls.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { refusalsOf, type BillRoom, type BillRow } from '../../other-moves/other-moves.testing.ts';
import { NOW, place, received, thing, TODAY } from '../../stock/ledger/stock-room.testing.ts';
import { originOf, whereItWent } from '../../stock/lots/trace.server.ts';
import { aKitchen, dish, DOUGH, PRODUCE } from '../production.testing.ts';
import { gearProduce } from './produce.document.ts';

const FACTORY_DEPT = '120';
const WASHED = { dish: '804', material: '209' } as const;
let room: BillRoom;
let kitchen: string;
let stores: Readonly<Record<'raw' | 'semi' | 'finished' | 'other', string>>;

beforeEach(async () => {
  room = await aKitchen();
  await room.act(async ({ tx }) => {
    await tx.run(sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values
      (120, '中央厨房', '中央厨房', 'F1', 100, '6'), (121, '烘焙工厂', '烘焙工厂', 'F2', 100, '6')`);
    await tx.run(sql`insert into material (id, code, name, material_type_id, base_unit_id, shelf_life_days, search_text,
      material_kind) values (209, 'WASHED', '净菜', 400, 301, 3, 'washed', 'semi')`);
    await tx.run(sql`update material set material_kind = 'semi' where id in (206, 207)`);
    await tx.run(sql`insert into dish (id, code, name, dish_type_id, dish_kind, hold_minutes, sample_required, stockable,
      stock_material_id) values (804, 'D4', '净菜', 810, 'semi', 0, 0, 1, 209)`);
    await tx.run(sql`insert into dish_bom (id, dish_id, bom_version, output_qty, output_unit_id, released, start_date)
      values (823, 804, 1, 1, 301, 1, '2024-01-01')`);
    await tx.run(sql`insert into dish_bom_detail (dish_bom_id, line_no, line_kind, material_id, net_qty, unit_id,
      net_base_qty, yield_rate) values (823, 1, 'material', 202, 1, 301, 1, 80)`);
  });
  const factory = async (factoryName: string, deptId: string): Promise<string> => {
    const { id } = await room.call<{ id: string }>('centralfactory/submit', {
      factoryName,
      deptId,
      linkman: '周',
      address: '工业路 1 号',
    });
    return id;
  };
  const store = async (factoryId: string, type: string, name: string): Promise<string> =>
    (await room.call<{ id: string }>('factorywarehouse/submit', { factoryId, type, name })).id;
  kitchen = await factory('中央厨房', FACTORY_DEPT);
  const bakery = await factory('烘焙工厂', '121');
  stores = {
    raw: await store(kitchen, 'raw', '原料仓'),
    semi: await store(kitchen, 'semi', '半成品仓'),
    finished: await store(kitchen, 'finished', '成品仓'),
    other: await store(bakery, 'raw', '烘焙原料仓'),
  };
});
afterEach(() => room.close());

const aPot = (more: object = {}): Record<string, unknown> => ({
  placeKind: 'factory',
  factoryWarehouseId: stores.semi,
  fromFactoryWarehouseId: stores.raw,
  produceType: 'semi',
  dishId: WASHED.dish,
  actualQty: '8',
  ...more,
});
async function made(more: object = {}): Promise<BillRow> {
  const { id } = await room.call<{ id: string }>(`${PRODUCE}/submit`, aPot(more));
  return room.billOf(PRODUCE, id);
}
const codesOf = async (work: Promise<unknown>): Promise<string[]> => (await refusalsOf(work)).map(([code]) => code);
const rawLot = (materialId: string, qty: string, amount: string) =>
  room.act((context) => received(context, materialId, qty, amount, { locationId: stores.raw }));
/** The same call by somebody who sees these departments alone. */
const asOne = <T>(depts: readonly string[], path: string, input: object): Promise<T> =>
  room.act((context) => {
    const found = [...room.registry.calls, ...declaredCalls(room.registry, gearProduce)].find(
      (each) => each.path === path,
    );
    const person = { ...context, user: { ...context.user, userId: '77', scope: { all: false as const, depts } } };
    return found!.handle(person as never, input as Record<string, unknown>, null) as Promise<never>;
  });

test('W31 H17: raw goods leave the raw store, what was made lies in the semi-finished store at exactly their value', async () => {
  const bought = await rawLot(thing.tofu, '12', '60');
  const bill = await made({ coreTemp: '4', actualQty: '8' });
  expect(bill).toMatchObject({
    placeKind: 'factory',
    placeDeptId: FACTORY_DEPT,
    gearOperationDeptId: '',
    mealType: '',
    produceType: 'semi',
    materialId: WASHED.material,
    amount: '50.00',
    unitCost: '6.25',
    standardQty: '8',
    yieldPct: '100',
    produceTime: NOW,
    coreTemp: '4',
    expireTime: '2025-03-19 23:59:59',
  });
  expect((await room.movesOf(bill.billCode)).map(({ reason, qty, amount }) => [reason, qty, amount])).toEqual([
    ['kitchen.produce-out', '-10', '-50'],
    ['kitchen.produce-in', '8', '50'],
  ]);
  expect(await room.lotAt(bought.batchId, stores.raw)).toEqual({ qty: '2', amount: '10' });
  expect(await room.lotAt(String(bill['batchId']), stores.semi)).toEqual({ qty: '8', amount: '50' });
  expect(await room.proven()).toBe(true);
});

test('W31: what came of the goods is set against the standard in percent', async () => {
  await rawLot(thing.tofu, '30', '60');
  const details = [{ materialId: thing.tofu, actualQty: '12.5' }];
  expect(await made({ details })).toMatchObject({ standardQty: '10', yieldPct: '80', actualQty: '8' });
  expect(await room.call(`${PRODUCE}/toMake`, { centralFactoryId: kitchen })).toMatchObject({
    date: TODAY,
    rawStoreId: stores.raw,
    made: [{ name: '净菜', actualQty: '8', yieldPct: '80.00', produceType: 'semi', produceTime: NOW }],
  });
});

test('RULE-432: raw goods never go into the finished store, nor semi-finished ones', async () => {
  await rawLot(thing.tofu, '30', '60');
  expect(await codesOf(made({ factoryWarehouseId: stores.finished }))).toEqual(['stock.not-kept-there']);
  await room.act(({ tx }) => tx.run(sql`update material set material_kind = 'raw' where id = 209`));
  expect(await codesOf(made({ factoryWarehouseId: stores.finished }))).toEqual(['stock.not-kept-there']);
  expect(await room.proven()).toBe(true);
});

test('a bill names a stall or a factory store, and stores of one factory that take it', async () => {
  await rawLot(thing.tofu, '30', '60');
  expect(await codesOf(made({ gearOperationDeptId: place.stall, mealType: 'lunch' }))).toEqual([
    'production.one-place',
  ]);
  expect(await codesOf(made({ factoryWarehouseId: null, fromFactoryWarehouseId: null }))).toEqual([
    'production.one-place',
  ]);
  const atStall = { gearOperationDeptId: place.stall, factoryWarehouseId: null, mealType: 'lunch' };
  expect(await codesOf(made(atStall))).toEqual(['production.goods-at-stall']);
  expect(await codesOf(made({ ...atStall, fromFactoryWarehouseId: null, mealType: null }))).toContain('field.required');
  expect(await codesOf(made({ fromFactoryWarehouseId: stores.other }))).toEqual(['production.other-factory']);
  await room.call('factorywarehouse/freeze', { ids: stores.raw });
  expect(await codesOf(made())).toEqual(['production.store-frozen']);
  await room.call('factorywarehouse/thaw', { ids: stores.raw });
  expect(await codesOf(made({ factoryWarehouseId: stores.semi, produceType: 'day-end', dishId: null }))).toContain(
    'production.not-by-day-end',
  );
  await expect(
    room.act(({ tx }) =>
      tx.run(sql`insert into gear_produce (bill_code, place_kind, factory_warehouse_id, gear_operation_dept_id, place_dept_id, status)
        values ('X', 'factory', ${stores.semi}::bigint, 112, 112, 'posted')`),
    ),
  ).rejects.toThrow('gear_produce_one_place_ck');
});

test('W31: whoever sees a stall alone sees no bill of a factory and makes none there, and the other way round', async () => {
  await rawLot(thing.tofu, '30', '60');
  await made();
  const page = async (depts: readonly string[]): Promise<number> =>
    (await asOne<{ total: number }>(depts, `${PRODUCE}/page`, {})).total;
  expect([await page([place.stall]), await page([FACTORY_DEPT])]).toEqual([0, 1]);
  expect(await codesOf(asOne([place.stall], `${PRODUCE}/submit`, aPot()))).toEqual(['production.store-unknown']);
  expect(
    await codesOf(
      asOne([FACTORY_DEPT], `${PRODUCE}/submit`, {
        gearOperationDeptId: place.stall,
        mealType: 'lunch',
        dishId: dish.rice,
        actualQty: '1',
      }),
    ),
  ).toEqual(['production.stall-unknown']);
  expect(await codesOf(asOne([place.stall], `${PRODUCE}/need`, aPot()))).toEqual(['production.store-unknown']);
  await expect(asOne([place.stall], `${PRODUCE}/toMake`, { centralFactoryId: kitchen })).rejects.toThrow();
  expect(await asOne([place.stall], `${PRODUCE}/toMake`, {})).toMatchObject({ centralFactoryId: '', lines: [] });
});

test('W31: what the factory keeps and lacks is to be made; what is past its life by that day does not count', async () => {
  const keep = (materialId: string): Promise<unknown> =>
    room.call('factorystock/submit', { factoryWarehouseId: stores.semi, materialId, safetyStockThreshold: '20' });
  await keep(WASHED.material);
  await keep(DOUGH);
  await rawLot(thing.tofu, '30', '60');
  await made();
  const asked = async (date?: string) =>
    (
      await room.call<{ lines: { materialId: string; thereQty: string; toMakeQty: string }[] }>(`${PRODUCE}/toMake`, {
        date: date ?? TODAY,
      })
    ).lines;
  const [dough, washed] = await asked();
  expect(dough).toMatchObject({ materialId: DOUGH, dishId: dish.dough, bomVersion: '1', toMakeQty: '20' });
  expect(washed).toMatchObject({
    materialId: WASHED.material,
    factoryWarehouseId: stores.semi,
    dishId: WASHED.dish,
    bomVersion: '1',
    wantedQty: '20',
    thereQty: '8',
    toMakeQty: '12',
  });
  expect((await asked('2025-03-20')).map(({ toMakeQty }) => toMakeQty)).toEqual(['20', '20']);
  await made({ actualQty: '12' });
  expect((await asked()).at(-1)).toMatchObject({ materialId: WASHED.material, toMakeQty: '0' });
  expect(await codesOf(room.call(`${PRODUCE}/toMake`, { centralFactoryId: 'x' }))).toEqual(['param.invalid']);
});

test('W31: the form hears what a pot takes and what the raw store has of it', async () => {
  await rawLot(thing.tofu, '7', '60');
  expect(await room.call(`${PRODUCE}/need`, aPot())).toMatchObject({
    lines: [{ materialId: thing.tofu, stdQty: '10', availableQty: '7' }],
  });
  expect(await codesOf(room.call(`${PRODUCE}/need`, aPot({ factoryWarehouseId: null })))).toEqual([
    'production.one-place',
  ]);
});

test('D03 W31: one piece is the parent of several lots at a factory, its value is shared, and its trace runs both ways', async () => {
  const pig = await rawLot('208', '10', '100');
  const { id: splitBomId } = await room.call<{ id: string }>('splitbom/submit', {
    name: '整猪分割',
    materialId: '208',
    shareMode: 'weight',
    outputs: [
      { materialId: '206', outputQty: '0.3' },
      { materialId: '207', outputQty: '0.6' },
    ],
  });
  const bill = await made({
    produceType: 'split',
    dishId: null,
    splitBomId,
    actualQty: '10',
    outputs: [
      { materialId: '206', actualQty: '3' },
      { materialId: '207', actualQty: '6' },
    ],
  });
  const cuts = bill['outputs'] as { batchId: string; amount: string }[];
  expect(cuts.map(({ amount }) => amount)).toEqual(['33.33', '66.67']);
  for (const { batchId } of cuts) {
    const origin = await room.act((context) => originOf(context, { batchId }));
    expect(JSON.stringify(origin)).toContain(pig.batchId);
  }
  const after = JSON.stringify(await room.act((context) => whereItWent(context, pig.batchId)));
  for (const { batchId } of cuts) expect(after).toContain(batchId);
  expect(await room.proven()).toBe(true);
  expect(await room.call(`${PRODUCE}/remove`, { ids: bill.id })).toBe(true);
  expect(await room.lotAt(pig.batchId, stores.raw)).toEqual({ qty: '10', amount: '100' });
  expect(await room.proven()).toBe(true);
});

test('W31 W32: a pot of a factory has labels that say until when its lot is good; those of another factory are out of reach', async () => {
  await room.act((context) => received(context, thing.tofu, 20, 40, { locationId: stores.raw }));
  const { id } = await room.call<{ id: string }>(`${PRODUCE}/submit`, aPot());
  await room.call('gearlabel/addBatch', { produceIds: [id] });
  const { records } = await room.call<{ records: Record<string, unknown>[] }>('gearlabel/page', { produceId: id });
  const { until } = (await room.act(({ tx }) =>
    tx.row<{ until: string }>(sql`select coalesce(to_char(b.use_by, 'YYYY-MM-DD HH24:MI:SS'),
        b.expiry_date || ' 23:59:59') as until
      from gear_produce p join batch b on b.id = p.batch_id where p.id = ${id}::bigint`),
  ))!;
  expect(records).toMatchObject([
    { labelType: 'semi', gearOperationDeptId: FACTORY_DEPT, labelName: '净菜', useByTime: until },
  ]);
  const elsewhere = room.act((context) =>
    room.callIn(
      { ...context, user: { ...context.user, scope: { ...context.user.scope, all: false, depts: ['121'] } } } as never,
      'gearlabel/addBatch',
      { produceIds: [id] },
      '1',
    ),
  );
  expect(await refusalsOf(elsewhere)).toMatchObject([['production.stall-unknown', expect.anything()]]);
});
