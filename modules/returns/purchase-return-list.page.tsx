import type { ListRow } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { purchaseReturn, purchaseReturnReads } from './purchase-return.document.ts';
import { returnOutStore } from './return-out-store.document.ts';
import { BillLink } from '../stock/on-hand/bill-link.view.tsx';

const COLUMNS = {
  returnOutstoreId: (row: ListRow<typeof purchaseReturn, (typeof purchaseReturnReads)[number]>, isAlone?: boolean) => (
    <BillLink of={returnOutStore} id={row.returnOutstoreId} code={row.returnOutstoreName} isAlone={isAlone} />
  ),
};

/** Returns to suppliers; the number of the bill that ships one leads to it. */
export default function PurchaseReturnListPage() {
  return <ListPage of={purchaseReturn} reads={purchaseReturnReads} columns={COLUMNS} />;
}
