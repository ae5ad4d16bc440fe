import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';

/** A list whose rows open a page of their own, not a form: nothing in them is typed. */
export function OpeningList({ of, toolbar }: { readonly of: Declaration; readonly toolbar?: ReactNode }) {
  const navigate = useNavigate();
  return <ListPage of={of} toolbar={toolbar} onOpen={(row) => void navigate(`${of.path ?? ''}/${row.id}`)} />;
}
