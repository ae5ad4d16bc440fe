import { useMemo } from 'react';
import type { Lines } from '../../core/declaration.ts';
import type { Fields } from '../../core/field.ts';
import type { ColumnOverrides } from '../../../parts/line-grid/model.ts';
import { isSeen } from '../list/columns.tsx';
import { useAllowedCodes } from '../queries.ts';
import { useDictionaryChoices } from './dictionary-choices.ts';
import { lineColumns } from './line-sources.ts';

/** The line fields the person may see, with their columns: by the declaration, then as the page asks. */
export function useLineFields(
  spec: Lines,
  own: ColumnOverrides | undefined,
): { readonly fields: Fields; readonly columns: ColumnOverrides } {
  const codes = useAllowedCodes();
  const fields = useMemo(
    () => Object.fromEntries(Object.entries(spec.fields).filter(([, field]) => isSeen(field, codes))),
    [spec, codes],
  );
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
