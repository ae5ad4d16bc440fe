import { lazyPart } from '../lazy/lazy-part.ts';
import type { LineChartProps } from './line-chart.tsx';

/** A chart of lines through time, fetched when the first one is drawn. */
export const LineChart = lazyPart<LineChartProps>(
  () => import('./line-chart.tsx'),
  () => <div className="figure-chart figure-wait" />,
);
