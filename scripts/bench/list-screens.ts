/** The screens of long lists in Chromium: opened, sorted by a click, searched, and turned to their last page. */
import type { Page } from 'playwright-core';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { launchChromium } from './browser.ts';
import { atMost, holds, known, median, type Figure } from './figures.ts';
import type { Fixtures } from './fixtures.ts';

const TIMEOUT_MS = 30_000;
const ROW = '.list-table tbody tr.ant-table-row';

/** What a person waited for, and where he waited in vain. */
export class Looked {
  readonly steps: { readonly list: string; readonly what: string; readonly ms: number }[] = [];
  readonly failed: string[] = [];
}

/** Each screen, from an act until the rows stand there. */
export async function lookAtScreens(
  fixtures: Fixtures,
  lists: readonly Declaration[],
  { steps, failed }: Looked,
): Promise<void> {
  const browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  await context.addInitScript(
    `localStorage.setItem('larder:session', ${JSON.stringify(JSON.stringify({ content: fixtures.session }))})`,
  );
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  for (const declaration of lists) {
    for (const [what, act] of ACTS) {
      const begun = performance.now();
      try {
        if ((await act(page, fixtures, declaration)) === 'none') continue;
        await page.locator(ROW).first().waitFor();
        await page.locator('.list-table.is-dimmed').waitFor({ state: 'detached' });
        steps.push({ list: declaration.name, what, ms: performance.now() - begun });
      } catch (error) {
        failed.push(`${declaration.name} ${what}: ${(error as Error).message.split('\n')[0]!}`);
        break;
      }
    }
  }
  await browser.close();
}

/** Figures of lists looked through in a browser. */
export function screenFigures({ steps, failed }: Looked): Figure[] {
  const of = (what: string): number[] => steps.filter((step) => step.what === what).map(({ ms }) => ms);
  const worst = steps.reduce((a, b) => (b.ms > a.ms ? b : a));
  return [
    holds(
      'lists on the screen: each opens, sorts, is searched and turned',
      failed.length === 0,
      failed.length === 0 ? `${steps.length} acts` : failed.slice(0, 5).join('; '),
    ),
    ...ACTS.map(([what]) =>
      known(`lists on the screen: ${what}`, median(of(what)), 'ms', { note: `the median of ${of(what).length}` }),
    ),
    atMost('lists on the screen: the longest wait', worst.ms, 'ms', 2_000, { note: `${worst.list}, ${worst.what}` }),
  ];
}

type Act = (page: Page, fixtures: Fixtures, declaration: Declaration) => Promise<unknown>;
/** The rows are asked for anew after an act: what stood there before does not count. */
async function andAnswer(page: Page, { segment, calls }: Declaration, act: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse((response) =>
    response.url().includes(`/${segment}/${calls.includes('page') ? 'page' : 'list'}`),
  );
  await act();
  await answered;
}
const ACTS: readonly (readonly [string, Act])[] = [
  [
    'opened',
    (page, fixtures, { path, opensAt }) =>
      page.goto(`${fixtures.address}${path!}${opensAt === undefined ? '' : '?status='}`),
  ],
  [
    'sorted',
    async (page, _fixtures, declaration) => {
      const heading = page.locator('.list-table th.ant-table-column-has-sorters').first();
      return (await heading.count()) === 0 ? 'none' : andAnswer(page, declaration, () => heading.click());
    },
  ],
  [
    'turned to the last page',
    async (page, _fixtures, declaration) =>
      andAnswer(page, declaration, () => page.locator('.ant-pagination-item').last().click()),
  ],
  [
    'searched',
    async (page, _fixtures, declaration) => {
      const box = page.locator('.search-keyword input');
      return declaration.keyword === undefined || (await box.count()) === 0
        ? 'none'
        : andAnswer(page, declaration, () => box.fill('1'));
    },
  ],
];
