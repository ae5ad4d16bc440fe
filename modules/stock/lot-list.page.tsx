import type { Declaration } from '../../kernel/core/declaration.ts';
import { OpeningList } from './stock-list.view.tsx';
import { stockBatch } from './stock-batch.resource.ts';

const of = stockBatch as unknown as Declaration;

export default function Page() {
  return <OpeningList of={of} />;
}
