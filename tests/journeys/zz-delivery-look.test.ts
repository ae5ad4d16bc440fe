import fs from 'node:fs';
import { test } from 'vitest';
import { button, choose, front, journey, person, PHONE } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

const stage = journey();
const out = '/tmp/w/cal-shots';
test('look', async () => {
  fs.mkdirSync(out, { recursive: true });
  const late = await stage.larder.rows(
    `select status, late_flag, count(*)::int, min(order_before)::text, max(order_before)::text from purchase_order group by 1,2`,
  );
  console.log(JSON.stringify(late));
  console.log(
    JSON.stringify(
      await stage.larder.rows(`select status, late_flag, count(*)::int from purchase_request group by 1,2`),
    ),
  );
  const page = await person(stage, 'hq-planner', { at: '/purchasing/deliverycalendar' });
  await page.waitForTimeout(2500);
  await page.screenshot({ path: `${out}/week.png` });
  await front(page).getByText('月', { exact: true }).click();
  await choose(page, front(page).getByRole('combobox', { name: '发货组织' }), '中央厨房');
  const [w] = await stage.larder.rows<{ name: string }>('select name from warehouse order by id limit 1');
  await choose(page, front(page).getByRole('combobox', { name: '收货仓库' }), w!.name);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${out}/month.png` });
  await front(page).getByText('明细', { exact: true }).click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${out}/rows.png` });
  await button(front(page), '新增').click();
  await page.waitForTimeout(1200);
  await page.screenshot({ path: `${out}/form.png` });
  await page.goto(`${stage.larder.address}/distribution/deliveryroute`);
  await page.getByText('排站点').first().click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${out}/route.png` });
  await page.goto(`${stage.larder.address}/purchasing/standingorder`);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${out}/standing.png` });
  await page.getByText('每周豆制品').first().click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${out}/standing-form.png` });
  await page.context().close();
  const [order] = await stage.larder.rows<{ id: string }>(
    `select id::text from purchase_order where status in ('draft','pending') order by id desc limit 1`,
  );
  const dark = await person(stage, 'purchaser', { at: '/purchasing/deliverycalendar', colorScheme: 'dark' });
  await writeStoredItem(dark, 'language', 'en');
  await writeStoredItem(dark, 'theme', 'dark');
  await dark.reload();
  await dark.waitForTimeout(2500);
  await dark.screenshot({ path: `${out}/week-dark-en.png` });
  if (order) {
    await dark.goto(`${stage.larder.address}/purchasing/purchaseorder/${order.id}`);
    await dark.waitForTimeout(2000);
    await dark.screenshot({ path: `${out}/order-dark-en.png` });
  }
  await dark.context().close();
  const phone = await person(stage, 'hq-planner', {
    at: '/purchasing/deliverycalendar',
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  await writeStoredItem(phone, 'language', 'en');
  await phone.reload();
  await phone.waitForTimeout(2500);
  await phone.screenshot({ path: `${out}/week-phone.png` });
  await phone.goto(`${stage.larder.address}/distribution/deliveryroute`);
  await phone.waitForTimeout(1500);
  await phone.screenshot({ path: `${out}/routes-phone.png` });
  await phone.context().close();
}, 240_000);
