import type { Page } from 'playwright-core';
import { frameTexts } from '../../apps/web/frame/texts.ts';
import { dayBoxTexts } from '../../parts/day-box/texts.ts';
import { explainedTexts } from '../../parts/explained/texts.ts';
import { importResultTexts } from '../../parts/import-result/texts.ts';
import { tableTexts } from '../../parts/table/texts.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const RAW_KEYS = Object.keys({
  ...frameTexts,
  ...dayBoxTexts,
  ...explainedTexts,
  ...importResultTexts,
  ...tableTexts,
}).filter((key) => key.includes('.'));

/** What stands around every page: menu, top bar and tabs. */
const FRAME = ['.shell-side', '.top-bar', '.tab-strip'];

/** Serious and critical findings of axe, which the page must have loaded. */
const byAxe = (page: Page, without: readonly string[]): Promise<readonly string[]> =>
  page.evaluate(
    async ({ tags, excluded }) => {
      interface Axe {
        run(
          context: unknown,
          options: unknown,
        ): Promise<{
          violations: {
            id: string;
            impact: string;
            nodes: { html: string; any: { data: { fgColor?: string; bgColor?: string } | null }[] }[];
          }[];
        }>;
      }
      const { axe } = window as unknown as { axe: Axe };
      // Sizes and the spacing of texts are looked at below, for a tenth of the time.
      const options = {
        runOnly: { type: 'tag', values: tags },
        rules: { 'target-size': { enabled: false }, 'avoid-inline-spacing': { enabled: false } },
        resultTypes: ['violations'],
        preload: false,
        iframes: false,
        selectors: false,
      };
      const { violations } = await axe.run(
        { exclude: [['[style*="display: none"]'], ...excluded.map((each) => [each])] },
        options,
      );
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .slice(0, 3)
              .map((node) =>
                `${node.html.slice(0, 160)} ${node.any[0]?.data?.fgColor ?? ''} ${node.any[0]?.data?.bgColor ?? ''}`.trim(),
              )
              .join(' ⏎ ')}`,
        );
    },
    { tags: TAGS, excluded: without },
  );

/**
 * Everything axe finds, and what it does not look for (reliability.md 5.2 and 5.10); on the page alone, without its
 * frame, where that was read on another.
 */
export const findings = async (page: Page, what: 'all' | 'page' = 'all'): Promise<readonly string[]> => [
  ...(await byAxe(page, what === 'all' ? [] : FRAME)),
  ...(await unseenByAxe(page)),
];

const unseenByAxe = (page: Page): Promise<readonly string[]> =>
  page.evaluate((keys) => {
    const found: string[] = [];

    const seen = (element: Element): element is HTMLElement =>
      element instanceof HTMLElement && element.offsetParent !== null;
    const shown = (element: Element): string => element.outerHTML.slice(0, 160);
    for (const input of [
      ...document.querySelectorAll<HTMLInputElement>(
        'input:not([type=hidden]), textarea:not([aria-hidden=true]), select',
      ),
    ].filter(seen)) {
      const named =
        (input.labels?.length ?? 0) > 0 || input.getAttribute('aria-label') || input.getAttribute('aria-labelledby');
      if (!named) found.push(`named by nothing but its placeholder: ${shown(input)}`);
    }
    const CLICKABLE =
      'a[href], button, input, select, textarea, label, summary, [role], tr, th[tabindex], .ant-select, .ant-picker, .ant-upload, .ant-input-affix-wrapper, .ant-pagination';
    for (const element of [...document.querySelectorAll('*')].filter(seen)) {
      if (
        getComputedStyle(element).cursor !== 'pointer' ||
        (element.parentElement !== null && getComputedStyle(element.parentElement).cursor === 'pointer')
      )
        continue;
      if (element.closest(CLICKABLE) === null) found.push(`clickable, but nothing says so: ${shown(element)}`);
    }
    // Who needs more room between letters, words or lines sets it by a stylesheet (WCAG 1.4.12).
    for (const element of document.querySelectorAll<HTMLElement>('[style*="!important"]'))
      if (/(letter-spacing|word-spacing|line-height):[^;]*!important/.test(element.getAttribute('style')!))
        found.push(`its spacing cannot be changed: ${shown(element)}`);
    for (const element of document.querySelectorAll<HTMLElement>('[tabindex]'))
      if (element.tabIndex > 0) found.push(`out of the order of the page: ${shown(element)}`);

    // 24 px each way, or so far from its neighbours that a circle of 24 px touches none (WCAG 2.5.8). Words within a
    // sentence are let be.
    const targets = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=tab], [role=switch], [role=checkbox], [role=radio]',
      ),
    ]
      .filter(
        (element) =>
          seen(element) &&
          getComputedStyle(element).display !== 'inline' &&
          getComputedStyle(element).visibility !== 'hidden' &&
          getComputedStyle(element).opacity !== '0',
      )
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    // What a box wraps is hit with the box.
    const small = targets.filter(
      ({ element, box }) =>
        (box.width < 23.5 || box.height < 23.5) &&
        element.closest(
          'label, .ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-tabs-tab, td.ant-table-selection-column',
        ) === null,
    );
    // What lies behind a dialog is hit by nobody.
    const behind = ({ element, box }: (typeof targets)[number]): boolean => {
      const front = document
        .elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        ?.closest('[role=dialog]');
      return front !== null && front !== undefined && !front.contains(element);
    };
    for (const { element, box } of small) {
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const near = targets.some(
        (other) =>
          other.element !== element &&
          !other.element.contains(element) &&
          !element.contains(other.element) &&
          Math.hypot(
            x - Math.max(other.box.left, Math.min(x, other.box.right)),
            y - Math.max(other.box.top, Math.min(y, other.box.bottom)),
          ) < 12 &&
          !behind(other),
      );
      if (near) found.push(`${Math.round(box.width)}×${Math.round(box.height)} px to hit: ${shown(element)}`);
    }

    const words = document.body.innerText;
    for (const wrong of ['undefined', '[object Object]', 'NaN', 'Invalid Date'])
      if (words.includes(wrong))
        found.push(
          `"${wrong}" on the screen: ${words.slice(Math.max(0, words.indexOf(wrong) - 40), words.indexOf(wrong) + 40)}`,
        );
    const pieces = new Set(words.split(/\s+/));
    found.push(...keys.filter((key) => pieces.has(key)).map((key) => `the raw key ${key}`));
    return found.length > 6 ? [...found.slice(0, 6), `and ${found.length - 6} more`] : found;
  }, RAW_KEYS);

/**
 * Our own words on an English screen that are still Chinese; rows are data and may be, and so are `names` within our
 * words.
 */
export const chineseWords = (page: Page, names: readonly string[] = []): Promise<readonly string[]> =>
  page.evaluate((data) => {
    const OURS = 'h1, h2, h3, th, label, legend, button, dt, .ant-empty, .field-hint, [placeholder], [aria-label]';
    const DATA =
      'tbody, .top-menus, .ant-select-content, .ant-select-selection-item, .top-account, .top-dept, .home, .home-page, article .document-title, .dispatch-scroll, .sort-routes, .crates .stepper, .sort-report th, .ledger-person, .lot-head h1, .pick-card, .sign-lots, .plan-why, .cards, .row-actions, .lg-cards, .lg-bar, dd, .line-grid [role=row], [lang="zh-CN"], .tab, .flow-decide > h2, .figure-card [role=img]';
    return [
      ...new Set(
        [...document.querySelectorAll<HTMLElement>(OURS)]
          .filter((element) => element.offsetParent !== null && element.closest(DATA) === null)
          .flatMap((element) => [
            element.childElementCount === 0
              ? element.innerText
              : [...element.childNodes]
                  .filter((node) => node.nodeType === 3)
                  .map((node) => node.textContent)
                  .join(' '),
            element.getAttribute('placeholder'),
            element.getAttribute('aria-label'),
          ])
          .filter(
            (words): words is string =>
              words !== null &&
              words !== undefined &&
              /\p{Script=Han}/u.test(data.reduce((left, name) => left.replaceAll(name, ''), words)),
          ),
      ),
    ];
  }, names);
