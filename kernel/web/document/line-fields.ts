import { useMemo } from 'react';
import type { Lines } from '../../core/declaration.ts';
import type { Fields } from '../../core/field.ts';
import type { ColumnOverrides } from '../../../parts/line-grid/model.ts';
import { isSeen } from '../list/columns.tsx';
import { useAllowedCodes } from '../queries.ts';
import { useDictionaryChoices } from './dictionary-choices.ts';
import { lineColumns } from './line-sources.ts';

const NONE: readonly string[] = [];

/** The line fields the person may see, with their columns: by the declaration, then as the page asks. */
export function useLineFields(
  spec: Lines,
  own: ColumnOverrides | undefined,
  first: readonly string[] = NONE,
): { readonly fields: Fields; readonly columns: ColumnOverrides } {
  const codes = useAllowedCodes();
  const fields = useMemo(() => {
    const rank = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);
    const seen = Object.entries(spec.fields).filter(([, field]) => isSeen(field, codes));
    return Object.fromEntries(seen.toSorted(([a], [b]) => rank(a) - rank(b)));
  }, [spec, codes, first]);
  const choices = useDictionaryChoices(fields);
  const columns = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(lineColumns(fields, own)).map(([name, column]) => [
          name,
          { ...(choices[name] === undefined ? {} : { choices: choices[name] }), ...column },
        ]),
      ),
    [fields, own, choices],
  );
  return { fields, columns };
}
