import { LotPage } from './lot.view.tsx';
import { faces } from '../on-hand/place.view.ts';

/** One lot at a store of a factory. */
export default function Page() {
  return <LotPage face={faces.factory} />;
}
