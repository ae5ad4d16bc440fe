import { StockPlace } from './stock-place.view.tsx';
import { faces } from './place.view.ts';

/** One material at a stall. */
export default function Page() {
  return <StockPlace face={faces.stall} />;
}
