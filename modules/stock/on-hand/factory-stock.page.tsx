import { StockPlace } from './stock-place.view.tsx';
import { faces } from './place.view.ts';

/** One material at a store of a factory. */
export default function Page() {
  return <StockPlace face={faces.factory} />;
}
