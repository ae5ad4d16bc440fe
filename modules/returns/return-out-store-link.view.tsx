import type { Id } from '../../kernel/core/field.ts';
import { BillLink } from '../issuing/bill-link.view.tsx';
import { returnOutStore } from './return-out-store.document.ts';

interface Props {
  readonly row: { readonly returnOutstoreId: Id | null; readonly returnOutstoreName?: unknown };
  readonly isAlone?: boolean | undefined;
}

/** The bill that ships a return. */
export const ReturnOutStoreLink = ({ row: { returnOutstoreId, returnOutstoreName }, isAlone }: Props) => (
  <BillLink of={returnOutStore} id={returnOutstoreId} code={returnOutstoreName} isAlone={isAlone} />
);
