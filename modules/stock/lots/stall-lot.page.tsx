import { LotPage } from './lot.view.tsx';
import { faces } from '../on-hand/place.view.ts';

export default function Page() {
  return <LotPage face={faces.stall} />;
}
