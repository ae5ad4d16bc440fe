/** A site buys itself, over HTTP: beside the known price, inside its limits, with proof, sent once. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { TODAY } from '../receiving/dock.testing.ts';
import { OK, shrimp, body, openMarket, T } from './self-purchase.testing.ts';

const market = openMarket();
const { post, say, draft, order, bill, balance } = market;

describe('B23: price check in the shop, photo, place and limit', () => {
  test('RULE-337 RULE-373 RULE-486 EP-0461 EP-0462 EP-0465: 12 kg of shrimp 14 % above the agreed price, explained, inside the limit: sent, approved by another, received at the price paid', async () => {
    const before = await balance('210');
    const id = await draft({ boughtAt: '城南市场 3 号摊' });
    expect(await order(id)).toMatchObject({
      amount: '684.00',
      limitAmount: '2000.00',
      purchaserName: '收货员',
      boughtAt: '城南市场 3 号摊',
      details: [{ referencePrice: '50', referenceKind: 'agreed', deviation: '14', deviationReason: '台风停航' }],
    });
    expect(await say('toApply', { ids: id })).toBe(OK);
    expect(await say('doApply', { ids: id })).not.toBe(OK);
    expect(await say('doApply', { ids: id }, market.dock.boss)).toBe(OK);
    const at = await market.dock.get(market.dock.keeper, 'selfpurchaseorder/detailreceiving', { id });
    expect(at).toMatchObject({ instoreCode: expect.stringMatching(/^ZR\d{12}$/) as string, status: 'approved' });
    const page = await market.dock.get(market.dock.keeper, 'selfpurchaseorder/receivingpage', {
      receiveStatus: 'none',
    });
    expect(page['records']).toEqual([expect.objectContaining({ id, instoreId: at['instoreId'] })]);
    const proposed = (await post('preReceiving', { id })).data as { details: Record<string, string>[] };
    expect(proposed.details).toMatchObject([{ openQty: '12', price: '57' }]);
    expect(
      await say('doReceiving', { id, details: [{ detailId: proposed.details[0]!['detailId'], acceptedQty: '12' }] }),
    ).toBe(OK);
    expect(await balance('210')).toEqual([String(Number(before[0]) + 12), String(Number(before[1]) + 684)]);
    expect(await say('completeReceiving', { billId: id })).toBe(OK);
    expect(await order(id)).toMatchObject({
      status: 'done',
      receiveStatus: 'all',
      details: [{ receivedQty: '12', openQty: '0' }],
    });
    expect(
      await market.dock.running.asOwner(`select reason from stock_move where bill_code = $1`, [at['instoreCode']]),
    ).toEqual([{ reason: 'receipt.self' }]);
    await market.dock.proved();
  });

  test('EP-0457 EP-0458 EP-0460: sent back with a reason it is edited and sent again', async () => {
    const id = await draft({ vendorName: '退回摊' });
    await say('toApply', { ids: id });
    expect(await say('refuse', { ids: id, reason: '价格太高' }, market.dock.boss)).toBe(OK);
    expect(await order(id)).toMatchObject({ status: 'rejected', reason: '价格太高' });
    expect(await say('submit', { id, remark: '已砍价' })).toBe(OK);
    expect(await say('toApply', { ids: id })).toBe(OK);
    await say('refuse', { ids: id, reason: '不要了' }, market.dock.boss);
  });
});

describe('B23: what is not sent, and what is not saved', () => {
  test('a price above its reference by more than is allowed is not sent without a reason: the line says which, by how much', async () => {
    const id = await draft({
      vendorName: '无原因摊',
      details: [
        { ...shrimp, price: '55', deviationReason: '' },
        { ...shrimp, deviationReason: '  ' },
      ],
    });
    expect(await post('toApply', { ids: id })).toMatchObject({
      msg: '第 2 行：基围虾 单价 57 高于参考价 50 达 14%（超过 10%），请填写原因',
      data: { refusals: [{ field: 'deviationReason', line: 2 }] },
    });
    expect((await order(id))['status']).toBe('draft');
  });

  test('without an agreed price the last one paid counts; without any there is nothing to stray from', async () => {
    const id = await draft({
      vendorName: '螃蟹摊',
      details: [{ materialId: '211', unitId: '301', orderQty: '1', price: '90' }],
    });
    expect((await order(id))['details']).toMatchObject([{ referencePrice: null, deviation: null, referenceKind: '' }]);
    expect(await say('toApply', { ids: id })).toBe(OK);
    expect(await say('doApply', { ids: id }, market.dock.boss)).toBe(OK);
    const at = await market.dock.get(market.dock.keeper, 'selfpurchaseorder/detailreceiving', { id });
    const [line] = (await bill(at['instoreId'] as string)).details;
    expect(await say('doReceiving', { id, details: [{ detailId: line!['id'], acceptedQty: '1' }] })).toBe(OK);
    expect(
      await market.dock.get(market.dock.keeper, 'selfpurchaseorder/references', {
        materialIds: '211,210',
        warehouseId: '500',
      }),
    ).toEqual([
      { materialId: '211', basePrice: '90', kind: 'last' },
      { materialId: '210', basePrice: '50', kind: 'agreed' },
    ]);
    await market.dock.proved();
  });
});

describe('B23: limits', () => {
  test('one order above the limit is not sent; whoever may pass it says why, and is named', async () => {
    const id = await draft({
      vendorName: '大单',
      details: [{ ...shrimp, orderQty: '40' }],
      overrideReason: '节日加餐',
    });
    const plain = market.dock.running.signIn({
      tenant: T,
      userId: '1',
      deptId: '110',
      permissions: new Set(['selfpurchaseorder_to_apply', 'selfpurchaseorder_view']),
    });
    expect(await say('toApply', { ids: id }, plain)).toMatch(
      /^ZC\d+ 金额 2280(\.00)? 元，超过单笔自采限额 2000(\.00)? 元/,
    );
    expect((await order(id))['status']).toBe('draft');
    const head = market.dock.running.signIn({
      tenant: T,
      userId: '1',
      deptId: '110',
      permissions: new Set(['selfpurchaseorder_to_apply', 'selfpurchaseorder_override']),
    });
    expect(await say('toApply', { ids: id }, head)).toBe(OK);
    expect((await order(id))['applyUserName']).toBe('收货员');
    await say('refuse', { ids: id, reason: '太多' }, market.dock.boss);
  });

  test('split in two at one vendor on one day it is refused by the numbers of the others, even sent at the same moment', async () => {
    const half = { vendorName: '拆单 摊', details: [{ ...shrimp, orderQty: '20' }] };
    const [one, two] = [await draft(half), await draft({ ...half, vendorName: '拆单摊' })];
    const answers = await Promise.all([say('toApply', { ids: one }), say('toApply', { ids: two })]);
    expect(answers.filter((msg) => msg === OK)).toHaveLength(1);
    expect(answers.find((msg) => msg !== OK)).toMatch(/是同一天同一商户的自采，合计 2280(\.00)? 元.*不能拆单$/);
    expect(await say('toApply', { ids: await draft({ ...half, purchaseDate: '2026-11-22' }) })).toBe(OK);
  });

  test('whoever chooses the supplier once and writes his name once buys of one vendor all the same', async () => {
    const [{ name }] = (await market.dock.running.asOwner<{ name: string }>(
      'select name from supplier where id = 600',
    )) as [{ name: string }];
    const half = { purchaseDate: '2026-11-23', details: [{ ...shrimp, orderQty: '20' }] };
    const chosen = await draft({ ...half, vendorName: '', supplierId: '600' });
    expect(await say('toApply', { ids: chosen })).toBe(OK);
    const written = await draft({ ...half, vendorName: ` ${name} ` });
    expect(await say('toApply', { ids: written })).toMatch(/不能拆单$/);
    await say('refuse', { ids: chosen, reason: '走采购订单' }, market.dock.boss);
    expect(await say('toApply', { ids: written })).toBe(OK);
  });
});

describe('B23: limits as they are set', () => {
  test('the parameters purchasing.self.order-limit, purchasing.self.month-limit and purchasing.self.deviation say how much and how dear', async () => {
    const set = (key: string, value: string) =>
      market.dock.running.asOwner(
        `insert into param (tenant_id, param_name, param_key, param_value) values ($1, $2, $2, $3)
          on conflict (tenant_id, param_key) do update set param_value = excluded.param_value`,
        [T, key, value],
      );
    const id = await draft({ vendorName: '月末摊', purchaseDate: '2026-11-28' });
    const send = () => say('toApply', { ids: id });
    await set('purchasing.self.order-limit', '683.99');
    expect(await send()).toMatch(/金额 684 元，超过单笔自采限额 683.99 元/);
    expect(await order(id)).toMatchObject({ limitAmount: '683.99' });
    await set('purchasing.self.order-limit', '2000');
    const limits = await market.dock.get(market.dock.keeper, 'selfpurchaseorder/limits', {
      warehouseId: '500',
      date: TODAY,
    });
    const used = Number(limits['monthAmount']);
    expect(used).toBeGreaterThan(0);
    await set('purchasing.self.month-limit', String(used + 683));
    expect(await send()).toMatch(new RegExp(`本月自采 ${used + 684} 元，超过本月自采限额 ${used + 683} 元`));
    await set('purchasing.self.month-limit', '200000');
    await say('submit', { id, details: [{ ...shrimp, deviationReason: '' }] });
    expect(await send()).toMatch(/超过 10%/);
    await set('purchasing.self.deviation', '14');
    expect(await send()).toBe(OK);
    await set('purchasing.self.deviation', '10');
  });
});

describe('what is refused as it is saved', () => {
  test.each([
    ['no vendor', { vendorName: ' ', supplierId: '' }, '请填写供应商或商户名称'],
    ['too far ahead', { purchaseDate: '2026-11-29' }, '采购日期不能晚于 2026-11-28'],
    ['a unit nobody can convert', { details: [{ ...shrimp, unitId: '302' }] }, /^第 1 行/],
    ['no price', { details: [{ ...shrimp, price: '0' }] }, /单价/],
    ['three places', { details: [{ ...shrimp, price: '5.123' }] }, '第 1 行：含税单价小数只能为两位'],
    ['not a restaurant of the site', { useRestaurantDeptId: '100' }, '主仓 不服务 公司，请选择本项目部的仓库'],
  ])('%s', async (_, more, sentence) => {
    const saved = await post('submit', body(more));
    if (typeof sentence === 'string') expect(saved.msg).toBe(sentence);
    else expect(saved.msg).toMatch(sentence);
    expect(saved.code).toBe(400);
  });
  test('a stall of another restaurant', async () => {
    await market.dock.running.asOwner(`begin; set local app.tenant = '${T}';
      insert into dept (id, dept_name, full_name, code, parent_id, dept_category)
      values (111, '一餐厅', '一餐厅', 'R1', 110, '3'), (112, '二餐厅', '二餐厅', 'R2', 110, '3'), (113, '面档', '面档', 'G', 112, '4');
      commit`);
    expect(await say('submit', body({ useRestaurantDeptId: '111', gearOperationDeptId: '113' }))).toBe(
      '面档 不是 一餐厅 的档口，请重新选择',
    );
  });
});

describe('EP-0463: sent under a digest of its content', () => {
  const content = body({ vendorName: '断网摊' });
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  test('twice at once it is saved once, and the same order answers', async () => {
    const [one, two] = await Promise.all([post(hash, content), post(hash.toUpperCase(), content)]);
    const [first, second] = [one.data, two.data] as { id: string; repeated: boolean }[];
    expect(first!.id).toBe(second!.id);
    expect([first!.repeated, second!.repeated].toSorted()).toEqual([false, true]);
    expect(await say(hash, { ...content, remark: '别的' })).toBe('提交标识与内容不一致，请刷新后重新提交');
    expect(await say('remove', { ids: first!.id })).toBe(OK);
    expect(await say(hash, content)).toBe('该自采单已删除');
  });
  test.each(['abc', hash.slice(1), `${hash.slice(1)}g`])('%s is no digest: no such call', async (given) => {
    expect((await market.dock.post(market.dock.keeper, `selfpurchaseorder/${given}`, content)).status).toBe(404);
  });
  test('what is refused is not remembered', async () => {
    const bad = body({ vendorName: '', details: [shrimp] });
    const key = createHash('md5').update('bad').digest('hex');
    expect(await say(key, bad)).toBe('请填写供应商或商户名称');
    expect(await say(key, { ...bad, vendorName: '改好摊' })).toBe(OK);
  });
});

test('EP-0464: SAP is asked for nothing: no suppress order is named, SAP is not configured', async () => {
  const call = 'querySapInventoryNotificationByFactorysuppressorder';
  expect(await say(call, {})).toBe('请选择强压单');
  expect(await say(call, { billCode: 'QY202611210001' })).toMatch(/^未配置SAP连接/);
});
