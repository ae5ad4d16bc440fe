import { Link } from 'react-router';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { MenuIcon } from '../../parts/menu/menu-icon.tsx';
import { consoleTexts } from './console.texts.ts';
import { trendOf } from './figures.rules.ts';
import { useFigure, useHeadline, type Shown } from './use-figures.view.ts';

/** One number at a glance, for which department, how it went or goes day by day, and the way to its list. */
export function Tile({ card, dept }: { readonly card: Shown; readonly dept?: string }) {
  const word = useWords(consoleTexts);
  const label = useLabel();
  const { table } = useFigure(card);
  const headline = useHeadline(card, table);
  const trend = table === undefined ? [] : trendOf(table);
  return (
    <Link to={card.list} className="console-tile">
      <span className="console-tile-icon" aria-hidden="true">
        <MenuIcon icon={card.icon} />
      </span>
      <span className="console-tile-text">
        {card.key in TILE_WORDS ? word(TILE_WORDS[card.key as keyof typeof TILE_WORDS]) : label(card.label)}
      </span>
      <span className="console-tile-figure figures">
        {headline?.value ?? '…'}
        {headline?.unit ? <span className="unit"> {headline.unit}</span> : null}
      </span>
      {dept !== undefined && <span className="console-tile-dept soft">{dept}</span>}
      {trend.length > 1 && (
        <svg
          className="console-tile-trend"
          viewBox={`0 0 ${trend.length * 5} 20`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {trend.map((share, at) => (
            // Days have no name here; their place is who they are.
            <rect key={at} x={at * 5} width="4" y={20 - Math.max(1, share * 20)} height={Math.max(1, share * 20)} />
          ))}
        </svg>
      )}
    </Link>
  );
}
/** A figure named as the one number it comes to. */
const TILE_WORDS = {
  spend: 'tile.spend',
  warnings: 'tile.warnings',
  ready: 'tile.ready',
  received: 'tile.received',
  'food-cost': 'tile.food-cost',
  'stall-cost': 'tile.stall-cost',
  cover: 'tile.cover',
  waste: 'tile.waste',
  meals: 'tile.meals',
  stock: 'tile.stock',
  expiring: 'tile.expiring',
} as const;
