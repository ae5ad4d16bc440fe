import type { Page } from 'playwright-core';

/** One item of the browser's storage, as `parts/state/device-storage.ts` writes it. */
export const storedItem = (content: unknown): string =>
  JSON.stringify({ dataType: typeof content, content, datetime: Date.now() });

/** What the application keeps under a name on this device; null where it keeps nothing. */
export const readStoredItem = <T>(page: Page, key: string): Promise<T> =>
  page.evaluate(
    (name) =>
      (JSON.parse(localStorage.getItem(`larder:${name}`) ?? 'null') as { content: never } | null)?.content ??
      (null as never),
    key,
  );

export const writeStoredItem = (page: Page, key: string, content: unknown): Promise<void> =>
  page.evaluate(([name, text]) => localStorage.setItem(`larder:${name}`, text), [key, storedItem(content)] as const);
