/**
 * What becomes of a need after the list: what its orders are is on the plan, and what is cancelled of them is cancelled
 * with who asked, never open again.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thing } from '../receiving/dock.testing.ts';
import { aDispatch, DAY, type ListLine, type Lists } from './lists/lists.testing.ts';

let room: Lists;
beforeAll(async () => {
  room = await aDispatch();
});
afterAll(() => room.running.close());

const documentOf = (line: ListLine): Promise<string> =>
  room.figure(
    `select to_bill_id::text from bill_link where from_type = 'distributionBill' and from_line_id = $1
      and to_type = 'purchaseDocument' group by to_bill_id having sum(from_qty) > 0`,
    [line.id],
  );
/** The approved order of a line of a list. */
const ordered = async (line: ListLine, { isApproved = true } = {}): Promise<string> => {
  await room.must('purchasedocument/generatePurchaseDocument', { ids: line['billId'], detailIds: line.id });
  const id = await documentOf(line);
  await room.must('purchasedocument/completePurchaseDocument', { ids: id, confirmDuplicate: 1 });
  const orderId = await room.figure('select order_id from purchase_document where id = $1', [id]);
  if (!isApproved) return orderId;
  await room.must('purchaseorder/toApply', { ids: orderId, confirmDuplicate: 1 });
  await room.must('purchaseorder/doApply', { ids: orderId }, room.boss);
  return orderId;
};
const request = (id: string) => room.get(room.keeper, 'invpleasepurchase/detail', { id });
const onOrder = (materialId: string): Promise<string> =>
  room.figure(
    'select coalesce(sum(open_qty), 0)::float8::text from expected_receipt where open_qty > 0 and material_id = $1',
    [materialId],
  );
/** Six are ordered instead of ten, and the change is approved. */
async function lower(purchaseOrderId: string, releaseTo: string): Promise<void> {
  const { details } = (await room.get(room.keeper, 'purchaseorder/detail', { id: purchaseOrderId })) as {
    details: { id: string }[];
  } & Record<string, unknown>;
  const made = await room.must<{ id: string }>('purchaseorderchange/submit', {
    purchaseOrderId,
    changeType: 'quantity',
    changeReason: '少 4 千克',
    releaseTo,
    details: [{ orderDetailId: details[0]!.id, newQty: '6' }],
  });
  await room.must('purchaseorderchange/toApply', { ids: made.id });
  await room.must('purchaseorderchange/doApply', { ids: made.id }, room.boss);
}

describe('what is cancelled is carried back to the request line', () => {
  test.each([
    ['redistribute', { distributeStatus: 'all', details: [{ distributedQty: '10', cancelledQty: '0' }] }, '10'],
    ['cancel', { distributeStatus: 'none', details: [{ distributedQty: '0', cancelledQty: '10', openQty: '0' }] }, '0'],
  ])('a void order, %s', async (releaseTo, expected, open) => {
    const id = await room.requested([{ materialId: thing.rice, requestQty: '10' }]);
    const before = Number(await onOrder(thing.rice)) - 10;
    const [line] = await room.straight(id);
    const orderId = await ordered(line!);
    await room.must('purchaseorder/void', { ids: orderId, reason: '不要了', releaseTo });
    const { details, ...head } = expected;
    const { openQty: _open, ...figures } = details[0] as Record<string, string>;
    expect(await request(id)).toMatchObject({ ...head, details: [figures] });
    expect(String(Number(await onOrder(thing.rice)) - before)).toBe(open);
    expect(await room.proof()).toBeNull();
    if (releaseTo === 'cancel')
      expect(await room.refusal('distributionstraight/generateDistributionStraight', { ids: id })).toMatch(
        /没有可直配的明细/,
      );
  });
});

describe('what comes less is carried back to the request line', () => {
  test.each([
    ['redistribute', '10', '0', '4'],
    ['cancel', '6', '4', '0'],
  ])(
    'an order that was lowered, %s: the rest of the line stays ordered',
    async (releaseTo, distributed, cancelled, open) => {
      const id = await room.requested([{ materialId: thing.rice, requestQty: '10' }]);
      const [line] = await room.straight(id);
      const orderId = await ordered(line!);
      await lower(orderId, releaseTo);
      expect(await request(id)).toMatchObject({ details: [{ distributedQty: distributed, cancelledQty: cancelled }] });
      const [after] = await room.lines('straight', { sourceOf: id });
      expect(after).toMatchObject({ documentedQty: '6', orderedQty: '6', cancelledQty: cancelled, openQty: open });
      expect(await room.proof()).toBeNull();
      expect(await room.get(room.keeper, 'purchasedocument/detail', { id: await documentOf(line!) })).toMatchObject({
        status: 'completed',
        details: [{ qty: '10', orderedQty: '6', cancelledQty: '4' }],
      });
      // Of what went on already nothing is split or replaced; what is open may get another supplier.
      const change = (more: object) =>
        room.refusal('distributionstraight/updateBatchSupplierOrMaterial', { ids: after!.id, reason: '换', ...more });
      if (open !== '0') {
        expect(await change({ materialId: thing.tofu })).toMatch(/已制单，不能修改/);
        expect(await change({ supplierId: '621' })).toBe('操作成功');
      }
    },
  );

  test('an order whose document asks for less than before says where it goes', async () => {
    const id = await room.requested([{ materialId: thing.rice, requestQty: '10' }]);
    const [line] = await room.straight(id);
    const orderId = await ordered(line!);
    expect(
      await room.refusal('purchaseorderchange/submit', {
        purchaseOrderId: orderId,
        changeType: 'close',
        changeReason: '不要了',
      }),
    ).toMatch(/请选择释放方式/);
  });
});

describe('plans follow orders made through lists', () => {
  test('ordered once the document is completed, given back when the draft is removed, received with the goods', async () => {
    const { id: planId } = await room.must<{ id: string }>('invrequireplan/submit', {
      startDate: DAY.wednesday,
      endDate: DAY.wednesday,
      details: [{ warehouseId: '500', materialId: thing.rice, needDate: DAY.wednesday, unitId: '301', planQty: '12' }],
    });
    await room.must('invrequireplan/toApply', { ids: planId });
    await room.must('invrequireplan/doApply', { ids: planId }, room.boss);
    await room.must('invpleasepurchase/generatePleasePurchase', { invRequirePlanIds: planId });
    const requestId = await room.figure(
      `select to_bill_id::text from bill_link where from_type = 'requirementPlan' and from_bill_id = $1`,
      [planId],
    );
    const planned = (): Promise<string> =>
      room.figure(
        `select trim_scale(ordered_qty) || ' ' || trim_scale(received_qty) from requirement_plan_detail
          where requirement_plan_id = $1`,
        [planId],
      );
    const [line] = await room.straight(requestId);
    expect(await planned()).toBe('0 0');
    const draft = await ordered(line!, { isApproved: false });
    expect(await planned()).toBe('12 0');
    await room.must('purchaseorder/remove', { ids: draft });
    expect(await planned()).toBe('0 0');
    const document = await documentOf(line!);
    await room.must('purchasedocument/completePurchaseDocument', { ids: document, confirmDuplicate: 1 });
    const orderId = await room.figure('select order_id from purchase_document where id = $1', [document]);
    await room.must('purchaseorder/toApply', { ids: orderId, confirmDuplicate: 1 });
    await room.must('purchaseorder/doApply', { ids: orderId }, room.boss);
    const [bill] = await room.running.asOwner<{ id: string; line: string }>(
      `select s.id::text, d.id::text as line from in_store s join in_store_detail d on d.in_store_id = s.id
        where s.source_bill_id = $1`,
      [orderId],
    );
    await room.must('invinstore/doReceiving', {
      instoreId: bill!.id,
      details: [{ detailId: bill!.line, acceptedQty: '5', productionDate: '2026-11-20' }],
    });
    expect(await planned()).toBe('12 5');
    expect(await room.proof()).toBeNull();
  });
});

test('H19: the parameter purchasing.channel says whether requests are ordered at once, by lists, or both', async () => {
  const set = (value: string): Promise<unknown> =>
    room.running.asOwner(`begin; set local app.tenant = '000001';
      delete from param where param_key = 'purchasing.channel' and tenant_id = '000001';
      insert into param (param_key, param_name, param_value) values ('purchasing.channel', '通道', '${value}'); commit`);
  const offered = (): Promise<unknown> => room.get(room.keeper, 'invpleasepurchase/channel', {});
  const id = await room.requested([{ materialId: thing.rice, requestQty: '2', supplierId: '620' }]);
  const list = () => room.refusal('distributionstraight/generateDistributionStraight', { ids: id });
  const order = () => room.refusal('purchaseorder/generateFromRequest', { ids: id });
  expect(await offered()).toEqual({ direct: true, distribution: true });

  await set('distribution');
  expect(await offered()).toEqual({ direct: false, distribution: true });
  expect(await order()).toMatch(/须经直配、统配分配，不能直接下单/);
  expect(await room.refusal('purchaseorder/previewFromRequest', { ids: id })).toMatch(/不能直接下单/);

  await set('direct');
  expect(await offered()).toEqual({ direct: true, distribution: false });
  expect(await list()).toMatch(/公司规定请购直接下单，不经直配、统配/);
  expect(await order()).toBe('操作成功');

  await set('both');
  const other = await room.requested([{ materialId: thing.rice, requestQty: '2', supplierId: '620' }]);
  expect(await room.straight(other)).toHaveLength(1);
});
