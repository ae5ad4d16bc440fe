/** What a site bought itself, received at its door over HTTP: at the price paid, once, and taken back. */
import { describe, expect, test } from 'vitest';
import { type Approved, OK, openMarket } from './self-purchase.testing.ts';

const market = openMarket();
const { post, say, draft, order, approved, bill, balance } = market;

describe('RULE-384 EP-0466 EP-0467 EP-0468 EP-0469: received at the door', () => {
  test('less than was bought is recorded as a difference that is settled at once, and the bill completes; stock has what came', async () => {
    const before = await balance('210');
    const { id, instoreId, detailId } = await approved();
    await say('doReceiving', {
      instoreId,
      details: [{ detailId, acceptedQty: '10', refusedQty: '1', refuseReason: 'rotten' }],
    });
    expect(await order(id)).toMatchObject({
      receiveStatus: 'difference',
      details: [{ openQty: '2', refusedQty: '1' }],
    });
    expect(await say('completeReceiving', { billId: id })).toMatch(/还有 1 行未收货也未登记差异/);
    const proposed = (await post('preDifference', { id })).data as { details: Record<string, string>[] };
    expect(proposed.details.map((each) => [each['differenceType'], each['qty'], each['outcome']])).toEqual([
      ['quality', '1', 'cancel-rest'],
      ['short', '1', 'cancel-rest'],
    ]);
    const claims = proposed.details.map((each) => ({ ...each, cause: '摊主少称' }));
    expect(await say('doDifference', { id, details: claims.map((each) => ({ ...each, outcome: 'wait' })) })).not.toBe(
      OK,
    );
    expect(await say('doDifference', { id, details: claims })).toBe(OK);
    expect(await say('completeReceiving', { billId: instoreId })).toBe(OK);
    expect(await order(id)).toMatchObject({
      status: 'done',
      receiveStatus: 'all',
      details: [{ settledQty: '2', openQty: '0' }],
    });
    expect(Number((await balance('210'))[0])).toBe(Number(before[0]) + 10);
    await market.dock.proved();
  });

  test('without a photo it is received and not completed; the photo is added later, and is one', async () => {
    const { id, detailId } = await approved({ proofPictures: [] });
    await say('doReceiving', { id, details: [{ detailId, acceptedQty: '12' }] });
    expect(await say('completeReceiving', { billId: id })).toMatch(/^ZC\d+ 请上传凭证照片/);
    expect((await order(id))['status']).toBe('approved');
    expect(await say('addProof', { ids: id, proofPictures: ['999'] })).not.toBe(OK);
    expect(await say('addProof', { ids: id, proofPictures: ['802'] })).toBe(OK);
    expect(await say('completeReceiving', { billId: id })).toBe(OK);
  });

  test('paid at the door less than approved it costs what was paid; more is refused', async () => {
    const before = await balance('210');
    const { id, detailId } = await approved();
    const receive = (deliveredPrice: string) =>
      say('doReceiving', { id, details: [{ detailId, acceptedQty: '12', deliveredPrice }] });
    expect(await receive('58')).toMatch(/基围虾 实付单价 58 高于审批的 57/);
    expect(await receive('55.5')).toBe(OK);
    expect(Number((await balance('210'))[1])).toBeCloseTo(Number(before[1]) + 666, 2);
    await market.dock.proved();
  });

  test('a code is read and learned at this door as at any other, though a stall is no supplier', async () => {
    const { instoreId, detailId } = await approved();
    const code = '6901234567892';
    const read = () => market.dock.get(market.dock.keeper, 'invinstore/readCode', { instoreId, code });
    expect(await read()).toMatchObject({ kind: 'none' });
    const learned = await market.dock.post(market.dock.keeper, 'invinstore/learnCode', { instoreId, code, detailId });
    expect(learned.body).toMatchObject({ msg: OK, data: { materialName: '基围虾' } });
    expect(await read()).toMatchObject({ kind: 'material', id: '210' });
  });
});

test('its vendor, where he is a supplier, is owed what was paid at the door; a stall is no party; taken back nobody is owed', async () => {
  const owed = (instoreId: string) =>
    market.dock.running.asOwner(
      `select party_kind, party_id, entry_kind, amount::text from settlement_entry
        where bill_type = 'selfpurchaseinstore' and bill_id = $1 and party_kind = 'supplier' order by id`,
      [instoreId],
    );
  const entry = { party_kind: 'supplier', party_id: '600', entry_kind: 'purchase' };
  const known = await approved({ vendorName: '', supplierId: '600' });
  const stall = await approved();
  for (const { id, detailId } of [known, stall])
    expect(await say('doReceiving', { id, details: [{ detailId, acceptedQty: '12', deliveredPrice: '55.5' }] })).toBe(
      OK,
    );
  expect(await owed(known.instoreId)).toEqual([{ ...entry, amount: '666.00' }]);
  expect(await owed(stall.instoreId)).toEqual([]);
  // The bill shows it, and which goods the site was not charged for, since no settlement price is published.
  const shownOn = async ({ instoreId }: Approved) =>
    (await market.dock.get(market.dock.boss, 'selfpurchaseinstore/detail', { id: instoreId }))['owed'];
  expect(await shownOn(known)).toMatchObject({
    parties: [{ kind: 'supplier', name: '鲜达', amount: '666' }],
    receiptMargin: null,
    chargesLeftOut: ['基围虾'],
  });
  expect(await shownOn(stall)).toMatchObject({ parties: [], chargesLeftOut: ['基围虾'] });
  await market.dock.proved();
  const at = (await market.dock.get(market.dock.keeper, 'selfpurchaseorder/detailreceiving', { id: known.id }))[
    'receivings'
  ] as {
    id: string;
  }[];
  expect(
    await say(
      'reverseReceiving',
      { instoreId: known.instoreId, receivingId: at[0]!.id, reason: '数错了' },
      market.dock.boss,
    ),
  ).toBe(OK);
  expect(await owed(known.instoreId)).toEqual([
    { ...entry, amount: '666.00' },
    { ...entry, amount: '-666.00' },
  ]);
  await market.dock.proved();
});

describe('received twice, taken back, approved twice and frozen', () => {
  test('the same key changes nothing the second time', async () => {
    const { id, detailId } = await approved();
    const half = { id, receiveKey: 'phone-1', details: [{ detailId, acceptedQty: '5' }] };
    expect([await say('doReceiving', half), await say('doReceiving', half)]).toEqual([OK, OK]);
    expect((await order(id))['details']).toMatchObject([{ receivedQty: '5', openQty: '7' }]);
  });

  test('a delivery taken back opens a completed order again, and stock is as it was', async () => {
    const before = await balance('210');
    const { id, instoreId, detailId } = await approved();
    await say('doReceiving', { id, details: [{ detailId, acceptedQty: '12', deliveredPrice: '56' }] });
    await say('completeReceiving', { billId: id });
    expect(await say('void', { ids: id, reason: '不要了' }, market.dock.boss)).not.toBe(OK);
    const [delivery] = (await bill(instoreId)).receivings;
    expect(
      (
        await market.dock.post(market.dock.keeper, 'invinstore/reverseReceiving', {
          receivingId: delivery!.id,
          reason: '收错了',
        })
      ).status,
    ).toBe(404);
    expect(await say('reverseReceiving', { receivingId: delivery!.id, reason: '收错了' })).toBe(OK);
    expect(await order(id)).toMatchObject({
      status: 'approved',
      receiveStatus: 'none',
      details: [{ receivedQty: '0', openQty: '12' }],
    });
    expect(await bill(instoreId)).toMatchObject({ status: 'to-receive', amount: '0.00' });
    expect(await balance('210')).toEqual(before);
    expect(await say('void', { ids: id, reason: '不要了' }, market.dock.boss)).toBe(OK);
    expect(await bill(instoreId)).toMatchObject({ status: 'void' });
    await market.dock.proved();
  });

  test('what was used is not taken back', async () => {
    const { id, instoreId, detailId } = await approved();
    await say('doReceiving', { id, details: [{ detailId, acceptedQty: '12' }] });
    const [delivery] = (await bill(instoreId)).receivings;
    await market.dock.take(delivery!.details[0]!['batchId']!, '210', '1');
    expect(await say('reverseReceiving', { receivingId: delivery!.id, reason: '收错了' })).toMatch(/已被使用/);
    expect(await say('void', { ids: id, reason: '不要了' }, market.dock.boss)).toMatch(/已收货，不能作废/);
  });

  test('two who approve at once: one does, and there is one bill', async () => {
    const id = await draft({ vendorName: '两人摊' });
    await say('toApply', { ids: id });
    const answers = await Promise.all([1, 2].map(() => say('doApply', { ids: id }, market.dock.boss)));
    expect(answers.filter((msg) => msg === OK)).toHaveLength(1);
    expect(
      await market.dock.running.asOwner(`select count(*)::int as bills from in_store where source_bill_id = $1`, [id]),
    ).toEqual([{ bills: 1 }]);
  });

  test('nothing is bought for a warehouse that is frozen, and nothing is received of what nobody approved', async () => {
    const id = await draft({ vendorName: '冻结摊' });
    expect(await say('preReceiving', { id })).toMatch(/还没有入库单，请先审批/);
    await market.dock.running.asOwner('update warehouse set frozen = 1 where id = 500');
    expect(await say('toApply', { ids: id })).toMatch(/主仓/);
    await market.dock.running.asOwner('update warehouse set frozen = 0 where id = 500');
  });
});
