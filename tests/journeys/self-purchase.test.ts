// Areas: self-purchase, receiving
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { button, choose, front, journey, noticeOf, person, PHONE, sessionOf, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// Ten past seven at the market: bought by phone, approved by phone, received at the door.
const stage = journey();
const ON_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true };
const STALL = '城北水产 7 号摊';
const inState = (page: Page, state: string): Promise<void> =>
  front(page).locator('.document-title').getByText(state, { exact: true }).waitFor();
const act = (page: Page, name: string): Locator => button(front(page).locator('.action-bar'), name);
/** Whatever file, as long as it is a picture. */
const slip = {
  name: '小票.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
};

interface Place {
  readonly warehouse: string;
  readonly name: string;
  readonly supplier: string;
  readonly type: string;
  readonly kg: string;
}
const shrimp = { id: '' };
let place: Place;

/** The company buys shrimps at 50 a kilogram: what they are known to cost. */
async function knownShrimps(): Promise<void> {
  const tokens = new Map<string, string>();
  const post = async <T = { id: string }>(path: string, body: object, account = 'admin'): Promise<T> => {
    if (!tokens.has(account)) tokens.set(account, (await sessionOf(stage.larder.address, account)).accessToken);
    const headers = { 'content-type': 'application/json', 'blade-auth': `bearer ${tokens.get(account)!}` };
    const answer = (await (
      await fetch(`${stage.larder.address}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as { msg: string; data: T };
    expect(answer.msg, path).toMatch(/成功/);
    return answer.data;
  };
  const [found] = await stage.larder.rows<Place & { day: string }>(`
    select w.id::text as warehouse, w.name, now()::date::text as day,
      (select id::text from supplier where frozen = 0 order by id limit 1) as supplier,
      (select id::text from material_type order by id desc limit 1) as type,
      (select id::text from material_unit where name in ('千克', '公斤') order by id limit 1) as kg
    from dept r join dept s on s.parent_id = r.id and s.dept_name = '站点01快餐档'
    join warehouse w on w.project_group_dept_id = r.parent_id and w.frozen = 0 order by w.id limit 1`);
  place = found!;
  const { warehouse, supplier, type, kg } = place;
  const { id } = await post('master-data/material/submit', {
    name: '白虾',
    code: 'SHRIMP',
    materialTypeId: type,
    baseUnitId: kg,
  });
  shrimp.id = id;
  const order = await post('store-management/purchaseorder/submit', {
    supplierId: supplier,
    warehouseId: warehouse,
    deliveryDate: found!.day,
    details: [{ materialId: id, unitId: kg, orderQty: '10', price: '50' }],
  });
  await post('store-management/purchaseorder/toApply', { ids: order.id, lateReason: '当天要用' });
  await post('store-management/purchaseorder/doApply', { ids: order.id }, 'tenant-admin');
  const [bill] = await stage.larder.rows<{ id: string; line: string }>(
    `select s.id::text, d.id::text as line from in_store s join in_store_detail d on d.in_store_id = s.id
    where s.source_bill_id = $1`,
    [order.id],
  );
  await post('store-management/invinstore/doReceiving', {
    instoreId: bill!.id,
    details: [{ detailId: bill!.line, acceptedQty: '10' }],
  });
}
beforeAll(knownShrimps);

const onHand = async (): Promise<number> =>
  (
    await stage.larder.rows<{ qty: number }>(
      'select coalesce(sum(qty), 0)::float8 as qty from stock where material_id = $1 and location_id = $2',
      [shrimp.id, place.warehouse],
    )
  )[0]!.qty;

/** Who buys begins a line: so much of the shrimps, at a price. */
async function enter(page: Page, qty: string, price: string): Promise<Locator> {
  const form = front(page).locator('article.document');
  await form.getByRole('textbox', { name: '商户名称' }).fill(STALL);
  await form.getByRole('combobox', { name: '自采原因' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: '缺货' }).click();
  const box = form.getByRole('combobox', { name: '收货仓库' });
  if ((await form.getByText(place.name).count()) === 0) await choose(page, box, place.name);
  await choose(page, form.locator('#bought-0-materialId'), '白虾');
  await form.locator('#bought-0-orderQty').fill(qty);
  await form.locator('#bought-0-price').fill(price);
  return form;
}

let path: string;
test('B23: 12 kg of shrimp are typed with the price beside the one that is known, survive the phone going dark, and wait for approval', async () => {
  const phone = await person(stage, 'restaurant-manager', { at: '/purchasing/selfpurchaseorder/new', ...ON_PHONE });
  const form = await enter(phone, '12', '57');
  expect(await form.locator('#bought-0-price').getAttribute('inputmode')).toBe('decimal');
  await form.getByText('参考 50').waitFor();
  await form.locator('.bought-beside .is-dear').getByText('+14 %').waitFor();
  await form.locator('.bought-left').getByText('684.00').first().waitFor();
  await form.locator('input[type=file]').first().setInputFiles(slip);
  await form.locator('img').first().waitFor();
  // The phone goes dark; what was typed is there again.
  await phone.waitForTimeout(1_500);
  await phone.reload();
  await soon(() => form.locator('#bought-0-price').inputValue()).toBe('57');
  await form.getByRole('alert').getByText('高于参考价 10%，请填写原因').waitFor();
  await form.locator('#bought-0-deviationReason').fill('供应商缺货');
  await button(front(phone), '保存').click();
  expect(await noticeOf(phone)).toContain('新增成功');
  await act(phone, '提交审批').click();
  await inState(phone, '待审批');
  path = new URL(phone.url()).pathname;
  expect(
    await stage.larder.rows(
      `select d.unit_id::text as unit, d.order_qty::float8 as qty, d.reference_price::float8 as known,
        d.deviation::float8 as above from self_purchase_order_detail d where d.self_purchase_order_id = $1`,
      [path.split('/').at(-1)],
    ),
  ).toEqual([{ unit: place.kg, qty: 12, known: 50, above: 14 }]);
  await phone.context().close();
}, 120_000);

test('what is bought of the same stall on the same day counts with it: split in two it passes no limit', async () => {
  const phone = await person(stage, 'restaurant-manager', { at: '/purchasing/selfpurchaseorder/new', ...ON_PHONE });
  await enter(phone, '27', '50');
  await button(front(phone), '保存').click();
  expect(await noticeOf(phone)).toContain('新增成功');
  await act(phone, '提交审批').click();
  await phone.getByText(/是同一天同一商户的自采，合计 2034 元，超过单笔自采限额 2000 元，不能拆单/).waitFor();
  await inState(phone, '草稿');
  await phone.context().close();
}, 120_000);

test('RULE-384: the project manager approves on his phone, and at the door the storekeeper receives it and completes the bill', async () => {
  const manager = await person(stage, 'project-manager', { at: path, ...ON_PHONE });
  await front(manager).getByText('供应商缺货').first().waitFor();
  await act(manager, '审批通过').click();
  await inState(manager, '已审批');
  await manager.context().close();

  const before = await onHand();
  const keeper = await person(stage, 'storekeeper', { at: '/store/selfpurchaseinstore', ...ON_PHONE });
  await front(keeper).getByText(STALL).first().click();
  await act(keeper, '收货').click();
  await keeper.locator('.dock-line.is-current').waitFor();
  await keeper.getByRole('button', { name: '核对，下一行' }).click();
  await keeper.getByRole('button', { name: '收货 1 行' }).click();
  await soon(onHand).toBe(before + 12);
  await act(keeper, '完成收货').click();
  await inState(keeper, '已完成');
  await keeper.context().close();
}, 120_000);

test('at the desk, in English, the order says what was bought, from whom, at which price beside which', async () => {
  const desk = await person(stage, 'restaurant-manager');
  await writeStoredItem(desk, 'language', 'en');
  await desk.goto(`${stage.larder.address}${path}`);
  await inState(desk, 'Done');
  const document = front(desk).locator('article.document');
  for (const words of [STALL, '684.00', '+14 %', 'Agreed purchase price|Last price paid', 'Received'])
    await document
      .getByText(new RegExp(words.replace('+', '\\+')))
      .first()
      .waitFor();
  await desk.context().close();
}, 120_000);
