import type { ListRow } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { invReturn, invReturnReads } from './inv-return.document.ts';
import { returnOutStore } from './return-out-store.document.ts';
import { BillLink } from '../stock/on-hand/bill-link.view.tsx';

const COLUMNS = {
  returnOutstoreId: (row: ListRow<typeof invReturn, (typeof invReturnReads)[number]>, isAlone?: boolean) => (
    <BillLink of={returnOutStore} id={row.returnOutstoreId} code={row.returnOutstoreName} isAlone={isAlone} />
  ),
};

/** Returns of stalls; the number of the bill that ships one leads to it. */
export default function InvReturnListPage() {
  return <ListPage of={invReturn} reads={invReturnReads} columns={COLUMNS} />;
}
