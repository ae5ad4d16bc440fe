import { StockPlace } from './stock-place.view.tsx';
import { faces } from './place.view.ts';

export default function Page() {
  return <StockPlace face={faces.warehouse} />;
}
