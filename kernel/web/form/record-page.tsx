import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Declaration } from '../../core/declaration.ts';
import { titleOf } from '../catalogue.ts';
import type { OwnFacts } from '../document/facts.tsx';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { fetchRecord } from '../list/list-data.ts';
import { useTitle } from '../../../parts/hooks/own-tab.ts';
import { RecordForm } from './record-form.tsx';
import type { Values } from './values.ts';

/** A record at its own address, for links and second windows; from its list it opens in a drawer. */
export function RecordPage({ of, facts }: { readonly of: Declaration; readonly facts?: OwnFacts }) {
  const { id = 'new' } = useParams();
  const label = useLabel();
  const text = useText();
  const navigate = useNavigate();
  const [title, setTitle] = useState<string>();
  // As the form reads it, with the same question.
  const { data: stored } = useQuery({
    queryKey: ['detail', of.name, id],
    queryFn: id === 'new' ? skipToken : ({ signal }): Promise<Values> => fetchRecord(of, id, signal),
    staleTime: 5_000,
  });
  const named = title ?? (stored === undefined ? undefined : titleOf(of, stored));
  const begun = id === 'new' ? text('new.of', { label: label(of.label) }) : undefined;
  useTitle(named ?? begun);
  return (
    <article className="record-page">
      <h1 className="page-title" tabIndex={-1}>
        {begun ?? label(of.label)}
        {begun === undefined && named && named !== id && <span className="record-name"> · {named}</span>}
      </h1>
      <RecordForm
        key={id}
        {...{ of, facts }}
        {...(id === 'new' ? {} : { id })}
        onSaved={(row) => {
          setTitle(titleOf(of, row));
          if (id === 'new' && typeof row['id'] === 'string')
            void navigate(`${of.path}/${row['id']}`, { replace: true });
        }}
      />
    </article>
  );
}
