// Areas: print
import { test } from 'vitest';
import { DESK, PHONE, button, front, journey, person } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

const stage = journey();
const OUT = '/tmp/w/print-tmp/shots';
test('looks', async () => {
  const [order] = await stage.larder.rows<{ id: string }>(
    `select purchase_order_id::text as id from purchase_order_detail group by 1 order by count(*) desc limit 1`,
  );
  const [out] = await stage.larder.rows<{ id: string }>(
    `select id::text as id from out_store where status = 'done' order by id desc limit 1`,
  );
  for (const [name, viewport, language, theme] of [
    ['desk-zh', DESK, 'zh', 'default'],
    ['desk-en-dark', DESK, 'en', 'dark'],
    ['phone-en', PHONE, 'en', 'default'],
  ] as const) {
    const page = await person(stage, 'admin', { viewport });
    await writeStoredItem(page, 'language', language);
    await writeStoredItem(page, 'theme', theme);
    await page.goto(`${stage.larder.address}/purchasing/purchaseorder/${order!.id}`);
    await front(page).locator('.document-title').waitFor();
    await page.waitForTimeout(1500);
    await button(front(page), language === 'zh' ? '打印' : 'Print').click();
    await page.locator('.print-room .sheet').waitFor();
    await page.waitForTimeout(800);
    await page.screenshot({ path: `${OUT}/${name}-a4.png` });
    await page.getByText(language === 'zh' ? '中英双语' : 'Both', { exact: true }).click();
    await page.waitForTimeout(800);
    await page.screenshot({ path: `${OUT}/${name}-both.png` });
    for (const [paper, key] of [
      ['80 mm', 'roll'],
      ['60 × 40', 'label'],
      ['A5', 'a5'],
    ] as const) {
      await page.locator('#print-paper').click();
      await page.locator('.ant-select-item-option').filter({ hasText: paper }).click();
      await page.waitForTimeout(900);
      await page.screenshot({ path: `${OUT}/${name}-${key}.png` });
    }
    await page.goto(`${stage.larder.address}/store/invoutstore/${out!.id}`);
    await page.waitForTimeout(1500);
    await page.keyboard.press('Control+p');
    await page.locator('.print-room .sheet').waitFor();
    await page.waitForTimeout(800);
    await page.screenshot({ path: `${OUT}/${name}-out.png` });
    await page.goto(`${stage.larder.address}/print/printtemplate`);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `${OUT}/${name}-templates.png` });
    const [t] = await stage.larder.rows<{ id: string }>(`select id::text as id from print_template limit 1`);
    await page.goto(`${stage.larder.address}/print/printtemplate/${t?.id ?? 'new'}`);
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `${OUT}/${name}-template.png`, fullPage: true });
    await page.goto(`${stage.larder.address}/print/printlog`);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `${OUT}/${name}-logs.png` });
    const [l] = await stage.larder.rows<{ id: string }>(`select id::text as id from print_log limit 1`);
    await page.goto(`${stage.larder.address}/print/printlog/${l?.id ?? 'new'}`);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `${OUT}/${name}-log.png` });
  }
}, 180_000);
