import type { Id } from '../../kernel/core/field.ts';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { outStore } from './out-store.document.ts';

interface Asking {
  readonly outstoreId: Id | null;
  readonly outstoreName?: unknown;
}

/** The out-store that was made for a bill, where its goods are picked; a dash before there is one. */
export function OutStoreLink({ row: { outstoreId, outstoreName } }: { readonly row: Asking }) {
  if (outstoreId === null || outstoreId === '' || outstoreId === '0') return <span className="empty-cell">–</span>;
  return (
    <GuardedLink to={`${outStore.path ?? ''}/${outstoreId}`} className="figures">
      {String(outstoreName || outstoreId)}
    </GuardedLink>
  );
}
