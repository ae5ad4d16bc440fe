import type { ListRow } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { invReturn, invReturnReads } from './inv-return.document.ts';
import { ReturnOutStoreLink } from './return-out-store-link.view.tsx';

const COLUMNS = {
  returnOutstoreId: (row: ListRow<typeof invReturn, (typeof invReturnReads)[number]>, isAlone?: boolean) => (
    <ReturnOutStoreLink row={row} isAlone={isAlone} />
  ),
};

/** Returns of stalls; the number of the bill that ships one leads to it. */
export default function InvReturnListPage() {
  return <ListPage of={invReturn} reads={invReturnReads} columns={COLUMNS} />;
}
