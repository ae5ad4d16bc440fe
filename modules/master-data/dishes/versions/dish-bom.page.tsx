import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { RecordOf } from '../../../../kernel/core/shape.ts';
import { RecordPage } from '../../../../kernel/web/form/record-page.tsx';
import { GuardedLink } from '../../../../kernel/web/guarded-link.tsx';
import { QueryError } from '../../../../kernel/web/query-error.tsx';
import { get } from '../../../../parts/client/api.ts';
import { useTitle } from '../../../../parts/hooks/own-tab.ts';
import { useWords } from '../../../../parts/language/language.ts';
import { BomEditor } from '../bom-editor.view.tsx';
import { dishBom } from '../dish-bom.resource.ts';
import { dishTexts } from '../dish.texts.ts';
import { ReleasedNote } from './released-bom.view.tsx';
import { VersionHead } from './version-head.view.tsx';
import '../dish.css';

/** One version of a dish's BOM at its own address: a draft is edited and released here, a released one only read. */
export default function DishBomPage() {
  const { id = 'new' } = useParams();
  return id === 'new' ? <RecordPage of={dishBom} /> : <OneVersion key={id} id={id} />;
}

function OneVersion({ id }: { readonly id: string }): ReactNode {
  const word = useWords(dishTexts);
  const found = useQuery({
    queryKey: ['detail', dishBom.name, id],
    queryFn: ({ signal }) => get<RecordOf<typeof dishBom>>('/master-data/dishbom/detail', { id }, signal),
    staleTime: 5_000,
  });
  const row = found.data;
  const title = row === undefined ? undefined : `${row.dishName} · ${word('version', { version: row.bomVersion })}`;
  useTitle(title);
  if (found.error !== null && row === undefined)
    return <QueryError error={found.error} onRetry={() => void found.refetch()} />;
  if (row === undefined || title === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  const isReleased = row.released === 1;
  return (
    <article className="dish-page">
      <VersionHead of={dishBom} title={title} isReleased={isReleased}>
        <GuardedLink to={`/masterdata/dish/${row.dishId}?bom=${id}`}>{word('all-versions')}</GuardedLink>
      </VersionHead>
      {isReleased && <ReleasedNote of={dishBom} row={row} title={title} onEnded={() => void found.refetch()} />}
      <section className="dish-bom">
        <BomEditor bomId={id} isNoted />
      </section>
    </article>
  );
}
