import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Field } from '../../kernel/core/field.ts';
import { refersToOne } from '../../kernel/core/kinds.ts';
import { allDeclarations } from '../../kernel/web/catalogue.ts';
import { searchRecords } from '../../kernel/web/kinds/ref.tsx';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { logsTexts } from './logs.texts.ts';
import './logs.css';

/** What was changed, by field: before and after. */
export type ChangesByField = Readonly<Record<string, readonly [unknown, unknown] | null>>;

/** The declaration a record of the trail belongs to; undefined of what is none any more. */
export const declared = (name: unknown): Declaration | undefined =>
  allDeclarations().find((each) => each.name === name);

const isWord = (key: string): key is keyof typeof logsTexts => key in logsTexts;

/** What was done to a record, in the word of its button. */
export function useActWord(): (resource: unknown, action: string) => string {
  const word = useWords(logsTexts);
  const label = useLabel();
  return (resource, action) => {
    const own = declared(resource)?.life?.actions[action]?.label;
    return own === undefined ? (isWord(action) ? word(action) : action) : label(own);
  };
}

/** The field a path names; fields of lines stand as `details.3.qty`. */
function fieldAt(of: Declaration | undefined, path: string): Field | undefined {
  const [first = '', line, name] = path.split('.');
  if (line === undefined) return of?.fields[first];
  return name === undefined ? undefined : of?.lines?.[first]?.fields[name];
}

/** Reads the name of a field by its path. */
export function useFieldName(resource: unknown): (path: string) => string {
  const label = useLabel();
  const word = useWords(logsTexts);
  const found = declared(resource);
  return (path) => {
    const [first = '', line, name] = path.split('.');
    if (path === 'status') return word('status');
    const field = fieldAt(found, path);
    if (line === undefined) return field === undefined ? first : label(field.label);
    const lines = found?.lines?.[first];
    return [
      lines === undefined ? first : label(lines.label),
      word('line', { line }),
      field === undefined ? (name ?? '') : label(field.label),
    ]
      .filter((part) => part !== '')
      .join(' ');
  };
}

/** Titles of the records that changed references name, by their kind and id, as far as the reader may know them. */
function useTitles(of: Declaration | undefined, changes: ChangesByField): ReadonlyMap<string, string> {
  const ids = Map.groupBy(
    Object.entries(changes).flatMap(([path, pair]) => {
      const field = fieldAt(of, path);
      const target = field !== undefined && refersToOne(field) ? field.rules.target : undefined;
      return target === undefined
        ? []
        : (pair ?? []).flatMap((id) => (shown(id) === '' ? [] : [{ target, id: shown(id) }]));
    }),
    ({ target }) => target,
  );
  const answers = useQueries({
    queries: [...ids].map(([target, named]) => {
      const wanted = [...new Set(named.map(({ id }) => id))];
      return {
        queryKey: ['select', target, 'ids', wanted.join(',')],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          searchRecords(target, '', { ids: wanted.join(','), size: String(wanted.length) }, signal),
        staleTime: 60_000,
        retry: false,
      };
    }),
  });
  const targets = [...ids.keys()];
  return new Map(
    answers.flatMap(({ data = [] }, at) => data.map(({ id, title }) => [`${targets[at] ?? ''} ${id}`, title] as const)),
  );
}

/** Reads a state or a choice by its word, a reference by its title. */
function useValueWord(
  resource: unknown,
  titles: ReadonlyMap<string, string>,
): (path: string, value: unknown) => string {
  const label = useLabel();
  const word = useWords(logsTexts);
  const found = declared(resource);
  return (path, value) => {
    if (path === 'status' && found?.life?.states[String(value)] !== undefined)
      return label(found.life.states[String(value)]!.label);
    const field = fieldAt(found, path);
    if (field?.kind === 'flag' && (value === 0 || value === 1)) return word(value === 1 ? 'yes' : 'no');
    const choice = field?.rules.choices?.find((each) => each.value === value);
    return choice === undefined
      ? (titles.get(`${field?.rules.target ?? ''} ${shown(value)}`) ?? shown(value))
      : label(choice.label);
  };
}

const shown = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

/** Each field that was changed, before and after. */
export function ChangeTable({
  resource,
  changes,
}: {
  readonly resource: unknown;
  readonly changes: ChangesByField;
}): ReactNode {
  const word = useWords(logsTexts);
  const fieldName = useFieldName(resource);
  const titles = useTitles(declared(resource), changes);
  const valueWord = useValueWord(resource, titles);
  const cell = (name: string, value: unknown) =>
    shown(value) === '' ? <td className="is-nothing">{word('nothing')}</td> : <td>{valueWord(name, value)}</td>;
  return (
    <table className="log-changes">
      <thead>
        <tr>
          <th>{word('field')}</th>
          <th>{word('before')}</th>
          <th>{word('after')}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(changes).map(([name, pair]) => (
          <tr key={name}>
            <th scope="row">{fieldName(name)}</th>
            {cell(name, pair?.[0])}
            {cell(name, pair?.[1])}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
