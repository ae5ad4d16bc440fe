/** Where the points of a small line stand. Pure. */

/** Room around the line, for its end. */
const EDGE = 3;
const tenth = (figure: number): number => Math.round(figure * 10) / 10;

/** Points of figures side by side, the highest on top; where all are equal they stand in the middle. */
export function trendPoints(figures: readonly number[], width: number, height: number): (readonly [number, number])[] {
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  const step = (width - 2 * EDGE) / Math.max(1, figures.length - 1);
  return figures.map((figure, at) => [
    tenth(EDGE + at * step),
    tenth(high === low ? height / 2 : height - EDGE - ((height - 2 * EDGE) * (figure - low)) / (high - low)),
  ]);
}
