import type { RecordOf } from '../../kernel/core/shape.ts';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { outStore } from './out-store.document.ts';
import type { pick } from './pick.document.ts';

type Made = Pick<RecordOf<typeof pick>, 'outstoreId' | 'outstoreName'>;

/** The out-store that was made for a bill, where its goods are picked; a dash before there is one. */
export function OutStoreLink({ row: { outstoreId, outstoreName } }: { readonly row: Made }) {
  if (outstoreId === null || outstoreId === '' || outstoreId === '0') return <span className="empty-cell">–</span>;
  return (
    <GuardedLink to={`${outStore.path ?? ''}/${outstoreId}`} className="figures">
      {outstoreName || outstoreId}
    </GuardedLink>
  );
}
