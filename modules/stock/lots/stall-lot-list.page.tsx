import { OpeningList } from '../on-hand/stock-list.view.tsx';
import { gearStockBatch } from './stock-batch.resource.ts';

/** The lots of the stalls. */
export default function Page() {
  return <OpeningList of={gearStockBatch} />;
}
