/** Prices are looked at where they arise: in quotes, orders and deliveries, over HTTP on a real database. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import type { Context } from '../../kernel/server/context.ts';
import { everyPermission, type Answer } from '../../tests/support/program.ts';
import { watchPrices } from '../prices/warnings/price-watch.server.ts';
import type { WatchedLine } from '../suppliers/watched-price.port.server.ts';
import { aDock, NOW, thing, TODAY, type Dock } from './dock.testing.ts';

const OK = '操作成功';
const KG = '301';
const SUPPLIER = '600';
let dock: Dock;
/** May let blocked prices pass. */
let chief: string;
interface Warning extends Record<string, unknown> {
  readonly id: string;
  readonly billCode: string;
  readonly status: string;
}
const price = (
  token: string,
  address: string,
  input: Record<string, unknown> = {},
  method: 'GET' | 'POST' = 'POST',
): Promise<Answer> => dock.running.call(token, method, `/api/master-data/${address}`, input, { 'x-larder-time': NOW });
const read = async (address: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> =>
  (await price(dock.keeper, address, input, 'GET')).body.data as Record<string, unknown>;
const warnings = async (filter: Record<string, unknown>): Promise<Warning[]> =>
  (await read('pricewarning/page', { size: 100, ascs: 'billCode', ...filter }))['records'] as Warning[];
const ordered = async (
  materialId: string,
  qty: string,
  at: string,
  more: Record<string, unknown> = {},
): Promise<{
  id: string;
  warnings: { id: string; sentence: string; level: string }[];
  details: Record<string, unknown>[];
}> => {
  const answer = await dock.post(dock.keeper, 'purchaseorder/submit', {
    supplierId: SUPPLIER,
    warehouseId: '500',
    deliveryDate: TODAY,
    lateReason: '当天要用',
    details: [{ materialId, unitId: KG, orderQty: qty, price: at }],
    ...more,
  });
  expect(answer.body.msg).toBe(OK);
  return answer.body.data as never;
};
const act = async (token: string, action: string, ids: string, more: Record<string, unknown> = {}): Promise<string> =>
  (await dock.post(token, `purchaseorder/${action}`, { ids, ...more })).body.msg!;
const receive = (instoreId: string, ...details: Record<string, unknown>[]) =>
  dock.post(dock.keeper, 'invinstore/doReceiving', { instoreId, details });
let ruleId: string;

beforeAll(async () => {
  dock = await aDock();
  await dock.running.asOwner(
    `begin; set local app.tenant = '000001'; insert into material (id, code, name, material_type_id, base_unit_id) values (206, 'TOMATO', '番茄', 400, 301), (207, 'LEEK', '韭菜', 400, 301), (208, 'SALT', '食盐', 400, 301); commit`,
  );
  chief = dock.running.signIn({
    tenant: '000001',
    userId: '2',
    deptId: '110',
    permissions: new Set([...everyPermission(dock.running.program), 'priceearlywarning_override']),
  });
  const rule = await price(dock.keeper, 'priceearlywarning/submit', {
    name: '全部',
    warnPercent: '10',
    blockPercent: '40',
    startDate: '2026-01-01',
    notifyUserIds: '2',
  });
  expect(rule.body.msg).toBe(OK);
  ruleId = (rule.body.data as { id: string }).id;
});
afterAll(() => dock.running.close());

test('EP-0330 EP-0331 EP-0332 EP-0333 EP-0334 RULE-177: rules of early warning are kept, listed, exported and removed; one holds for a scope on a day', async () => {
  const submit = async (body: Record<string, unknown>): Promise<string> =>
    (await price(dock.keeper, 'priceearlywarning/submit', { name: '大米', materialId: thing.beef, ...body })).body.msg!;
  expect(await submit({ blockPercent: '10', warnPercent: '10' })).toBe('禁止线必须大于预警线');
  expect(await submit({ warnPercent: '0' })).toContain('必须大于');
  expect(await submit({ materialTypeId: '400' })).toBe('物料和物料类型只能填一个');
  expect(await submit({ onQuote: 0, onOrder: 0, onReceipt: 0, onSave: 0 })).toBe('请至少选择一个检查时点');
  expect(
    await submit({ priceType: 'management', onSave: 0 }),
    'what is charged is only looked at as it is written down',
  ).toBe('请至少选择一个检查时点');
  const made = await price(dock.keeper, 'priceearlywarning/submit', {
    name: '牛肉',
    materialId: thing.beef,
    endDate: '2026-12-31',
  });
  const { id } = made.body.data as { id: string };
  expect(await submit({ startDate: '2026-12-31' })).toContain('已有规则覆盖该范围');
  expect(await submit({ startDate: '2027-01-01' })).toBe(OK);
  expect(await read('priceearlywarning/detail', { id })).toMatchObject({
    name: '牛肉',
    materialName: '牛肉',
    days: 30,
    minSamples: 3,
    warnPercent: '10',
    blockPercent: null,
    robust: 1,
    reference1: 'average',
    reference4: 'last',
    startDate: TODAY,
  });
  expect((await read('priceearlywarning/page', { materialId: thing.beef }))['total']).toBe(2);
  expect((await price(dock.keeper, 'priceearlywarning/exportExcel', {}, 'GET')).text.slice(0, 2)).toBe('PK');
  expect((await price(dock.keeper, 'priceearlywarning/remove', { ids: id })).body.msg).toBe(OK);
  expect((await read('priceearlywarning/page', { materialId: thing.beef }))['total']).toBe(1);
});

describe('an order', () => {
  test('is measured by what was paid: 5.80 against 100 kg at 5.00, 50 at 5.20 and 150 at 5.10 puts ¥301.00 at stake, and is saved all the same', async () => {
    for (const [qty, at] of [
      ['100', '5.00'],
      ['50', '5.20'],
      ['150', '5.10'],
    ] as const) {
      const { instoreId, details } = await dock.order([{ materialId: '206', qty, price: at }]);
      expect((await receive(instoreId, { detailId: details[0]!['id'], acceptedQty: qty })).body.msg).toBe(OK);
    }
    expect(await warnings({ materialId: '206' })).toEqual([]);
    const order = await ordered('206', '420', '5.80');
    expect(order.warnings).toMatchObject([
      { level: 'warn', sentence: '【番茄】每基本单位 ¥5.8，较近期收货均价 ¥5.083333 偏离 14.1%，影响金额 ¥301.00' },
    ]);
    const [warning] = await warnings({ sourceId: order.id });
    expect(warning).toMatchObject({
      status: 'open',
      level: 'warn',
      kind: 'deviation',
      moment: 'order',
      materialName: '番茄',
      supplierName: '鲜达',
      referenceKind: 'average',
      referencePrice: '5.083333',
      sampleCount: 3,
      deviationPercent: '14.098361',
      plannedQty: '420',
      stakeAmount: '301.00',
      ruleName: '全部',
      sourceLineNo: 1,
    });
    expect((await read('pricewarning/detail', { id: warning!.id }))['samples']).toMatchObject(
      [{ price: '5.1' }, { price: '5.2' }, { price: '5' }].map((each) => ({ ...each, date: TODAY })),
    );
    // Whom the rule names hears of it, once.
    const messages = await dock.running.asOwner<{ title: string; link: string }>(
      `select title, link from message where user_id = 2 and topic = 'price.warning'`,
    );
    expect(messages).toEqual([
      { title: expect.stringMatching(/^价格预警：番茄 CG\d+$/), link: `/price/pricewarning/${warning!.id}` },
    ]);
  });
});

describe('an order that was warned of', () => {
  test('a warning stops no approval; it closes when the price is corrected and is not said twice', async () => {
    const order = await ordered('206', '10', '6.00');
    const [line] = order.details;
    const again = await dock.post(dock.keeper, 'purchaseorder/submit', {
      id: order.id,
      details: [
        { ...line, orderQty: '11' },
        { materialId: '206', unitId: KG, orderQty: '1', price: '5.05' },
      ],
    });
    expect((again.body.data as { warnings: unknown[] }).warnings).toHaveLength(1);
    expect(await warnings({ sourceId: order.id })).toHaveLength(1);
    // Lines sent anew keep what was said of their price.
    await dock.post(dock.keeper, 'purchaseorder/submit', {
      id: order.id,
      details: [{ materialId: '206', unitId: KG, orderQty: '11', price: '6.00' }],
    });
    expect((await warnings({ sourceId: order.id })).map((each) => each.status)).toEqual(['open']);
    await dock.post(dock.keeper, 'purchaseorder/submit', {
      id: order.id,
      details: [{ materialId: '206', unitId: KG, orderQty: '11', price: '5.10' }],
    });
    expect((await warnings({ sourceId: order.id })).map((each) => each.status)).toEqual(['corrected']);
    const dear = await ordered('206', '10', '6.00');
    expect(await act(dock.keeper, 'toApply', dear.id)).toBe(OK);
    expect(await act(dock.boss, 'doApply', dear.id)).toBe(OK);
  });

  test('beyond the block line is not approved until who may let it pass accepts it and says why; a refused price stays refused', async () => {
    const order = await ordered('206', '10', '8.00');
    expect(await act(dock.keeper, 'toApply', order.id)).toBe(OK);
    const refusal =
      '第 1 行【番茄】：价格较参考价5.083333偏离57.38%，超过禁止线40%。请改价，或由有权限的人在价格预警中说明原因后放行';
    expect(await act(dock.boss, 'doApply', order.id)).toBe(refusal);
    expect(await act(dock.boss, 'doApply', order.id, { overrideReason: '没有权限的人说的' })).toBe(refusal);
    const [warning] = await warnings({ sourceId: order.id });
    const handle = async (token: string, body: Record<string, unknown>): Promise<string> =>
      (await price(token, 'pricewarning/handle', { ids: warning!.id, ...body })).body.msg!;
    expect(await handle(dock.keeper, { result: 'accept', remark: '急用' })).toContain(
      '只有具备“放行禁止价格”权限的人可以接受',
    );
    expect(await handle(chief, { result: 'accept' })).toContain('处理说明');
    expect(await handle(dock.keeper, { result: 'refuse', remark: '太贵' })).toBe(OK);
    expect(await act(dock.boss, 'doApply', order.id)).toBe('第 1 行【番茄】的价格已被拒绝：太贵，请改价');
    expect(await handle(chief, { result: 'accept', remark: '反悔' })).toContain('已拒绝');

    expect(await act(chief, 'doApply', order.id, { overrideReason: '台风断供' })).toBe(OK);
    expect(await warnings({ sourceId: order.id })).toMatchObject([{ status: 'accepted', overrideReason: '台风断供' }]);

    const other = await ordered('206', '10', '8.50');
    await act(dock.keeper, 'toApply', other.id);
    const [second] = await warnings({ sourceId: other.id });
    expect(
      (await price(chief, 'pricewarning/handle', { ids: second!.id, result: 'accept', remark: '台风断供' })).body.msg,
    ).toBe(OK);
    expect(await act(dock.boss, 'doApply', other.id)).toBe(OK);
    expect(await warnings({ sourceId: other.id })).toMatchObject([
      { status: 'accepted', handleUserName: '主管', overrideReason: '台风断供', reason: '台风断供' },
    ]);
  });

  test('that goes leaves no open warning behind', async () => {
    const order = await ordered('206', '10', '7.00');
    expect((await dock.post(dock.keeper, 'purchaseorder/remove', { ids: order.id })).body.msg).toBe(OK);
    expect((await warnings({ sourceId: order.id })).map((each) => each.status)).toEqual(['corrected']);
  });
});

test('a delivery is looked at once more: what its order was warned of is not said again, another price on the note is said and overwrites nothing', async () => {
  const { instoreId, details, orderId } = await dock.order([
    { materialId: '206', qty: '10', price: '6.00' },
    { materialId: thing.rice, qty: '10', price: '4' },
  ]);
  expect(
    (
      await receive(
        instoreId,
        { detailId: details[0]!['id'], acceptedQty: '10' },
        { detailId: details[1]!['id'], acceptedQty: '10', deliveredPrice: '4.40' },
      )
    ).body.msg,
  ).toBe(OK);
  expect((await warnings({ sourceId: orderId })).map((each) => each['moment'])).toEqual(['order']);
  const found = await warnings({ sourceId: instoreId });
  expect(found).toMatchObject([
    {
      kind: 'delivered',
      moment: 'receipt',
      referenceKind: 'order',
      basePrice: '4.4',
      referencePrice: '4',
      deviationPercent: '10',
      stakeAmount: '4.00',
      ruleId: '',
    },
  ]);
  expect((await dock.detail(instoreId)).details[1]).toMatchObject({ price: '4' });
  const [delivery] = (await dock.detail(instoreId)).receivings;
  expect(
    (await dock.post(dock.keeper, 'invinstore/reverseReceiving', { receivingId: delivery!.id, reason: '录错' })).body
      .msg,
  ).toBe(OK);
  expect((await warnings({ sourceId: instoreId })).map((each) => each.status)).toEqual(['corrected']);
});

describe('a quote', () => {
  const quote = async (supplierId: string, materialId: string, at: string, more: Record<string, unknown> = {}) =>
    (
      await dock.post(dock.keeper, 'suppliermaterial/submit', {
        supplierId,
        materialId,
        unitId: KG,
        factor: '1',
        price: at,
        startDate: TODAY,
        ...more,
      })
    ).body.data as { id: string; warnings: { sentence: string }[] };
  beforeAll(
    () =>
      dock.running.asOwner(
        `begin; set local app.tenant = '000001'; insert into supplier (id, code, name, contact, contact_phone) values (601, 'S2', '绿源', '王', '13800000000'), (602, 'S3', '沃土', '王', '13800000000'); commit`,
      ) as Promise<unknown>,
  );

  test('is measured by at least two others where nothing was paid yet; a new price from a day on says so as well', async () => {
    expect((await quote(SUPPLIER, '207', '4.00')).warnings).toEqual([]);
    expect((await quote('601', '207', '6.00')).warnings).toMatchObject([]);
    const third = await quote('602', '207', '6.00');
    expect(third.warnings.map((each) => each.sentence)).toEqual([
      '【韭菜】每基本单位 ¥6，较同类供应商 ¥5 偏离 20%，影响金额 ¥0.00',
    ]);
    const raised = await dock.post(dock.keeper, 'supplier/editSupplierMaterialPrice', { id: third.id, price: '9.00' });
    expect((raised.body.data as { warnings: { sentence: string }[] }).warnings.map((each) => each.sentence)).toEqual([
      '【韭菜】每基本单位 ¥9，较同类供应商 ¥5 偏离 80%，超过禁止线；影响金额 ¥0.00',
    ]);
    expect((await warnings({ sourceId: third.id })).map((each) => [each.status, each['level']])).toEqual([
      ['corrected', 'warn'],
      ['open', 'block'],
    ]);
  });

  test('EP-0787: from a sheet is looked at like one that was typed', async () => {
    await quote(SUPPLIER, '208', '2.00');
    await quote('601', '208', '2.00');
    const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'larder-quotes-')), 'sheet.xlsx');
    const column = (name: string) => sheetColumn(name, { kind: 'text' });
    await pipeline(
      writeSheet(
        ['供应商', '物料', '采购单位', '换算率', '采购价', '有效期起'].map(column),
        [['沃土', '食盐', '千克', '1', '3.00', TODAY]],
        { name: '数据' },
      ),
      createWriteStream(file),
    );
    const call = dock.running.program.calls.find((each) => each.path === 'suppliermaterial/importExcelTemplate')!;
    const result = await inTransaction((context) =>
      call.handle(context, {}, { name: 'sheet.xlsx', path: file, size: 1000 }),
    );
    expect(result).toMatchObject({ created: 1, failed: 0 });
    expect(await warnings({ materialId: '208' })).toMatchObject([
      { supplierName: '沃土', moment: 'quote', level: 'block', deviationPercent: '50' },
    ]);
  });
});

test('the market is a measure where a rule says so: a quote of a week ago counts, an older one does not', async () => {
  const save = async (address: string, body: Record<string, unknown>): Promise<string> => {
    const answer = await price(dock.keeper, address, body);
    expect(answer.body.msg).toBe(OK);
    return (answer.body.data as { id: string }).id;
  };
  const marketSourceId = await save('marketsource/submit', { name: '新发地' });
  await save('marketproduct/submit', {
    marketSourceId,
    productName: '鲈鱼',
    unitText: '斤',
    materialIds: thing.fish,
    factor: '0.5',
  });
  expect(
    (await price(dock.keeper, 'priceearlywarning/submit', { name: '鱼', materialId: thing.fish, reference1: 'market' }))
      .body.msg,
  ).toBe('以市场参考价为口径时，请选择行情来源');
  await save('priceearlywarning/submit', {
    name: '鱼',
    materialId: thing.fish,
    reference1: 'market',
    reference2: '',
    reference3: '',
    reference4: '',
    marketSourceId,
  });
  const quoted = await save('marketprice/submit', {
    marketSourceId,
    priceDate: '2026-11-13',
    productName: '鲈鱼',
    unitText: '斤',
    avgPrice: '10',
  });
  expect((await ordered(thing.fish, '1', '25')).warnings).toEqual([]);
  await save('marketprice/submit', { id: quoted, priceDate: '2026-11-14' });
  const order = await ordered(thing.fish, '1', '25');
  expect(order.warnings.map((each) => each.sentence)).toEqual([
    '【鲈鱼】每基本单位 ¥25，较市场参考价 ¥20 偏离 25%，影响金额 ¥5.00',
  ]);
  expect(await warnings({ sourceId: order.id })).toMatchObject([
    { referenceKind: 'market', referencePrice: '20', sampleCount: 1 },
  ]);
  // What approved plans need of the next thirty days is at stake, closed lines and later days are not.
  await dock.running.asOwner(`begin; set local app.tenant = '000001';
    insert into requirement_plan (id, bill_code, start_date, end_date, company_dept_id, status) values (900, 'XQ1', '2026-11-21', '2026-12-31', 100, 'approved');
    insert into requirement_plan_detail (requirement_plan_id, line_no, warehouse_id, material_id, need_date, unit_id, plan_qty, base_qty, line_status) values
      (900, 1, 500, 205, '2026-12-21', 301, 60, 60, 'open'), (900, 2, 500, 205, '2026-11-25', 301, 40, 40, 'requested'), (900, 3, 500, 205, '2026-12-22', 301, 1000, 1000, 'open'), (900, 4, 500, 205, '2026-11-26', 301, 1000, 1000, 'closed'); commit`);
  const dear = await ordered(thing.fish, '1', '26');
  expect(await warnings({ sourceId: dear.id })).toMatchObject([{ plannedQty: '100', stakeAmount: '600.00' }]);
});

const inTransaction = <T>(work: (context: Context) => Promise<T>): Promise<T> =>
  dock.running.database.transaction({ tenant: '000001', timeZone: 'Asia/Shanghai' }, (tx) =>
    work({
      tx,
      registry: dock.running.program.registry,
      tenant: '000001',
      now: NOW,
      today: TODAY,
      language: 'zh',
      requestId: 'test',
      allowed: () => true,
      user: {
        userId: '1',
        tenant: '000001',
        timeZone: 'Asia/Shanghai',
        account: 'keeper',
        realName: '收货员',
        deptId: '110',
        roles: [],
        permissions: new Set(),
        scope: { all: true },
        sessionId: '1',
      },
    } as Context),
  );

test('five hundred lines take as many statements as two; who may not see prices is told without figures', async () => {
  const line = (nr: number): WatchedLine => ({
    billId: String(nr),
    billCode: `X${nr}`,
    lineId: String(nr),
    lineNo: 1,
    materialId: '206',
    supplierId: SUPPLIER,
    companyDeptId: '100',
    deptId: null,
    unitId: KG,
    factor: '1',
    price: `${7 + (nr % 50)}.00`,
    baseQty: '1',
  });
  const statements = (count: number): Promise<number> =>
    inTransaction(async (context) => {
      let asked = 0;
      const counting = {
        rows: (query: never) => (asked++, context.tx.rows(query)),
        row: (query: never) => (asked++, context.tx.row(query)),
        run: (query: never) => (asked++, context.tx.run(query)),
      };
      const lines = Array.from({ length: count }, (_, nr) => line(900_000 + count * 1000 + nr));
      await watchPrices(
        { ...context, tx: { ...context.tx, ...counting } as Context['tx'] },
        { billType: 'purchaseOrder', moment: 'order', billIds: lines.map((each) => each.billId) },
        lines,
      );
      return asked;
    });
  const few = await statements(2);
  expect([few, await statements(500)]).toEqual([few, few]);
  const blind = dock.running.signIn({
    tenant: '000001',
    userId: '1',
    deptId: '110',
    permissions: new Set([...everyPermission(dock.running.program)].filter((code) => code !== 'purchaseprice_see')),
  });
  const [row] = (
    (await price(blind, 'pricewarning/page', { ruleId, size: 1 }, 'GET')).body.data as {
      records: Record<string, unknown>[];
    }
  ).records;
  expect(Object.keys(row!)).toEqual(expect.arrayContaining(['deviationPercent', 'stakeAmount']));
  expect(['price', 'basePrice', 'referencePrice', 'plannedQty'].filter((name) => name in row!)).toEqual([]);
  const sentences = async (at: string): Promise<string[]> => {
    const { body } = await dock.post(blind, 'purchaseorder/submit', {
      supplierId: SUPPLIER,
      warehouseId: '500',
      deliveryDate: TODAY,
      details: [{ materialId: '206', unitId: KG, orderQty: '1', price: at }],
    });
    return (body.data as { warnings: { sentence: string }[] }).warnings.map((each) => each.sentence);
  };
  expect(await sentences('6.66')).toEqual([expect.stringMatching(/^【番茄】的价格偏离 [\d.]+%$/)]);
  expect(await sentences('9')).toEqual([expect.stringMatching(/^【番茄】的价格偏离 [\d.]+%，超过禁止线，不能审批$/)]);
});

test('a settlement price that is planned is measured by what deliveries were settled at', async () => {
  const { instoreId, details } = await dock.order([
    { materialId: '208', qty: '10', price: '2.00' },
    { materialId: '208', qty: '20', price: '2.00' },
    { materialId: '208', qty: '30', price: '2.00' },
  ]);
  await dock.running.asOwner(
    `begin; set local app.tenant = '000001'; update in_store_detail set settlement_price = 2.20 where in_store_id = ${instoreId}; commit`,
  );
  expect(
    (
      await receive(
        instoreId,
        ...details.map((line, at) => ({ detailId: line['id'], acceptedQty: String(10 * (at + 1)) })),
      )
    ).body.msg,
  ).toBe(OK);
  const planned = await price(dock.keeper, 'priceschememanagement/submit', {
    name: '食盐',
    companyDeptId: '100',
    type: 'settlement',
    mode: 'fixed',
    startDate: TODAY,
    details: [{ materialId: '208', unitId: KG, price: '2.50', taxRate: '9' }],
  });
  expect(planned.body.msg).toBe(OK);
  expect(await read('priceschememanagement/detail', { id: (planned.body.data as { id: string }).id })).toMatchObject({
    warnCount: 1,
    details: [{ warnLevel: 'warn', warnReference: 'average', warnBase: '2.2', warnDeviation: '13.636364' }],
  });
  // Beyond the block line the answer says what lets it pass, to whoever may.
  const dear = await price(dock.keeper, 'priceschememanagement/submit', {
    name: '食盐涨价',
    companyDeptId: '100',
    type: 'settlement',
    mode: 'fixed',
    startDate: TODAY,
    details: [{ materialId: '208', unitId: KG, price: '3.50', taxRate: '9' }],
  });
  const sent = await price(chief, 'priceschememanagement/toApply', { ids: (dear.body.data as { id: string }).id });
  expect([sent.status, (sent.body.data as { refusals: unknown[] }).refusals]).toMatchObject([
    400,
    [{ code: 'prices.line-blocked', line: 1, override: { name: 'overrideReason', why: true } }],
  ]);
});

test('a single settlement price is measured by what was settled, with what the place needs at stake; beyond the block line the form is told what lets it pass', async () => {
  const submit = (token: string, at: string, more: Record<string, unknown> = {}): Promise<Answer> =>
    price(token, 'settlementprice/submit', {
      materialId: '208',
      unitId: KG,
      price: at,
      taxRate: '9',
      startDate: TODAY,
      endDate: TODAY,
      deptId: '110',
      ...more,
    });
  await dock.running
    .asOwner(`begin; set local app.tenant = '000001'; insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values (111, '二项目部', '二项目部', 'P2', 100, '2');
    insert into requirement_plan (id, bill_code, start_date, end_date, company_dept_id, status) values (901, 'XQ2', '2026-11-21', '2026-12-31', 100, 'approved');
    insert into requirement_plan_detail (requirement_plan_id, line_no, warehouse_id, material_id, need_date, unit_id, plan_qty, base_qty, line_status, blade_project_dept_id) values
      (901, 1, 500, 208, '2026-12-01', 301, 60, 60, 'open', 110), (901, 2, 500, 208, '2026-12-01', 301, 500, 500, 'open', 111), (901, 3, 500, 208, '2026-12-01', 301, 7, 7, 'open', null); commit`);
  const dear = await submit(dock.keeper, '2.70');
  expect((dear.body.data as { warnings: { sentence: string }[] }).warnings.map((each) => each.sentence)).toEqual([
    '【食盐】每基本单位 ¥2.7，较近期结算均价 ¥2.2 偏离 22.73%，影响金额 ¥30.00',
  ]);
  expect(await warnings({ priceType: 'settlement' })).toMatchObject([
    {
      deptName: '一项目部',
      companyDeptId: '100',
      referenceKind: 'settled',
      referencePrice: '2.2',
      sampleCount: 3,
      plannedQty: '60',
      stakeAmount: '30.00',
      samples: expect.anything(),
    },
  ]);
  const far = { startDate: '2026-11-22', endDate: '2026-11-22', deptId: '' };
  const sentence =
    '价格超过禁止线：【食盐】每基本单位 ¥3.5，较近期结算均价 ¥2.2 偏离 59.09%，禁止线为 40%。请改价，或由有“放行禁止价格”权限的人逐条保存并说明原因';
  const refused = await submit(dock.keeper, '3.50', { ...far, overrideReason: '没有权限的人说的' });
  expect([refused.status, refused.body.msg, (refused.body.data as { refusals: unknown[] }).refusals]).toEqual([
    400,
    sentence,
    [expect.not.objectContaining({ override: expect.anything() })],
  ]);
  const asked = await submit(chief, '3.50', far);
  expect([asked.status, (asked.body.data as { refusals: unknown[] }).refusals]).toMatchObject([
    400,
    [{ code: 'prices.price-blocked', field: 'price', sentence, override: { name: 'overrideReason', why: true } }],
  ]);
  expect((await submit(chief, '3.50', { ...far, overrideReason: '台风断供' })).body.msg).toBe(OK);
  // The base price is charged wherever it is needed.
  expect(await warnings({ priceType: 'settlement', level: 'block' })).toMatchObject([
    { status: 'accepted', overrideReason: '台风断供', plannedQty: '567', stakeAmount: '737.10' },
  ]);
  const messages = await dock.running.asOwner<{ title: string; link: string }>(
    `select title, link from message where user_id = 2 and topic = 'price.warning' order by id desc limit 2`,
  );
  expect(messages).toMatchObject([
    {
      title: expect.stringMatching(/^价格预警：食盐 SET\d+$/),
      link: expect.stringMatching(/^\/price\/pricewarning\/\d+$/),
    },
    { title: expect.stringMatching(/^价格预警：食盐 SET\d+$/) },
  ]);
});
