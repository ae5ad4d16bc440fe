// Areas: purchasing, suppliers
import fs from 'node:fs';
import { test } from 'vitest';
import { DESK, front, journey, person, PHONE } from '../support/journey.ts';
import { settled } from './visit.ts';

const stage = journey();
const OUT = '/tmp/w/supp-shots';
fs.mkdirSync(OUT, { recursive: true });
test('looks', async () => {
  const [order] = await stage.larder.rows<{ id: string }>(
    "select id::text from purchase_order where status = 'approved' and supplier_status = 'partial' limit 1",
  );
  console.log(
    await stage.larder.rows(
      'select status, execute_status, supplier_status, count(*)::int from purchase_order group by 1,2,3',
    ),
  );
  console.log(
    await stage.larder.rows(
      'select month, count(*)::int, avg(score), avg(on_time_percent), avg(fill_percent), avg(refuse_percent), avg(life_percent), avg(price_percent), avg(answer_percent) from supplier_score group by 1',
    ),
  );
  const page = await person(stage, 'purchaser', { at: `/purchasing/purchaseorder/${order!.id}` });
  await front(page).getByText('供应商答复').waitFor();
  await settled(page);
  await page.screenshot({ path: `${OUT}/order.png` });
  await front(page).getByRole('button', { name: '发送新链接' }).click();
  await front(page).getByRole('textbox', { name: '链接' }).waitFor();
  await page.screenshot({ path: `${OUT}/order-link.png` });
  const link = await front(page).getByRole('textbox', { name: '链接' }).inputValue();
  for (const [locale, scheme] of [
    ['zh-CN', 'light'],
    ['en-GB', 'light'],
    ['zh-CN', 'dark'],
  ] as const) {
    const context = await stage.browser.newContext({ viewport: PHONE, locale, colorScheme: scheme });
    const phone = await context.newPage();
    await phone.goto(link);
    await phone.locator('.public-order-lines').first().waitFor();
    await phone.screenshot({ path: `${OUT}/phone-${locale}-${scheme}.png`, fullPage: true });
    await phone.getByRole('button', { name: /修改答复|Change your answer/ }).click();
    await phone.getByRole('button', { name: /数量或日期不同|Another quantity/ }).click();
    await phone.screenshot({ path: `${OUT}/phone-change-${locale}-${scheme}.png`, fullPage: true });
    await phone.getByRole('button', { name: /^(返回|Back)$/ }).click();
    await phone.getByRole('button', { name: /^(发货|Send goods)$/ }).click();
    await phone.screenshot({ path: `${OUT}/phone-ship-${locale}-${scheme}.png`, fullPage: true });
    await context.close();
  }
  const manager = await person(stage, 'purchase-manager', { at: '/supplier/supplierscore' });
  await front(manager).locator('.score-figure').first().waitFor();
  await settled(manager);
  await manager.screenshot({ path: `${OUT}/scores.png` });
  await front(manager).locator('.score-figure').first().click();
  await manager.locator('.score-basis').waitFor();
  await settled(manager);
  await manager.screenshot({ path: `${OUT}/scores-open.png` });
  const papers = await person(stage, 'purchase-manager', { at: '/supplier/supplier?name=众合' });
  await front(papers).getByText('众合食材贸易公司').first().click();
  await papers.getByText('要求的证照已过期').waitFor();
  await settled(papers);
  await papers.screenshot({ path: `${OUT}/papers.png` });
  void DESK;
}, 300_000);
