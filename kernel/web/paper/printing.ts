import { useCallback, useEffect } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { store } from '../../../parts/state/store.ts';
import { useText } from '../i18n.ts';
import { useNotify } from '../use-notify.tsx';

/** So many records are printed at once. */
export const PRINTED_MAX = 100;

/** Records somebody wants on paper; the application shows them as they would be printed. */
export interface Printing {
  readonly of: Declaration;
  readonly ids: readonly string[];
}
export const printing = store<Printing | undefined>(undefined);

/** What prints the document in front, as it is saved, by its button or Ctrl-P. */
export function usePrint(of: Declaration, id: string | undefined, isDirty: boolean): () => void {
  const text = useText();
  const notify = useNotify();
  const print = useCallback(() => {
    if (isDirty) return notify.warn(text('document.why.dirty'));
    if (id !== undefined) printing.set({ of, ids: [id] });
  }, [of, id, isDirty, notify, text]);
  useEffect(() => {
    if (id === undefined) return undefined;
    const press = (event: KeyboardEvent): void => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isCommand || event.key.toLowerCase() !== 'p') return;
      event.preventDefault();
      if (printing.get() === undefined) print();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [id, print]);
  return print;
}
