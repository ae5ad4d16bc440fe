import { LotPage } from './lot.view.tsx';
import { faces } from '../on-hand/place.view.ts';

/** One lot at a warehouse. */
export default function Page() {
  return <LotPage face={faces.warehouse} />;
}
