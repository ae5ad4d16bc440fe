// Areas: print, purchasing, issuing
import fs from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { button, DESK, front, journey, leaveComputer, person, PHONE, soon } from '../support/journey.ts';
import { pdfPages } from '../support/pdf-text.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// An order on its way to paper: seen before it is printed, on the paper and in the language that are wanted, as a file,
// and by a template of the company's own.
const stage = journey();
let order: { id: string; code: string; name: string; nameEn: string };
beforeAll(async () => {
  [order] = (await stage.larder.rows<typeof order>(
    `select o.id::text as id, o.bill_code as code, min(m.name) as name, min(m.name_en) as "nameEn"
      from purchase_order o join purchase_order_detail d on d.purchase_order_id = o.id
        join material m on m.id = d.material_id
      group by o.id, o.bill_code having count(*) > 3 order by count(*) desc, o.id limit 1`,
  )) as [typeof order];
});
const shown = (page: Page): Locator => page.locator('.print-room .sheet');
async function choosePaper(page: Page, paper: string): Promise<void> {
  await page.locator('#print-paper').click();
  await page.locator('.ant-select-item-option').filter({ hasText: paper }).click();
}

test.each([
  ['zh', DESK, '打印', '采购订单', '中英双语', '下载 PDF', '80 mm'],
  ['en', PHONE, 'Print', 'Purchase order', 'Both', 'Download PDF', '80 mm'],
] as const)(
  'an order is seen before it is printed, on another paper, in both languages, and is downloaded as a file whose words can be read (%s)',
  async (language, viewport, print, kind, both, pdf, roll) => {
    const page = await person(stage, 'admin', { viewport });
    await writeStoredItem(page, 'language', language);
    await page.goto(`${stage.larder.address}/purchasing/purchaseorder/${order.id}`);
    await page.getByRole('heading', { name: order.code }).waitFor();
    await button(front(page), print).click();
    await shown(page).waitFor();
    expect(await shown(page).locator('h2').innerText()).toBe(kind);
    await choosePaper(page, roll);
    await page.locator('.print-room .sheet.is-roll').waitFor();
    expect(await shown(page).evaluate((sheet) => (sheet as HTMLElement).style.width)).toBe('80mm');
    await choosePaper(page, 'A4');
    await page.locator('.print-room .sheet.is-paged').waitFor();
    await page.getByText(both, { exact: true }).click();
    await shown(page).getByText('采购订单 Purchase order', { exact: true }).waitFor();

    const [file] = await Promise.all([page.waitForEvent('download'), button(page.locator('.ant-modal'), pdf).click()]);
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    const words = pdfPages(fs.readFileSync(await file.path()))
      .join('')
      .replaceAll(/\s/g, '');
    for (const each of ['采购订单', order.code, order.name, order.nameEn])
      expect(words).toContain(each.replaceAll(/\s/g, ''));
    // It is said that it was printed, and kept with what it held.
    await page.getByText(language === 'zh' ? /已打印 \d+ 次/ : /Printed \d+ times before/).waitFor();
    const [kept] = await stage.larder.rows<{ output: string; language: string }>(
      'select output, language from print_log where record_id = $1 order by id desc limit 1',
      [order.id],
    );
    expect(kept).toEqual({ output: 'pdf', language: 'both' });
    await leaveComputer(page);
  },
);

test('S20: a company changes a template and sees at once what it prints; from then on its documents are printed so', async () => {
  const page = await person(stage, 'admin', { at: '/print/printtemplate' });
  await front(page).locator('tr.ant-table-row').filter({ hasText: '送货单' }).waitFor();
  await button(front(page), '新 ?增').click();
  await page.locator('#template-name').fill('订货单');
  await page.locator('#template-printed').click();
  await page.locator('#template-printed').fill('采购订单');
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: /^采购订单$/ })
    .click();
  await shown(page).locator('.sheet-lines').waitFor();
  const facts = await shown(page).locator('.sheet-facts').innerText();
  // A line of words with a field, then nothing but what is chosen.
  await button(front(page), '添加一块').click();
  await page.getByRole('menuitem', { name: '文字', exact: true }).click();
  const words = front(page).getByRole('region', { name: '文字', exact: true });
  await words.getByLabel('中文文字').fill('请按单送货 {{billCode}}');
  await soon(() => shown(page).innerText()).toMatch(/请按单送货 CG\d+/);
  await words.getByLabel('中文文字').fill('请按单送货 {{colour}}');
  await front(page).getByText('采购订单没有字段“colour”').waitFor();
  await words.getByLabel('中文文字').fill('请按单送货 {{billCode}}');
  await button(front(page), '删除第 2 块').click();
  await soon(() => shown(page).locator('.sheet-facts').count()).toBe(0);
  expect(facts).toContain('供应商');
  await front(page).getByText('默认模板').click();
  await button(front(page), '保 ?存').click();
  await page.waitForURL(/printtemplate\/\d+$/);

  await page.goto(`${stage.larder.address}/purchasing/purchaseorder/${order.id}`);
  await page.getByRole('heading', { name: order.code }).waitFor();
  await page.keyboard.press('Control+p');
  await shown(page).getByText(`请按单送货 ${order.code}`).waitFor();
  expect(await shown(page).locator('.sheet-facts').count()).toBe(0);
  await page.locator('#print-template').click();
  await page.locator('.ant-select-item-option').filter({ hasText: '内置版式' }).click();
  await shown(page).locator('.sheet-facts').waitFor();
  await leaveComputer(page);
});
