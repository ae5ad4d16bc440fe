import type { Page } from 'playwright-core';

/** Goes there inside the application, as a link does, and waits for the page and its rows. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    for (const each of document.querySelectorAll<HTMLElement>('main#content .page')) each.dataset['seen'] = 'yes';
    // What stands behind is read, too, before it is passed over: closed, it costs nothing.
    for (const close of document.querySelectorAll<HTMLElement>('.tab:not(.is-front) .tab-close')) close.click();
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page
    .locator('main#content .page:not([data-seen])')
    .filter({ visible: true })
    .getByRole('heading', { level: 1 })
    .first()
    .waitFor();
  await settled(page);
}
/** Nothing is on its way any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const waits = [
        ...document.querySelectorAll<HTMLElement>(
          '.ant-skeleton-active, [aria-busy="true"], .is-dimmed, .ant-select-loading, .ant-spin-spinning',
        ),
      ].some((element) => element.offsetParent !== null);
      const moves = document
        .getAnimations()
        .some((each) => each.playState === 'running' && each.effect?.getTiming().iterations !== Infinity);
      return !waits && !moves && document.querySelector('.progress.is-busy') === null;
    },
    undefined,
    { polling: 40 },
  );
  await page.evaluate(
    () =>
      new Promise((painted) => {
        requestAnimationFrame(() => setTimeout(painted, 20));
      }),
  );
}
