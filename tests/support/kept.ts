import type { Page } from 'playwright-core';

/** One item of the browser's storage, as `parts/state/device-storage.ts` writes it. */
export const item = (content: unknown): string =>
  JSON.stringify({ dataType: typeof content, content, datetime: Date.now() });

/** What the application keeps under a name on this device; null where it keeps nothing. */
export const kept = <T>(page: Page, key: string): Promise<T> =>
  page.evaluate(
    (name) =>
      (JSON.parse(localStorage.getItem(`larder:${name}`) ?? 'null') as { content: never } | null)?.content ??
      (null as never),
    key,
  );

export const keep = (page: Page, key: string, content: unknown): Promise<void> =>
  page.evaluate(([name, text]) => localStorage.setItem(`larder:${name}`, text), [key, item(content)] as const);
