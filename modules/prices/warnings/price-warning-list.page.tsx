import type { ListRow } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { Deviation } from './price-deviation.view.tsx';
import { priceWarning } from './price-warning.document.ts';

const COLUMNS = { deviationPercent: (row: ListRow) => <Deviation row={row} /> };

/** What waits to be handled, most money at stake first. */
export default function PriceWarningListPage() {
  return <ListPage of={priceWarning} columns={COLUMNS} />;
}
