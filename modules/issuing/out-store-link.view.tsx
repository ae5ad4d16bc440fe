import type { Id } from '../../kernel/core/field.ts';
import { BillLink } from './bill-link.view.tsx';
import { outStore } from './out-store.document.ts';

interface Props {
  readonly row: { readonly outstoreId: Id | null; readonly outstoreName?: unknown };
  readonly isAlone?: boolean | undefined;
}

/** The out-store that was made for a bill, where its goods are picked. */
export const OutStoreLink = ({ row: { outstoreId, outstoreName }, isAlone }: Props) => (
  <BillLink of={outStore} id={outstoreId} code={outstoreName} isAlone={isAlone} />
);
