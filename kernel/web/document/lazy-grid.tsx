import { Skeleton } from 'antd';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';

/** The grid of lines; fetched with the first document that has some. */
export const LineGrid = lazyPart(
  async () => ({ default: (await import('./line-grid.tsx')).LineGrid }),
  () => <Skeleton active className="lines-wait" paragraph={{ rows: 4 }} />,
);
