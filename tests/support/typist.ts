import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { soon } from './journey.ts';

/** Somebody who works by keyboard alone; each key is counted, and a mouse fails the journey. */
export interface Typist {
  readonly page: Page;
  /** How many keys were pressed since `begin`. */
  keys(): number;
  begin(): void;
  press(...keys: readonly string[]): Promise<void>;
  /** Letter by letter. */
  type(text: string): Promise<void>;
  /** Tab by Tab until a name has the keyboard, as somebody does who sees where the ring is. */
  tabTo(name: string | RegExp, key?: string): Promise<void>;
  /** Does something that fits this selector have the keyboard? */
  has(selector: string): Promise<void>;
}

const MOST_TABS = 40;

/** What a mouse did at a page that typists have sat at. */
const touchedAt = new WeakMap<Page, string[]>();

/** The typist at a page that is open. */
export async function typistAt(page: Page): Promise<Typist> {
  let keys = 0;
  let touched = touchedAt.get(page);
  if (touched === undefined) {
    const all: string[] = [];
    await page.exposeFunction('touched', (what: string) => void all.push(what));
    touchedAt.set(page, (touched = all));
  }
  touched.length = 0;
  await page.evaluate(() => {
    for (const type of ['pointerdown', 'mousedown', 'touchstart'])
      window.addEventListener(type, () => (window as unknown as { touched(what: string): void }).touched(type), {
        capture: true,
      });
  });
  const press = async (...pressed: readonly string[]): Promise<void> => {
    for (const key of pressed) {
      keys += 1;
      await page.keyboard.press(key);
    }
    expect(touched, 'no mouse').toEqual([]);
  };
  /** What a screen reader would call the element that has the keyboard. */
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement | null;
      const label = at?.labels?.[0]?.innerText.replace('*', '').trim();
      return (at?.getAttribute('aria-label') ?? label ?? at?.innerText ?? '').replaceAll(/\s+/g, ' ').trim();
    });
  const isCalled = (at: string, name: string | RegExp): boolean =>
    typeof name === 'string' ? at.replaceAll(' ', '') === name : name.test(at);
  return {
    page,
    keys: () => keys,
    begin: () => {
      keys = 0;
    },
    press,
    type: async (text) => {
      keys += [...text].length;
      await page.keyboard.type(text);
    },
    tabTo: async (name, key = 'Tab') => {
      const passed: string[] = [];
      for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
        const at = await focused();
        if (isCalled(at, name)) return;
        passed.push(at);
        await press(key);
      }
      throw new Error(`${String(name)} was not reached: ${passed.join(' | ')}`);
    },
    has: (selector) =>
      soon(() => page.evaluate((fits) => document.activeElement?.matches(fits) === true, selector)).toBe(true),
  };
}
