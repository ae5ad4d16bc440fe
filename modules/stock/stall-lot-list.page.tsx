import type { Declaration } from '../../kernel/core/declaration.ts';
import { OpeningList } from './stock-list.view.tsx';
import { gearStockBatch } from './stock-batch.resource.ts';

const of = gearStockBatch as unknown as Declaration;

export default function Page() {
  return <OpeningList of={of} />;
}
