import { priceText } from '../../../parts/quantities/amount.rules.ts';
import { useWords } from '../../../parts/language/language.ts';
import { percentAbove, signedPercent, type DatedPrice } from '../warnings/price-moved.rules.ts';
import { bookTexts } from '../price-plans/price-plan.texts.ts';
import { trendPoints } from './price-trend.rules.ts';

const [WIDTH, HEIGHT] = [30, 18];

/** How a price went lately, as a line in a row of a list; nothing where there are fewer than two. */
export function PriceTrend({ of }: { readonly of: unknown }) {
  const word = useWords(bookTexts);
  const prices = (Array.isArray(of) ? of : []) as readonly DatedPrice[];
  const [first, last] = [prices[0], prices.at(-1)];
  if (first === undefined || last === undefined || prices.length < 2) return null;
  const change = percentAbove(last.price, first.price);
  const said = word('trend', {
    count: prices.length,
    from: first.date,
    first: priceText(first.price),
    last: priceText(last.price),
    change: change === undefined ? '' : signedPercent(change),
  });
  const points = trendPoints(
    prices.map(({ price }) => Number(price)),
    WIDTH,
    HEIGHT,
  );
  const [x, y] = points.at(-1)!;
  return (
    <svg className="price-trend" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img">
      <title>{said}</title>
      <polyline points={points.map((point) => point.join(',')).join(' ')} />
      <circle cx={x} cy={y} r={2} />
    </svg>
  );
}
