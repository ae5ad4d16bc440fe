import type { Declaration } from '../../kernel/core/declaration.ts';
import { faces } from './place.view.ts';
import { SafetyStock } from './safety-stock.view.tsx';
import { OpeningList } from './stock-list.view.tsx';
import { stock } from './stock.resource.ts';

const of = stock as unknown as Declaration;

export default function Page() {
  return <OpeningList of={of} toolbar={<SafetyStock of={of} face={faces.warehouse} />} />;
}
