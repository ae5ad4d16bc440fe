// Areas: frame
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runLineGrid, serveFixture } from '../../parts/line-grid/line-grid.browser.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import type { Browser } from 'playwright-core';

let fixture: Awaited<ReturnType<typeof serveFixture>>;
let browser: Browser;

beforeAll(async () => {
  [fixture, browser] = await Promise.all([serveFixture(), sharedBrowser()]);
});
afterAll(async () => {
  await closePages();
  await fixture.close();
});

test(
  'the line grid takes typing, blocks, undo and pickers in a real browser with 5 000 lines',
  { timeout: 180_000 },
  async () => {
    const wrong: string[] = [];
    const figures = await runLineGrid(
      browser,
      fixture.address,
      (what, fine) => {
        if (!fine) wrong.push(what);
      },
      { rounds: 10 },
    );
    expect(wrong).toEqual([]);
    // A person notices from 100 ms on; the machine may have others to serve, so this guards against a slip of an order
    // of magnitude only.
    expect(figures.keyWorkP50).toBeLessThan(50);
  },
);
