import { OpeningList } from '../on-hand/stock-list.view.tsx';
import { factoryStockBatch } from './stock-batch.resource.ts';

/** The lots of the stores of factories. */
export default function Page() {
  return <OpeningList of={factoryStockBatch} />;
}
