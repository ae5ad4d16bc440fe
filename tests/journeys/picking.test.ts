// Areas: issuing
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { forbidCamera, showToCamera } from './camera.ts';
import { button, front, journey, person, PHONE, soon, leaveComputer } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

const stage = journey();

/** A bill to pick with a line whose lot lies there, of goods of catch weight. */
async function aBill(): Promise<{ readonly id: string; readonly there: string }> {
  const { larder } = stage;
  const lot = `exists (select from stock_batch s join batch b on b.id = s.batch_id where s.location_id = o.warehouse_id and b.material_id = d.material_id and s.qty > d.base_qty and coalesce(b.expiry_date, '2099-01-01') > '2027-01-01')`;
  const [bill] = await larder.rows<{ id: string; materialId: string; there: string }>(`
    select o.id, m.id as "materialId", m.name_en as there from out_store o
    join out_store_detail d on d.out_store_id = o.id join material m on m.id = d.material_id
      where o.status = 'to-pick' and ${lot} order by o.id, d.line_no limit 1`);
  await larder.rows(
    "update material set catch_weight = 1, aux_unit_id = (select id from material_unit where name = '件') where id = $1",
    [bill!.materialId],
  );
  return { id: bill!.id, there: bill!.there };
}
async function scan(page: Page, what: string): Promise<void> {
  const box = page.locator('.scan-box input');
  await box.fill(what);
  await box.press('Enter');
  await page.locator('.pick-card h2').filter({ hasText: what }).waitFor();
}

test('goods of catch weight are weighed and counted lot by lot: each figure says what it is, and the one that is missing has the keyboard; in English the reasons are English', async () => {
  const bill = await aBill();
  const page = await person(stage, 'storekeeper', { viewport: PHONE });
  await writeStoredItem(page, 'language', 'en');
  await page.goto(`${stage.larder.address}/store/invoutstore/${bill.id}/pick`);
  const card = front(page).locator('.pick-card');
  await scan(page, bill.there);
  await card.locator('.pick-measure').filter({ hasText: 'Counted' }).first().waitFor();
  const quantity = card.locator('.stepper input').first();
  const proposed = await quantity.inputValue();
  await quantity.fill('0');
  await soon(() => card.locator('.pick-reasons button').allInnerTexts()).toEqual([
    'Out of stock',
    'Supplier short',
    'Poor quality',
    'Damaged',
    'Not found',
    'Other',
  ]);
  await quantity.fill(proposed);
  await card.getByRole('button', { name: 'Picked, next' }).click();
  await card.getByText('Count each lot and enter the pieces (case)').waitFor();
  const counted = card.getByRole('textbox', { name: /Counted$/ }).first();
  await soon(() => counted.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await soon(() => card.locator('h2').innerText()).not.toContain(bill.there);
  await leaveComputer(page);
});

test('beside a lot of a material that was merged into the one asked for stands its own code, and its code is found by scanning', async () => {
  const { larder } = stage;
  const [bill] = await larder.rows<{
    id: string;
    asked: string;
    askedId: string;
    oldId: string;
    oldCode: string;
    lotId: string;
    lot: string;
  }>(`
    select o.id, m.name as asked, m.id as "askedId", x.id as "oldId", x.code as "oldCode", b.id as "lotId",
      b.batch_code as lot
    from out_store o join out_store_detail d on d.out_store_id = o.id join material m on m.id = d.material_id
    join material x on x.base_unit_id = m.base_unit_id and x.catch_weight = 0 and not exists (select
      from out_store_detail e where e.out_store_id = o.id and e.material_id = x.id)
    join stock s on s.location_id = o.warehouse_id and s.material_id = x.id and s.qty > s.reserved_qty
    join stock_batch sb on sb.location_id = s.location_id and sb.material_id = x.id and sb.qty > 0
      join batch b on b.id = sb.batch_id and b.lot_state = 'free'
    where o.status = 'to-pick' and m.catch_weight = 0 order by o.id, d.line_no, x.id, b.id limit 1`);
  await larder.rows("update batch set expiry_date = '2099-06-01' where material_id = $1", [bill!.askedId]);
  await larder.rows("update batch set expiry_date = '2099-03-01' where id = $1", [bill!.lotId]);
  await larder.rows('update material set frozen = 1, merged_into_id = $2 where id = $1', [bill!.oldId, bill!.askedId]);
  const page = await person(stage, 'storekeeper', { viewport: PHONE });
  await page.goto(`${larder.address}/store/invoutstore/${bill!.id}/pick`);
  await front(page).locator('.scan-box input').fill(bill!.oldCode);
  await page.keyboard.press('Enter');
  await front(page).locator('.pick-card h2').filter({ hasText: bill!.asked }).waitFor();
  await front(page).locator('.pick-lot').filter({ hasText: bill!.lot }).getByText(`原物料 ${bill!.oldCode}`).waitFor();
  await leaveComputer(page);
});

test('what was picked on one device is gone on with on another', async () => {
  const { larder } = stage;
  const [bill] = await larder.rows<{ id: string; lines: number }>(`
    select o.id, count(*)::int as lines from out_store o join out_store_detail d on d.out_store_id = o.id
    where o.status = 'to-pick' group by o.id having count(*) > 1 order by o.id desc limit 1`);
  await larder.rows(
    'update material set catch_weight = 0 where id in (select material_id from out_store_detail where out_store_id = $1)',
    [bill!.id],
  );
  // Nobody has begun with it, whatever was picked of it above.
  await larder.rows('update out_store_detail set entered = null where out_store_id = $1', [bill!.id]);
  const address = `/store/invoutstore/${bill!.id}/pick`;
  const phone = await person(stage, 'storekeeper', { viewport: PHONE, at: address });
  const first = front(phone).locator('.pick-card');
  await first.getByText(`第 1 / ${bill!.lines} 行`).waitFor();
  const saved = phone.waitForResponse((answer) => answer.url().endsWith('/savePicking'));
  for (const box of await first.locator('.stepper input').all()) await box.fill('0');
  await first.locator('.pick-reasons button').first().click();
  await first.locator('.pick-next').click();
  await saved;
  await leaveComputer(phone);
  const desk = await person(stage, 'storekeeper', { at: address });
  await front(desk).locator('.pick-card').getByText(`第 2 / ${bill!.lines} 行`).waitFor();
  expect(await front(desk).getByRole('status').first().innerText()).toMatch(/^已接着 .+ 拣好的 1 行$/);
  await leaveComputer(desk);
});

test('W18: the camera of a phone reads the label of a lot: the line it is proposed for stands there; without a camera the page says what to do', async () => {
  const { larder } = stage;
  const [bill] = await larder.rows<{ id: string; material: string; materialId: string }>(`
    select o.id, m.name as material, m.id as "materialId" from out_store o
    join out_store_detail d on d.out_store_id = o.id join material m on m.id = d.material_id
    where o.status = 'to-pick' and exists (select from stock_batch s join batch b on b.id = s.batch_id
      where s.location_id = o.warehouse_id and b.material_id = m.id and b.lot_state = 'free' and s.qty >= d.base_qty
        and coalesce(b.expiry_date, '2099-01-01') > '2027-01-01')
    order by o.id, d.line_no desc limit 1`);
  const page = await person(stage, 'storekeeper', { viewport: PHONE });
  const address = `${larder.address}/store/invoutstore/${bill!.id}/pick`;
  const [lot] = await larder.rows<{ id: string }>(
    `select b.id from batch b join stock_batch s on s.batch_id = b.id join out_store o on o.warehouse_id = s.location_id
     where o.id = $1 and b.material_id = $2 and s.qty > 0 and b.lot_state = 'free'
     order by b.expiry_date nulls last, b.opened_time is null, b.received_date, s.qty, b.id limit 1`,
    [bill!.id, bill!.materialId],
  );
  await showToCamera(page, `L${lot!.id}`);
  await page.goto(address);
  await button(front(page), '扫码').click();
  await front(page).locator('.pick-card h2').filter({ hasText: bill!.material }).waitFor();
  expect(await page.locator('.camera').filter({ visible: true }).count()).toBe(0);
  await forbidCamera(page);
  await page.goto(address);
  await button(front(page), '扫码').click();
  await page.getByText('摄像头未获授权。请在浏览器地址栏的网站设置中允许使用摄像头').waitFor();
  await leaveComputer(page);
});
