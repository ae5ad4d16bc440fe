import { declarationOf } from '../../../kernel/web/catalogue.ts';
import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import type { RecordOf } from '../../../kernel/core/shape.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { Deviation } from './price-deviation.view.tsx';
import { priceWarning } from './price-warning.document.ts';
import { warningTexts } from './price-warning.texts.ts';
import './price-warning.css';

type Warning = RecordOf<typeof priceWarning>;
/** The document or record of the price. */
function Source({ row }: { readonly row: Warning }) {
  const of = declarationOf(row.sourceType);
  const code = String(row.sourceCode ?? '');
  if (of?.path === undefined) return code;
  return (
    <GuardedLink to={`${of.path}/${row.sourceId}`} className="figures">
      {code}
    </GuardedLink>
  );
}
const FACTS = {
  sourceType: false,
  sourceId: false,
  sourceLineId: false,
  baseUnitId: false,
  sourceCode: (row: Warning) => <Source row={row} />,
  deviationPercent: (row: Warning) => <Deviation row={row} />,
} as const;

/** One warning: what strays from what, by what it is measured, and what somebody made of it. */
export default function PriceWarningPage() {
  return (
    <DocumentPage of={priceWarning} facts={FACTS}>
      {(row) => <Dots row={row} />}
    </DocumentPage>
  );
}

interface Sample {
  readonly date: string;
  readonly billCode: string;
  readonly price: string;
  readonly qty: string;
}
/** A drawing as wide as the screen gives it, so that its words keep their size. */
const [WIDE, NARROW, HEIGHT, EDGE] = [860, 330, 200, 14];
const LABELS = 96;

/** Deliveries of the last days as dots, by day and price, and where this price lies among them. */
function Dots({ row }: { readonly row: Warning }) {
  const word = useWords(warningTexts);
  const width = usePhone() ? NARROW : WIDE;
  const samples = (Array.isArray(row.samples) ? row.samples : []) as readonly Sample[];
  if (samples.length === 0 || !row.basePrice) return null;
  const [price, base] = [Number(row.basePrice), Number(row.referencePrice)];
  const day = (date: string): number => Date.parse(date);
  const known = samples.map((each) => ({
    each,
    at: day(each.date),
    figure: Number(each.price),
    weight: Number(each.qty),
  }));
  const today = day(row.createTime.slice(0, 10));
  const first = Math.min(...known.map(({ at }) => at), today - 86_400_000);
  const figures = [price, base, ...known.map(({ figure }) => figure)];
  const [lowest, highest] = [Math.min(...figures), Math.max(...figures)];
  const heaviest = Math.max(...known.map(({ weight }) => weight), 1);
  const x = (at: number): number => EDGE + ((width - LABELS - 2 * EDGE) * (at - first)) / (today - first);
  const y = (figure: number): number =>
    HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (figure - lowest)) / (highest - lowest || 1);
  // Two words of nearly one height stand apart.
  const gap = Math.abs(y(price) - y(base)) < 18 ? (y(price) < y(base) ? 10 : -10) : 0;
  return (
    <figure className="price-dots">
      <figcaption>
        <h2>{word('dots')}</h2>
        <span className="soft">{word('dots.about')}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`${word('dots')}: ${word('dot.price', { price: row.basePrice })}, ${word('dot.base', { price: row.referencePrice })}`}
      >
        <line x1={EDGE} x2={width - LABELS} y1={y(base)} y2={y(base)} />
        {known.map(({ each, at, figure, weight }, nr) => (
          <circle key={nr} className="sample" cx={x(at)} cy={y(figure)} r={3 + 7 * Math.sqrt(weight / heaviest)}>
            <title>
              {word('dot.sample', { date: each.date, price: each.price, qty: each.qty, bill: each.billCode })}
            </title>
          </circle>
        ))}
        <circle className={`this${row.level === 'block' ? ' is-block' : ''}`} cx={x(today)} cy={y(price)} r={6} />
        <text className="strong" x={width - LABELS + 6} y={y(price) + 4 - gap}>
          {word('dot.price', { price: row.basePrice })}
        </text>
        <text x={width - LABELS + 6} y={y(base) + 4 + gap}>
          {word('dot.base', { price: row.referencePrice })}
        </text>
        <text x={EDGE} y={HEIGHT + 8}>
          {new Date(first).toISOString().slice(0, 10)}
        </text>
        <text x={width - LABELS - EDGE} y={HEIGHT + 8} textAnchor="end">
          {new Date(today).toISOString().slice(0, 10)}
        </text>
      </svg>
    </figure>
  );
}
