import { answeredName, refersToOne } from '../../core/kinds.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { alikeFields, type Declaration } from '../../core/declaration.ts';
import { nameKey, namesIn } from '../../../parts/search/names.ts';
import { get } from '../../../parts/client/api.ts';
import { callOf, titleOf } from '../catalogue.ts';
import { useText } from '../i18n.ts';
import { asText } from '../kinds/face.ts';
import { type Page, type ListRow, rowsVerb } from '../list/list-data.ts';
import { useDebounced } from '../../../parts/hooks/use-debounced.ts';
import type { Values } from './values.ts';

const WAIT_MS = 300;
const FACTS = 2;

/** The names of these fields that do not stand stored already. */
const newNames = (fields: readonly string[], values: Values, stored: Values | undefined): string[] => {
  const known = new Set(fields.flatMap((name) => namesIn(stored?.[name]).map(nameKey)));
  return fields.flatMap((name) => namesIn(values[name])).filter((name) => !known.has(nameKey(name)));
};

/** What tells two records of one name apart: what the list says they belong to and are counted in. */
const factsOf = (of: Declaration, row: ListRow): string =>
  Object.entries(of.fields)
    .flatMap(([name, field]) =>
      refersToOne(field) && field.rules.list === true ? [asText(row[answeredName(name, 'Name')])] : [],
    )
    .filter((fact) => fact !== '')
    .slice(0, FACTS)
    .join(' · ');

/** Shows, below the name being typed, records of that name, until the person says that theirs is another. */
export function useAlikeNote(
  of: Declaration,
  id: string | undefined,
  values: Values,
  stored: Values | undefined,
  enabled: boolean,
): (name: string) => ReactNode {
  const text = useText();
  const fields = alikeFields(of);
  const names = newNames(fields, values, stored).join(',');
  const debounced = useDebounced(names, WAIT_MS);
  const [passed, setPassed] = useState('');
  const { data } = useQuery({
    queryKey: ['alike', of.name, debounced, id],
    queryFn: ({ signal }) =>
      get<Page>(
        callOf(of, rowsVerb(of)),
        { alike: debounced, size: FACTS, ...(id === undefined ? {} : { id_notequal: id }) },
        signal,
      ),
    enabled: enabled && debounced !== '' && fields.length > 0,
    retry: false,
  });
  const found = debounced === names && names !== '' && passed !== names ? (data?.records ?? []) : [];
  return (name) => {
    if (name !== fields[0] || found.length === 0) return null;
    return (
      <div className="alike-note" role="status">
        {found.map((row) => {
          const facts = factsOf(of, row);
          return (
            <div key={row.id}>
              {text(facts === '' ? 'form.alike' : 'form.alike.facts', { title: titleOf(of, row), facts })}
              {of.path !== undefined && (
                <a href={`${of.path}/${row.id}`} target="_blank" rel="noreferrer">
                  {text('open')}
                </a>
              )}
            </div>
          );
        })}
        <Button type="link" size="small" onClick={() => setPassed(names)}>
          {text(id === undefined ? 'form.alike.new' : 'form.alike.keep')}
        </Button>
      </div>
    );
  };
}
