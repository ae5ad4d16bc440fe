// Areas: receiving
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, front, journey, leaveComputer, person, PHONE, soon } from '../support/journey.ts';
import { attachScale, weighs } from './serial-scale.ts';

const stage = journey();

const crate = (page: Page, name: string) =>
  front(page).locator('#dock-0-tareQty').locator('xpath=ancestor::li').getByText(name, { exact: true });

/** A delivery whose first line is weighed gross and comes in kilograms. */
async function aDelivery(): Promise<string> {
  const [bill] = await stage.larder.rows<{ id: string; materialId: string }>(`
    select s.id, d.material_id as "materialId" from in_store s
    join in_store_detail d on d.in_store_id = s.id and d.line_no = 1 join material_unit u on u.id = d.unit_id
    where s.status = 'to-receive' and s.warehouse_id is not null and u.name = '千克' order by s.id limit 1`);
  await stage.larder.rows('update material set weigh_at_receipt = 1, catch_weight = 0 where id = $1', [
    bill!.materialId,
  ]);
  return bill!.id;
}

test('W16: at the desk the scale fills the gross weight once it stands still, a press takes off a crate; a jumping scale fills nothing', async () => {
  const page = await person(stage, 'storekeeper');
  await attachScale(page);
  await page.goto(`${stage.larder.address}/store/invinstore/${await aDelivery()}`);
  await button(front(page), '收货').first().click();
  await button(front(page), '连接电子秤').click();
  const gross = front(page).locator('#dock-0-grossQty');
  const live = front(page).locator('.scale b');
  for (const jumping of ['3.100', '9.400', '12.900']) {
    await weighs(page, `US,GS,+  ${jumping}kg`);
    await soon(() => live.innerText()).toBe(jumping);
  }
  expect(await gross.inputValue()).toBe('');
  await weighs(page, 'ST,GS,+  14.250kg');
  await soon(() => gross.inputValue()).toBe('14.25');
  await crate(page, '+ 蓝色周转筐 2.1 千克').click();
  expect(await front(page).locator('#dock-0-tareQty').inputValue()).toBe('2.1');
  expect(await front(page).locator('#dock-0-acceptedQty').inputValue()).toBe('12.15');
  await leaveComputer(page);
});

test('W16: on a phone without a scale the crates are there, and no word of a scale', async () => {
  const page = await person(stage, 'storekeeper', { viewport: PHONE });
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serial', { value: undefined }));
  await page.goto(`${stage.larder.address}/store/invinstore/${await aDelivery()}`);
  await button(front(page), '收货').first().click();
  await front(page).locator('#dock-0-grossQty').fill('10');
  await crate(page, '+ 泡沫箱 0.35 千克').click();
  await crate(page, '+ 泡沫箱 0.35 千克').click();
  expect(await front(page).locator('#dock-0-acceptedQty').inputValue()).toBe('9.3');
  expect(await button(front(page), '连接电子秤').count()).toBe(0);
  await leaveComputer(page);
});
