import { type EChartsCoreOption, init } from 'echarts/core';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Draws a chart into the box whose reference it answers, as large as the box is. `onChoose` is called with the place
 * of what is clicked.
 */
export function useChart(option: EChartsCoreOption, onChoose?: (at: number) => void): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof init>>(undefined);
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useEffect(() => {
    const made = init(box.current, undefined, { renderer: 'svg' });
    chart.current = made;
    const sized = new ResizeObserver(() => made.resize());
    sized.observe(box.current!);
    made.on('click', ({ dataIndex }) => {
      if (dataIndex !== undefined) choose.current?.(dataIndex);
    });
    return () => {
      sized.disconnect();
      made.dispose();
    };
  }, []);
  useEffect(() => chart.current?.setOption(option, { notMerge: true }), [option]);
  return box;
}
