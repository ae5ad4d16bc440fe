import { OpeningList } from '../on-hand/stock-list.view.tsx';
import { stockBatch } from './stock-batch.resource.ts';

/** The lots of the warehouses. */
export default function Page() {
  return <OpeningList of={stockBatch} />;
}
