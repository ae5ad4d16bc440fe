import type { ListRow } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { OutStoreLink } from '../issuing/out-store-link.view.tsx';
import { allocation, allocationReads } from './allocation.document.ts';

const COLUMNS = {
  outstoreId: (row: ListRow<typeof allocation, (typeof allocationReads)[number]>, isAlone?: boolean) => (
    <OutStoreLink row={row} isAlone={isAlone} />
  ),
};

/** Transfers; the number of the out-store leads to it. */
export default function AllocationListPage() {
  return <ListPage of={allocation} reads={allocationReads} columns={COLUMNS} />;
}
