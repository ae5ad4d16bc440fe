// Areas: counting
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { agree, button, front, journey, person, PHONE, soon, leaveComputer } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

const stage = journey();

test('on the phone who counted first corrects his own mistyped count, and another still counts it again', async () => {
  const { larder } = stage;
  const [check] = await larder.rows<{ id: string }>(
    `update stock_check set recount_amount = 0, recount_percent = 0 where bill_code = (select min(bill_code)
      from stock_check where status = 'counting') returning id`,
  );
  expect(check, 'the count of the demonstration').toBeDefined();
  const page = await person(stage, 'storekeeper', {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    at: `/store/invcheck/${check!.id}`,
  });
  await button(front(page), '填写实盘').click();
  const card = page.locator('.count-card');
  const counted = card.locator('.count-entry input').first();
  const lot = await card.locator('.pick-lot strong').innerText();
  await counted.fill('9999');
  await button(card, '盘好，下一行').click();
  await soon(() => card.locator('.pick-lot strong').innerText()).not.toBe(lot);
  await page.getByText(/与账面差异大，请再盘一次（首盘已记录）/).waitFor();
  await page.getByText(/已盘 \d+ \/ \d+ · 待复盘 1/).waitFor();
  await button(card, '上一行').click();
  await card.getByText('若录错').waitFor();
  await counted.fill('3');
  await button(card, '盘好，下一行').click();
  await soon(() =>
    larder.rows(
      `
    select d.count_base_qty::float::text as qty, d.line_state as state from stock_check_detail d
    join batch b on b.id = d.batch_id where d.stock_check_id = $1 and b.batch_code = $2`,
      [check!.id, lot],
    ),
  ).toEqual([{ qty: '3', state: 'recount' }]);
  await leaveComputer(page);
});

test('at a desk a figure far from the book does not vanish without a word: the lot is to be counted again, apart from what is counted, and is jumped to; in English', async () => {
  const { larder } = stage;
  const [check] = await larder.rows<{ id: string }>(
    `update stock_check set recount_amount = 0, recount_percent = 0, blind = 1 where bill_code = (select max(bill_code)
      from stock_check where status = 'counting') returning id`,
  );
  // What somebody counted before is none of this one's business.
  await larder.rows(
    `update stock_check_detail set line_state = 'counted', need_second = 0 where stock_check_id = $1
      and line_state = 'recount'`,
    [check!.id],
  );
  const page = await person(stage, 'admin');
  await writeStoredItem(page, 'language', 'en');
  await page.goto(`${larder.address}/store/invcheck/${check!.id}`);
  await button(front(page), 'Enter counts').click();
  await soon(() => page.evaluate(() => document.activeElement?.closest('.count-desk') !== null)).toBe(true);
  await page.keyboard.type('9999');
  await page.keyboard.press('Enter');
  const again = page.getByRole('status').filter({ hasText: 'count again (the first count is kept)' });
  await again.waitFor();
  expect(await again.innerText()).not.toMatch(/9,?999|[1-9]\d* kg/);
  await button(front(page), 'To count again 1').click();
  await front(page)
    .getByText(/^1 of \d+ lines$/)
    .waitFor();
  await soon(() => front(page).locator('.count-once-more').allInnerTexts()).toEqual(['count again']);
  await leaveComputer(page);
});

test('at a desk a figure corrected before it is saved counts, and nothing is finished before it has arrived', async () => {
  const { larder } = stage;
  const [check] = await larder.rows<{ id: string }>(
    `update stock_check set recount_amount = 99999999, recount_percent = 9999 where bill_code = (select max(bill_code)
      from stock_check where status = 'counting') returning id`,
  );
  const page = await person(stage, 'admin', { at: `/store/invcheck/${check!.id}` });
  const arrived: string[] = [];
  for (const call of ['saveDetail', 'doCheck'])
    await page.route(`**/${call}`, async (route) => {
      await setTimeout(call === 'saveDetail' ? 1_000 : 0);
      await route.fulfill({ response: await route.fetch() });
      arrived.push(call);
    });
  await button(front(page), '填写实盘').click();
  await soon(() => page.evaluate(() => document.activeElement?.closest('.count-desk') !== null)).toBe(true);
  const sending = page.waitForRequest('**/saveDetail');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  const sent = (await sending).postDataJSON() as { details: { id: string }[] };
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await button(front(page), '盘点完成').click();
  await agree(page, '盘点完成');
  await soon(() => arrived).toEqual(['saveDetail', 'saveDetail', 'doCheck']);
  expect(
    await larder.rows('select count_base_qty::float as qty from stock_check_detail where id = $1', [
      sent.details[0]!.id,
    ]),
  ).toEqual([{ qty: 4 }]);
  await leaveComputer(page);
});
