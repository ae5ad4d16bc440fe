import type { ListRow } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { returnOutStore, returnOutStoreReads } from './return-out-store.document.ts';
import { SourceLink } from './source-link.view.tsx';

const COLUMNS = {
  sourceBillCode: (row: ListRow<typeof returnOutStore, (typeof returnOutStoreReads)[number]>, isAlone?: boolean) => (
    <SourceLink row={row} isAlone={isAlone} />
  ),
};

/** Bills that ship returns; the number of the return leads to it. */
export default function ReturnOutStoreListPage() {
  return <ListPage of={returnOutStore} reads={returnOutStoreReads} columns={COLUMNS} />;
}
