import type { Id } from '../../kernel/core/field.ts';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { returnOutStore } from './return-out-store.document.ts';

interface Returning {
  readonly returnOutstoreId: Id | null;
  readonly returnOutstoreName?: unknown;
}

/** The bill that ships a return; a dash before there is one. */
export function ReturnOutStoreLink({ row: { returnOutstoreId: id, returnOutstoreName } }: { readonly row: Returning }) {
  if (id === null || id === '' || id === '0') return <span className="empty-cell">–</span>;
  return (
    <GuardedLink to={`${returnOutStore.path ?? ''}/${id}`} className="figures">
      {String(returnOutstoreName || id)}
    </GuardedLink>
  );
}
