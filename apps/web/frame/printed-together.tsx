import type { ReactNode } from 'react';
import { type Printing, printing } from '../../../kernel/web/paper/printing.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { useStore } from '../../../parts/state/store.ts';
import { PageGuard } from './error-pages.tsx';

const PrintDialog = lazyPart<Printing>(() => import('../../../modules/print/print-dialog.view.tsx'));

/** What somebody wants on paper, as it would be printed, as long as there is something. */
export function PrintedTogether(): ReactNode {
  const now = useStore(printing);
  return now === undefined ? null : (
    <PageGuard tabKey="">
      <PrintDialog {...now} />
    </PageGuard>
  );
}
