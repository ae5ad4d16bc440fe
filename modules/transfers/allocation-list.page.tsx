import type { RecordOf } from '../../kernel/core/shape.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { OutStoreLink } from '../issuing/out-store-link.view.tsx';
import { allocation } from './allocation.document.ts';

const COLUMNS = { outstoreId: (row: RecordOf<typeof allocation>) => <OutStoreLink row={row} /> };

/** Transfers; the number of the out-store leads to it. */
export default function AllocationListPage() {
  return <ListPage of={allocation} columns={COLUMNS} />;
}
