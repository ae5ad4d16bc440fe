import type { ReactNode } from 'react';
import { type Printing, printing } from '../../../kernel/web/paper/print-chosen.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { useStore } from '../../../parts/state/store.ts';
import { PageGuard } from './error-pages.tsx';

const PrintedDocuments = lazyPart<{ readonly now: Printing }>(() => import('./printed-documents.tsx'));

/** Draws the documents that were chosen to be printed together, as long as there are some. */
export function PrintedTogether(): ReactNode {
  const now = useStore(printing);
  return now === undefined ? null : (
    <PageGuard tabKey="">
      <PrintedDocuments now={now} />
    </PageGuard>
  );
}
