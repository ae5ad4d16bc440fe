import type { ListRow } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { outStore } from '../issuing/out-store.document.ts';
import { BillLink } from '../stock/on-hand/bill-link.view.tsx';
import { allocation, allocationReads } from './allocation.document.ts';

const COLUMNS = {
  outstoreId: (row: ListRow<typeof allocation, (typeof allocationReads)[number]>, isAlone?: boolean) => (
    <BillLink of={outStore} id={row.outstoreId} code={row.outstoreName} isAlone={isAlone} />
  ),
};

/** Transfers; the number of the out-store leads to it. */
export default function AllocationListPage() {
  return <ListPage of={allocation} reads={allocationReads} columns={COLUMNS} />;
}
