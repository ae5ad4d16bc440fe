/** What a person waits for: the first page, a list on a slow computer, and the keys of a long document. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { atMost, holds, known, median, type Figure } from './figures.ts';
import type { Fixtures } from './fixtures.ts';

/** Written for the browser as well, and so checked with other libraries than this file. */
interface GridBrowser {
  serveFixture(): Promise<{ readonly address: string; close(): Promise<void> }>;
  launchChromium(): Promise<Browser>;
  runLineGrid(
    browser: Browser,
    address: string,
    check: (what: string, fine: boolean) => void,
  ): Promise<Readonly<Record<'openMs' | 'keyToPaintP50' | 'keyToPaintP99' | 'keyWorkP99' | 'pasteMs', number>>>;
}
const gridBrowser = (): Promise<GridBrowser> =>
  import(new URL('../../parts/line-grid/line-grid.browser.ts', import.meta.url).href) as Promise<GridBrowser>;

/** The Chromium that tests of the grid use. */
export const launchChromium = async (): Promise<Browser> => (await gridBrowser()).launchChromium();

const ROUNDS = 3;
const SLOWED = 4;
const LIST = '/masterdata/material';

interface Loaded {
  readonly kilobytes: number;
  /** As the browser unpacks them. */
  readonly unpacked: number;
  readonly ms: number;
}

/** The first page in a browser: kilobytes of JavaScript, and milliseconds until a list is usable. */
export async function benchBrowser(fixtures: Fixtures): Promise<Figure[]> {
  const browser = await launchChromium();
  try {
    const signInPage = await load(browser, fixtures, '/', {
      signedIn: false,
      slowed: 1,
      usable: 'input[type=password]',
    });
    const list: Loaded[] = [];
    const slow: Loaded[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      list.push(await load(browser, fixtures, LIST, { signedIn: true, slowed: 1, usable: ROW }));
      slow.push(await load(browser, fixtures, LIST, { signedIn: true, slowed: SLOWED, usable: ROW }));
    }
    const median_ = (loads: readonly Loaded[], what: keyof Loaded): number => median(loads.map((each) => each[what]));
    return [
      atMost('first load: JavaScript of the sign-in page', signInPage.kilobytes, 'kB', 250, {
        note: `over the wire; ${signInPage.unpacked.toFixed(0)} kB unpacked`,
      }),
      atMost('first load: JavaScript of a list', median_(list, 'kilobytes'), 'kB', 600, {
        note: `from an empty cache; ${median_(list, 'unpacked').toFixed(0)} kB unpacked`,
      }),
      atMost(`first load: list usable, CPU ${SLOWED} × slower`, median_(slow, 'ms'), 'ms', 1_500),
      known('first load: list usable, CPU as it is', median_(list, 'ms'), 'ms'),
    ];
  } finally {
    await browser.close();
  }
}

/** The first row of the list with its text; that it is loading, and the titles a table measures itself by, are none. */
const ROW = '[role=row] [role=gridcell], tbody tr:not(.ant-table-placeholder, .ant-table-measure-row) td, .list-row';

async function load(
  browser: Browser,
  fixtures: Fixtures,
  at: string,
  want: { readonly signedIn: boolean; readonly slowed: number; readonly usable: string },
): Promise<Loaded> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    bypassCSP: true,
  });
  if (want.signedIn)
    await context.addInitScript(
      `localStorage.setItem('larder:session', ${JSON.stringify(JSON.stringify({ content: fixtures.session }))})`,
    );
  const page: Page = await context.newPage();
  const devtools: CDPSession = await context.newCDPSession(page);
  const scripts = new Set<string>();
  let bytes = 0;
  let unpacked = 0;
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || /javascript/.test(response.mimeType)) scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  devtools.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (scripts.has(requestId)) unpacked += dataLength;
  });
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: false });
  if (want.slowed !== 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: want.slowed });
  const begun = performance.now();
  await page.goto(`${fixtures.address}${at}`, { waitUntil: 'commit' });
  await page.waitForFunction(
    `[...document.querySelectorAll(${JSON.stringify(want.usable)})].some((each) => each.textContent.trim() !== '' || each instanceof HTMLInputElement)`,
    undefined,
    { timeout: 60_000, polling: 'raf' },
  );
  const ms = performance.now() - begun;
  await page.waitForTimeout(200);
  await context.close();
  return { kilobytes: bytes / 1000, unpacked: unpacked / 1000, ms };
}

/** The grid of documents with 5,000 lines, as its own test drives it. */
export async function benchTyping(): Promise<Figure[]> {
  const { serveFixture, launchChromium, runLineGrid } = await gridBrowser();
  const served = await serveFixture();
  const browser = await launchChromium();
  const failures: string[] = [];
  try {
    const figures = await runLineGrid(browser, served.address, (what, good) => void (good || failures.push(what)));
    return [
      atMost('typing: a document of 5,000 lines opens', figures.openMs, 'ms', 500),
      atMost('typing: key to paint, p99', figures.keyToPaintP99, 'ms', 16, {
        note: `p50 ${figures.keyToPaintP50.toFixed(1)} ms; work alone p99 ${figures.keyWorkP99.toFixed(1)} ms`,
      }),
      known('typing: 1,000 × 6 cells pasted', figures.pasteMs, 'ms'),
      holds('typing: everything typed stands', failures.length === 0, failures.join('; ')),
    ];
  } finally {
    await browser.close();
    await served.close();
  }
}
