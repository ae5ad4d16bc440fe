/** Which columns of a table stand whole in the room there is. */

interface FitColumn {
  readonly width: number;
  /** Words end in dots where there is little room; a figure that loses a digit reads as another one. */
  readonly gives?: boolean;
  /** It gives no further than this. */
  readonly least?: number;
}
/** So much of its width a column of words keeps. */
const KEPT = 0.7;
const leastOf = ({ width, gives, least = 0 }: FitColumn): number =>
  gives === true ? Math.min(width, Math.max(width * KEPT, least)) : width;

const sum = (figures: readonly number[]): number => figures.reduce((all, each) => all + each, 0);

/**
 * Widths with which the part in sight ends between two columns: as many of the first as fit when those that may give,
 * give, spread over `room` pixels. The others keep their widths and are scrolled to. What fits as it is stays so.
 */
export function fittedWidths(columns: readonly FitColumn[], room: number): readonly number[] {
  const widths = columns.map(({ width }) => width);
  if (sum(widths) <= room) return widths;
  let inSight = 0;
  for (let taken = 0; inSight < columns.length; inSight += 1) {
    taken += leastOf(columns[inSight]!);
    if (taken > room) break;
  }
  const first = columns.slice(0, inSight);
  const spare = room - sum(first.map(({ width }) => width));
  // Too little: words give. Too much, since not one more fits: words take it, or all where there are none.
  const hasWords = first.some(({ gives }) => gives === true);
  const shares = first.map((column) => (hasWords ? column.width - leastOf(column) : column.width));
  const all = sum(shares);
  return widths.map((width, at) => (at < inSight && all > 0 ? width + (spare * shares[at]!) / all : width));
}
