import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';

interface Props {
  readonly of: Pick<Declaration, 'path'>;
  readonly id: Id | null;
  readonly code: unknown;
  /** On a card, which leads to its own bill: the number alone. */
  readonly isAlone?: boolean | undefined;
}

/** The number of a bill that was made for another, which leads to it; a dash before there is one. */
export function BillLink({ of: { path = '' }, id, code, isAlone = false }: Props) {
  if (id === null || id === '' || id === '0') return <span className="empty-cell">–</span>;
  const number = String(code || id);
  if (isAlone) return <span className="figures">{number}</span>;
  return (
    <GuardedLink to={`${path}/${id}`} className="figures">
      {number}
    </GuardedLink>
  );
}
