import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { get } from '../../../parts/client/api.ts';
import { useWords } from '../../../parts/language/language.ts';
import { callOf } from '../../../kernel/web/catalogue.ts';
import { listKey } from '../../../kernel/web/list/list-data.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { type ChangesByField, ChangeTable, useActWord, useFieldName } from '../../logs/changes.view.tsx';
import { material } from '../materials/material.resource.ts';
import { materialPageTexts } from './material-page.texts.ts';
import type { ShownMaterial } from './material-page.view.tsx';

/** A change of the material as its history answers it. */
interface Changed {
  readonly id: string;
  readonly action: string;
  readonly changes: ChangesByField;
  readonly time: string;
  readonly userName: string;
}
const NAMED = 3;

/** Who changed what of a material and when, the newest first; what it was before opens below. */
export function MaterialHistory({ row }: { readonly row: ShownMaterial }): ReactNode {
  const word = useWords(materialPageTexts);
  const found = useQuery({
    queryKey: [...listKey(material), 'history', row.id],
    queryFn: ({ signal }) => get<readonly Changed[]>(callOf(material, 'history'), { id: row.id }, signal),
  });
  if (found.data === undefined)
    return found.error === null ? (
      <Skeleton active paragraph={{ rows: 4 }} />
    ) : (
      <QueryError error={found.error} onRetry={() => void found.refetch()} />
    );
  if (found.data.length === 0) return <p className="soft">{word('history.none')}</p>;
  return (
    <ol className="material-history">
      {found.data.map((change, at) => (
        <li key={change.id}>
          <Change change={change} begins={at === 0 && change.action !== 'create'} />
        </li>
      ))}
    </ol>
  );
}

interface ChangeProps {
  readonly change: Changed;
  /** Open from the beginning. */
  readonly begins: boolean;
}

function Change({ change, begins }: ChangeProps): ReactNode {
  const word = useWords(materialPageTexts);
  const actWord = useActWord();
  const fieldName = useFieldName(material.name);
  const names = Object.keys(change.changes);
  const [isOpen, setOpen] = useState(begins);
  const head = (
    <>
      <span className="figures soft">{change.time.slice(0, 16)}</span> <b>{change.userName}</b>{' '}
      {actWord(material.name, change.action)}{' '}
      {names.length > 0 && (
        <span className="soft">
          {names.length <= NAMED ? names.map(fieldName).join(' · ') : word('history.fields', { count: names.length })}
        </span>
      )}
    </>
  );
  if (names.length === 0) return <p>{head}</p>;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{head}</summary>
      {isOpen && <ChangeTable resource={material.name} changes={change.changes} />}
    </details>
  );
}
