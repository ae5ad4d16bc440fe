import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { ColumnRenderers } from '../../../kernel/web/list/columns.tsx';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';

interface Props {
  readonly of: Declaration;
  readonly columns?: ColumnRenderers;
  readonly toolbar?: ReactNode;
}

/** A list whose rows open a page of their own, not a form: nothing in them is typed. */
export function OpeningList({ of, ...own }: Props) {
  const navigate = useNavigate();
  return <ListPage of={of} {...own} onOpen={(row) => void navigate(`${of.path ?? ''}/${row.id}`)} />;
}
