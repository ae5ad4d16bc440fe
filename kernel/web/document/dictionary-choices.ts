import { useQueries } from '@tanstack/react-query';
import type { Choice, Fields } from '../../core/field.ts';
import { dictionaryQuery, entryLabel } from '../queries.ts';

/** Choices of all dictionary fields among these, once their dictionaries are here. */
export function useDictionaryChoices(fields: Fields): Readonly<Record<string, readonly Choice[]>> {
  const named = Object.entries(fields).flatMap(([name, field]) =>
    field.rules.dictionary === undefined ? [] : [[name, field.rules.dictionary] as const],
  );
  return useQueries({
    queries: named.map(([, code]) => dictionaryQuery(code)),
    combine: (answers) =>
      Object.fromEntries(
        named.flatMap(([name], at) => {
          const entries = answers[at]?.data;
          return entries === undefined
            ? []
            : [
                [
                  name,
                  entries.map((entry): Choice => ({
                    value: entry.dictKey,
                    label: { zh: entry.dictValue, en: entryLabel(entry, 'en') },
                  })),
                ] as const,
              ];
        }),
      ),
  });
}
