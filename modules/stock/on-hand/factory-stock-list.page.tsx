import { faces } from './place.view.ts';
import { SafetyStock } from './safety-stock.view.tsx';
import { OpeningList } from './stock-list.view.tsx';
import { factoryStock } from './stock.resource.ts';

/** What lies at the stores of factories. */
export default function Page() {
  return <OpeningList of={factoryStock} toolbar={<SafetyStock of={factoryStock} face={faces.factory} />} />;
}
