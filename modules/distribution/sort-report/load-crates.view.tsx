import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request } from '../../../kernel/web/request.ts';
import { useWords } from '../../../parts/language/language.ts';
import { FactTable } from '../../../parts/table/fact-table.tsx';
import { loadCrates } from './sort-report.calls.ts';
import type { Grouping } from './sort-report.rules.ts';
import { sortReportTexts } from './sort-report.texts.ts';

interface Props {
  readonly asked: {
    readonly startDate: string;
    readonly endDate: string;
    readonly groupBy: Grouping;
    readonly onlyOpen: 0 | 1;
  };
}
/** Crates each vehicle brings, stop by stop, and what it may bring back. */
export function LoadCrates({ asked }: Props): ReactNode {
  const word = useWords(sortReportTexts);
  const { data = [] } = useQuery({
    queryKey: ['load-crates', asked],
    queryFn: ({ signal }) => request(loadCrates, asked, { signal }),
  });
  if (data.length === 0) return null;
  return (
    <section className="load-crates" aria-label={word('crates')}>
      <h2>
        {word('crates')} <small className="soft">{word('crates.lead')}</small>
      </h2>
      <FactTable
        label={word('crates')}
        rows={data.map((each, at) => ({ ...each, id: String(at) }))}
        none=""
        columns={[
          { title: word('route.head'), cell: ({ routeName }) => routeName || word('route.none') },
          { title: word('stop'), cell: ({ stopSeq }) => stopSeq ?? '–' },
          { title: word('site.head'), cell: ({ siteName }) => siteName },
          { title: word('crate'), cell: ({ crateName }) => crateName },
          { title: word('load'), figure: true, cell: ({ loadQty }) => <strong className="figures">{loadQty}</strong> },
          { title: word('held'), figure: true, cell: ({ heldQty }) => <span className="figures">{heldQty}</span> },
        ]}
      />
    </section>
  );
}
