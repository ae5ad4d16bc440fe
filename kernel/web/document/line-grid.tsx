import type { ReactNode } from 'react';
import { LineGrid as Grid, type LineGridProps } from '../../../parts/line-grid/line-grid.tsx';
import { businessDay } from '../../../parts/client/business-day.ts';
import { GridOnPaper } from '../paper/grid-on-paper.tsx';

/** The line grid of this program: today is the company's day, and the browser prints every line. */
export function LineGrid(props: Omit<LineGridProps, 'today' | 'onPaper'>): ReactNode {
  return <Grid {...props} today={businessDay()} onPaper={GridOnPaper} />;
}
