import { LineChart as Lines, type LineSeriesOption, ScatterChart, type ScatterSeriesOption } from 'echarts/charts';
import {
  GridComponent,
  type GridComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components';
import { type ComposeOption, time, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartProps } from './chart.tsx';
import { useChart } from './use-chart.ts';

register([Lines, ScatterChart, GridComponent, TooltipComponent, SVGRenderer]);
type Option = ComposeOption<LineSeriesOption | ScatterSeriesOption | GridComponentOption | TooltipComponentOption>;

/** Figures by day. */
export interface LineOfDays {
  readonly name: string;
  readonly colour: string;
  /** A line from figure to figure, one that holds until the next, a level that is compared with, or figures alone. */
  readonly drawn: 'line' | 'steps' | 'level' | 'dots';
  readonly points: readonly { readonly date: string; readonly value: number }[];
  /** Dots larger than the others. */
  readonly isStrong?: boolean;
}
export interface LineChartProps {
  readonly lines: readonly LineOfDays[];
  readonly from: string;
  readonly to: string;
  readonly colours: ChartProps['colours'];
  readonly format: (value: number) => string;
}

const TALL = 240;

/** Lines through time. Whoever cannot see them has a table beside. */
export default function LineChart(props: LineChartProps) {
  const box = useChart(optionOf(props));
  return <div ref={box} className="figure-chart" style={{ height: TALL }} aria-hidden="true" />;
}

function optionOf({ lines, from, to, colours, format }: LineChartProps): Option {
  const letters = { color: colours.text, fontFamily: 'inherit', fontSize: 12 };
  return {
    animation: false,
    textStyle: { fontFamily: 'inherit' },
    grid: { left: 56, right: 20, top: 12, bottom: 26, outerBoundsMode: 'none' },
    tooltip: {
      trigger: 'axis',
      axisPointer: { lineStyle: { color: colours.line } },
      transitionDuration: 0,
      confine: true,
      backgroundColor: colours.raised,
      borderColor: colours.line,
      textStyle: letters,
      valueFormatter: (value) => (typeof value === 'number' ? format(value) : '–'),
    },
    xAxis: {
      type: 'time',
      min: from,
      max: to,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colours.line } },
      axisLabel: {
        ...letters,
        hideOverlap: true,
        alignMinLabel: 'left',
        alignMaxLabel: 'right',
        formatter: (moment: number) => time.format(moment, '{yyyy}-{MM}-{dd}', false),
      },
      splitNumber: 4,
    },
    yAxis: {
      type: 'value',
      scale: true,
      splitLine: { lineStyle: { color: colours.line } },
      axisLabel: { ...letters, hideOverlap: true, formatter: format },
      splitNumber: 4,
    },
    series: lines.map((line): LineSeriesOption | ScatterSeriesOption => {
      const data = line.points.map(({ date, value }) => [date, value]);
      const shared = { name: line.name, itemStyle: { color: line.colour }, emphasis: { disabled: true }, data };
      if (line.drawn === 'dots')
        return { ...shared, type: 'scatter', symbolSize: line.isStrong === true ? 12 : 6, z: line.isStrong ? 4 : 3 };
      return {
        ...shared,
        type: 'line',
        ...(line.drawn === 'steps' ? { step: 'end' as const } : {}),
        ...(line.drawn === 'level' ? { showSymbol: false } : { symbol: 'circle', symbolSize: 5 }),
        lineStyle: { color: line.colour, width: 2, type: line.drawn === 'level' ? 'dashed' : 'solid' },
      };
    }),
  };
}
