import { useMemo } from 'react';
import { useStore } from '../state/store.ts';
import { readable } from '../theme/colours.ts';
import { look, themeOf } from '../theme/look.ts';
import { shades } from '../theme/themes.ts';
import type { ChartProps } from './chart.tsx';

const ROW_OF_COLOURS = ['primary', 'tone-done', 'tone-look', 'tone-system', 'tone-waiting', 'tone-stop'] as const;
const SEEN = 3;

/** Colours of the bars, by the shades asked for or else in a row, and of what they stand on. */
export function useChartColours(wanted: readonly (string | undefined)[]): {
  readonly of: readonly string[];
  readonly ground: ChartProps['colours'];
} {
  const now = useStore(look);
  return useMemo(() => {
    const all = shades(themeOf(now));
    const surface = all['surface']!;
    return {
      of: wanted.map((shade, at) =>
        readable(all[shade ?? ROW_OF_COLOURS[at % ROW_OF_COLOURS.length]!]!, surface, SEEN),
      ),
      ground: { text: all['text-soft']!, line: all['line']!, surface, raised: all['raised']!, hover: all['hover']! },
    };
  }, [now, wanted]);
}
