import { BESIDE, type Table } from './content.rules.ts';
import { type Paper, papers } from './papers.rules.ts';

/** Millimetres of a point. */
const MM_OF_POINT = 25.4 / 72;
/** In letters of full width: how wide the others are, a column of words at least, and what is around a cell. */
const NARROW = 0.58;
const WORDS_LEAST = 7;
const AROUND = 1.1;

/** How wide a text is, in letters of full width. */
const widthOf = (text: string): number =>
  [...text.replace(BESIDE, ' ')].reduce(
    (sum, sign) => sum + (/[\u2e80-\u9fff\uff00-\uffef]/.test(sign) ? 1 : NARROW),
    0,
  );

/** Does a table leave its figures room to stand in one line on a sheet of this width? If not, they break at spaces. */
export function standInOneLine({ columns, rows, totals }: Table, sheetWidth: number, paper: Paper): boolean {
  const { margin, points } = papers[paper];
  const room = (sheetWidth - margin * 2) / (points * MM_OF_POINT);
  const lines = [...rows, totals.flatMap((cell) => cell.split('\n')[0] ?? '')];
  const wanted = columns.reduce(
    (sum, { face }, at) =>
      sum +
      AROUND +
      (face === 'name' || face === 'written'
        ? WORDS_LEAST
        : Math.max(0, ...lines.map((line) => widthOf(line[at] ?? '')))),
    AROUND + NARROW * 3,
  );
  return wanted <= room;
}
