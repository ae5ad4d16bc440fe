// Areas: issuing, receiving, transfers
/**
 * 10:15, a site is short of oil: another sends it, two bottles are missing when it is signed for, a case opens at the
 * sender with a clock; he confirms, and the loss is posted.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  button,
  front,
  go,
  journey,
  leaveComputer,
  noticeOf,
  person,
  PHONE,
  sessionOf,
  soon,
} from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

const stage = journey();
const ON_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true };
interface Ends {
  readonly from: string;
  readonly fromName: string;
  readonly to: string;
  readonly unit: string;
  readonly type: string;
  readonly needed: string;
}
let ends: Ends;
/** Two transfers of ten bottles, shipped: their out-stores. */
const sent: string[] = [];

const tokens = new Map<string, string>();
async function post<T = { id: string }>(path: string, body: object, account = 'storekeeper'): Promise<T> {
  if (!tokens.has(account)) tokens.set(account, (await sessionOf(stage.larder.address, account)).accessToken);
  const headers = { 'content-type': 'application/json', 'blade-auth': `bearer ${tokens.get(account)!}` };
  const answer = (await (
    await fetch(`${stage.larder.address}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  ).json()) as { msg: string; data: T };
  expect(answer.msg, path).toMatch(/成功/);
  return answer.data;
}
const one = async (query: string, values: readonly unknown[] = []): Promise<Record<string, unknown>> =>
  (await stage.larder.rows<Record<string, unknown>>(query, [...values]))[0] ?? {};

async function ship(material: string): Promise<string> {
  const bill = await post('store-management/allocation/submit', {
    outLocationId: ends.from,
    inLocationId: ends.to,
    allocationReason: 'shortage',
    needTime: ends.needed,
    details: [{ materialId: material, unitId: ends.unit, qty: '10' }],
  });
  await post('store-management/allocation/toApply', { ids: bill.id });
  await post('store-management/allocation/doApply', { ids: bill.id }, 'tenant-admin');
  const { id } = (await one(`select id::text from out_store where source_bill_id = $1`, [bill.id])) as { id: string };
  await post('store-management/invoutstore/doPicking', { outstoreId: id });
  return id;
}

beforeAll(async () => {
  ends = (await one(`
    select f.id::text as from, f.name as "fromName", t.id::text as to, u.id::text as unit,
      (select id::text from material_type order by id desc limit 1) as type,
      (select to_char(max(m.business_time) at time zone 'Asia/Shanghai' + interval '2 days', 'YYYY-MM-DD 10:15:00')
        from stock_move m) as needed
    from warehouse f join warehouse t on t.project_group_dept_id <> f.project_group_dept_id
      and t.company_dept_id = f.company_dept_id and t.frozen = 0
    cross join lateral (select id from material_unit where name = '瓶' order by id limit 1) u
    where f.frozen = 0 order by f.id, t.id limit 1`)) as unknown as Ends;
  const { id: oil } = await post(
    'master-data/material/submit',
    { name: '菜籽油', code: 'OIL1015', materialTypeId: ends.type, baseUnitId: ends.unit },
    'admin',
  );
  const came = await post('store-management/otherinstore/submit', {
    warehouseId: ends.from,
    inType: 'gift',
    remark: '赠送',
    details: [{ materialId: oil, unitId: ends.unit, qty: '40', price: '30' }],
  });
  await post('store-management/otherinstore/toApply', { ids: came.id });
  await post('store-management/otherinstore/doApply', { ids: came.id }, 'tenant-admin');
  sent.push(await ship(oil), await ship(oil));
});

const inTransit = async (): Promise<number> =>
  Number(
    (
      await one(
        `select coalesce(sum(s.qty), 0)::float8 as qty from stock s
        join stock_location l on l.id = s.location_id and l.kind = 'in-transit' and l.transit_for_id = $1
        join material m on m.id = s.material_id and m.code = 'OIL1015'`,
        [ends.to],
      )
    )['qty'],
  );
const caseOf = (outstore: string): Promise<Record<string, unknown>> =>
  one(
    `select id::text, bill_code as code, status, outcome, bearer, trim_scale(difference_qty)::text as qty,
      deadline - to_date(substr(bill_code, 3, 8), 'YYYYMMDD') as days from in_store_difference where outstore_id = $1`,
    [outstore],
  );
async function signTwoShort(
  page: Page,
  words: Readonly<Record<'less' | 'short' | 'sign' | 'outcome', string>>,
): Promise<void> {
  const lots = front(page).locator('.sign-lots');
  await lots.locator('.sign-face').first().click();
  for (const _ of [1, 2])
    await lots
      .getByRole('button', { name: new RegExp(`^${words.less} `) })
      .first()
      .click();
  await button(lots, words.short).click();
  await button(lots, words.outcome).click();
  await button(front(page), words.sign).click();
  await noticeOf(page);
}

test('W21: on a phone the receiver signs two bottles short; at his desk the sender finds the case with its clock and confirms the loss', async () => {
  const [outstore] = sent as [string];
  const before = await inTransit();
  const receiver = await person(stage, 'restaurant-manager', ON_PHONE);
  await writeStoredItem(receiver, 'language', 'en');
  await receiver.goto(`${stage.larder.address}/store/invoutstore/${outstore}/receive`);
  await front(receiver).getByText('confirms what differs').waitFor();
  await signTwoShort(receiver, {
    less: 'Less',
    short: 'Sent short',
    outcome: 'Loss in transit',
    sign: 'Receive with 1 difference',
  });
  await soon(() => caseOf(outstore)).toMatchObject({
    status: 'waiting',
    outcome: 'loss',
    bearer: 'sender',
    qty: '2',
    days: 3,
  });
  expect(await inTransit()).toBe(before - 8);
  await front(receiver).getByText(`${ends.fromName} confirms 1 difference`).waitFor();
  await leaveComputer(receiver);

  const { code } = (await caseOf(outstore)) as { code: string };
  const sender = await person(stage, 'storekeeper', { at: '/wel/index' });
  await front(sender)
    .getByText(/条收货差异等您确认/)
    .waitFor();
  const list = await go(sender, '差异处理');
  await list.getByRole('row').filter({ hasText: code }).getByText('菜籽油').first().waitFor();
  const row = list.getByRole('row').filter({ hasText: code });
  await row.focus();
  await row.press('Enter');
  const bar = front(sender).locator('.action-bar');
  await button(bar, '确认').click();
  const dialog = sender.getByRole('dialog').filter({ visible: true }).last();
  expect(await dialog.getByRole('textbox', { name: /^确认数量/ }).inputValue()).toBe('2');
  await button(dialog, '确认').click();
  await noticeOf(sender);
  await front(sender).locator('.document-title').getByText('已确认').waitFor();
  await leaveComputer(sender);

  expect(await inTransit()).toBe(before - 10);
  expect(await one(`select status from out_store where id = $1`, [outstore])).toEqual({ status: 'done' });
  expect(await one(`select reason, qty::float8 from stock_move where bill_code = $1`, [code])).toEqual({
    reason: 'difference.loss',
    qty: -2,
  });
  const proof = (await (
    await fetch(`${stage.larder.address}/api/store-management/stock/prove`, {
      headers: { 'blade-auth': `bearer ${tokens.get('admin')!}` },
    })
  ).json()) as { data: { ok: boolean } };
  expect(proof.data).toMatchObject({ ok: true });
});

test('at the desk the receiver signs short in Chinese; on his phone the sender does not agree, and the receiver insists', async () => {
  const outstore = sent[1]!;
  const receiver = await person(stage, 'restaurant-manager');
  await receiver.goto(`${stage.larder.address}/store/invoutstore/${outstore}/receive`);
  await signTwoShort(receiver, { less: '减少', short: '破损', outcome: '冲回并补发', sign: '收货，1 处差异' });
  await receiver.locator('.ant-message-notice').getByText('请拍照').waitFor();
  await button(front(receiver).locator('.sign-lots'), '少发').click();
  await button(front(receiver), '收货，1 处差异').click();
  await soon(() => caseOf(outstore)).toMatchObject({ status: 'waiting', outcome: 'resend' });

  const { id } = (await caseOf(outstore)) as { id: string };
  const sender = await person(stage, 'storekeeper', ON_PHONE);
  await writeStoredItem(sender, 'language', 'en');
  await sender.goto(`${stage.larder.address}/store/invinstoredifference/${id}`);
  const act = async (page: Page, name: string): Promise<void> => {
    const bar = front(page).locator('.action-bar');
    await bar.getByRole('button').first().waitFor();
    if (!(await button(bar, name).isVisible())) await bar.getByRole('button').last().click();
    await page.getByText(name, { exact: true }).filter({ visible: true }).last().click();
  };
  await act(sender, 'Dispute');
  const asked = sender.getByRole('dialog').filter({ visible: true }).last();
  await asked.getByRole('textbox', { name: 'Reason' }).fill('Ten left here');
  await button(asked, 'Dispute').click();
  await soon(() => caseOf(outstore)).toMatchObject({ status: 'disputed' });
  await leaveComputer(sender);

  await receiver.goto(`${stage.larder.address}/store/invinstoredifference/${id}`);
  await act(receiver, '坚持或修改');
  const answer = receiver.getByRole('dialog').filter({ visible: true }).last();
  await answer.getByRole('textbox', { name: '回复对方' }).fill('箱内只有八瓶');
  await button(answer, '坚持或修改').click();
  await soon(() => caseOf(outstore)).toMatchObject({ status: 'waiting' });
  await leaveComputer(receiver);
});
