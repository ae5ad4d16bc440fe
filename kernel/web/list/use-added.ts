import { useCallback, useEffect, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { titleOf } from '../catalogue.ts';
import type { Values } from '../form/values.ts';
import { useText } from '../i18n.ts';
import { useNotify } from '../use-notify.tsx';
import type { Query } from '../../../parts/client/wire.ts';
import type { ListRow } from './list-data.ts';

const NONE: readonly ListRow[] = [];

/** What was added stands in front of the rows that were asked for, wherever its own place would be. */
export function withAdded(records: readonly ListRow[], added: readonly ListRow[]): readonly ListRow[] {
  if (added.length === 0) return records;
  const fresh = new Map(records.map((row) => [row.id, row]));
  const ids = new Set(added.map((row) => row.id));
  return [...added.map((row) => fresh.get(row.id) ?? row), ...records.filter((row) => !ids.has(row.id))];
}

/** Records added to this list since its rows were read; `announce` reports one, by code and name, and offers it. */
export function useAdded(
  of: Declaration,
  query: Query,
  open: (record: { readonly id: string; readonly title: string }) => void,
) {
  const text = useText();
  const notify = useNotify();
  const [added, setAdded] = useState(NONE);
  const queryKey = JSON.stringify(query);
  useEffect(() => setAdded(NONE), [queryKey]);
  const announce = useCallback(
    (saved: Values): void => {
      const { id } = saved;
      if (typeof id !== 'string') return notify.done(text('done.created'));
      const title = titleOf(of, saved);
      setAdded((now) => [{ ...saved, id }, ...now]);
      notify.done(text('done.created.of', { title }), { label: text('open'), run: () => open({ id, title }) });
    },
    [of, open, notify, text],
  );
  return { added, announce };
}
