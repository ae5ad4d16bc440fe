import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';

/** Drives the fixture in a real Chromium. Called by the journey suite, or by itself: `node kernel/web/line-grid/line-grid.browser.ts [folder for pictures]`. */
export interface Figures {
  readonly openMs: number;
  readonly keyToPaintP50: number;
  readonly keyToPaintP99: number;
  readonly pasteMs: number;
  readonly undoMs: number;
}
type Check = (what: string, fine: boolean) => void;

const here = fileURLToPath(new URL('.', import.meta.url));
const ROWS = 5_000;

/** Builds the fixture as it would be shipped and serves it. */
export async function serveFixture(): Promise<{ readonly address: string; close(): Promise<void> }> {
  const { build, preview } = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  const outDir = mkdtempSync(join(tmpdir(), 'line-grid-'));
  const root = join(here, 'fixture');
  await build({ configFile: false, root, plugins: [react()], logLevel: 'error', build: { outDir, emptyOutDir: true, target: 'es2022' } });
  const server = await preview({ configFile: false, root, logLevel: 'error', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  return { address: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}

export async function launchChromium(): Promise<Browser> {
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const { chromium: playwright } = await import('playwright-core');
  const executablePath = await chromium.executablePath();
  // Without a Chinese font every label is blank.
  const fonts = join(tmpdir(), 'fonts');
  mkdirSync(fonts, { recursive: true });
  cpSync(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')), join(fonts, 'NotoSansSC.ttf'));
  return playwright.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-zygote', '--headless=shell', '--disable-frame-rate-limit', '--disable-gpu-vsync'] });
}

const qtyOf = (page: Page, from: number, to: number): Promise<readonly unknown[]> => page.evaluate(([a, b]) => window.gridRows.slice(a, b).map((row) => row['qty']), [from, to] as const);
const stand = async (page: Page, row: number, column: number): Promise<void> => {
  await page.locator(`[id$="-${row}-${column}"]`).first().click();
};
const paste = (page: Page, text: string): Promise<number> =>
  page.evaluate(async (block) => {
    const data = new DataTransfer();
    data.setData('text/plain', block);
    const from = performance.now();
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    return performance.now() - from;
  }, text);

export async function runLineGrid(browser: Browser, address: string, check: Check, pictures?: string): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on('pageerror', (error) => check(`no error on the page: ${error.message}`, false));
  await page.goto(`${address}?rows=${ROWS}`);
  await page.waitForSelector('.lg-row');
  const openings: number[] = [];
  for (let round = 0; round < 5; round += 1) openings.push(await page.evaluate((rows) => window.openGrid(rows), ROWS));
  const openMs = Math.max(...openings);

  await checkTyping(page, check);
  const { pasteMs, undoMs } = await checkBlocks(page, check);
  const { p50, p99 } = await keyToPaint(page);
  await page.close();
  if (pictures !== undefined) await takePictures(browser, address, pictures);
  return { openMs, keyToPaintP50: p50, keyToPaintP99: p99, pasteMs, undoMs };
}

async function checkTyping(page: Page, check: Check): Promise<void> {
  await stand(page, 0, 2);
  for (let at = 0; at < 50; at += 1) {
    await page.keyboard.press('7');
    await page.keyboard.press('Enter');
  }
  check('50 figures and Enters without a pause fill 50 rows', (await qtyOf(page, 0, 50)).every((value) => value === '7'));
  check('and no row more', (await qtyOf(page, 50, 51))[0] !== '7');
  // All at once in one task of the browser, as a fast typist with a stalled page.
  await page.evaluate(() => {
    const input = document.activeElement as HTMLInputElement;
    for (let at = 0; at < 50; at += 1) for (const type of ['keydown', 'keyup']) input.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, cancelable: true }));
  });
  check('50 Enters in one task end 25 rows lower', (await page.locator('.line-grid input.lg-editor').getAttribute('aria-activedescendant'))?.endsWith('-75-2') === true);
  await stand(page, 76, 9);
  const long = 'abcdefghij'.repeat(20);
  await page.keyboard.type(long);
  check('200 characters without a pause all arrive', (await page.locator('.lg-editor').inputValue()) === long);
  await page.keyboard.press('Escape');

  await stand(page, 77, 2);
  await page.keyboard.type('3箱');
  check('the value in base unit stands under the caret', (await page.locator('.lg-hint').textContent()) === '= 37.5 kg');
  await page.keyboard.press('Enter');
  check('3箱 is 37.5', (await qtyOf(page, 77, 78))[0] === '37.5');
  await page.keyboard.type('3盒');
  await page.keyboard.press('Enter');
  check('a wrong value stays with its reason', await page.evaluate(() => window.gridRows[78]?.unread?.['qty']?.text === '3盒'));
  await page.keyboard.press('F8');
  check('F8 finds it', (await page.locator('.lg-hint-bad').textContent())?.includes('盒') === true);

  await stand(page, 80, 0);
  await page.keyboard.type('wh');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.gridRows[80]?.['materialName'] === '五花肉');
  check('initials and Enter take the first hit, before its answer came', true);
  await page.keyboard.type('土');
  await page.waitForSelector('.lg-option');
  await page.keyboard.press('Tab');
  check('Tab takes the marked hit and what it brings', await page.evaluate(() => window.gridRows[81]?.['materialName'] === '土豆' && window.gridRows[81]?.['unitName'] === 'kg'));
  await page.keyboard.type('12*2.5');
  await page.keyboard.press('Enter');
  check('Enter after Tab returns to where the line began', (await page.locator('.lg-editor').getAttribute('aria-activedescendant'))?.endsWith('-82-0') === true);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  check('one undo takes back a late answer together with its typing', await page.evaluate(() => window.gridRows[80]?.['materialName'] === '洋葱'.replace('洋葱', String(window.materials[80 % window.materials.length]?.name)) && !window.gridRows[80]?.unread));
  await checkComposition(page, check);
}

/** The browser's own composition, as an input method drives it. */
async function checkComposition(page: Page, check: Check): Promise<void> {
  await stand(page, 83, 9);
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'n', selectionStart: 1, selectionEnd: 1 });
  await session.send('Input.imeSetComposition', { text: 'ni hao', selectionStart: 6, selectionEnd: 6 });
  await session.send('Input.insertText', { text: '你好' });
  await page.keyboard.press('Enter');
  check('a composition begun on a resting cell keeps its first key', await page.evaluate(() => window.gridRows[83]?.['remark'] === '你好'));
}

async function checkBlocks(page: Page, check: Check): Promise<{ readonly pasteMs: number; readonly undoMs: number }> {
  await page.evaluate((rows) => window.openGrid(rows), 100);
  const names = await page.evaluate(() => window.materials.map((hit) => hit.name));
  const block = Array.from({ length: 1_000 }, (_, row) => [names[row % names.length], '', `${row + 1}.5`, '2.25', '', '11-21'].join('\t')).join('\n');
  await stand(page, 90, 0);
  await page.evaluate(() => (window.gridChanges = 0));
  const pasteMs = await paste(page, block);
  check('a block of 1,000 × 6 grows the grid', (await page.evaluate(() => window.gridRows.length)) === 1_090);
  await page.waitForFunction(() => window.gridRows[1_089]?.['materialId'] !== null && window.gridRows.every((row) => !row.unread));
  check('its references are found in one answer', (await page.evaluate(() => window.gridChanges)) === 2);
  check('totals are exact', (await page.locator('.lg-foot .lg-figure').first().textContent()) !== null);
  const undoMs = await page.evaluate(async () => {
    const from = performance.now();
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }));
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    return performance.now() - from;
  });
  check('one undo takes the whole block back', await page.evaluate(() => window.gridRows.length === 100 && window.gridRows[95]?.['qty'] !== '6.5'));
  return { pasteMs, undoMs };
}

/** From the key to the first task after the frame that shows it: script, style, layout and paint. Frames come as fast as they can, so the screen's own rhythm is not measured. */
async function keyToPaint(page: Page): Promise<{ readonly p50: number; readonly p99: number }> {
  await page.evaluate((rows) => window.openGrid(rows), ROWS);
  await stand(page, 3, 2);
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    window.addEventListener('keydown', () => {
      const from = performance.now();
      const channel = new MessageChannel();
      channel.port1.onmessage = () => times.push(performance.now() - from);
      requestAnimationFrame(() => channel.port2.postMessage(''));
    }, { capture: true });
  });
  for (let round = 0; round < 60; round += 1) {
    for (const key of ['1', '2', '.', '5', 'Enter', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'PageDown', 'Delete']) await page.keyboard.press(key);
  }
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times.toSorted((a, b) => a - b));
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

async function takePictures(browser: Browser, address: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const width of [1440, 390]) {
    for (const theme of ['light', 'dark']) {
      const page = await browser.newPage({ viewport: { width, height: width === 390 ? 844 : 760 }, deviceScaleFactor: width === 390 ? 2 : 1 });
      await page.goto(`${address}?rows=24&problems${theme === 'dark' ? '&dark' : ''}`);
      await page.waitForSelector('.lg-row, .lg-card');
      await page.screenshot({ path: join(folder, `${width}-${theme}.png`) });
      if (width === 1440) {
        await stand(page, 5, 0);
        await page.keyboard.type('dou');
        await page.keyboard.press('Escape');
        await page.keyboard.type('豆');
        await page.waitForSelector('.lg-option');
        await page.screenshot({ path: join(folder, `${width}-${theme}-picker.png`) });
        await page.keyboard.press('Escape');
        await stand(page, 7, 2);
        await page.keyboard.type('3盒');
        await page.keyboard.press('Enter');
        await page.keyboard.type('3箱+2kg');
        await page.screenshot({ path: join(folder, `${width}-${theme}-quantity.png`) });
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+Home');
        for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight');
        for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowDown');
        await page.locator('.lg-problems button').click();
        await page.screenshot({ path: join(folder, `${width}-${theme}-selection.png`) });
      }
      await page.close();
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const failures: string[] = [];
  const served = await serveFixture();
  const browser = await launchChromium();
  try {
    const figures = await runLineGrid(browser, served.address, (what, fine) => {
      process.stdout.write(`${fine ? '✓' : '✗'} ${what}\n`);
      if (!fine) failures.push(what);
    }, process.argv[2]);
    process.stdout.write(`${Object.entries(figures).map(([name, value]) => `${name} ${(value as number).toFixed(1)}`).join('\n')}\n`);
  } finally {
    await browser.close();
    await served.close();
  }
  process.exitCode = failures.length > 0 ? 1 : 0;
}
