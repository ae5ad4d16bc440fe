import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { WholeRecord } from '../../../../kernel/core/shape.ts';
import { Facts } from '../../../../kernel/web/document/facts.tsx';
import { LinesEditor } from '../../../../kernel/web/document/lines-editor.tsx';
import { RecordPage } from '../../../../kernel/web/form/record-page.tsx';
import { QueryError } from '../../../../kernel/web/query-error.tsx';
import { get } from '../../../../parts/client/api.ts';
import { useTitle } from '../../../../parts/hooks/own-tab.ts';
import { dishBomSpecialGear } from '../dish-bom.resource.ts';
import { ReleasedNote } from './released-bom.view.tsx';
import { VersionHead } from './version-head.view.tsx';
import '../dish.css';

type StallBom = WholeRecord<typeof dishBomSpecialGear>;
const NO_FACTS = { released: false, dishId: false } as const;
const NO_FAULTS: readonly never[] = [];
const NOTHING_CHANGES = (): void => {};

/** The BOM of one stall: a draft is edited, a released one only read. */
export default function StallBomPage(): ReactNode {
  const { id = 'new' } = useParams();
  const found = useQuery({
    queryKey: ['detail', dishBomSpecialGear.name, id],
    queryFn: ({ signal }) => get<StallBom>('/master-data/dishbomspecialgear/detail', { id }, signal),
    enabled: id !== 'new',
    staleTime: 5_000,
  });
  const row = found.data;
  if (id === 'new') return <RecordPage of={dishBomSpecialGear} />;
  if (found.error !== null && row === undefined)
    return <QueryError error={found.error} onRetry={() => void found.refetch()} />;
  if (row === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  return row.released === 1 ? (
    <Released key={id} row={row} onEnded={() => void found.refetch()} />
  ) : (
    <RecordPage key={id} of={dishBomSpecialGear} />
  );
}

function Released({ row, onEnded }: { readonly row: StallBom; readonly onEnded: () => void }): ReactNode {
  const title = `${row.dishName} · ${row.deptName}`;
  useTitle(title);
  return (
    <article className="dish-page">
      <VersionHead of={dishBomSpecialGear} title={title} isReleased />
      <ReleasedNote of={dishBomSpecialGear} row={row} title={title} onEnded={onEnded} />
      <section className="dish-bom bom-editor">
        <Facts of={dishBomSpecialGear} row={row} own={NO_FACTS} />
        <LinesEditor
          name="details"
          spec={dishBomSpecialGear.lines!.details}
          rows={row.details}
          faults={NO_FAULTS}
          readonly
          onChange={NOTHING_CHANGES}
        />
      </section>
    </article>
  );
}
