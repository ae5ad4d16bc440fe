import type { ListRow } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { outStore } from './out-store.document.ts';
import { BillLink } from '../stock/on-hand/bill-link.view.tsx';
import { pick, pickReads } from './pick.document.ts';
import { useShortQuestion } from './pick-shortage.view.tsx';

const COLUMNS = {
  outstoreId: (row: ListRow<typeof pick, (typeof pickReads)[number]>, isAlone?: boolean) => (
    <BillLink of={outStore} id={row.outstoreId} code={row.outstoreName} isAlone={isAlone} />
  ),
};

/** Pick bills; who approves some of them short is told first what they lack. */
export default function PickListPage() {
  return <ListPage of={pick} reads={pickReads} columns={COLUMNS} beforeAct={useShortQuestion()} />;
}
