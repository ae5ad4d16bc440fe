import { useWords } from '../../../parts/language/language.ts';
import { routeTexts } from './delivery-route.texts.ts';
import { sketched } from './route-stops.rules.ts';
import type { StopPlace } from './route-stops.view.tsx';

const SIDE = 300;
const EDGE = 34;

interface Props {
  /** In their order. */
  readonly stops: readonly { readonly name: string; readonly place: StopPlace | undefined }[];
}

/** Where the stops lie, drawn from their coordinates: no map is needed and none is asked for. */
export function RouteSketch({ stops }: Props) {
  const word = useWords(routeTexts);
  const points = sketched(
    stops.map(({ place }) => ({ longitude: place?.longitude || null, latitude: place?.latitude || null })),
    SIDE,
  );
  const drawn = stops.flatMap(({ name }, index) => {
    const point = points[index];
    return point ? [{ name, number: index + 1, ...point }] : [];
  });
  const without = stops.filter((_, index) => points[index] === null).map(({ name }) => name);
  if (drawn.length === 0) return <p className="soft">{word('no-places')}</p>;
  return (
    <figure className="route-sketch">
      <svg
        viewBox={`${-EDGE} ${-EDGE} ${SIDE + 2 * EDGE} ${SIDE + 2 * EDGE}`}
        role="img"
        aria-label={`${word('sketch')}: ${drawn.map(({ number, name }) => `${number} ${name}`).join(', ')}`}
      >
        <polyline points={drawn.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {drawn.map(({ number, name, x, y }) => (
          <g key={number} transform={`translate(${x} ${y})`}>
            <circle r="11" />
            <text textAnchor="middle" dominantBaseline="central" className="route-sketch-number">
              {number}
            </text>
            <text y="24" textAnchor={x < SIDE / 4 ? 'start' : x > (SIDE * 3) / 4 ? 'end' : 'middle'}>
              {name}
            </text>
          </g>
        ))}
      </svg>
      {without.length > 0 && (
        <figcaption className="soft">{word('unplaced', { names: without.join('、') })}</figcaption>
      )}
    </figure>
  );
}
