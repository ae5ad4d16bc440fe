import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { CloseMonth } from './close-month.view.tsx';
import { stockPeriod } from './stock-period.resource.ts';

/** Closed months, and closing the next one. */
export default function StockPeriodListPage() {
  return <ListPage of={stockPeriod} toolbar={<CloseMonth />} />;
}
