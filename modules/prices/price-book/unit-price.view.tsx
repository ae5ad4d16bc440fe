import { Decimal } from '../../../kernel/core/decimal.ts';
import { priceText } from '../../../kernel/web/kinds/number.tsx';
import { missingPlaces } from './unit-price.rules.ts';
import './unit-price.css';

/**
 * A price per unit as every list of prices shows it: two places at least and as many as are stored, the points of a
 * column under each other.
 */
export function UnitPrice({ of }: { readonly of: unknown }) {
  const text = of === null || of === undefined ? '' : String(of);
  if (!Decimal.isText(text)) return <span className="empty-cell">–</span>;
  return (
    <span className="figures unit-price" data-pad={missingPlaces(text)}>
      {priceText(text)}
    </span>
  );
}
