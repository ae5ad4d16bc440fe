import { LotPage } from './lot.view.tsx';
import { faces } from './place.view.ts';

export default function Page() {
  return <LotPage face={faces.stall} />;
}
