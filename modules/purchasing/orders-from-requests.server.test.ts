/**
 * From requests to orders over HTTP: what happens to a need while orders are made, changed, rejected and taken back.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyPermission } from '../../tests/support/program.ts';
import { aDock, thing, type Dock } from '../receiving/dock.testing.ts';

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
  await dock.running.asOwner(`begin; set local app.tenant = '000001';
    insert into material_unit (id, code, name, dimension) values (303, 'tub', '桶', 'pack'), (304, 'box', '箱', 'pack');
    insert into item_unit_conversion (material_id, from_qty, from_unit_id, to_qty, to_unit_id, start_date, end_date) values
      (201, 1, 303, 3, 301, '2020-01-01', null), (202, 1, 304, 10, 301, '2020-01-01', '2026-11-24'), (202, 1, 304, 12, 301, '2026-11-25', null);
    insert into supplier (id, code, name, contact, contact_phone) values (620, 'A', '甲', '甲', '13900000020'), (621, 'B', '乙', '乙', '13900000021'), (622, 'T', '桶商', '桶', '13900000022');
    insert into supplier_material (supplier_id, material_id, unit_id, factor, price, base_price, start_date, end_date, min_order_qty) values
      (600, 202, 301, 1, 5, 5, '2026-01-01', null, 0),
      (620, 204, 301, 1, 3, 3, '2026-01-01', '2026-11-23', 0), (621, 204, 301, 1, 4, 4, '2026-11-24', null, 0),
      (622, 201, 303, 3, 30, 10, '2026-01-01', null, 4); commit`);
});
afterAll(() => dock.running.close());

const OK = '操作成功';
type Row = Record<string, unknown> & { readonly id: string; readonly details: readonly Record<string, unknown>[] };
const must = async <T = Row>(path: string, input: Record<string, unknown>, who = dock.keeper): Promise<T> => {
  const { body } = await dock.post(who, path, input);
  if (body.msg !== OK) throw new Error(`${path}: ${body.msg}`);
  return body.data as T;
};
const refusal = async (path: string, input: Record<string, unknown>, who = dock.keeper): Promise<unknown> =>
  (await dock.post(who, path, input)).body.msg;

/** An approved request; each line `[material, quantity]`, kilograms of 鲜达 unless it says otherwise. */
async function requested(lines: readonly Record<string, unknown>[]): Promise<string> {
  const { id } = await must('invpleasepurchase/submit', {
    warehouseId: '500',
    details: lines.map((line) => ({ unitId: '301', needDate: '2026-11-25', deliveryDate: '2026-11-25', ...line })),
  });
  await must('invpleasepurchase/toApply', { ids: id });
  await must('invpleasepurchase/doApply', { ids: id }, dock.boss);
  return id;
}
const ordered = (ids: string): Promise<{ id: string }[]> => must('purchaseorder/generateFromRequest', { ids });
const order = async (id: string): Promise<Row> => (await dock.get(dock.keeper, 'purchaseorder/detail', { id })) as Row;
const request = async (id: string): Promise<Row> =>
  (await dock.get(dock.keeper, 'invpleasepurchase/detail', { id })) as Row;
const short = ({ details }: Row): unknown[] =>
  details.map((line) => `${String(line['orderQty'])} ${String(line['unitName'])} (${String(line['surplusQty'])} over)`);
const onOrder = async (materialId: string): Promise<unknown> =>
  (
    await dock.running.asOwner<{ qty: number }>(
      'select coalesce(sum(open_qty), 0)::float as qty from expected_receipt where location_id = 500 and material_id = $1',
      [materialId],
    )
  )[0]!.qty;

describe('promise 60: a need that was ordered', () => {
  test('is given back as far as the draft is lowered, and can be ordered again', async () => {
    const id = await requested([{ materialId: thing.tofu, requestQty: '10', supplierId: '600' }]);
    expect(await onOrder(thing.tofu)).toBe(10);
    const [first] = await ordered(id);
    const draft = await order(first!.id);
    await must('purchaseorder/submit', { ...draft, details: [{ ...draft.details[0], orderQty: '3' }] });
    expect(await request(id)).toMatchObject({
      executeStatus: 'partial',
      details: [{ requestQty: '10', orderedQty: '3' }],
    });
    expect(await onOrder(thing.tofu)).toBe(10);

    const [second] = await ordered(id);
    expect(short(await order(second!.id))).toEqual(['7 千克 (0 over)']);
    expect(await request(id)).toMatchObject({ executeStatus: 'all', details: [{ orderedQty: '10' }] });
    // What the other order has taken meanwhile is nobody's need twice.
    const lowered = await order(first!.id);
    await must('purchaseorder/submit', { ...lowered, details: [{ ...lowered.details[0], orderQty: '10' }] });
    expect(short(await order(first!.id))).toEqual(['10 千克 (7 over)']);

    await must('purchaseorder/remove', { ids: `${first!.id},${second!.id}` });
    expect([await request(id), await onOrder(thing.tofu)]).toMatchObject([
      { executeStatus: 'none', details: [{ orderedQty: '0' }] },
      10,
    ]);
    await must('invpleasepurchase/void', { ids: id, reason: '不要了' });
    expect(await onOrder(thing.tofu)).toBe(0);
  });

  test('is open again when its line makes room for another, and the request can be voided', async () => {
    const id = await requested([{ materialId: thing.tofu, requestQty: '10', supplierId: '600' }]);
    const [made] = await ordered(id);
    const draft = await order(made!.id);
    await must('purchaseorder/submit', {
      ...draft,
      details: [{ materialId: thing.beef, unitId: '301', orderQty: '2', price: '4' }],
    });
    expect([await request(id), await onOrder(thing.tofu), await onOrder(thing.beef)]).toMatchObject([
      { executeStatus: 'none', details: [{ orderedQty: '0' }] },
      10,
      0,
    ]);
    await must('invpleasepurchase/void', { ids: id, reason: '不要了' });
    expect(await onOrder(thing.tofu)).toBe(0);
  });

  test('is gone with its request, whatever becomes of the order that once served it', async () => {
    const [first, second] = [
      await requested([{ materialId: thing.tofu, requestQty: '10', supplierId: '600' }]),
      await requested([{ materialId: thing.tofu, requestQty: '5', supplierId: '600', needDate: '2026-11-26' }]),
    ];
    const [made] = await ordered(`${first},${second}`);
    const holds = async (orderQty: string): Promise<unknown> => {
      const draft = await order(made!.id);
      await must('purchaseorder/submit', { ...draft, details: [{ ...draft.details[0], orderQty }] });
      return onOrder(thing.tofu);
    };
    expect(await holds('10')).toBe(15);
    await must('invpleasepurchase/void', { ids: second, reason: '不要了' });
    expect([await holds('8'), await holds('15')]).toEqual([10, 15]);
    expect(short(await order(made!.id))).toEqual(['15 千克 (5 over)']);
    await must('purchaseorder/remove', { ids: made!.id });
    await must('invpleasepurchase/void', { ids: first, reason: '不要了' });
    expect(await onOrder(thing.tofu)).toBe(0);
  });
});

describe('promise 60: a need that is on order', () => {
  test('is open again when the goods are to come to another place', async () => {
    await dock.running.asOwner(
      `insert into warehouse (tenant_id, id, code, name, company_dept_id, project_group_dept_id, zones)
        values ('000001', 510, 'W9', '另一仓', 100, 110, 'ambient')`,
    );
    const id = await requested([{ materialId: thing.tofu, requestQty: '10', supplierId: '600' }]);
    const [made] = await ordered(id);
    await must('purchaseorder/submit', { ...(await order(made!.id)), warehouseId: '510' });
    expect([await request(id), await onOrder(thing.tofu)]).toMatchObject([{ executeStatus: 'none' }, 10]);
    await must('purchaseorder/remove', { ids: made!.id });
    await must('invpleasepurchase/void', { ids: id, reason: '不要了' });
  });

  test('is on order from the draft on, through approval and rejection', async () => {
    const id = await requested([{ materialId: thing.tofu, requestQty: '10', supplierId: '600' }]);
    const [made] = await ordered(id);
    const seen = [await onOrder(thing.tofu)];
    const then = async (path: string, who?: string): Promise<void> => {
      await must(`purchaseorder/${path}`, { ids: made!.id, reason: '再议' }, who);
      seen.push(await onOrder(thing.tofu));
    };
    await then('toApply');
    await then('refuse', dock.boss);
    await then('toApply');
    await then('withdraw');
    await then('toApply');
    await then('doApply', dock.boss);
    expect(seen).toEqual([10, 10, 10, 10, 10, 10, 10]);
    await then('void');
    await must('invpleasepurchase/void', { ids: id, reason: '不要了' });
    expect([seen.at(-1), await onOrder(thing.tofu)]).toEqual([10, 0]);
  });

  test('in boxes is open to the last gram, however little of it was ordered', async () => {
    const id = await requested([{ materialId: thing.rice, unitId: '303', requestQty: '1', supplierId: '600' }]);
    const [line] = (await request(id)).details;
    const [made] = await must<{ id: string }[]>('purchaseorder/generateFromRequest', {
      details: [{ id: line!['id'], qty: '0.333333' }],
    });
    expect((await request(id)).details).toMatchObject([{ orderedQty: '0.333333' }]);
    expect(await onOrder(thing.rice)).toBe(3);
    const [rest] = await ordered(id);
    expect(await request(id)).toMatchObject({ executeStatus: 'all', details: [{ orderedQty: '1' }] });
    await must('purchaseorder/remove', { ids: `${made!.id},${rest!.id}` });
    expect([(await request(id)).details, await onOrder(thing.rice)]).toMatchObject([[{ orderedQty: '0' }], 3]);
    await must('invpleasepurchase/void', { ids: id, reason: '不要了' });
  });
});

test('an order from requests goes to who delivers on the day of delivery, at his price of that day', async () => {
  const id = await requested([{ materialId: thing.milk, requestQty: '5' }]);
  const offers = (await dock.get(dock.keeper, 'invpleasepurchase/suppliersForLine', {
    id: (await request(id)).details[0]!['id'],
  })) as unknown as Record<string, unknown>[];
  expect(offers.map((offer) => [offer['supplierName'], offer['price']])).toEqual([['乙', '4']]);
  const [made] = await ordered(id);
  expect(await order(made!.id)).toMatchObject({ supplierName: '乙', details: [{ orderQty: '5', price: '4' }] });
  expect(await refusal('purchaseorder/toApply', { ids: made!.id })).toBe(OK);
});

test('kilograms and tubs of one material are one need: whole tubs, the least order, one line', async () => {
  const id = await requested([
    { materialId: thing.rice, requestQty: '10', supplierId: '622' },
    { materialId: thing.rice, unitId: '303', requestQty: '1.1', supplierId: '622' },
  ]);
  const [made] = await ordered(id);
  expect(short(await order(made!.id))).toEqual(['5 桶 (0.566667 over)']);
  expect((await request(id)).details).toMatchObject([{ orderedQty: '10' }, { orderedQty: '1.1' }]);
  const one = await requested([{ materialId: thing.rice, requestQty: '2', supplierId: '622' }]);
  const [least] = await ordered(one);
  expect(short(await order(least!.id))).toEqual(['4 桶 (3.333333 over)']);
});

test('a line with a delivery day of its own takes the conversion of that day, like its price', async () => {
  const box = { materialId: thing.tofu, unitId: '304', orderQty: '1' };
  const { id } = await must('purchaseorder/submit', {
    supplierId: '600',
    warehouseId: '500',
    deliveryDate: '2026-11-24',
    details: [box, { ...box, deliveryDate: '2026-11-25' }],
  });
  expect((await order(id)).details).toMatchObject([
    { factor: '10', baseQty: '10', price: '50' },
    { factor: '12', baseQty: '12', price: '60' },
  ]);
});

describe('what is told before anything is ordered', () => {
  test('is what the orders come to: in whole packs, over all lines of a place and day, at the price of the pack', async () => {
    const first = await requested([
      { materialId: thing.rice, requestQty: '10', supplierId: '622' },
      { materialId: thing.tofu, requestQty: '2.5', supplierId: '600' },
    ]);
    const second = await requested([{ materialId: thing.rice, requestQty: '4', supplierId: '622' }]);
    const rows = [...(await request(first)).details, ...(await request(second)).details];
    const body = {
      details: rows.map((line) => ({ id: line['id'], supplierId: line['supplierId'], qty: line['requestQty'] })),
    };
    // 14 kg are 5 tubs of 3 kg at 30.00; of the other 3 whole kilograms are sold, at 5.00.
    expect(await must('purchaseorder/previewFromRequest', body)).toEqual({ orders: 2, amount: '165.00' });
    const made = await must<{ amount: string }[]>('purchaseorder/generateFromRequest', body);
    expect(made.map((each) => Number(each.amount)).toSorted((a, b) => a - b)).toEqual([15, 150]);
    expect(await refusal('purchaseorder/previewFromRequest', body)).toContain('请刷新后再分配');
  });

  test('requests of a site somebody does not see are neither looked at nor ordered by him', async () => {
    const id = await requested([{ materialId: thing.tofu, requestQty: '1', supplierId: '600' }]);
    const elsewhere = dock.running.signIn({
      tenant: '000001',
      userId: '9',
      deptId: '120',
      scope: { all: false, depts: ['120'] },
    });
    for (const act of ['previewFromRequest', 'generateFromRequest'])
      expect(await refusal(`purchaseorder/${act}`, { ids: id }, elsewhere), act).toMatch(/请购单/);
    expect(await request(id)).toMatchObject({ executeStatus: 'none' });
  });
});

test('orders that were made are answered with their last moment, and with money only to who sees it', async () => {
  const id = await requested([{ materialId: thing.tofu, requestQty: '2', supplierId: '600' }]);
  const blind = dock.running.signIn({
    tenant: '000001',
    userId: '1',
    deptId: '110',
    permissions: new Set(
      [...everyPermission(dock.running.program)].filter((code) => code !== 'purchaseorder_view_cost'),
    ),
  });
  expect(await must<Row[]>('purchaseorder/generateFromRequest', { ids: id }, blind)).toMatchObject([
    { supplierId: '600', amount: null, orderBefore: '' },
  ]);
});

test('an order says where its price comes from in the language of whoever reads it', async () => {
  const { id } = await must('purchaseorder/submit', {
    supplierId: '600',
    warehouseId: '500',
    deliveryDate: '2026-11-25',
    details: [{ materialId: thing.tofu, unitId: '301', orderQty: '1' }],
  });
  const reasonIn = async (language: string): Promise<unknown> => {
    const path = '/api/store-management/purchaseorder/detail';
    const { body } = await dock.running.call(dock.keeper, 'GET', path, { id }, { 'accept-language': language });
    return (body.data as Row).details[0]!['priceReason'];
  };
  expect(await reasonIn('zh-CN')).toMatch(/的价格，2026-01-01 起$/);
  expect(await reasonIn('en')).toMatch(/^Price of .+, from 2026-01-01$/);
  await dock.running.asOwner(
    `update purchase_order_detail set price_reason = 'As agreed' where purchase_order_id = $1`,
    [id],
  );
  expect([await reasonIn('zh-CN'), await reasonIn('en')]).toEqual(['As agreed', 'As agreed']);
});
