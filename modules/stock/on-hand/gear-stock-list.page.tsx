import { faces } from './place.view.ts';
import { SafetyStock } from './safety-stock.view.tsx';
import { OpeningList } from './stock-list.view.tsx';
import { gearStock } from './stock.resource.ts';

/** What lies at the stalls. */
export default function Page() {
  return <OpeningList of={gearStock} toolbar={<SafetyStock of={gearStock} face={faces.stall} />} />;
}
