import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';

/**
 * Drives the fixture in a real Chromium. Called by the journey suite, or by itself: `node
 * parts/line-grid/line-grid.browser.ts [folder for pictures]`.
 */
export interface Figures {
  readonly openMs: number;
  readonly keyWorkP50: number;
  readonly keyWorkP99: number;
  readonly keyToPaintP50: number;
  readonly keyToPaintP99: number;
  /** PageDown paints a screen of new lines, which no other key does. */
  readonly pageTurnP50: number;
  readonly pageTurnP99: number;
  readonly pasteMs: number;
  readonly undoMs: number;
}
type Check = (what: string, fine: boolean) => void;

const here = fileURLToPath(new URL('.', import.meta.url));
const ROWS = 5_000;
const EXACT_TOTAL = '508,987.5';

/** Builds the fixture as it would be shipped and serves it. */
export async function serveFixture(): Promise<{ readonly address: string; close(): Promise<void> }> {
  const { build, preview } = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  const outDir = mkdtempSync(join(tmpdir(), 'line-grid-'));
  const root = join(here, 'fixture');
  await build({
    configFile: false,
    root,
    plugins: [react()],
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'es2022' },
  });
  const server = await preview({
    configFile: false,
    root,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
  return {
    address: server.resolvedUrls?.local[0] ?? '',
    close: async () => {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}

export async function launchChromium(): Promise<Browser> {
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const { chromium: playwright } = await import('playwright-core');
  const executablePath = await chromium.executablePath();
  // Without a Chinese font every label is blank; the folder is ours, because others may be using the common one.
  const fonts = join(tmpdir(), 'line-grid-fonts');
  mkdirSync(fonts, { recursive: true });
  cpSync(
    fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')),
    join(fonts, 'NotoSansSC.ttf'),
  );
  writeFileSync(
    join(fonts, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><dir>/usr/share/fonts</dir><cachedir>${fonts}</cachedir></fontconfig>`,
  );
  return playwright.launch({
    executablePath,
    env: { ...process.env, FONTCONFIG_PATH: fonts, FONTCONFIG_FILE: join(fonts, 'fonts.conf') },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-zygote',
      '--headless=shell',
      '--disable-frame-rate-limit',
      '--disable-gpu-vsync',
    ],
  });
}

const qtyOf = (page: Page, from: number, to: number): Promise<readonly unknown[]> =>
  page.evaluate(([a, b]) => window.gridRows.slice(a, b).map((row) => row['qty']), [from, to] as const);
const stand = async (page: Page, row: number, column: number): Promise<void> => {
  await page.locator('.lg-scroll').evaluate((body, at) => body.scrollTo(0, Math.max(0, at * 36 - 180)), row);
  await page.locator(`[id$="-${row}-${column}"]`).first().click();
};
/** Whether the cursor comes to stand there: a row out of sight is drawn by the frame after the scrolling. */
const standsAt = (page: Page, row: number, column: number): Promise<boolean> =>
  page.waitForSelector(`.lg-editor[aria-activedescendant$="-${row}-${column}"]`, { timeout: 5_000 }).then(
    () => true,
    () => false,
  );
const paste = (page: Page, text: string): Promise<number> =>
  page.evaluate(async (block) => {
    const data = new DataTransfer();
    data.setData('text/plain', block);
    const from = performance.now();
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
    await new Promise((painted) => {
      requestAnimationFrame(() => setTimeout(painted));
    });
    return performance.now() - from;
  }, text);

interface Wanted {
  /** Folder for pictures. */
  readonly pictures?: string | undefined;
  /** Ten keys each are timed; the slowest hundredth wants many. */
  readonly rounds?: number;
}

export async function runLineGrid(
  browser: Browser,
  address: string,
  check: Check,
  { pictures, rounds = 60 }: Wanted = {},
): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on('pageerror', (error) => check(`no error on the page: ${error.message}`, false));
  await page.goto(`${address}?rows=${ROWS}`);
  await page.waitForSelector('.lg-row');
  const openings: number[] = [];
  for (let round = 0; round < 5; round += 1) openings.push(await page.evaluate((rows) => window.openGrid(rows), ROWS));
  const openMs = Math.max(...openings);

  await checkTyping(page, check);
  const { pasteMs, undoMs } = await checkBlocks(page, check);
  const { work, whole, turns } = await keyToPaint(page, rounds);
  await checkAccess(page, check);
  await page.close();
  if (pictures !== undefined) await takePictures(browser, address, pictures);
  return {
    openMs,
    keyWorkP50: share(work, 0.5),
    keyWorkP99: share(work, 0.99),
    keyToPaintP50: share(whole, 0.5),
    keyToPaintP99: share(whole, 0.99),
    pageTurnP50: share(turns, 0.5),
    pageTurnP99: share(turns, 0.99),
    pasteMs,
    undoMs,
  };
}

async function checkTyping(page: Page, check: Check): Promise<void> {
  await stand(page, 0, 2);
  for (let at = 0; at < 50; at += 1) {
    await page.keyboard.press('7');
    await page.keyboard.press('Enter');
  }
  check(
    '50 figures and Enters without a pause fill 50 rows',
    (await qtyOf(page, 0, 50)).every((value) => value === '7'),
  );
  check('and no row more', (await qtyOf(page, 50, 51))[0] !== '7');
  // All at once in one task of the browser, as a fast typist with a stalled page.
  await page.evaluate(() => {
    const input = document.activeElement as HTMLInputElement;
    for (let at = 0; at < 50; at += 1)
      for (const type of ['keydown', 'keyup'])
        input.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, cancelable: true }));
  });
  check('50 Enters in one task end 25 rows lower', await standsAt(page, 75, 2));
  await stand(page, 76, 9);
  const long = 'abcdefghij'.repeat(20);
  await page.keyboard.type(long);
  check('200 characters without a pause all arrive', (await page.locator('.lg-editor').inputValue()) === long);
  await page.keyboard.press('Escape');

  await stand(page, 77, 2);
  await page.keyboard.type('3箱');
  check(
    'the value in base unit stands under the caret',
    (await page.locator('.lg-hint').textContent()) === '= 37.5 kg',
  );
  await page.keyboard.press('Enter');
  check('3箱 is 37.5', (await qtyOf(page, 77, 78))[0] === '37.5');
  await page.keyboard.type('3盒');
  await page.keyboard.press('Enter');
  check(
    'a wrong value stays with its reason',
    await page.evaluate(() => window.gridRows[78]?.unread?.['qty']?.text === '3盒'),
  );
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
  check(
    'Tab takes the marked hit and what it brings',
    await page.evaluate(
      () => window.gridRows[81]?.['materialName'] === '土豆' && window.gridRows[81]?.['unitName'] === 'kg',
    ),
  );
  await page.keyboard.type('12*2.5');
  await page.keyboard.press('Enter');
  check('Enter after Tab returns to where the line began', await standsAt(page, 82, 0));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  check(
    'one undo takes back a late answer together with its typing',
    await page.evaluate(
      () =>
        window.gridRows[80]?.['materialName'] === window.materials[80 % window.materials.length]?.name &&
        !window.gridRows[80]?.unread,
    ),
  );
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
  check(
    'a composition begun on a resting cell keeps its first key',
    await page.evaluate(() => window.gridRows[83]?.['remark'] === '你好'),
  );
}

async function checkBlocks(page: Page, check: Check): Promise<{ readonly pasteMs: number; readonly undoMs: number }> {
  await page.evaluate((rows) => window.openGrid(rows), 100);
  const names = await page.evaluate(() => window.materials.map((hit) => hit.name));
  const block = Array.from({ length: 1_000 }, (_, row) =>
    [names[row % names.length], '', `${row + 1}.5`, '2.25', '', '11-21'].join('\t'),
  ).join('\n');
  await stand(page, 90, 0);
  await page.evaluate(() => (window.gridChanges = 0));
  const pasteMs = await paste(page, block);
  check('a block of 1,000 × 6 grows the grid', (await page.evaluate(() => window.gridRows.length)) === 1_090);
  await page.waitForFunction(
    () => window.gridRows[1_089]?.['materialId'] !== null && window.gridRows.every((row) => !row.unread),
  );
  check('its references are found in one answer', (await page.evaluate(() => window.gridChanges)) === 2);
  // Rows 1–90 of the fixture and 1.5 + 2.5 + … + 1,000.5.
  check('totals are exact', (await page.locator('.lg-foot .lg-figure').first().textContent()) === `${EXACT_TOTAL}kg`);
  const undoMs = await page.evaluate(async () => {
    const from = performance.now();
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }),
    );
    await new Promise((painted) => {
      requestAnimationFrame(() => setTimeout(painted));
    });
    return performance.now() - from;
  });
  check(
    'one undo takes the whole block back',
    await page.evaluate(() => window.gridRows.length === 100 && window.gridRows[95]?.['qty'] !== '6.5'),
  );
  return { pasteMs, undoMs };
}

/**
 * Two figures per key. Work: the key's script, then the frame's scroll handling, style, layout and
 * paint. To paint: the same plus the wait for a frame to begin, which belongs to the screen.
 */
async function keyToPaint(
  page: Page,
  rounds: number,
): Promise<{ readonly work: readonly number[]; readonly whole: readonly number[]; readonly turns: readonly number[] }> {
  await page.evaluate((rows) => window.openGrid(rows), ROWS);
  await stand(page, 3, 2);
  await page.evaluate(() => {
    const measured: Record<'work' | 'whole' | 'turns', number[]> = { work: [], whole: [], turns: [] };
    Object.assign(window, { measured });
    window.addEventListener(
      'keydown',
      ({ key }) => {
        const from = performance.now();
        let handled = from;
        let spent = 0;
        let frame = from;
        const afterKey = new MessageChannel();
        const afterPaint = new MessageChannel();
        afterKey.port1.onmessage = () => (handled = performance.now());
        afterKey.port2.postMessage('');
        requestAnimationFrame((began) => {
          // `began` is when the frame started, before its scroll events ran.
          spent = handled - from;
          frame = Math.max(handled, began);
          afterPaint.port2.postMessage('');
        });
        afterPaint.port1.onmessage = () => {
          const painted = performance.now();
          if (key === 'PageDown') measured.turns.push(painted - from);
          else {
            measured.work.push(spent + painted - frame);
            measured.whole.push(painted - from);
          }
        };
      },
      { capture: true },
    );
  });
  for (let round = 0; round < rounds; round += 1) {
    for (const key of ['1', '2', '.', '5', 'Enter', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'PageDown', 'Delete']) {
      await page.keyboard.press(key);
      // About 30 keys a second, twice as fast as anyone types: the grid may finish what it put off.
      await page.waitForTimeout(30);
    }
  }
  return page.evaluate(
    () => (window as unknown as { measured: Record<'work' | 'whole' | 'turns', number[]> }).measured,
  );
}
const share = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;

/** What axe finds, with a picker and a problem open. */
async function checkAccess(page: Page, check: Check): Promise<void> {
  await page.addScriptTag({ path: fileURLToPath(import.meta.resolve('axe-core/axe.min.js')) });
  await stand(page, 5, 2);
  await page.keyboard.type('3盒');
  await page.keyboard.press('Enter');
  await stand(page, 6, 0);
  await page.keyboard.type('豆');
  await page.waitForSelector('.lg-option');
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(root: string): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    return (await axe.run('.line-grid')).violations.map((each) => `${each.id}: ${each.nodes[0]?.html.slice(0, 160)}`);
  });
  check(`axe finds nothing ${found.join(' | ')}`.trim(), found.length === 0);
  await page.keyboard.press('Escape');
}

async function takePictures(browser: Browser, address: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const width of [1440, 390]) {
    for (const theme of ['light', 'dark']) {
      const page = await browser.newPage({
        viewport: { width, height: width === 390 ? 844 : 760 },
        deviceScaleFactor: width === 390 ? 2 : 1,
      });
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
    const figures = await runLineGrid(
      browser,
      served.address,
      (what, fine) => {
        process.stdout.write(`${fine ? '✓' : '✗'} ${what}\n`);
        if (!fine) failures.push(what);
      },
      { pictures: process.argv[2] },
    );
    process.stdout.write(
      `${Object.entries(figures)
        .map(([name, value]) => `${name} ${(value as number).toFixed(1)}`)
        .join('\n')}\n`,
    );
  } finally {
    await browser.close();
    await served.close();
  }
  process.exitCode = failures.length > 0 ? 1 : 0;
}
