/** Work lists become documents, documents orders; what stands against it is said before anything is made. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { MANAGER, refusalsOf } from '../../other-moves/other-moves.testing.ts';
import { thing } from '../../stock/ledger/stock-room.testing.ts';
import { aDistribution, DELIVERY, DOCUMENT, site, SUPPLIER, type Distribution } from '../distribution.testing.ts';

let room: Distribution;
beforeAll(async () => {
  room = await aDistribution();
});
afterAll(() => room.close());

const codes = async (work: Promise<unknown>): Promise<string[]> => (await refusalsOf(work)).map(([code]) => code);
const generate = (ids: string, detailIds?: string): Promise<unknown> =>
  room.call(`${DOCUMENT}/generatePurchaseDocument`, detailIds === undefined ? { ids } : { ids, detailIds });
const complete = (ids: string, more: Record<string, unknown> = {}, who?: Parameters<Distribution['call']>[2]) =>
  room.call(`${DOCUMENT}/completePurchaseDocument`, { ids, ...more }, who);
const price = (value: string): Promise<unknown> =>
  room.act(({ tx }) =>
    tx.run(sql`update supplier_material set price = ${value}::numeric, base_price = ${value}::numeric
      where supplier_id = 600 and material_id = 201`),
  );
/** A list of its own day, so that nothing else is ordered for it. */
let day = 0;
const nextDay = (): string => `2025-04-${String((day += 1)).padStart(2, '0')}`;

describe('documents of work lists', () => {
  test('RULE-339: a direct list becomes a document by supplier, place and day; its lines stand on it and nowhere else', async () => {
    const { id, lineIds } = await room.listed('straight', [
      { qty: '5' },
      { qty: '2' },
      { qty: '7', materialId: thing.tofu, price: '3' },
      { qty: '3', warehouseId: site.second },
    ]);
    expect(await room.onOrder(site.first)).toEqual({ distributionBill: 7 });
    const documents = await room.documented(id);
    expect(documents.map(({ docType, status }) => [docType, status])).toEqual([
      ['straight', 'open'],
      ['straight', 'open'],
    ]);
    const first = await room.billOf(DOCUMENT, documents[0]!.id);
    expect(first).toMatchObject({ supplierId: SUPPLIER.farm, warehouseId: site.first, amount: '49.00', lineCount: 2 });
    expect(first.details.map((line) => [line['materialId'], line['qty'], line['siteCount']])).toEqual([
      [thing.rice, '7', 2],
      [thing.tofu, '7', 1],
    ]);
    expect(first['sites']).toHaveLength(3);
    expect(await room.onOrder(site.first)).toEqual({ purchaseDocument: 7 });
    expect(await room.lineOf(lineIds[0]!)).toMatchObject({ status: 'documented', documented: 5 });
    expect(await codes(generate(id))).toEqual(['documents.nothing-open']);
  });

  test('B13: what is bought for a centre is bought there and brought to each site, by two links of one line', async () => {
    const { id } = await room.listed('uniform', [
      { qty: '5', supplyMode: 'purchase', supplierId: SUPPLIER.farm },
      { qty: '4', supplyMode: 'purchase', supplierId: SUPPLIER.farm, warehouseId: site.second },
    ]);
    const documents = await room.documented(id);
    expect(documents.map(({ docType }) => docType)).toEqual(['central', 'delivery', 'delivery']);
    expect(await room.billOf(DOCUMENT, documents[0]!.id)).toMatchObject({
      outFactoryWarehouseId: room.store,
      deliveryDate: '2025-03-17',
      amount: '36.00',
      details: [{ qty: '9' }],
    });
    expect(await room.onOrder(room.store)).toEqual({ purchaseDocument: 9 });
    const links = await room.act(({ tx }) =>
      tx.rows(
        sql`select kind, sum(from_qty)::float8 as qty from bill_link where from_bill_id = ${id}::bigint group by 1 order by 1`,
      ),
    );
    expect(links).toEqual([
      { kind: 'deliver', qty: 9 },
      { kind: 'supply', qty: 9 },
    ]);
    // The late tour stops at both sites, the early one at the first; one that is not in use at none.
    await room.act(async ({ tx }) => {
      await tx.run(sql`insert into project_dept_system (id, code, project_dept_name, blade_project_dept_id) values
        (610, 'X1', '一项目部', 110), (630, 'X2', '二项目部', 130)`);
      await tx.run(sql`insert into delivery_route (id, code, name, out_org_id, depart_time, frozen) values
        (700, 'R1', '晚班', 120, '05:30', 0), (701, 'R2', '早班', 120, '04:00', 0), (702, 'R0', '停用', 120, '03:00', 1)`);
      await tx.run(sql`insert into delivery_route_stop (delivery_route_id, line_no, stop_seq, project_dept_sys_id,
          warehouse_id) select r, row_number() over (partition by r order by s), s, p, w
        from (values (700, 1, 630, ${site.second}::bigint), (700, 2, 610, ${site.first}::bigint),
          (701, 4, 610, ${site.first}::bigint), (702, 1, 610, ${site.first}::bigint)) as v(r, s, p, w)`);
    });
    const orders = await room.completed(documents);
    const bought = await room.billOf('purchaseorder', orders[0]!);
    expect(bought).toMatchObject({ orderType: 'central', factoryWarehouseId: room.store, amount: '36.00' });
    const brought = await room.billOf('factoryorder', orders[1]!);
    expect(brought).toMatchObject({ status: 'pending', warehouseId: site.first, settlementAmount: '30.00' });
    expect([brought, await room.billOf('factoryorder', orders[2]!)]).toMatchObject([
      { routeId: '701', routeName: '早班', stopSeq: 4 },
      { routeId: '700', routeName: '晚班', stopSeq: 1 },
    ]);
    expect(await room.onOrder(room.store)).toEqual({ purchaseOrder: 9 });
  });

  test('lines that lack something are counted and nothing is made', async () => {
    const { id } = await room.listed('straight', [
      { qty: '1', supplierId: null },
      { qty: '1', price: null },
    ]);
    expect(await codes(generate(id))).toEqual(['documents.no-supplier', 'documents.no-price']);
    expect(await room.documentsOf([id])).toEqual([]);
  });
});

describe('documents of work lists, chosen and void', () => {
  test('only lines that were named; one that somebody was faster with is said to be', async () => {
    const { id, lineIds } = await room.listed('straight', [
      { qty: '1', deliveryDate: nextDay() },
      { qty: '2', deliveryDate: nextDay() },
    ]);
    await generate(id, lineIds[0]);
    expect(await room.documentsOf([id])).toHaveLength(1);
    expect(await codes(generate(id, lineIds.join(',')))).toEqual(['documents.lines-taken']);
    await generate(id);
    expect(await room.documentsOf([id])).toHaveLength(2);
  });

  test('a void document gives everything back, and it can be made again', async () => {
    const { id, lineIds } = await room.listed('straight', [{ qty: '5', deliveryDate: nextDay() }]);
    const [document] = await room.documented(id);
    await room.call(`${DOCUMENT}/void`, { ids: document!.id, reason: '换供应商' });
    expect(await room.lineOf(lineIds[0]!)).toMatchObject({ status: 'open', documented: 0 });
    const again = await room.documented(id);
    expect(again.map(({ status }) => status)).toEqual(['void', 'open']);
    expect(await codes(room.call(`${DOCUMENT}/void`, { ids: document!.id, reason: '再一次' }))).toEqual([
      'document.state',
    ]);
  });

  test('what was bought for a centre and is void again can be bought anew without being brought twice', async () => {
    const { id, lineIds } = await room.listed('uniform', [
      { qty: '5', supplyMode: 'purchase', supplierId: SUPPLIER.farm, deliveryDate: nextDay() },
    ]);
    const [central] = await room.documented(id);
    await room.call(`${DOCUMENT}/void`, { ids: central!.id, reason: '换供应商' });
    expect(await room.lineOf(lineIds[0]!)).toMatchObject({ documented: 5 });
    const again = await room.documented(id);
    expect(again.map(({ docType, status }) => `${docType} ${status}`)).toEqual([
      'central void',
      'delivery open',
      'central open',
    ]);
  });
});

describe('documents become orders', () => {
  const one = async (more: Parameters<Distribution['listed']>[1][number] = { qty: '5' }) => {
    const { id, lineIds } = await room.listed('straight', [{ deliveryDate: nextDay(), ...more }]);
    return { document: (await room.documented(id))[0]!, line: lineIds[0]! };
  };

  test('EP-0759, RULE-547: a completed document is an order in draft with its quantities and prices', async () => {
    const { document, line } = await one({ qty: '5' });
    await complete(document.id);
    const closed = await room.billOf(DOCUMENT, document.id);
    expect(closed).toMatchObject({ status: 'completed', completeUser: '1', lateFlag: 0 });
    const order = await room.billOf('purchaseorder', String(closed['orderId']));
    expect(order).toMatchObject({
      billCode: closed['orderCode'],
      status: 'draft',
      orderType: 'straight',
      purchaseDocumentId: document.id,
      details: [{ orderQty: '5', price: '4', surplusQty: '0' }],
    });
    expect(await room.lineOf(line)).toMatchObject({ status: 'ordered', ordered: 5 });
    expect(await codes(complete(document.id))).toEqual(['document.state']);
    // What came of a document is changed by an order change alone.
    const more = { ...order, details: order.details.map((each) => ({ ...each, orderQty: '6' })) };
    expect(await codes(room.call('purchaseorder/submit', more))).toEqual(['purchasing.from-document']);
  });

  test('the parameter purchasing.order.on-complete says whether the order is a draft or asks for approval', async () => {
    const completes = (value: string): Promise<unknown> =>
      room.act(({ tx }) =>
        tx.run(sql`insert into param (param_name, param_key, param_value) values ('O', 'purchasing.order.on-complete', ${value})
          on conflict (tenant_id, param_key) do update set param_value = excluded.param_value`),
      );
    const made = async (): Promise<unknown> => {
      const { document } = await one();
      await complete(document.id);
      const { orderId } = await room.billOf(DOCUMENT, document.id);
      return (await room.billOf('purchaseorder', String(orderId)))['status'];
    };
    await completes('pending');
    expect(await made()).toBe('pending');
    await completes('draft');
    expect(await made()).toBe('draft');
  });

  test('a price that changed since is refused with both, and taken anew', async () => {
    const { document } = await one();
    await price('4.40');
    expect(await codes(complete(document.id))).toEqual(['documents.price-changed']);
    await room.call(`${DOCUMENT}/refresh`, { ids: document.id });
    expect(await room.billOf(DOCUMENT, document.id)).toMatchObject({ amount: '22.00' });
    await complete(document.id);
    await price('4');
  });

  test('a supplier who is frozen, or has no price any more, is not ordered from', async () => {
    const { document } = await one();
    const frozen = (value: number): Promise<unknown> =>
      room.act(({ tx }) => tx.run(sql`update supplier set frozen = ${value} where id = 600`));
    await frozen(1);
    expect(await codes(complete(document.id))).toEqual(['documents.supplier-frozen']);
    await frozen(0);
    const ends = (date: string | null): Promise<unknown> =>
      room.act(({ tx }) => tx.run(sql`update supplier_material set end_date = ${date}::date where supplier_id = 600`));
    await ends('2025-03-01');
    expect(await codes(complete(document.id))).toEqual(['documents.no-longer-priced']);
    expect(await codes(room.call(`${DOCUMENT}/refresh`, { ids: document.id }))).toEqual(['documents.no-longer-priced']);
    await ends(null);
    await complete(document.id);
  });

  test('B24: past the cut-off it needs a reason and the right, and says so afterwards', async () => {
    const { document } = await one({ qty: '5', orderBefore: '2025-03-16 09:59:59' });
    expect(await codes(complete(document.id))).toEqual(['documents.late']);
    const { warnings } = (await room.billOf(DOCUMENT, document.id)) as unknown as { warnings: { sentence: string }[] };
    expect(warnings[0]!.sentence).toBe('已过截单时间 2025-03-16 09:59，完成时须填写原因');
    expect(
      await codes(complete(document.id, { lateReason: '临时加餐' }, { without: ['purchasedocument_late'] })),
    ).toEqual(['documents.late-right']);
    await complete(document.id, { lateReason: '临时加餐' });
    expect(await room.billOf(DOCUMENT, document.id)).toMatchObject({ lateFlag: 1, lateReason: '临时加餐' });
  });

  test('B29: a second order for the same supplier, warehouse and day is questioned', async () => {
    const deliveryDate = nextDay();
    const [first, second] = [await one({ qty: '5', deliveryDate }), await one({ qty: '2', deliveryDate })];
    expect(await codes(complete(`${first.document.id},${second.document.id}`))).toEqual(['documents.duplicate']);
    await complete(first.document.id);
    expect(await codes(complete(second.document.id))).toEqual(['documents.duplicate']);
    await complete(second.document.id, { confirmDuplicate: 1 });
  });

  test('P13: least quantities, multiples and amounts are suggested and never ordered', async () => {
    await room.act(async ({ tx }) => {
      await tx.run(sql`update supplier set min_order_amount = 100 where id = 600`);
      await tx.run(sql`update supplier_material set min_order_qty = 8 where supplier_id = 600 and material_id = 201`);
    });
    const { document } = await one({ qty: '5' });
    const { warnings } = (await room.billOf(DOCUMENT, document.id)) as unknown as { warnings: { sentence: string }[] };
    expect(warnings.map(({ sentence }) => sentence.slice(0, 8))).toEqual(['大米 低于起订量', '低于起送金额 1']);
    const { deliveryDate } = await room.billOf(DOCUMENT, document.id);
    await room.act(({ tx }) =>
      tx.run(sql`insert into supplier_holidays (supplier_id, line_no, holiday_date, shift)
        values (600, 1, ${String(deliveryDate)}::date, 'none')`),
    );
    const closed = (await room.billOf(DOCUMENT, document.id)) as unknown as { warnings: { sentence: string }[] };
    expect(closed.warnings[0]!.sentence).toContain('不配送');
    await complete(document.id);
    const { orderId } = await room.billOf(DOCUMENT, document.id);
    expect(await room.billOf('purchaseorder', String(orderId))).toMatchObject({ details: [{ orderQty: '5' }] });
  });

  test('a delivery without a settlement price waits until there is one', async () => {
    const { id } = await room.listed('uniform', [{ qty: '5', materialId: thing.flour, deliveryDate: nextDay() }]);
    const [document] = await room.documented(id);
    expect(await codes(complete(document!.id))).toEqual(['documents.no-settlement-price']);
    await room.act(({ tx }) =>
      tx.run(sql`insert into settlement_price (code, material_id, unit_id, factor, price, base_price, tax_rate, start_date)
        values ('F', 204, 301, 1, 7, 7, 9, '2020-01-01')`),
    );
    await room.call(`${DOCUMENT}/refresh`, { ids: document!.id });
    await complete(document!.id);
    expect(await room.billOf(DOCUMENT, document!.id)).toMatchObject({ status: 'completed', settlementAmount: '35.00' });
  });

  test('nothing begins at a frozen warehouse', async () => {
    const { document } = await one();
    await room.act(({ tx }) => tx.run(sql`update warehouse set frozen = 1 where id = ${site.first}::bigint`));
    expect(await codes(complete(document.id))).toEqual(['stock.warehouse-frozen']);
    await room.act(({ tx }) => tx.run(sql`update warehouse set frozen = 0 where id = ${site.first}::bigint`));
  });

  test('a removed draft opens its document again; a void order gives its quantity where it is told', async () => {
    const { document, line } = await one();
    await complete(document.id);
    const draft = String((await room.billOf(DOCUMENT, document.id))['orderId']);
    await room.call('purchaseorder/remove', { ids: draft });
    expect(await room.billOf(DOCUMENT, document.id)).toMatchObject({ status: 'open', orderId: '' });
    expect(await room.lineOf(line)).toMatchObject({ status: 'documented', ordered: 0 });

    await complete(document.id);
    const order = String((await room.billOf(DOCUMENT, document.id))['orderId']);
    await room.call('purchaseorder/toApply', { ids: order });
    await room.call('purchaseorder/doApply', { ids: order }, { who: MANAGER });
    expect(await codes(room.call('purchaseorder/void', { ids: order, reason: '不要了' }))).toEqual([
      'documents.release-to',
    ]);
    await room.call('purchaseorder/void', { ids: order, reason: '不要了', releaseTo: 'redistribute' });
    expect(await room.lineOf(line)).toMatchObject({ status: 'open', documented: 0, ordered: 0, cancelled: 0 });
    expect(await room.billOf(DOCUMENT, document.id)).toMatchObject({ status: 'void' });

    const cancelled = await one();
    await complete(cancelled.document.id);
    const other = String((await room.billOf(DOCUMENT, cancelled.document.id))['orderId']);
    await room.call('purchaseorder/toApply', { ids: other });
    await room.call('purchaseorder/doApply', { ids: other }, { who: MANAGER });
    await room.call('purchaseorder/void', { ids: other, reason: '不要了', releaseTo: 'cancel' });
    expect(await room.lineOf(cancelled.line)).toMatchObject({ status: 'closed', documented: 0, cancelled: 5 });
    expect(await room.call('stock/prove', {})).toMatchObject({ ok: true, firstBadRow: null });
  });

  test('what comes on an order comes to the lines behind it, the earliest need first', async () => {
    const deliveryDate = DELIVERY;
    const { id, lineIds } = await room.listed('straight', [
      { qty: '5', needDate: '2025-03-20', deliveryDate, materialId: thing.tofu, price: '3' },
      { qty: '4', needDate: '2025-03-19', deliveryDate, materialId: thing.tofu, price: '3' },
    ]);
    const [orderId] = await room.completed(await room.documented(id));
    await room.call('purchaseorder/toApply', { ids: orderId! });
    await room.call('purchaseorder/doApply', { ids: orderId! }, { who: MANAGER });
    const bill = await room.act(({ tx }) =>
      tx.row<{ id: string; line: string }>(sql`select s.id, d.id as line from in_store s
        join in_store_detail d on d.in_store_id = s.id where s.source_bill_id = ${orderId!}`),
    );
    await room.call('invinstore/doReceiving', {
      instoreId: bill!.id,
      details: [{ detailId: bill!.line, acceptedQty: '6', refusedQty: '0', productionDate: '2025-03-16' }],
    });
    expect([await room.lineOf(lineIds[0]!), await room.lineOf(lineIds[1]!)]).toMatchObject([
      { status: 'ordered', received: 2 },
      { status: 'received', received: 4 },
    ]);
  });
});

test('lists and documents of another company are not there', async () => {
  const { id } = await room.listed('straight', [{ qty: '1', deliveryDate: nextDay() }]);
  const elsewhere = { all: false, depts: ['999'] } as const;
  const asStranger = (path: string, input: Record<string, unknown>): Promise<unknown> =>
    room.act((context) =>
      room.callIn({ ...context, user: { ...context.user, scope: elsewhere } } as typeof context, path, input, '2'),
    );
  await expect(asStranger(`${DOCUMENT}/generatePurchaseDocument`, { ids: id })).rejects.toThrow('does not exist');
  const [document] = await room.documented(id);
  await expect(asStranger(`${DOCUMENT}/completePurchaseDocument`, { ids: document!.id })).rejects.toThrow(
    'does not exist',
  );
});
