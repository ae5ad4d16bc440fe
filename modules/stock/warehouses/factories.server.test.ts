/** Factories as stores: their profiles, whom they serve, what their stores take in, and who sees what of them. */
import fs from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { declaredCalls } from '../../../kernel/server/declared-calls.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { sheetColumn, writeSheet } from '../../../parts/xlsx/sheet-writer.ts';
import { aBillRoom, refusalsOf, type BillRoom } from '../../other-moves/other-moves.testing.ts';
import { DEFAULT_MAPPING } from '../../sap/sap-mapping.rules.ts';
import { importFactoryStock } from '../../sap/sap-stock.server.ts';
import { stockOf } from '../../sap/sap-system.testing.ts';
import { factoriesFor } from '../../operations/factories/factory-relation.server.ts';
import { post } from '../ledger/posting.server.ts';
import { aBill, balanceOf, place, received, thing, TODAY } from '../ledger/stock-room.testing.ts';
import { arrive, ship } from '../ledger/transfer.server.ts';

const CENTRAL = 'centralfactory';
const STORE = 'factorywarehouse';
const RELATION = 'projectdepartmentcentralfactory';
const DEPT = { factory: '120', second: '121', site: '130' };
let room: BillRoom;
let kitchen: string;
let bakery: string;
const stores: Record<string, string> = {};

type Values = Readonly<Record<string, unknown>>;
const made = async (segment: string, values: Values): Promise<string> =>
  (await room.call<{ id: string }>(`${segment}/submit`, values)).id;
const rows = (segment: string, input: Values = {}): Promise<Values[]> =>
  room.call<{ records: Values[] }>(`${segment}/page`, { size: 100, ...input }).then(({ records }) => records);
const facts = { linkman: '周', address: '工业路 1 号' };

beforeAll(async () => {
  room = await aBillRoom('stock');
  await room.act(async ({ tx }) => {
    await tx.run(sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values
      (120, '中央厨房', '中央厨房', 'F1', 100, '6'), (121, '烘焙工厂', '烘焙工厂', 'F2', 100, '6'),
      (130, '二项目部', '二项目部', 'P2', 100, '2')`);
    await tx.run(sql`insert into material_type (id, code, name, parent_id) values (401, 'FV', '蔬菜', 400)`);
    await tx.run(sql`update material set material_type_id = 401 where id = 202`);
    await tx.run(sql`update material set material_kind = 'finished' where id = 203`);
    await tx.run(sql`update material set material_kind = 'packaging' where id = 204`);
  });
  kitchen = await made(CENTRAL, { factoryName: '中央厨房', deptId: DEPT.factory, sapFactory: 'P100', ...facts });
  bakery = await made(CENTRAL, { factoryName: '烘焙工厂', deptId: DEPT.second, ...facts });
  for (const type of ['raw', 'finished', 'return'])
    stores[type] = await made(STORE, { name: `${type}仓`, factoryId: kitchen, type });
});
afterAll(() => room.close());

test('RULE-416 RULE-477: a factory is a department of its kind, once, with a code of its own', async () => {
  expect(await room.call(`${CENTRAL}/detail`, { id: kitchen })).toMatchObject({
    code: expect.stringMatching(/\S/),
    companyDeptId: place.company,
    sapFactory: 'P100',
    factoryWarehouseIds: expect.stringContaining(stores['raw']!),
  });
  expect(await refusalsOf(made(CENTRAL, { factoryName: '一', deptId: place.project, ...facts }))).toEqual([
    ['operations.dept-kind', '「一项目部」不是工厂'],
  ]);
  await expect(made(CENTRAL, { factoryName: '二', deptId: DEPT.factory, ...facts })).rejects.toThrow(
    'central_factory_dept_id_uq',
  );
});

test('H15: the first store made for a factory becomes the one it ships from, a later one does not', async () => {
  expect(await room.call(`${CENTRAL}/detail`, { id: kitchen })).toMatchObject({ shipWarehouseId: stores['raw'] });
  await room.call(`${CENTRAL}/submit`, { id: kitchen, shipWarehouseId: stores['finished'] });
  expect(await room.call(`${CENTRAL}/detail`, { id: kitchen })).toMatchObject({
    shipWarehouseId: stores['finished'],
  });
});

test('RULE-416 RULE-477: a factory ships from a store of its own alone', async () => {
  expect(await refusalsOf(room.call(`${CENTRAL}/submit`, { id: bakery, shipWarehouseId: stores['raw'] }))).toEqual([
    ['operations.factory-ship-store', '发货仓「raw仓」不是本工厂的仓库，请选择本厂的仓库'],
  ]);
});

test('RULE-416 RULE-477: the pickers: in scope, all of the tenant by name, and none that is frozen', async () => {
  const ids = async (name: string): Promise<unknown[]> =>
    (await room.call<Values[]>(`${CENTRAL}/${name}`, {})).map(({ id }) => id);
  expect(await ids('listAllRelevance')).toEqual([kitchen, bakery]);
  await room.call(`${CENTRAL}/freeze`, { ids: bakery });
  expect([await ids('listAllRelevance'), await ids('listAllNoRelevance')]).toEqual([[kitchen], [kitchen]]);
  await room.call(`${CENTRAL}/thaw`, { ids: bakery });
  const [named] = await room.call<Values[]>(`${CENTRAL}/listAllNoRelevance`, { name: '厨房' });
  expect(Object.keys(named!).toSorted()).toEqual(['code', 'factoryName', 'id', 'name', 'sapFactory']);
});

let all: string;
const related = (more: Values): Promise<string> =>
  made(RELATION, { projectDeptId: place.project, centralFactoryId: kitchen, startDate: '2025-01-01', ...more });
const asked = (materialId: string, date = TODAY) =>
  room.call<Values>(`${RELATION}/whoServes`, { projectDeptId: place.project, materialId, date });

beforeAll(async () => {
  all = await related({});
  await related({
    centralFactoryId: bakery,
    materialTypeIds: ['401'],
    startDate: '2025-03-01',
    endDate: '2025-03-31',
  });
});

test('RULE-417 K09: names the factory, its store, the row that won and why the others lost', async () => {
  expect(await asked(thing.rice)).toMatchObject({
    centralFactoryName: '中央厨房',
    factoryWarehouseId: stores['finished'],
    relationId: all,
    reason: '供全部物料，优先级 1',
    note: '',
    others: [{ reason: '烘焙工厂：不供该物料的类型' }],
  });
});

test('RULE-417 K09: a factory without a store to ship from wins all the same, and says what is missing', async () => {
  expect(await asked(thing.tofu)).toMatchObject({
    centralFactoryName: '烘焙工厂',
    factoryWarehouseId: '',
    note: '请先为 烘焙工厂 设置发货仓',
    others: [{ reason: '中央厨房：有更贴近该物料类型的关系' }],
  });
  expect(await asked(thing.tofu, '2025-04-01')).toMatchObject({
    centralFactoryName: '中央厨房',
    others: [{ reason: '烘焙工厂：只在 2025-03-01 至 2025-03-31 供货' }],
  });
});

test('RULE-417 K09: many needs are answered with two statements', async () => {
  const need = { projectDeptId: place.project, materialId: thing.rice, date: TODAY };
  const answers = await room.act(async (context: Context) => {
    let asked = 0;
    const tx = { ...context.tx, rows: (query: never) => ((asked += 1), context.tx.rows(query)) };
    const found = await factoriesFor(
      { ...context, tx: tx as never },
      Array.from({ length: 500 }, () => need),
    );
    expect(asked).toBe(2);
    return found;
  });
  expect(answers.every(({ winner }) => winner?.factoryId === kitchen)).toBe(true);
});

test('RULE-417 K09: a day or a priority taken is refused by name', async () => {
  expect(await refusalsOf(related({ startDate: '2026-01-01', priority: 5 }))).toEqual([
    [
      'operations.factory-relation-overlap',
      expect.stringMatching(/^该项目部与工厂的关系日期重叠：一项目部 与 中央厨房 已有 \S+（2025-01-01 至 长期）$/),
    ],
  ]);
  expect((await refusalsOf(related({ centralFactoryId: bakery, startDate: '2025-02-01' })))[0]![0]).toBe(
    'operations.factory-relation-priority',
  );
  expect(await refusalsOf(related({ projectDeptId: place.stall }))).toEqual([
    ['operations.dept-kind', '「面档」不是项目部'],
  ]);
  expect(
    await refusalsOf(
      related({ projectDeptId: DEPT.site, centralFactoryId: bakery, factoryWarehouseId: stores['raw'] }),
    ),
  ).toEqual([['operations.factory-other-store', '「raw仓」不是 烘焙工厂 的仓库']]);
});

test('RULE-417 K09: the database refuses what two people save at once', async () => {
  const insert = (priority: number) =>
    room.act(({ tx }) =>
      tx.run(sql`insert into project_dept_central_factory (code, project_dept_id, central_factory_id, priority, start_date)
        values (${`X${priority}`}, ${place.project}::bigint, ${kitchen}::bigint, ${priority}, '2026-01-01')`),
    );
  await expect(insert(77)).rejects.toThrow('factory_relation_scope_pair_ex');
});

test('RULE-417 K09: 20,000 rows of a sheet with overlapping days are refused row by row, the others stand', async () => {
  const half = 10_000;
  await room.act(({ tx }) =>
    tx.run(sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category)
      select 1000000 + n, 'S' || n, 'S' || n, 'S' || n, 100, '2' from generate_series(1, ${half}::integer) n`),
  );
  const sheet = Array.from({ length: 2 * half }, (_, at) => [
    `S${1 + (at % half)}`,
    'CKF',
    at < half ? '2025-01-01' : '2025-06-01',
    at < half ? '1' : '2',
  ]);
  await room.act(({ tx }) => tx.run(sql`update central_factory set code = 'CKF' where id = ${kitchen}::bigint`));
  const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'larder-factories-')), 'sheet.xlsx');
  await pipeline(
    writeSheet(
      ['项目部编码', '中央工厂编码', '生效日期', '优先级'].map((heading) => sheetColumn(heading, { kind: 'text' })),
      sheet,
      { name: '数据' },
    ),
    createWriteStream(file),
  );
  const call = declaredCalls(room.registry, room.registry.find('projectDeptCentralFactory') as Declaration).find(
    ({ path: address }) => address.endsWith('/importExcelTemplate'),
  )!;
  const answer = await room.act(
    (context) =>
      call.handle(context, { onlyGood: '1' }, { name: 'sheet.xlsx', path: file, size: 1_000 }) as Promise<{
        created: number;
        failed: number;
        rows: readonly { readonly row: number }[];
      }>,
  );
  expect([answer.created, answer.failed]).toEqual([half, half]);
  expect(answer.rows[0]).toMatchObject({ row: half + 2 });
  expect(JSON.stringify(answer.rows[0])).toContain('该项目部与工厂的关系日期重叠');
}, 120_000);

test('RULE-417 K09: a stall is served by the factories that name it, or else by those of its site', async () => {
  const stall = await made('gearoperationsys', { gearOperationName: '面档', gearOperationDeptId: place.stall });
  const serving = async (): Promise<unknown[]> =>
    (await room.call<Values[]>(`${CENTRAL}/list`, { gearOperationSysId: stall })).map(({ id }) => id);
  expect((await serving()).toSorted()).toEqual([kitchen, bakery].toSorted());
  await room.call(`${CENTRAL}/submit`, { id: bakery, gearOperationSysIds: [stall] });
  expect(await serving()).toEqual([bakery]);
  await room.call(`${CENTRAL}/submit`, { id: bakery, gearOperationSysIds: [] });
  expect(await room.call(`${CENTRAL}/listcentralfactory`, { projectDeptId: place.project })).toEqual(
    expect.arrayContaining([kitchen, bakery].map((id) => expect.objectContaining({ id, priority: 1 }))),
  );
});

test('RULE-467: a store has its place, one for goods on their way, and what its factory says', async () => {
  expect(await room.call(`${STORE}/detail`, { id: stores['raw'] })).toMatchObject({
    factoryDeptId: DEPT.factory,
    sapFactory: 'P100',
    zones: 'ambient',
  });
  await room.call(`${CENTRAL}/submit`, { id: kitchen, sapFactory: 'P200' });
  expect(await room.call(`${STORE}/detail`, { id: stores['raw'] })).toMatchObject({ sapFactory: 'P200' });
  const places = await room.act(({ tx }) =>
    tx.rows(sql`select kind, dept_id from stock_location l
      where ${stores['raw']}::bigint in (l.id, l.transit_for_id) order by kind`),
  );
  expect(places).toEqual([
    { kind: 'factory-warehouse', deptId: DEPT.factory },
    { kind: 'in-transit', deptId: DEPT.factory },
  ]);
});

test('H16: a factory is named by its record or its department', async () => {
  const found = async (factoryId: string): Promise<number> =>
    (await room.call<Values[]>(`${STORE}/listRelated`, { factoryId })).length;
  expect([await found(kitchen), await found(DEPT.factory), await found(bakery)]).toEqual([3, 3, 0]);
  expect((await rows(STORE, { factoryId: DEPT.factory, type: 'raw' })).map(({ id }) => id)).toEqual([stores['raw']]);
});

test('RULE-467: a raw material is refused at the finished store, by receipt and by transfer; counts are not', async () => {
  const into = (materialId: string, locationId: string) =>
    room.act((context) => received(context, materialId, 5, 10, { locationId, line: 1 }));
  expect(await refusalsOf(into(thing.rice, stores['finished']!))).toEqual([
    ['stock.not-kept-there', '大米（原料）不能存入 finished仓（成品仓），请换一个仓库'],
  ]);
  const rice = await into(thing.rice, stores['raw']!);
  await into(thing.oil, stores['finished']!);
  await into(thing.rice, stores['return']!);
  const leg = {
    bill: aBill('invoutstore'),
    lineId: '1',
    materialId: thing.rice,
    batchId: rice.batchId,
    qty: '2',
    fromId: stores['raw']!,
    toId: stores['finished']!,
  };
  await room.act((context) => ship(context, 'allocation.ship', [leg]));
  expect((await refusalsOf(room.act((context) => arrive(context, 'allocation.receive', [leg]))))[0]![0]).toBe(
    'stock.not-kept-there',
  );
  await room.act((context) =>
    post(context, [
      {
        bill: aBill('factoryinvcheck'),
        lineId: '1',
        reason: 'count.gain',
        materialId: thing.rice,
        batchId: rice.batchId,
        to: stores['finished']!,
        qty: '1',
        amount: '2',
      },
    ]),
  );
  expect((await room.act((context) => balanceOf(context, stores['finished']!, thing.rice))).qty).toBe('1');
  expect(await room.proven()).toBe(true);
});

test('RULE-467: a store with moves is kept, and so is the one its factory ships from; any other goes', async () => {
  expect(await refusalsOf(room.call(`${STORE}/remove`, { ids: stores['raw'] }))).toEqual([
    ['stock.warehouse-used', '仓库 raw仓 已有库存流水，不能删除，可冻结'],
  ]);
  const oven = await made(STORE, { name: '烘焙成品仓', factoryId: bakery, type: 'finished' });
  expect(await room.call(`${CENTRAL}/detail`, { id: bakery })).toMatchObject({ shipWarehouseId: oven });
  await expect(room.call(`${STORE}/remove`, { ids: oven })).rejects.toThrow();
  await room.call(`${CENTRAL}/submit`, { id: bakery, shipWarehouseId: '' });
  await room.call(`${STORE}/remove`, { ids: oven });
  expect(await room.call(`${CENTRAL}/detail`, { id: bakery })).toMatchObject({ shipWarehouseId: '' });
});

const stockRow = async (materialId: string, input: Values = {}): Promise<Values> =>
  (await rows('factorystock', { materialId, factoryWarehouseId: stores['raw'], ...input }))[0]!;

test('RULE-432: has its fields, and is found by store, department and plant', async () => {
  expect(await stockRow(thing.rice)).toMatchObject({
    factoryWarehouse: 'raw仓',
    factoryDeptId: DEPT.factory,
    sapFactory: 'P200',
    qty: '3',
    safetyStockThreshold: '0',
  });
  for (const filter of [{ factoryDeptId: DEPT.factory }, { sapFactory: 'P200' }, { factoryId: kitchen }])
    expect((await rows('factorystock', filter)).length).toBeGreaterThan(1);
  expect(await rows('factorystock', { factoryId: bakery })).toEqual([]);
  const [lot] = await rows('factorystockbatch', { factoryWarehouseId: stores['raw'] });
  expect(lot).toMatchObject({ materialId: thing.rice, qty: '3' });
  expect((await rows('factorystockbatchlogs', { factoryWarehouseId: stores['raw'] })).length).toBe(2);
});

test('RULE-563: updateSafety stores the threshold of a material, and what is below it is marked', async () => {
  const { id } = await stockRow(thing.rice);
  await room.call('factorystock/updateSafety', { id, safetyStockThreshold: '10' });
  expect(await stockRow(thing.rice)).toMatchObject({ safetyStockThreshold: '10', shortQty: expect.any(String) });
  expect((await rows('factorystock', { tab: 'short' })).map((row) => row['id'])).toEqual([id]);
  const { id: oil } = await room.call<{ id: string }>('factorystock/submit', {
    factoryWarehouseId: stores['raw'],
    materialId: thing.flour,
    safetyStockThreshold: '4',
  });
  await room.call('factorystock/remove', { ids: oil });
});

test('RULE-432: lines choose from it without costs; which store has a material is answered with its nearest expiry', async () => {
  const chosen = await room.call<Values[]>('factorystock/getfactorystocklist', {
    factoryDeptId: DEPT.factory,
    materialIds: [thing.rice],
    onlyAvailable: '1',
  });
  expect(chosen.map((row) => row['factoryWarehouseName']).toSorted()).toEqual(['finished仓', 'raw仓', 'return仓']);
  expect(Object.keys(chosen[0]!).filter((key) => /cost|amount/i.test(key))).toEqual([]);
  expect(
    await room.call('factorystock/getFactoryStockWarehouse', {
      factoryDeptId: DEPT.factory,
      materialId: thing.oil,
    }),
  ).toEqual([
    { factoryWarehouseId: stores['finished'], name: 'finished仓', qty: '5', availableQty: '5', nearestExpiry: '' },
  ]);
});

test('RULE-432: a user of a stall sees nothing of a factory, and nobody its costs without the right', async () => {
  const asking = (depts: readonly string[], without: readonly string[], address: string, input: Values) =>
    room.act((context: Context) => {
      const declaration = room.registry.find('factoryStock') as Declaration;
      const call =
        declaredCalls(room.registry, declaration).find(({ path: at }) => at === address) ??
        room.registry.calls.find(({ path: at }) => at === address)!;
      const user = { ...context.user, scope: { all: false as const, depts } };
      return call.handle(
        { ...context, user, allowed: (right) => !without.includes(right) },
        input,
        null,
      ) as Promise<unknown>;
    });
  const atStall = (await asking([place.stall], [], 'factorystock/page', { size: 10 })) as { total: number };
  expect(atStall.total).toBe(0);
  expect(await asking([place.stall], [], 'factorystock/getfactorystocklist', {})).toEqual([]);
  const { id } = await stockRow(thing.rice);
  await expect(asking([place.stall], [], 'factorystock/detail', { id })).rejects.toThrow();
  const costless = (await asking([DEPT.factory], ['factorystock_view_cost'], 'factorystock/page', { size: 10 })) as {
    records: Values[];
  };
  expect(costless.records.length).toBeGreaterThan(0);
  for (const row of costless.records)
    expect(Object.keys(row).filter((key) => /^(unitCost|amount|avgCost|avgAmount)$/.test(key))).toEqual([]);
});

test('X01: 20,000 rows of SAP’s stock are taken in at once with a handful of statements, and nothing is posted', async () => {
  await room.call(`${STORE}/submit`, { id: stores['raw'], sapStorageLocation: '0001' });
  await room.act(({ tx }) => tx.run(sql`update material set sap_code = 'S-RICE' where id = 201`));
  const rowsOfSap = Array.from({ length: 20_000 }, (_, at) =>
    stockOf('S-RICE', 'P200', '0001', '1', { Batch: `B${at}` }),
  );
  const before = await room.act((context) => balanceOf(context, stores['raw']!, thing.rice));
  const outcomes = await room.act((context: Context) => {
    let asked = 0;
    const counted =
      <T>(ask: (query: never) => Promise<T>) =>
      (query: never): Promise<T> => ((asked += 1), ask(query));
    const tx = { ...context.tx, rows: counted(context.tx.rows), run: counted(context.tx.run) };
    return importFactoryStock(
      { ...context, tx: tx as never },
      DEFAULT_MAPPING['factory-stock'],
      rowsOfSap.map((row) => ({ ...row, MaterialBaseUnit: 'kg' })),
    ).then((all) => {
      expect(asked).toBeLessThan(20);
      return all;
    });
  });
  expect(new Set(outcomes)).toEqual(new Set(['created']));
  const [row] = await rows('factorystock', { materialId: thing.rice, factoryWarehouseId: stores['raw'] });
  expect(row).toMatchObject({ sapQty: '20000', qty: before.qty });
  expect(await room.act((context) => balanceOf(context, stores['raw']!, thing.rice))).toEqual(before);
});
