import type { ListRow } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { OutStoreLink } from './out-store-link.view.tsx';
import { pick, pickReads } from './pick.document.ts';
import { useShortQuestion } from './pick-shortage.view.tsx';

const COLUMNS = {
  outstoreId: (row: ListRow<typeof pick, (typeof pickReads)[number]>, isAlone?: boolean) => (
    <OutStoreLink row={row} isAlone={isAlone} />
  ),
};

/** Pick bills; who approves some of them short is told first what they lack. */
export default function PickListPage() {
  return <ListPage of={pick} reads={pickReads} columns={COLUMNS} beforeAct={useShortQuestion()} />;
}
