import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { nowHere } from '../../../parts/client/business-day.ts';
import { useText } from '../i18n.ts';
import { useNotify } from '../use-notify.tsx';
import type { PaperProps } from './paper.tsx';
import { Paper } from './printed.tsx';

/** Fetched ahead once a document stands, so that the browser's own menu prints it, too. */
const PREFETCH_AFTER_MS = 1_500;

/** Prints the document in front, by the action, Ctrl-P or the browser's menu; `paper` is rendered only meanwhile. */
export function usePaper(
  printed: Omit<PaperProps, 'at'> | undefined,
  isDirty: boolean,
): { readonly print: () => void; readonly paper: ReactNode } {
  const text = useText();
  const notify = useNotify();
  const [at, setAt] = useState<string>();
  const print = useCallback(() => {
    if (isDirty) return notify.warn(text('document.why.dirty'));
    Paper.fetch().then(
      () => window.print(),
      (error: unknown) => notify.error(error),
    );
  }, [isDirty, notify, text]);
  const isThere = printed !== undefined;
  useEffect(() => {
    if (!isThere) return undefined;
    const prefetch = setTimeout(() => void Paper.fetch().catch(() => undefined), PREFETCH_AFTER_MS);
    // The browser takes its picture as soon as this event has been heard.
    const before = (): void => flushSync(() => setAt(nowHere()));
    const after = (): void => setAt(undefined);
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'p')
        return;
      event.preventDefault();
      print();
    };
    // Ahead of what else prints itself.
    window.addEventListener('beforeprint', before, { capture: true });
    window.addEventListener('afterprint', after);
    window.addEventListener('keydown', press);
    return () => {
      clearTimeout(prefetch);
      window.removeEventListener('beforeprint', before, { capture: true });
      window.removeEventListener('afterprint', after);
      window.removeEventListener('keydown', press);
    };
  }, [isThere, print]);
  return { print, paper: printed === undefined || at === undefined ? null : <Paper {...printed} at={at} /> };
}
