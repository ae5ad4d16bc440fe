import type { RecordOf } from '../../kernel/core/shape.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { OutStoreLink } from './out-store-link.view.tsx';
import { pick } from './pick.document.ts';
import { useShortQuestion } from './pick-shortage.view.tsx';

const COLUMNS = { outstoreId: (row: RecordOf<typeof pick>) => <OutStoreLink row={row} /> };

/** Pick bills; who approves some of them short is told first what they lack. */
export default function PickListPage() {
  return <ListPage of={pick} columns={COLUMNS} beforeAct={useShortQuestion()} />;
}
