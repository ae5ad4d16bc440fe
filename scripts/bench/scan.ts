/** A hand scanner at the dock: from the key that ends a scan until the line stands filled on the screen. */
import type { Page } from 'playwright-core';
import { checkDigitHolds } from '../../parts/gs1/check-digit.rules.ts';
import { launchChromium } from './browser.ts';
import { makeOrders, openBills, ORDER } from './documents.ts';
import { atMost, known, median, share, type Figure } from './figures.ts';
import type { Fixtures } from './fixtures.ts';
import { MATERIAL } from './masters.ts';

const LINES = 60;
/** Numbers no other bench makes orders of. */
const FIRST_ORDER = 90_000;
/** Materials of `makeOrders`, the first of a bill. */
const FIRST = MATERIAL + 1_001;
const WARM = 5;
const PHONE = { width: 390, height: 844 };

/** Trade items of the lines, with their check digit. */
const itemOf = (line: number): string => {
  const body = `690700${String(line).padStart(6, '0')}`;
  return [...'0123456789'].map((digit) => body + digit).find(checkDigitHolds)!;
};

/** A delivery of 60 lines on a phone, every line scanned once. */
export async function benchScan(fixtures: Fixtures): Promise<Figure[]> {
  await makeOrders(fixtures, FIRST_ORDER, 1, LINES);
  const [bill] = await openBills(fixtures, [ORDER + FIRST_ORDER]);
  await fixtures.sql(
    `update material m set barcode = g.code from unnest($1::bigint[], $2::text[]) as g(id, code) where m.id = g.id`,
    [
      Array.from({ length: LINES }, (_, line) => FIRST + line),
      Array.from({ length: LINES }, (_, line) => itemOf(line)),
    ],
  );
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ viewport: PHONE, hasTouch: true, locale: 'zh-CN', bypassCSP: true });
    await context.addInitScript(
      `localStorage.setItem('larder:session', ${JSON.stringify(JSON.stringify({ content: fixtures.session }))})`,
    );
    const page = await context.newPage();
    await page.goto(`${fixtures.address}/store/invinstore/${bill!.id}`);
    await page.locator('.action-bar .ant-btn-primary').first().click();
    await page.locator('.dock-line.is-current').waitFor();
    const times: number[] = [];
    for (let line = 0; line < LINES; line += 1) {
      const ms = await scanned(page, `]C1010${itemOf(line)}310300012510LOT-${line}`, `LOT-${line}`);
      if (line >= WARM) times.push(ms);
    }
    return [
      atMost(`scan: a line of ${LINES} ready on a phone, p95`, share(times, 0.95), 'ms', 100),
      known('scan: a line ready, median', median(times), 'ms'),
    ];
  } finally {
    await browser.close();
  }
}

/** Milliseconds in the page, from Enter until the frame after which the lot stands in its line. */
const scanned = (page: Page, code: string, lot: string): Promise<number> =>
  page.evaluate(
    `new Promise((resolve) => {
      const box = document.querySelector('.dock-find');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, ${JSON.stringify(code)});
      box.dispatchEvent(new Event('input', { bubbles: true }));
      const begun = performance.now();
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      const look = () => {
        const filled = document.querySelector('.dock-line.is-current [id$=supplierBatchNo]');
        if (filled !== null && filled.value === ${JSON.stringify(lot)}) resolve(performance.now() - begun);
        else requestAnimationFrame(look);
      };
      look();
    })`,
  );
