// Areas: receiving
/** The dock in a browser: a bill of 20 lines by keyboard alone, and one by thumb on a phone. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve, type Serving } from '../../apps/server/main.ts';
import { createTokens } from '../../modules/admin/sign-in/token.server.ts';
import { buildWebIfStale } from '../../scripts/web-build.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { browserClock } from '../support/clock.ts';
import { storedItem } from '../support/stored-item.ts';
import { freshDatabase } from '../support/postgres.ts';
import { typistAt } from '../support/typist.ts';

const SECRET = 'a secret for the journey that is long enough';
const LINES = 20;
/** Keys a person may need: three a line, and ten around them (reliability.md 5.3). */
const KEYS_MAX = LINES * 3 + 10;
/** The machine may have others to serve. */
const soon = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 15_000, interval: 50 });
const PICTURES = process.env['JOURNEY_PICTURES'];
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-receive-'));

let serving: Serving;
let browser: Browser;
let owner: pg.Client;
let token: string;
let adminId: string;
beforeAll(async () => {
  const database = await freshDatabase();
  const webRoot = process.env['JOURNEY_WEB'] ?? (await buildWebIfStale(() => {}));
  serving = await serve({
    ...database,
    port: 0,
    host: '127.0.0.1',
    dataDir,
    tokenSecret: SECRET,
    demo: false,
    logLevel: 'silent',
    webRoot,
  });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  owner.on('error', () => {}); // the query that fails reports it
  await owner.connect();
  await furnish();
  browser = await sharedBrowser();
}, 180_000);
afterAll(async () => {
  await closePages();
  await owner?.end();
  await serving?.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

test(`${LINES} lines are received by keyboard alone with at most ${KEYS_MAX} keys; then what did not come is proposed with its cause`, async () => {
  const page = await openBill('20001', { viewport: { width: 1440, height: 900 } });
  const keeper = await typistAt(page);
  const { press, type } = keeper;
  // On its heading, as whoever opened it from the list.
  await keeper.has('#content article.document h1');
  await keeper.tabTo('收货');
  await press('Enter');
  const focusIn = (field: string): Promise<void> => page.locator(`#${field}:focus`).waitFor();
  await focusIn('dock-0-acceptedQty');
  await picture(page, 'dock-desk');
  for (let line = 0; line < LINES; line += 1) {
    await focusIn(`dock-${line}-acceptedQty`);
    // One line in five came with another weight; one wants a temperature.
    if (line === 3) await type('9');
    await press('Enter');
    // A tenth is missing: that is said, and checked once more.
    if (line === 3) {
      await page.getByText('短 1 公斤（−10 %） · 再按一次 Enter 确认').waitFor();
      await press('Enter');
    }
    if (line === 7) {
      await focusIn('dock-7-temperature');
      await picture(page, 'dock-desk-temperature');
      await type('-18');
      await press('Enter');
    }
  }
  await picture(page, 'dock-desk-checked');
  await press('Enter');
  await soon(() => statusOf('20001')).toBe('receiving');
  expect(await received('20001')).toEqual(Array.from({ length: LINES }, (_, line) => (line === 3 ? '9' : '10')));
  expect(keeper.keys()).toBeLessThanOrEqual(KEYS_MAX);
  process.stdout.write(`${LINES} lines received with ${keeper.keys()} keys\n`);

  // What did not come is proposed when the bill is completed.
  await page
    .getByRole('button', { name: /完成收货/ })
    .first()
    .click();
  await page.getByText('应收 10 公斤 · 已收 9 公斤').waitFor();
  await page.getByRole('button', { name: '供应商少送' }).click();
  expect(await page.getByRole('textbox', { name: /原因说明/ }).inputValue()).toBe('供应商少送');
  await page.getByLabel('处理方式').selectOption('cancel-rest');
  await picture(page, 'dock-differences');
  await page.getByRole('button', { name: '完成收货' }).last().click();
  await soon(() => statusOf('20001')).toBe('done');
  await picture(page, 'dock-done');
  await page.context().close();
});

test('on a phone one thumb is enough: the next line comes by itself', async () => {
  const page = await openBill('20002', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.locator('.action-bar .ant-btn-primary').first().tap();
  await page.locator('.dock-line.is-current').waitFor();
  await picture(page, 'dock-phone');
  for (let line = 0; line < LINES; line += 1) {
    await soon(() => page.locator('.dock-line.is-current .dock-no').textContent()).toBe(String(line + 1));
    if (line === 2) await page.locator('.dock-line.is-current .dock-step').first().tap();
    if (line === 7) await page.locator('#dock-7-temperature').fill('-18');
    await page.getByRole('button', { name: '核对，下一行' }).tap();
    if (line === 2) {
      await page.getByText('再按一次“核对”确认').waitFor();
      await picture(page, 'dock-phone-short');
      await page.getByRole('button', { name: '核对，下一行' }).tap();
      await picture(page, 'dock-phone-next');
    }
  }
  await picture(page, 'dock-phone-checked');
  await page.getByRole('button', { name: `收货 ${LINES} 行` }).tap();
  await soon(() => statusOf('20002')).toBe('receiving');
  expect((await received('20002'))[2]).toBe('9');
  await page.context().close();
});

/** Lines that this device keeps as looked at. */
const linesStored = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opened = indexedDB.open('larder');
        opened.onsuccess = () => {
          const all = opened.result.transaction('drafts').objectStore('drafts').getAll() as IDBRequest<
            { values: { kept?: { entries?: { isChecked: boolean }[] } } }[]
          >;
          all.onsuccess = () =>
            resolve(
              all.result.flatMap((draft) => draft.values.kept?.entries ?? []).filter((entry) => entry.isChecked).length,
            );
        };
      }),
  );

test('a photo of what was wrong is made small, survives a reload, and stands on the difference', async () => {
  const page = await openBill('20003', { viewport: { width: 1440, height: 900 } });
  const dock = async (): Promise<void> => {
    await page
      .getByRole('button', { name: /^收\s?货$/ })
      .first()
      .click();
    await page.locator('#dock-0-acceptedQty').waitFor();
  };
  const photos = page.getByRole('group', { name: '照片' });
  await dock();
  expect(await photos.count()).toBe(0);
  await page.locator('#dock-0-acceptedQty').fill('8');
  const large = await noise(page);
  expect(large.length).toBeGreaterThan(500 * 1024);
  const file = page.locator('input#dock-0-pictures');

  // What is no picture is said in words, and nothing of it travels.
  await file.setInputFiles({ name: '说明.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('a text') });
  await page.getByText('说明.jpg 上传失败：不是可以打开的 jpg 或 png 图片，请重拍或换一张').waitFor();
  // Read by the browser itself, as from a disk.
  const video = path.join(dataDir, '录像.jpg');
  fs.writeFileSync(video, Buffer.alloc(30 * 1024 * 1024));
  await file.setInputFiles(video);
  await page.getByText('录像.jpg 上传失败：不是可以打开的 jpg 或 png 图片，请重拍或换一张').waitFor();
  await picture(page, 'dock-photo-refused');

  await file.setInputFiles([
    { name: '压坏.png', mimeType: 'image/png', buffer: large },
    { name: '压坏2.png', mimeType: 'image/png', buffer: large },
  ]);
  await soon(() => photos.locator('img').count()).toBe(2);
  await picture(page, 'dock-photo');
  await page.locator('#dock-0-acceptedQty').press('Enter');
  await page.getByText('再按一次 Enter 确认').waitFor();
  await page.locator('#dock-0-acceptedQty').press('Enter');
  await soon(() => linesStored(page)).toBe(1);
  await page.reload();
  await page.locator('.document-title').waitFor();
  await dock();
  await page.getByText('接着上次填写的内容').waitFor();
  await soon(() => photos.locator('img').count()).toBe(2);
  expect(await page.locator('#dock-0-acceptedQty').inputValue()).toBe('8');
  await picture(page, 'dock-photo-resumed');
  await page.getByRole('button', { name: '收货 1 行' }).click();
  await soon(() => statusOf('20003')).toBe('receiving');
  const sizes = (
    await owner.query<{ size: string }>(`select size from stored_file where purpose = 'picture'`)
  ).rows.map((row) => Number(row.size));
  expect(sizes).toHaveLength(2);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500 * 1024);

  await page
    .getByRole('button', { name: /登记差异/ })
    .first()
    .click();
  await page.getByLabel('差异类型').first().selectOption('damaged');
  await page
    .getByRole('textbox', { name: /原因说明/ })
    .first()
    .fill('外箱压坏，两件漏出');
  await page
    .getByRole('textbox', { name: /原因说明/ })
    .last()
    .fill('下午补送');
  await page.getByRole('button', { name: '应用到全部' }).first().click();
  await soon(() =>
    page
      .getByRole('textbox', { name: /原因说明/ })
      .last()
      .inputValue(),
  ).toBe('外箱压坏，两件漏出');
  await page.getByLabel('处理方式').first().selectOption('cancel-rest');
  await page.reload();
  await page
    .getByRole('button', { name: /登记差异/ })
    .first()
    .click();
  await soon(() =>
    page
      .getByRole('textbox', { name: /原因说明/ })
      .first()
      .inputValue(),
  ).toBe('外箱压坏，两件漏出');
  await soon(() => photos.first().locator('img').count()).toBe(2);
  await picture(page, 'dock-claim-photo');
  await page.getByRole('button', { name: '登记差异' }).last().click();
  const link = page.locator('.bill-history > div').filter({ hasText: '大白菜' }).getByRole('link', { name: /^CY/ });
  await link.waitFor();
  await picture(page, 'dock-history-photo');
  await link.click();
  const shown = page.locator('.facts .thumbs img').first();
  await shown.waitFor();
  await soon(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900);
  await picture(page, 'difference-photo');
  await page.context().close();
}, 120_000);

test('on the phone a photo goes with the line, while the next line is already checked', async () => {
  const page = await openBill('20004', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.locator('.action-bar .ant-btn-primary').first().tap();
  await page.locator('.dock-line.is-current .dock-step').first().tap();
  await page
    .locator('input#dock-0-pictures')
    .setInputFiles({ name: '少一件.png', mimeType: 'image/png', buffer: await noise(page) });
  await page.getByRole('button', { name: '核对，下一行' }).tap();
  await page.getByText('再按一次“核对”确认').waitFor();
  await page.getByRole('button', { name: '核对，下一行' }).tap();
  await soon(() => page.locator('.dock-line.is-current .dock-no').textContent()).toBe('2');
  await page.getByRole('button', { name: '核对，下一行' }).tap();
  await page.getByText('照片上传中').waitFor({ state: 'detached' });
  await page.locator('.dock-line').first().tap();
  await page.locator('.dock-line.is-current').getByRole('group', { name: '照片' }).locator('img').waitFor();
  await picture(page, 'dock-phone-photo');
  await page.getByRole('button', { name: '收货 2 行' }).tap();
  await soon(() => statusOf('20004')).toBe('receiving');
  const pictureCounts = (
    await owner.query<{ count: number }>(
      'select cardinality(l.pictures)::int as count from in_store_receiving_detail l join in_store_receiving r on r.id = l.in_store_receiving_id where r.instore_id = 20004 order by l.line_no',
    )
  ).rows;
  expect(pictureCounts.map((row) => row.count ?? 0)).toEqual([1, 0]);
  await page.context().close();
});

const DAY_MS = 24 * 3_600_000;
/** A day of the company, so many days ago. */
const daysAgo = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 - days * DAY_MS).toISOString().slice(0, 10);

test('what is printed on a pack is read from it, of fresh goods today is assumed, and a figure mistyped is said before it is taken', async () => {
  const page = await openBill('20005', { viewport: { width: 1440, height: 900 } });
  await page
    .getByRole('button', { name: /^收\s?货$/ })
    .first()
    .click();
  const [powder, greens] = [page.locator('.dock-line').nth(0), page.locator('.dock-line').nth(1)];
  await page.locator('#dock-0-acceptedQty:focus').waitFor();
  expect([
    await page.locator('#dock-0-productionDate').inputValue(),
    await page.locator('#dock-1-productionDate').inputValue(),
  ]).toEqual(['', daysAgo(0)]);
  await greens.getByText('今天到货（推定）').waitFor();
  expect(await powder.getByText('推定').count()).toBe(0);

  // Enter asks for the date; one that is too old is said with what is asked, and one that will do is taken.
  await page.keyboard.press('Enter');
  await page.locator('#dock-0-productionDate:focus').waitFor();
  await page.locator('#dock-0-productionDate').pressSequentially(daysAgo(200));
  await page.keyboard.press('Enter');
  await powder.getByText(/豆浆粉 剩余保质期 44.44% 低于要求 2\/3/).waitFor();
  await page.locator('#dock-0-overrideReason:focus').waitFor();
  await picture(page, 'dock-life-short');
  await page.locator('#dock-0-productionDate').fill('');
  await page.locator('#dock-0-productionDate').pressSequentially(daysAgo(100));
  await page.keyboard.press('Enter');
  await powder.locator('b[title="已核对"]').waitFor();

  await page.locator('#dock-1-acceptedQty:focus').waitFor();
  await page.keyboard.type('0.4');
  await page.keyboard.press('Enter');
  await greens.getByText('短 9.6 公斤（−96 %） · 再按一次 Enter 确认').waitFor();
  expect(await greens.locator('b[title="已核对"]').count()).toBe(0);
  await picture(page, 'dock-short');
  await page.keyboard.press('Enter');
  await greens.locator('b[title="已核对"]').waitFor();
  await picture(page, 'dock-short-checked');
  await page.keyboard.press('Control+Enter');
  await soon(() => statusOf('20005')).toBe('receiving');
  const lots = (
    await owner.query<{ made: string }>(
      `select production_date::text as made from batch where source_bill_id = '20005' order by material_id`,
    )
  ).rows;
  expect([await received('20005'), lots.map((lot) => lot.made)]).toEqual([
    ['10', '0.4'],
    [daysAgo(100), daysAgo(0)],
  ]);
  await page.context().close();
});

test('the same in English on a phone', async () => {
  const page = await openBill('20006', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, 'en');
  await page.locator('.action-bar .ant-btn-primary').first().tap();
  await page.locator('.dock-line').nth(1).tap();
  await page.getByText('Came today (assumed)').waitFor();
  await page.locator('#dock-1-acceptedQty').fill('0.4');
  await page.getByRole('button', { name: 'Check, next line' }).tap();
  await page.getByText('9.6 公斤 short (−96 %) · Press “Check” again to confirm').waitFor();
  await picture(page, 'dock-short-phone-en');
  await page.context().close();
});

/** Trade items: one that is known, one that nobody knows, one with a wrong check digit. */
const CODES = {
  zh: { known: '6907001000012', unknown: '6907001000029', wrong: '6907001000013' },
  en: { known: '6907001000036', unknown: '6907001000043', wrong: '6907001000037' },
} as const;
const SCAN_WORDS = {
  zh: {
    find: '扫码，或输入物料名称、编码',
    wrong: '的校验位不对，应为 2',
    learn: /还没有登记/,
    remember: '记住',
    learned: /已记住/,
    places: '不能有 6 位小数',
    check: '核对，下一行',
    labels: '打印标签',
    print: '打印 1 张',
    lot: /入库/,
  },
  en: {
    find: 'Scan, or type a name or code',
    wrong: 'is wrong, it should be 6',
    learn: /is not known yet/,
    remember: 'Remember',
    learned: /Remembered/,
    places: 'cannot have 6 decimals',
    check: 'Check, next line',
    labels: 'Print labels',
    print: 'Print 1 label',
    lot: /Received/,
  },
} as const;

/** As a hand scanner types it: the code, then Enter. */
async function scan(page: Page, find: string, code: string): Promise<void> {
  const box = page.getByRole('searchbox', { name: find });
  await box.fill(code);
  await box.press('Enter');
}

test.each(['zh', 'en'] as const)(
  'M18 W18 S05: on a phone a scan fills lot, dates and weight; wrong codes are said in words, unknown ones learned; the label leads back to the lot (%s)',
  async (language) => {
    const words = SCAN_WORDS[language];
    const codes = CODES[language];
    const bill = language === 'zh' ? '20007' : '20008';
    await owner.query('update material set barcode = $1 where id = 10023', [codes.known]);
    const page = await openBill(
      bill,
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      language,
    );
    await page.locator('.action-bar .ant-btn-primary').first().tap();
    await page.locator('.dock-line.is-current').waitFor();

    // Wrong codes are said in words, and fill nothing.
    await scan(page, words.find, `010${codes.wrong}10A1`);
    await page.getByRole('alert').filter({ hasText: words.wrong }).waitFor();
    await scan(page, words.find, `010${codes.known}3106012345`);
    await page.getByRole('alert').filter({ hasText: words.places }).waitFor();

    const made = daysAgo(2);
    const expires = daysAgo(-20);
    const short = (day: string): string => day.slice(2).replaceAll('-', '');
    const element = `]C1010${codes.known}11${short(made)}17${short(expires)}310300125010LOT-7`;
    await scan(page, words.find, element);
    const value = (field: string): Promise<string> => page.locator(`#dock-0-${field}`).inputValue();
    await soon(() => value('supplierBatchNo')).toBe('LOT-7');
    expect([await value('productionDate'), await value('expiryDate'), await value('acceptedQty')]).toEqual([
      made,
      expires,
      '1.25',
    ]);
    await picture(page, `scan-filled-${language}`);
    // A scanner that fires twice counts once; the next pack counts.
    await page.waitForTimeout(350);
    await page.getByRole('searchbox', { name: words.find }).evaluate((box: HTMLInputElement, code) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
      for (let time = 0; time < 2; time += 1) {
        set.call(box, code);
        box.dispatchEvent(new Event('input', { bubbles: true }));
        box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      }
    }, element);
    await soon(() => value('acceptedQty')).toBe('2.5');

    // What nobody knows is asked once.
    await scan(page, words.find, codes.unknown);
    const form = page.getByRole('form', { name: words.learn });
    await picture(page, `scan-learn-${language}`);
    await form.getByRole('combobox').selectOption({ index: 2 });
    await form.getByRole('button', { name: words.remember, exact: true }).click();
    await page.getByText(words.learned).first().waitFor();
    await soon(() => page.locator('.dock-line.is-current .dock-no').textContent()).toBe('2');
    expect(
      (
        await owner.query(
          'select material_id::text as id, supplier_id::text as of from material_alias where alias = $1',
          [codes.unknown],
        )
      ).rows,
    ).toEqual([{ id: '10024', of: '600' }]);
    await page.locator('.dock-line').first().click();
    await scan(page, words.find, `]E0${codes.unknown}`);
    await soon(() => page.locator('.dock-line.is-current .dock-no').textContent()).toBe('2');

    // Received, its label is printed and scanned.
    await page.locator('.dock-line').first().click();
    await page.locator('#dock-0-acceptedQty').waitFor();
    await page.getByRole('button', { name: words.check }).tap();
    await page.getByRole('button', { name: words.check }).tap();
    await page.locator('.dock-foot .ant-btn').last().click();
    await page.getByRole('button', { name: words.labels }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('.sheet').getByText(expires).waitFor();
    expect(await dialog.locator('.sheet svg').getAttribute('aria-label')).toMatch(/^L\d+$/);
    const label = (await dialog.locator('.sheet svg').getAttribute('aria-label'))!;
    await picture(page, `scan-label-${language}`);
    await dialog.getByRole('button', { name: words.print }).waitFor();
    const lot = (
      await owner.query<{ code: string }>(
        'select batch_code as code from batch where id = $1 and supplier_batch_no = $2',
        [label.slice(1), 'LOT-7'],
      )
    ).rows[0];
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox').last();
    await search.fill(label);
    await page.getByRole('option', { name: lot!.code }).first().waitFor();
    await search.press('Enter');
    await page.getByRole('heading', { name: lot!.code, level: 1 }).waitFor();
    await page.context().close();
  },
);

/** A picture nothing can make much smaller without making it worse, as photos are. */
async function noise(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [900, 700];
    const pen = canvas.getContext('2d')!;
    const image = pen.createImageData(900, 700);
    let state = 1;
    for (let at = 0; at < image.data.length; at += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      image.data[at] = at % 4 === 3 ? 255 : state >>> 24;
    }
    pen.putImageData(image, 0, 0);
    const blob = await new Promise<Blob>((resolve) => {
      canvas.toBlob((made) => resolve(made!), 'image/png');
    });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return btoa(binary);
  });
  return Buffer.from(text, 'base64');
}

async function openBill(
  id: string,
  more: Parameters<Browser['newContext']>[0],
  language: 'zh' | 'en' = 'zh',
): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ ...more, locale: 'zh-CN' });
  await context.addInitScript(browserClock());
  const session = {
    accessToken: token,
    refreshToken: 'none',
    expiresIn: 3600,
    obtainedAt: Date.now(),
    tenantId: '000000',
    userId: adminId,
    account: 'admin',
    name: '管理员',
    avatar: '',
    deptName: '',
    roles: ['administrator'],
  };
  await context.addInitScript(
    `localStorage.setItem('larder:session', ${JSON.stringify(storedItem(session))}); localStorage.setItem('larder:language', ${JSON.stringify(storedItem(language))})`,
  );
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(`${serving.address}/store/invinstore/${id}`);
  await page.locator('.document-title').waitFor();
  return page;
}

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await page.waitForTimeout(250);
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
}

const statusOf = async (id: string): Promise<string> =>
  (await owner.query<{ status: string }>('select status from in_store where id = $1', [id])).rows[0]!.status;
const received = async (id: string): Promise<string[]> =>
  (
    await owner.query<{ qty: string }>(
      'select trim_scale(received_qty)::text as qty from in_store_detail where in_store_id = $1 order by line_no',
      [id],
    )
  ).rows.map((row) => row.qty);

/** Two approved orders of 20 lines with their bills and two of 2 lines, one of the materials frozen; and two to be scanned. */
async function furnish(): Promise<void> {
  const names = [
    '大白菜',
    '西红柿',
    '黄瓜',
    '土豆',
    '胡萝卜',
    '洋葱',
    '青椒',
    '猪里脊',
    '鸡胸肉',
    '鸡蛋',
    '豆腐',
    '香菇',
    '大葱',
    '生姜',
    '大蒜',
    '芹菜',
    '菠菜',
    '茄子',
    '冬瓜',
    '莲藕',
  ];
  await owner.query(`
    begin; set local app.tenant = '000000';
    insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values (100, '鲜味餐饮', '鲜味餐饮', 'C', 0, '1'), (110, '科技园项目部', '科技园项目部', 'P', 100, '2');
    insert into material_unit (id, code, name, dimension) values (301, 'kgx', '公斤', 'mass');
    insert into material_type (id, code, name) values (400, 'FX', '食材');
    insert into material (id, code, name, material_type_id, base_unit_id, over_rate, storage_zone, temp_check)
      select 10000 + n, 'VG' || lpad(n::text, 4, '0'), (array[${names.map((name) => `'${name}'`).join(', ')}])[n], 400, 301, 3, case when n = 8 then 'frozen' end, case when n = 8 then 1 end from generate_series(1, ${LINES}) n;
    insert into warehouse (id, code, name, company_dept_id, project_group_dept_id, zones) values (500, 'W1', '科技园主仓', 100, 110, 'ambient,frozen');
    insert into supplier (id, code, name, contact, contact_phone) values (600, 'SX1', '绿源蔬菜', '王', '13800000000');
    insert into purchase_order (id, bill_code, supplier_id, warehouse_id, company_dept_id, blade_project_dept_id, delivery_date, line_count, status) select 30000 + b, 'CG2026112100' || b, 600, 500, 100, 110, now()::date, case when b < 3 then ${LINES} else 2 end, 'approved' from generate_series(1, 4) b;
    insert into purchase_order_detail (id, purchase_order_id, line_no, material_id, unit_id, base_unit_id, order_qty, base_qty, price, over_rate)
      select 2000000 + b * 1000 + n, 30000 + b, n, 10000 + n, 301, 301, 10, 10, 4.50, 3 from generate_series(1, 4) b, generate_series(1, ${LINES}) n where b < 3 or n <= 2;
    insert into in_store (id, bill_code, bill_date, source_bill_id, source_bill_code, supplier_id, location_id, warehouse_id, company_dept_id, blade_project_dept_id, line_count, expect_time)
      select 20000 + b, 'RK2026112100' || b, now()::date, (30000 + b)::text, 'CG2026112100' || b, 600, 500, 500, 100, 110, case when b < 3 then ${LINES} else 2 end, now() from generate_series(1, 4) b;
    insert into in_store_detail (id, in_store_id, line_no, source_detail_id, material_id, unit_id, base_unit_id, qty, base_qty, open_qty, limit_qty, price, over_rate)
      select 1000000 + b * 1000 + n, 20000 + b, n, (2000000 + b * 1000 + n)::text, 10000 + n, 301, 301, 10, 10, 10, 10.3, 4.50, 3 from generate_series(1, 4) b, generate_series(1, ${LINES}) n where b < 3 or n <= 2;
    insert into material_unit (id, code, name, dimension) values (302, 'bagx', '散袋', 'pack');
    insert into material (id, code, name, material_type_id, base_unit_id, shelf_life_managed, shelf_life_days) values (10021, 'DR0001', '豆浆粉', 400, 301, 1, 360), (10022, 'VG0022', '小白菜', 400, 301, 1, 3);
    insert into purchase_order (id, bill_code, supplier_id, warehouse_id, company_dept_id, blade_project_dept_id, delivery_date, line_count, status) select 30000 + b, 'CG2026112100' || b, 600, 500, 100, 110, now()::date, 2, 'approved' from generate_series(5, 6) b;
    insert into purchase_order_detail (id, purchase_order_id, line_no, material_id, unit_id, base_unit_id, order_qty, base_qty, price, over_rate)
      select 2000000 + b * 1000 + n, 30000 + b, n, 10020 + n, case when n = 1 then 302 else 301 end, 301, 10, 10, 4.50, 0 from generate_series(5, 6) b, generate_series(1, 2) n;
    insert into in_store (id, bill_code, bill_date, source_bill_id, source_bill_code, supplier_id, location_id, warehouse_id, company_dept_id, blade_project_dept_id, line_count, expect_time)
      select 20000 + b, 'RK2026112100' || b, now()::date, (30000 + b)::text, 'CG2026112100' || b, 600, 500, 500, 100, 110, 2, now() from generate_series(5, 6) b;
    insert into in_store_detail (id, in_store_id, line_no, source_detail_id, material_id, unit_id, base_unit_id, qty, base_qty, open_qty, limit_qty, price, over_rate)
      select 1000000 + b * 1000 + n, 20000 + b, n, (2000000 + b * 1000 + n)::text, 10020 + n, case when n = 1 then 302 else 301 end, 301, 10, 10, 10, 10, 4.50, 0 from generate_series(5, 6) b, generate_series(1, 2) n;
    insert into material (id, code, name, material_type_id, base_unit_id, shelf_life_managed, shelf_life_days) select 10022 + n, 'SC000' || n, (array['鲜牛奶', '酸奶'])[n], 400, u.id, 1, 30 from material_unit u, generate_series(1, 2) n where u.code = 'KG';
    insert into purchase_order (id, bill_code, supplier_id, warehouse_id, company_dept_id, blade_project_dept_id, delivery_date, line_count, status) select 30000 + b, 'CG2026112100' || b, 600, 500, 100, 110, now()::date, 2, 'approved' from generate_series(7, 8) b;
    insert into purchase_order_detail (id, purchase_order_id, line_no, material_id, unit_id, base_unit_id, order_qty, base_qty, price, over_rate)
      select 2000000 + b * 1000 + n, 30000 + b, n, 10022 + n, m.base_unit_id, m.base_unit_id, 10, 10, 4.50, 0 from generate_series(7, 8) b, generate_series(1, 2) n join material m on m.id = 10022 + n;
    insert into in_store (id, bill_code, bill_date, source_bill_id, source_bill_code, supplier_id, location_id, warehouse_id, company_dept_id, blade_project_dept_id, line_count, expect_time)
      select 20000 + b, 'RK2026112100' || b, now()::date, (30000 + b)::text, 'CG2026112100' || b, 600, 500, 500, 100, 110, 2, now() from generate_series(7, 8) b;
    insert into in_store_detail (id, in_store_id, line_no, source_detail_id, material_id, unit_id, base_unit_id, qty, base_qty, open_qty, limit_qty, price, over_rate)
      select 1000000 + b * 1000 + n, 20000 + b, n, (2000000 + b * 1000 + n)::text, 10022 + n, m.base_unit_id, m.base_unit_id, 10, 10, 10, 10, 4.50, 0 from generate_series(7, 8) b, generate_series(1, 2) n join material m on m.id = 10022 + n;
    commit`);
  adminId = (
    await owner.query<{ id: string }>(
      `update app_user set must_change_password = 0 where tenant_id = '000000' and account = 'admin'
        returning id::text as id`,
    )
  ).rows[0]!.id;
  const session = (
    await owner.query<{ id: string }>(
      `insert into session (tenant_id, user_id, client_id) values ('000000', $1, 'saber') returning id::text as id`,
      [adminId],
    )
  ).rows[0]!;
  token = await createTokens(SECRET).access({ tenant: '000000', userId: adminId, sessionId: session.id }, 3600);
}
