import { lazyPart } from '../lazy/lazy-part.ts';
import type { ChartProps } from './chart.tsx';

/** A chart of bars, fetched when the first one is drawn. */
export const Chart = lazyPart<ChartProps>(
  () => import('./chart.tsx'),
  () => <div className="figure-chart figure-wait" />,
);
