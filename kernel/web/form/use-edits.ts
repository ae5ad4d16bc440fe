import { skipToken, useQuery } from '@tanstack/react-query';
import { businessDay } from '../../../parts/client/business-day.ts';
import { useCallback, useMemo, useState } from 'react';
import { withLapsed } from '../../core/asked-fields.ts';
import type { Declaration } from '../../core/declaration.ts';
import { fetchRecord } from '../list/list-data.ts';
import { draftKey } from '../../../parts/state/draft-key.ts';
import { useDraft } from './use-draft.ts';
import type { Faults } from './use-faults.ts';
import { startValues, type Values } from './values.ts';
import { type Edited, linesIn, type LineTables } from './versions.ts';

/** A record as it is stored and what is typed over it, with the draft of that on this device. */
export function useEdits(
  declaration: Declaration,
  id: string | undefined,
  initial: Values | undefined,
  faults: Faults,
) {
  const key = useMemo(() => draftKey(declaration.name, id, initial), [declaration.name, id, initial]);
  const detail = useQuery({
    queryKey: ['detail', declaration.name, id],
    queryFn: id === undefined ? skipToken : ({ signal }): Promise<Values> => fetchRecord(declaration, id, signal),
    staleTime: 5_000,
  });
  const fresh = useMemo(
    () => ({ ...startValues(declaration.fields, businessDay()), ...initial }),
    [declaration, initial],
  );
  const stored = id === undefined ? fresh : detail.data;
  const [edited, setEdited] = useState<Edited>();
  const { looked, ...draft } = useDraft(declaration, key, edited, setEdited);
  const { touch, typed } = draft;

  // What is edited keeps the version it was started on, whatever is read meanwhile: others' changes come in when it is
  // saved.
  const base = edited === undefined ? stored : edited.base;
  const values = useMemo((): Values => ({ ...base, ...edited?.values }), [base, edited?.values]);
  const baseLines = useMemo(() => linesIn(declaration, base ?? {}), [declaration, base]);
  const lines = useMemo(
    (): LineTables => (edited === undefined ? baseLines : { ...baseLines, ...edited.lines }),
    [baseLines, edited],
  );

  const edit = useCallback(
    (change: (now: Pick<Edited, 'values' | 'lines'>) => { values?: Values; lines?: LineTables }) => {
      touch();
      setEdited((now) => {
        const before = now ?? { values: {}, lines: {}, base: stored ?? {} };
        return { ...before, ...change(before) };
      });
    },
    [stored, touch],
  );
  const { clearField, clearLines, checkEmpty } = faults;
  const set = useCallback(
    (name: string, value: unknown, others?: Values) => {
      edit(({ values: now }) => {
        const changes = withLapsed(declaration.fields, { ...stored, ...now }, { ...others, [name]: value });
        return { values: { ...now, ...changes } };
      });
      clearField(name);
    },
    [declaration, edit, clearField, stored],
  );
  const setLines = useCallback(
    (lineKey: string, rows: readonly Values[]) => {
      edit((now) => ({ lines: { ...now.lines, [lineKey]: rows } }));
      clearLines(lineKey);
    },
    [edit, clearLines],
  );
  const checkOnBlur = useCallback(
    (name: string) => checkEmpty(name, typed()?.values[name] ?? stored?.[name]),
    [checkEmpty, stored, typed],
  );
  const isLoading = !looked || (id !== undefined && detail.data === undefined && detail.error === null);
  return { ...draft, detail, isLoading, stored, edited, setEdited, values, lines, set, setLines, checkOnBlur };
}
export type Edits = ReturnType<typeof useEdits>;
