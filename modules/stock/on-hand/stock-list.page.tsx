import { faces } from './place.view.ts';
import { SafetyStock } from './safety-stock.view.tsx';
import { OpeningList } from './stock-list.view.tsx';
import { stock } from './stock.resource.ts';

/** What lies at the warehouses. */
export default function Page() {
  return <OpeningList of={stock} toolbar={<SafetyStock of={stock} face={faces.warehouse} />} />;
}
