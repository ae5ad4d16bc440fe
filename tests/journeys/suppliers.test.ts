// Areas: purchasing, suppliers, supplier-scores
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, front, journey, person, PHONE, soon } from '../support/journey.ts';
import { storedItem } from '../support/stored-item.ts';

// A supplier without an account answers an order on his phone; the buyer sees it at her desk, and how he does.
const stage = journey();

/** A page nobody signed in to, as a phone shows it. */
const phone = async (address: string, locale: string): Promise<Page> => {
  const context = await stage.browser.newContext({ viewport: PHONE, locale });
  const page = await context.newPage();
  await page.goto(address);
  return page;
};
/** Somebody who reads English, at a desk. */
async function reader(account: string, at: string): Promise<Page> {
  const page = await person(stage, account);
  await page.evaluate((text) => localStorage.setItem('larder:language', text), storedItem('en'));
  await page.goto(`${stage.larder.address}${at}`);
  await page.locator('main#content h1').first().waitFor();
  return page;
}
/** An order nobody answered, with its first line. */
const openOrder = async () =>
  (
    await stage.larder.rows<{ id: string; code: string; line: string; qty: string }>(`
      select o.id::text, o.bill_code as code, d.id::text as line, trim_scale(d.order_qty)::text as qty
      from purchase_order o join purchase_order_detail d on d.purchase_order_id = o.id and d.line_no = 1
      where o.status = 'approved' and o.execute_status = 'none' and o.supplier_status = 'none'
      order by o.id desc limit 1`)
  )[0]!;
const linkOf = async (page: Page): Promise<string> => {
  await button(front(page), 'Send a new link').click();
  const link = front(page).getByRole('textbox', { name: 'Link', exact: true });
  await link.waitFor();
  return link.inputValue();
};

test('B16, B17: by the link he promises less, sends the goods with their lot, and the buyer’s order says so', async () => {
  const order = await openOrder();
  const desk = await reader('purchaser', `/purchasing/purchaseorder/${order.id}`);
  const address = await linkOf(desk);
  const page = await phone(address, 'zh-CN');
  await page.getByRole('heading', { name: order.code }).waitFor();
  await page.getByText('待您确认').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

  await button(page, '数量或日期不同').click();
  await page
    .getByRole('textbox', { name: /^能送数量/ })
    .first()
    .fill('0.5');
  await page.getByRole('textbox', { name: '说明' }).fill('先送一部分');
  await button(page, '提交答复').click();
  await page.getByText('您已部分确认').waitFor();

  await button(page, '发货').click();
  await page.getByRole('textbox', { name: '送货单号' }).fill('SH-7001');
  const line = page.locator('fieldset').first();
  await line.getByRole('textbox', { name: '批号' }).fill('P0001');
  await page.getByRole('button', { name: '提交发货' }).click();
  await page.getByText('已登记，可打印批次标签').waitFor();
  await page.getByText('SH-7001').waitFor();
  expect(await page.getByRole('button', { name: '打印批次标签' }).count()).toBe(1);
  const [lot] = await stage.larder.rows<{ code: string }>(
    `select 'L' || l.lot_id as code from purchase_ship_note_detail l where l.supplier_batch_no = 'P0001'`,
  );
  await page.evaluate(() => {
    window.print = () => {};
  });
  await button(page, '打印批次标签').click();
  await page.locator(`.print-sheets [aria-label="${lot!.code}"]`).first().waitFor({ state: 'attached' });

  await desk.reload();
  const answers = front(desk).getByRole('region', { name: 'Supplier’s answer' });
  await answers.getByText('Confirmed in part').first().waitFor();
  await answers.getByText('先送一部分').first().waitFor();
  await answers
    .getByText(/SH-7001/)
    .first()
    .waitFor();
});

test('H24: a link that is over says whom to ask, in his language; a new one opens the order again', async () => {
  const order = await openOrder();
  const desk = await reader('purchaser', `/purchasing/purchaseorder/${order.id}`);
  const first = await linkOf(desk);
  await stage.larder.rows(
    `update supplier_ticket set expires_time = now() - interval '1 hour' where purchase_order_id = $1
     and revoked_time is null`,
    [order.id],
  );
  const page = await phone(first, 'en-GB');
  await page.getByRole('heading', { name: 'This link is over' }).waitFor();
  expect(await page.getByText(order.code).count()).toBe(0);
  await desk.reload();
  await front(desk)
    .getByText(/^The link ended/)
    .waitFor();
  await page.goto(await linkOf(desk));
  await button(page, 'Confirm all').click();
  await page.getByText('You confirmed it').waitFor();
});

test('B21: a score opens the rows of a figure, and they lead to their documents', async () => {
  const page = await reader('purchase-manager', '/supplier/supplierscore');
  await button(front(page), 'Reckon this month').click();
  await page.locator('.ant-popover').getByRole('button', { name: 'Reckon this month' }).click();
  await front(page).locator('.score-figure').first().click();
  const basis = page.getByRole('dialog').locator('.score-basis');
  await basis.locator('tbody tr').first().waitFor();
  expect(await basis.getByRole('link').count()).toBeGreaterThan(0);
});

test('B22: a paper that ended stands on top of its supplier; a new one is checked there, and he is released by name', async () => {
  await stage.larder.rows(`
    insert into supplier_certificate (tenant_id, supplier_id, line_no, certificate_kind, certificate_no, valid_to,
      check_state)
    select '000000', s.id, 90 + n, 'business-license', 'YZ-' || n, now()::date - 3,
      case n when 1 then 'passed' else 'waiting' end
    from supplier s, generate_series(1, 2) n where s.name = '众合食材贸易公司'`);
  const page = await person(stage, 'purchase-manager', { at: '/supplier/supplier?name=众合' });
  await front(page).getByText('众合食材贸易公司').first().click();
  const open = page.getByRole('dialog').filter({ has: page.locator('.supplier-papers') });
  await open.getByText('要求的证照已过期，不能下单').waitFor();
  const waiting = open.locator('.supplier-paper');
  await waiting.getByText('营业执照').waitFor();
  await button(waiting, '核验通过').click();
  await soon(() => waiting.count()).toBe(0);
  await button(open, '应急放行').click();
  const dialog = page.getByRole('dialog', { name: '应急放行' });
  const until = dialog.getByRole('textbox', { name: '放行至' });
  await until.fill('+2');
  await until.press('Tab');
  await dialog.getByRole('textbox', { name: '原因' }).fill('新证在办');
  await button(dialog, '应急放行').click();
  await open.getByText(/新证在办/).waitFor();
  expect(
    await stage.larder.rows(`select emergency_until - now()::date as days, emergency_reason as reason from supplier
      where name = '众合食材贸易公司'`),
  ).toEqual([{ days: 2, reason: '新证在办' }]);
});
