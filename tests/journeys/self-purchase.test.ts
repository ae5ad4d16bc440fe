// Areas: self-purchase, receiving
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, choose, front, journey, noticeOf, person, PHONE, soon } from '../support/journey.ts';

// Ten past seven at the market: bought by phone, approved by phone, received at the door.
const stage = journey();
const ON_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true };
const inState = (page: Page, state: string): Promise<void> =>
  front(page).locator('.document-title').getByText(state, { exact: true }).waitFor();

test('B23: 12 kg of shrimp are typed with the price beside the one that is known, survive the phone going dark, and wait for approval', async () => {
  const [place] = await stage.larder.rows<{ warehouse: string }>(
    'select w.name as warehouse from warehouse w order by w.id limit 1',
  );
  const phone = await person(stage, 'restaurant-manager', { at: '/purchasing/selfpurchaseorder/new', ...ON_PHONE });
  const form = front(phone).locator('article.document');
  await form.getByRole('textbox', { name: '商户名称' }).fill('城北水产 7 号摊');
  await choose(phone, form.getByRole('combobox', { name: '自采原因' }), '缺货');
  const box = form.getByRole('combobox', { name: '收货仓库' });
  if ((await box.inputValue()) === '' && (await form.getByText(place!.warehouse).count()) === 0)
    await choose(phone, box, place!.warehouse);
  await choose(phone, form.locator('#bought-0-materialId'), '白虾');
  await form.locator('#bought-0-orderQty').fill('12');
  expect(await form.locator('#bought-0-price').getAttribute('inputmode')).toBe('decimal');
  await form.locator('#bought-0-price').fill('99');
  await form.getByText(/^参考 /).waitFor();
  await form.locator('.bought-beside .is-dear').waitFor();
  await form.locator('#bought-0-deviationReason').fill('供应商缺货');
  await form.locator('.bought-left').getByText('1,188.00').first().waitFor();
  // The phone goes dark; what was typed is there again.
  await phone.waitForTimeout(1_500);
  await phone.reload();
  await soon(() => form.locator('#bought-0-price').inputValue()).toBe('99');
  await button(front(phone), '保存').click();
  expect(await noticeOf(phone)).toContain('新增成功');
  await button(front(phone), '提交审批').click();
  await inState(phone, '待审批');
  await phone.context().close();
}, 120_000);
