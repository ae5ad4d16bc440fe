import { BarChart, type BarSeriesOption, ScatterChart, type ScatterSeriesOption } from 'echarts/charts';
import {
  GridComponent,
  type GridComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components';
import { type ComposeOption, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useChart } from './use-chart.ts';

register([BarChart, ScatterChart, GridComponent, TooltipComponent, SVGRenderer]);
type Option = ComposeOption<BarSeriesOption | ScatterSeriesOption | GridComponentOption | TooltipComponentOption>;

export interface Bar {
  readonly name: string;
  readonly colour: string;
  readonly values: readonly (number | null)[];
  /** A mark across the bar instead of a bar. */
  readonly isMark?: boolean;
}
export interface ChartProps {
  readonly names: readonly string[];
  readonly bars: readonly Bar[];
  /** Names stand beside their bars, not below. */
  readonly lying: boolean;
  readonly colours: {
    readonly text: string;
    readonly line: string;
    readonly surface: string;
    readonly raised: string;
    readonly hover: string;
  };
  readonly format: (value: number) => string;
  readonly short: (value: number) => string;
  readonly onChoose: (at: number) => void;
}

const ROW = 30;
const TALL = 232;
const NAME_WIDTH = 132;

/** Bars, one upon another. Whoever cannot see them has the table beside. */
export default function Chart(props: ChartProps) {
  const { names, lying } = props;
  const box = useChart(optionOf(props), props.onChoose);
  return (
    <div
      ref={box}
      className="figure-chart"
      style={{ height: lying ? names.length * ROW + 40 : TALL }}
      aria-hidden="true"
    />
  );
}

function optionOf({ names, bars, lying, colours, format, short }: ChartProps): Option {
  const letters = { color: colours.text, fontFamily: 'inherit', fontSize: 12 };
  const groups = {
    type: 'category' as const,
    data: [...names],
    inverse: lying,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colours.line } },
    axisLabel: {
      ...letters,
      ...(lying ? { width: NAME_WIDTH, overflow: 'truncate' as const } : { hideOverlap: true }),
    },
  };
  const figures = {
    type: 'value' as const,
    splitLine: { lineStyle: { color: colours.line } },
    axisLabel: { ...letters, hideOverlap: true, formatter: short },
    splitNumber: 4,
  };
  return {
    animation: false,
    textStyle: { fontFamily: 'inherit' },
    grid: { left: lying ? NAME_WIDTH + 12 : 52, right: 20, top: 12, bottom: 26, outerBoundsMode: 'none' },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: colours.hover, opacity: 1 }, z: 0 },
      transitionDuration: 0,
      confine: true,
      backgroundColor: colours.raised,
      borderColor: colours.line,
      textStyle: letters,
      valueFormatter: (value) => (typeof value === 'number' ? format(value) : '–'),
    },
    xAxis: lying ? figures : groups,
    yAxis: lying ? groups : figures,
    series: bars.map(({ name, colour, values, isMark }): BarSeriesOption | ScatterSeriesOption =>
      isMark
        ? {
            type: 'scatter',
            name,
            symbol: 'rect',
            symbolSize: lying ? [3, 22] : [22, 3],
            itemStyle: { color: colour },
            data: [...values],
            z: 3,
          }
        : {
            type: 'bar',
            name,
            stack: 'all',
            barMaxWidth: lying ? 16 : 32,
            itemStyle: { color: colour, borderColor: colours.surface, borderWidth: 0.5 },
            emphasis: { disabled: true },
            cursor: 'pointer',
            data: [...values],
          },
    ),
  };
}
