/**
 * Prices put right after the goods came, over HTTP on a real database: payable, stock, variance and prices in one act,
 * and back.
 */
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../kernel/server/context.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { aDock, NOW, thing, TODAY, type Dock } from '../receiving/dock.testing.ts';
import { post } from '../stock/ledger/posting.server.ts';

const OK = '操作成功';
const [KG, BAG, SUPPLIER, COMPANY] = ['301', '302', '600', '100'];
type Row = Record<string, string>;
interface Correction extends Record<string, unknown> {
  readonly id: string;
  readonly billCode: string;
  readonly status: string;
  readonly details: readonly Row[];
  readonly prices: readonly Row[];
}
let dock: Dock;
const goods = {
  flour: '211',
  beans: '212',
  salt: '213',
  oil: '214',
  sugar: '215',
  tea: '216',
  pork: '217',
  chicken: '218',
  duck: '219',
  egg: '220',
  fish: '221',
  pear: '222',
  vinegar: '223',
} as const;
beforeAll(async () => {
  dock = await aDock();
  const names = [
    '面粉',
    '黄豆',
    '食盐',
    '豆油',
    '白糖',
    '茶叶',
    '猪肉',
    '鸡肉',
    '鸭肉',
    '鸡蛋',
    '带鱼',
    '梨',
    '米醋',
  ].map((name, at) => `(${211 + at}, 'G${at}', '${name}', 400, 301)`);
  await dock.running
    .asOwner(`begin; set local app.tenant = '000001'; insert into material (id, code, name, material_type_id, base_unit_id) values ${names.join()};
    insert into item_unit_conversion (material_id, from_qty, from_unit_id, to_qty, to_unit_id, start_date) values (212, 1, 302, 25, 301, '2020-01-01'); commit`);
});
afterAll(() => dock.running.close());

const call = async (
  token: string,
  action: string,
  input: Record<string, unknown>,
): Promise<{ msg: string; data: unknown }> =>
  (
    await dock.running.call(
      token,
      action === 'detail' || action === 'page' ? 'GET' : 'POST',
      `/api/master-data/pricecorrection/${action}`,
      input,
      { 'x-larder-time': NOW },
    )
  ).body as { msg: string; data: unknown };
const messageOf = async (action: string, input: Record<string, unknown>, token = dock.keeper): Promise<string> =>
  (await call(token, action, input)).msg;
const read = async (id: string): Promise<Correction> => (await call(dock.keeper, 'detail', { id })).data as Correction;
const save = async (body: Record<string, unknown>): Promise<Correction> => {
  const { msg, data } = await call(dock.keeper, 'submit', {
    supplierId: SUPPLIER,
    companyDeptId: COMPANY,
    startDate: '2026-11-01',
    endDate: TODAY,
    correctionReason: '价格谈定较晚',
    publishes: 0,
    ...body,
  });
  expect(msg).toBe(OK);
  return read((data as { id: string }).id);
};
const rice = (newPrice: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  prices: [{ materialId: thing.rice, unitId: KG, newPrice, ...more }],
});
const approve = async (id: string): Promise<string> => {
  const sent = await messageOf('toApply', { ids: id });
  return sent === OK ? messageOf('doApply', { ids: id }, dock.boss) : sent;
};
const approved = async (id: string): Promise<Correction> => {
  expect(await approve(id)).toBe(OK);
  return read(id);
};
/** Comes at a price on a day; answers the bill, the delivery and its lot. */
async function comes(
  qty: string,
  price: string,
  materialId: string = thing.rice,
  { deliveredPrice, ...more }: { readonly arriveTime?: string; readonly deliveredPrice?: string } = {},
): Promise<{ instoreId: string; receivingId: string; batchId: string }> {
  const { instoreId, details } = await dock.order([{ materialId, qty, price }]);
  const received = await dock.post(dock.keeper, 'invinstore/doReceiving', {
    instoreId,
    ...more,
    details: [
      { detailId: details[0]!['id'], acceptedQty: qty, ...(deliveredPrice === undefined ? {} : { deliveredPrice }) },
    ],
  });
  expect(received.body.msg).toBe(OK);
  const [receiving] = (await dock.detail(instoreId)).receivings;
  return { instoreId, receivingId: receiving!.id, batchId: receiving!.details[0]!['batchId']! };
}
let used = 0;
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
const isUsed = (batchId: string, materialId: string, qty: string): Promise<unknown> =>
  inTransaction((context) =>
    post(context, [
      {
        bill: { type: 'otheroutstore', id: String(880_000 + (used += 1)), code: `QC${used}` },
        lineId: '1',
        reason: 'other-out.post',
        materialId,
        batchId,
        from: '500',
        qty,
      },
    ]),
  );
const worth = async (batchId: string): Promise<unknown> =>
  (
    await dock.running.asOwner<{ qty: string; amount: string }>(
      `select qty::float8::text as qty, amount::text as amount from stock_batch where batch_id = ${batchId}`,
    )
  )[0];
const offers = (materialId: string): Promise<Row[]> =>
  dock.running.asOwner<Row>(
    `select price::float8::text || ' ' || start_date || '~' || coalesce(end_date::text, '') || case frozen
      when 1 then ' frozen' else '' end as terms from supplier_material
      where material_id = ${materialId} order by start_date, frozen desc`,
  );
const offerTerms = async (materialId: string): Promise<string[]> =>
  (await offers(materialId)).map((row) => row['terms']!);
const legs = ({ diffAmount, stockAmount, varianceAmount }: Record<string, unknown>): unknown => [
  diffAmount,
  stockAmount,
  varianceAmount,
];

describe('a price agreed late', () => {
  let lot: { instoreId: string; receivingId: string; batchId: string };
  let first: Correction;

  test('is charged for what came: 5.20 becomes 5.00 on 320, of which 80 still lie there', async () => {
    lot = await comes('320', '5.20');
    await isUsed(lot.batchId, thing.rice, '240');
    expect(await worth(lot.batchId)).toEqual({ qty: '80', amount: '416.00' });
    first = await save(rice('5.00'));
    expect(first.details).toMatchObject([
      {
        qty: '320',
        oldPrice: '5.2',
        newPrice: '5',
        diffPrice: '-0.2',
        diffAmount: '-64.00',
        stockAmount: '-16.00',
        varianceAmount: '-48.00',
      },
    ]);
    expect(legs(await approved(first.id))).toEqual(['-64.00', '-16.00', '-48.00']);
    expect(await worth(lot.batchId)).toEqual({ qty: '80', amount: '400.00' });
    expect(
      await dock.running.asOwner(
        `select qty::float8 as qty, amount::float8 as amount, reason from stock_move
          where bill_code = '${first.billCode}'`,
      ),
    ).toEqual([{ qty: 0, amount: -16, reason: 'cost.adjust' }]);
    expect(await dock.detail(lot.instoreId), 'what was posted keeps its price').toMatchObject({
      details: [{ price: '5.2' }],
    });
    await dock.proved();
  });

  test('run twice, the second is empty and cannot be sent; corrected again it goes by the price as last corrected', async () => {
    const second = await save(rice('5.00'));
    expect(second.details).toEqual([]);
    expect(await messageOf('generateDetail', { ids: second.id })).toBe(`【${second.billCode}】该期间没有可补差的单据`);
    expect(await messageOf('toApply', { ids: second.id })).toBe(`【${second.billCode}】该期间没有可补差的单据`);
    const again = await save({ id: second.id, ...rice('4.90') });
    expect(again.details).toMatchObject([
      { oldPrice: '5', diffAmount: '-32.00', stockAmount: '-8.00', varianceAmount: '-24.00' },
    ]);
    await approved(again.id);
    expect(await worth(lot.batchId)).toEqual({ qty: '80', amount: '392.00' });
    expect(await messageOf('void', { ids: first.id, reason: '重复' })).toBe(
      `【${first.billCode}】的明细已被【${again.billCode}】再次补差，请先作废【${again.billCode}】`,
    );
    expect(
      (await dock.post(dock.keeper, 'invinstore/reverseReceiving', { receivingId: lot.receivingId, reason: '录错了' }))
        .body.msg,
    ).toBe(`收货记录已由补差单【${again.billCode}】更正，请先作废该补差单再冲销收货`);
    expect(await messageOf('void', { ids: again.id, reason: '重复' })).toBe(OK);
    expect(await worth(lot.batchId)).toEqual({ qty: '80', amount: '400.00' });
    expect((await save(rice('5.00'))).details, 'the correction before is in effect again').toEqual([]);
  });

  test('is voided only while nothing was used since, and then stock is worth what it was to the cent', async () => {
    expect(await messageOf('void', { ids: first.id, reason: '谈错了' })).toBe(OK);
    expect(await worth(lot.batchId)).toEqual({ qty: '80', amount: '416.00' });
    expect(await read(first.id)).toMatchObject({ status: 'void', details: [{ lineState: 'taken-back' }] });
    const third = await save(rice('5.01'));
    await approved(third.id);
    await isUsed(lot.batchId, thing.rice, '1');
    expect(await messageOf('void', { ids: third.id, reason: '谈错了' })).toMatch(
      /^【BC\d+】补差后，物料【大米】批次【PC\d+】又有进出，不能作废：请另做补差单把价格改回$/,
    );
    const back = await save(rice('5.20'));
    expect(back.details).toMatchObject([{ oldPrice: '5.01', newPrice: '5.2', diffAmount: '60.80' }]);
    await approved(back.id);
    await dock.proved();
  });
});

describe('a correction', () => {
  const of = (materialId: string, newPrice: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
    prices: [{ materialId, unitId: KG, newPrice, ...more }],
  });

  test('of 4.60 to 4.45 on 120 and 80.5 is rounded line by line; what came on other days, or is left out with a reason, is not charged', async () => {
    await comes('120', '4.60', goods.flour);
    await comes('80.5', '4.60', goods.flour);
    await comes('50', '4.60', goods.flour, { arriveTime: '2026-11-19 08:00:00' });
    const mine = await save({ startDate: '2026-11-20', ...of(goods.flour, '4.45') });
    expect(mine.details.map((line) => line['diffAmount'])).toEqual(['-18.00', '-12.08']);
    expect(legs(mine)).toEqual(['-30.08', '-30.08', '0.00']);
    const [one, two] = mine.details;
    expect(await messageOf('submit', { id: mine.id, details: [{ ...one, exclude: 1 }, two] })).toBe(
      '第 1 行不补，请填写原因',
    );
    expect(await messageOf('submit', { id: mine.id, details: [one, two, { ...two, id: '' }] })).toBe(
      '第 3 行不是系统找出的：补差明细不能手工增加',
    );
    const left = await save({
      id: mine.id,
      startDate: '2026-11-20',
      details: [{ ...one, exclude: 1, excludeReason: '已另行结清' }, two],
    });
    expect(left).toMatchObject({
      diffAmount: '-12.08',
      details: [{ exclude: 1, excludeReason: '已另行结清', diffAmount: '0.00' }, { diffAmount: '-12.08' }],
    });
    await approved(left.id);
    expect(
      (await save({ startDate: '2026-11-20', ...of(goods.flour, '4.45') })).details,
      'who was left out is found again',
    ).toMatchObject([{ qty: '120', diffAmount: '-18.00' }]);
    await dock.proved();
  });

  test('of a bag’s price charges what came in kilograms by the kilogram', async () => {
    await comes('100', '4.00', goods.beans);
    expect((await save(of(goods.beans, '90', { unitId: BAG }))).details).toMatchObject([
      { oldPrice: '4', newPrice: '3.6', diffAmount: '-40.00' },
    ]);
  });

  test('whose deliveries changed since it was made is not sent, nor approved; found again it is', async () => {
    const lot = await comes('10', '6', goods.salt);
    const mine = await save(of(goods.salt, '5'));
    await comes('20', '6', goods.salt);
    expect(await messageOf('toApply', { ids: mine.id })).toBe(`【${mine.billCode}】来源单据已变化，请重新生成`);
    expect(await messageOf('generateDetail', { ids: mine.id })).toBe(OK);
    expect(await messageOf('toApply', { ids: mine.id })).toBe(OK);
    expect(
      (await dock.post(dock.keeper, 'invinstore/reverseReceiving', { receivingId: lot.receivingId, reason: '录错了' }))
        .body.msg,
    ).toBe(OK);
    expect(await messageOf('doApply', { ids: mine.id }, dock.boss)).toBe(
      `【${mine.billCode}】来源单据已变化，请重新生成`,
    );
    const rival = await save(of(goods.salt, '4'));
    await approved(rival.id);
    expect(
      await messageOf('doApply', { ids: mine.id }, dock.boss),
      'another document corrected the line meanwhile',
    ).toBe(`【${mine.billCode}】来源单据已变化，请重新生成`);
    await expect(
      dock.running.asOwner(
        `update price_correction_detail set line_state = 'live' where price_correction_id = ${mine.id}`,
      ),
    ).rejects.toThrow('price_correction_detail_live_uq');
    await expect(
      dock.running.asOwner(
        `update price_correction_detail set stock_amount = stock_amount + 1 where price_correction_id = ${mine.id}`,
      ),
    ).rejects.toThrow('price_correction_detail_legs_ck');
  });

  test('approved twice at once is booked once', async () => {
    await comes('10', '6', goods.oil);
    const both = [await save(of(goods.oil, '5')), await save(of(goods.oil, '5'))];
    for (const { id } of both) expect(await messageOf('toApply', { ids: id })).toBe(OK);
    const answers = await Promise.all(both.map(({ id }) => messageOf('doApply', { ids: id }, dock.boss)));
    expect(answers.filter((answer) => answer === OK)).toHaveLength(1);
    expect(answers.find((answer) => answer !== OK)).toMatch(/来源/);
    await dock.proved();
  });

  test.each([
    [{ endDate: '2026-10-31' }, '收货日期止 2026-10-31 早于 2026-11-01'],
    [{ endDate: '2026-11-22' }, '收货日期止 2026-11-22 晚于今天，补差只能补已收的货'],
    [{ postDate: '2026-11-22' }, '入账日期 2026-11-22 不能晚于今天'],
    [{ prices: [] }, '请至少填写一行新价，再保存'],
    [{ prices: [{ materialId: thing.rice, unitId: KG }] }, '第 1 行请填写新价'],
    [
      { prices: [{ materialId: thing.rice, unitId: KG, newPrice: '5', startDate: '2026-10-01' }] },
      '第 1 行的日期须在单据的 2026-11-01~2026-11-21 之内',
    ],
    [
      {
        prices: [
          { materialId: thing.rice, unitId: KG, newPrice: '5' },
          { materialId: thing.rice, unitId: BAG, newPrice: '100', startDate: '2026-11-21' },
        ],
      },
      '第 2 行与第 1 行的物料和日期重复',
    ],
  ])('%j is refused: %s', async (more, sentence) => {
    const { msg, data } = await call(dock.keeper, 'submit', {
      supplierId: SUPPLIER,
      companyDeptId: COMPANY,
      startDate: '2026-11-01',
      endDate: TODAY,
      correctionReason: '价格谈定较晚',
      ...rice('5'),
      ...more,
    });
    expect(msg === OK ? await messageOf('toApply', { ids: (data as Row)['id'] }) : msg).toContain(sentence);
  });

  test('is not booked into a closed month, nor on a day after which its lots moved', async () => {
    const lot = await comes('10', '6', goods.sugar, { arriveTime: '2026-10-20 08:00:00' });
    const october = { startDate: '2026-10-01', endDate: '2026-10-31', ...of(goods.sugar, '5') };
    const mine = await save({ ...october, postDate: '2026-10-31' });
    await isUsed(lot.batchId, goods.sugar, '1');
    expect(await approve(mine.id)).toMatch(
      /^物料【白糖】批次【PC\d+】在入账日期 2026-10-31 之后有进出，不能把库存价值记到那一天：请把入账日期改为当天$/,
    );
    await dock.running.asOwner(
      `begin; set local app.tenant = '000001'; insert into stock_period (company_dept_id, month, start_date, end_date) values (100, '2026-10', '2026-10-01', '2026-10-31'); commit`,
    );
    expect(await messageOf('doApply', { ids: mine.id }, dock.boss)).toBe(
      `【${mine.billCode}】入账日期 2026-10-31 所在期间已月结，请改为未月结的日期`,
    );
    expect(legs(await approved((await save({ ...october, postDate: '' })).id))).toEqual(['-10.00', '-9.00', '-1.00']);
    await dock.proved();
  });

  test('booked on an earlier day of an open period changes what stock was worth from then on', async () => {
    await comes('10', '6', goods.tea, { arriveTime: '2026-11-10 08:00:00' });
    const mine = await approved((await save({ ...of(goods.tea, '5'), postDate: '2026-11-15' })).id);
    expect(
      await dock.running.asOwner(
        `select business_time::date::text as day from stock_move where bill_code = '${mine.billCode}'`,
      ),
    ).toEqual([{ day: '2026-11-15' }]);
    await dock.proved();
  });
});

describe('the prices it agreed', () => {
  const offer = async (materialId: string, price: string, more: Record<string, unknown> = {}): Promise<void> => {
    expect(
      (
        await dock.post(dock.keeper, 'suppliermaterial/submit', {
          supplierId: SUPPLIER,
          materialId,
          unitId: KG,
          price,
          taxRate: '9',
          startDate: '2026-01-01',
          ...more,
        })
      ).body.msg,
    ).toBe(OK);
  };
  const mine = (materialId: string): Promise<Correction> =>
    save({
      publishes: 1,
      startDate: '2026-11-10',
      endDate: '2026-11-20',
      prices: [{ materialId, unitId: KG, newPrice: '5' }],
    });

  test('hold for the days; what held before and after goes on, and all of it comes back when it is voided', async () => {
    await offer(goods.pork, '6');
    await comes('10', '6', goods.pork, { arriveTime: '2026-11-12 08:00:00' });
    const done = await approved((await mine(goods.pork)).id);
    expect(await offerTerms(goods.pork)).toEqual([
      '6 2026-01-01~2026-11-09',
      '5 2026-11-10~2026-11-20',
      '6 2026-11-21~',
    ]);
    expect(done.prices).toMatchObject([{ result: '已更新采购价' }]);
    expect(await messageOf('void', { ids: done.id, reason: '谈错了' })).toBe(OK);
    expect(await offerTerms(goods.pork)).toEqual([
      '6 2026-01-01~',
      '5 2026-11-10~2026-11-20 frozen',
      '6 2026-11-21~ frozen',
    ]);
  });

  test('do not go behind an agreement: it is refused naming the price in the way, and booked without publishing', async () => {
    await offer(goods.chicken, '6', { agreementNo: 'HT-7' });
    await comes('10', '6', goods.chicken, { arriveTime: '2026-11-12 08:00:00' });
    const stuck = await mine(goods.chicken);
    expect(await approve(stuck.id)).toBe(
      '物料【鸡肉】在 2026-01-01~… 有协议【HT-7】的价格，协议价优先：请先在供应商物料中处理，或取消“同时更新采购价”',
    );
    expect(await messageOf('withdraw', { ids: stuck.id })).toBe(OK);
    await approved((await save({ id: stuck.id, publishes: 0 })).id);
    expect(await offerTerms(goods.chicken)).toEqual(['6 2026-01-01~']);
  });

  test('do not go behind SAP, in the unit SAP has the price in; booked without publishing they leave it', async () => {
    await offer(goods.pear, '6');
    await dock.running.asOwner(
      `update supplier_material set source = 'sap', end_date = '2026-12-31' where material_id = ${goods.pear}`,
    );
    await comes('10', '6', goods.pear, { arriveTime: '2026-11-12 08:00:00' });
    const stuck = await mine(goods.pear);
    expect(await approve(stuck.id)).toBe(
      '物料【梨】在 2026-01-01~2026-12-31 的采购价由SAP维护：请先在SAP更正，或取消“同时更新采购价”',
    );
    expect([(await read(stuck.id)).status, await offerTerms(goods.pear)]).toEqual([
      'pending',
      ['6 2026-01-01~2026-12-31'],
    ]);
    expect(await messageOf('withdraw', { ids: stuck.id })).toBe(OK);
    await approved((await save({ id: stuck.id, publishes: 0 })).id);
    expect(await offerTerms(goods.pear)).toEqual(['6 2026-01-01~2026-12-31']);
  });

  test('come from a sheet as well, one draft for each supplier and days', async () => {
    await comes('10', '6', goods.duck);
    const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'larder-corrections-')), 'sheet.xlsx');
    const columns = ['供应商', '公司', '收货日期起', '收货日期止', '补差原因', '物料', '计价单位', '新价'].map((name) =>
      sheetColumn(name, { kind: 'text' }),
    );
    await pipeline(
      writeSheet(
        columns,
        [
          ['鲜达', '公司', '2026-11-01', TODAY, '按季度协议', '鸭肉', '千克', '5.50'],
          ['鲜达', '公司', '2026-11-01', TODAY, '按季度协议', '食盐', '千克', '5.00'],
        ],
        { name: '数据' },
      ),
      createWriteStream(file),
    );
    const importing = dock.running.program.calls.find((each) => each.path === 'pricecorrection/importExcelTemplate')!;
    const result = await inTransaction((context) =>
      importing.handle(context, {}, { name: 'sheet.xlsx', path: file, size: 1000 }),
    );
    expect(result).toMatchObject({ created: 2, failed: 0, ids: [expect.any(String)] });
    expect(
      (await read((result as { id: string }).id)).details.filter((line) => line['materialId'] === goods.duck),
    ).toMatchObject([{ diffAmount: '-5.00' }]);
  });
});

describe('a price nobody had in time', () => {
  const handle = async (materialId: string): Promise<string> => {
    const [warning] = await dock.running.asOwner<{ id: string }>(
      `select id::text as id from price_warning where material_id = ${materialId} and status = 'open'`,
    );
    const answer = await dock.running.call(
      dock.boss,
      'POST',
      '/api/master-data/pricewarning/handle',
      { ids: warning!.id, result: 'accept', remark: '市场涨价，同意' },
      { 'x-larder-time': NOW },
    );
    expect(answer.body.msg).toBe(OK);
    return warning!.id;
  };
  const drafts = async (materialId: string): Promise<Correction[]> => {
    const rows = await dock.running.asOwner<{ id: string }>(
      `select distinct b.id::text as id from price_correction b
        join price_correction_prices p on p.price_correction_id = b.id where p.material_id = ${materialId}`,
    );
    return Promise.all(rows.map(({ id }) => read(id)));
  };

  test('accepted as it was delivered is the price of that day, and a draft corrects that delivery alone', async () => {
    expect(
      (
        await dock.post(dock.keeper, 'suppliermaterial/submit', {
          supplierId: SUPPLIER,
          materialId: goods.egg,
          unitId: KG,
          price: '8',
          taxRate: '9',
          startDate: '2026-01-01',
        })
      ).body.msg,
    ).toBe(OK);
    await comes('30', '8', goods.egg);
    await comes('10', '8', goods.egg, { deliveredPrice: '8.60' });
    const warning = await handle(goods.egg);
    expect(await offerTerms(goods.egg)).toEqual(['8 2026-01-01~2026-11-20', `8.6 ${TODAY}~${TODAY}`, '8 2026-11-22~']);
    const [draft] = await drafts(goods.egg);
    expect(draft).toMatchObject({
      status: 'draft',
      startDate: TODAY,
      endDate: TODAY,
      correctionReason: '市场涨价，同意',
      publishes: 0,
      diffAmount: '6.00',
    });
    expect(draft!.details.map((line) => [line['qty'], line['exclude'], line['diffAmount']])).toEqual([
      ['30', 1, '0.00'],
      ['10', 0, '6.00'],
    ]);
    const detail = (await dock.running.call(dock.boss, 'GET', '/api/master-data/pricewarning/detail', { id: warning }))
      .body.data as { links?: unknown };
    expect(JSON.stringify(detail)).toContain(draft!.billCode);
    await approved(draft!.id);
    await dock.proved();
  });

  test('accepted where an agreement holds that day’s price makes the draft, which says so', async () => {
    expect(
      (
        await dock.post(dock.keeper, 'suppliermaterial/submit', {
          supplierId: SUPPLIER,
          materialId: goods.fish,
          unitId: KG,
          price: '20',
          taxRate: '9',
          startDate: '2026-01-01',
          agreementNo: 'HT-9',
        })
      ).body.msg,
    ).toBe(OK);
    await comes('10', '20', goods.fish, { deliveredPrice: '19' });
    await handle(goods.fish);
    expect(await offerTerms(goods.fish)).toEqual(['20 2026-01-01~']);
    expect(await drafts(goods.fish)).toMatchObject([
      {
        diffAmount: '-10.00',
        remark:
          '物料【带鱼】在 2026-01-01~… 有协议【HT-9】的价格，协议价优先：请先在供应商物料中处理，或取消“同时更新采购价”',
      },
    ]);
  });

  test('entered for days that are over says what was received in them at another price, and leads to a correction that is filled in', async () => {
    const enter = async (
      price: string,
      startDate: string,
    ): Promise<{ sentence: string; remedy?: { to: string } }[]> => {
      const answer = await dock.post(dock.keeper, 'suppliermaterial/submit', {
        supplierId: SUPPLIER,
        materialId: goods.beans,
        unitId: KG,
        price,
        taxRate: '9',
        startDate,
        endDate: startDate,
      });
      expect(answer.body.msg).toBe(OK);
      return (answer.body.data as { warnings: { sentence: string; remedy?: { to: string } }[] }).warnings;
    };
    expect(await enter('3.50', '2026-11-18'), 'nothing came that day').toEqual([]);
    expect(await enter('3.50', TODAY), 'it does not begin in the past').toEqual([]);
    await comes('10', '4', goods.beans, { arriveTime: '2026-11-19 08:00:00' });
    const [advice] = await enter('3.50', '2026-11-19');
    const [row] = await dock.running.asOwner<{ id: string }>(
      `select id::text as id from supplier_material where material_id = ${goods.beans} and start_date = '2026-11-19'`,
    );
    expect(
      (await dock.post(dock.keeper, 'suppliermaterial/submit', { id: row!.id, remark: '按新协议' })).body.data,
      'whose price stays is told nothing',
    ).toMatchObject({ warnings: [] });
    expect(advice!.sentence).toBe(
      '【黄豆】2026-11-19~2026-11-19 期间【公司】已有 1 行按其他价格收货，已入账的不会自动改价，需要时请建补差单',
    );
    const query = new URLSearchParams(advice!.remedy!.to.split('?')[1]);
    expect(Object.fromEntries(query)).toMatchObject({
      supplierId: SUPPLIER,
      companyDeptId: COMPANY,
      startDate: '2026-11-19',
      endDate: '2026-11-19',
      materialId: goods.beans,
      unitId: KG,
      newPrice: '3.5',
    });
  });
});

describe('the last cost of a place and material', () => {
  const lastCost = async (materialId: string): Promise<string> =>
    (
      await dock.running.asOwner<{ cost: string }>(
        `select trim_scale(last_cost)::text as cost from stock where location_id = 500 and material_id = ${materialId}`,
      )
    )[0]!.cost;
  const of = (newPrice: string): Record<string, unknown> => ({
    prices: [{ materialId: goods.vinegar, unitId: KG, newPrice }],
  });

  test('is what the last delivery costs as corrected, also where nothing of it lies any more, and is again what it was when that is taken back', async () => {
    await comes('10', '6.00', goods.vinegar);
    const lot = await comes('20', '5.00', goods.vinegar);
    expect(await lastCost(goods.vinegar)).toBe('5');
    const first = await save(of('4.50'));
    await approved(first.id);
    expect(await lastCost(goods.vinegar)).toBe('4.5');
    await dock.proved();
    await isUsed(lot.batchId, goods.vinegar, '20');
    const second = await save(of('4.20'));
    await approved(second.id);
    expect(await lastCost(goods.vinegar)).toBe('4.2');
    await dock.proved();
    expect(await messageOf('void', { ids: second.id, reason: '谈错了' })).toBe(OK);
    expect(await lastCost(goods.vinegar)).toBe('4.5');
    await comes('1', '7.00', goods.vinegar);
    expect(await lastCost(goods.vinegar)).toBe('7');
    await dock.proved();
  });
});
