/** A paper, in millimetres. A roll is cut where the print ends and has no height. */
interface PaperSize {
  readonly width: number;
  readonly height: number | null;
  readonly margin: number;
  /** Size of ordinary words, in points. */
  readonly points: number;
  /** Columns of a table that stand on it side by side. */
  readonly columns: number;
  readonly isLabel: boolean;
}

/** Papers the program prints on: `[value, 中文, English]`. */
export const paperChoices = [
  ['a4', 'A4', 'A4'],
  ['a5', 'A5', 'A5'],
  ['80mm', '80 mm 卷纸', '80 mm roll'],
  ['40x30', '标签 40 × 30 mm', 'Label 40 × 30 mm'],
  ['60x40', '标签 60 × 40 mm', 'Label 60 × 40 mm'],
  ['80x50', '标签 80 × 50 mm', 'Label 80 × 50 mm'],
] as const;
export type Paper = (typeof paperChoices)[number][0];

export const papers: Readonly<Record<Paper, PaperSize>> = {
  a4: { width: 210, height: 297, margin: 12, points: 9.5, columns: 10, isLabel: false },
  a5: { width: 148, height: 210, margin: 8, points: 8.5, columns: 7, isLabel: false },
  '80mm': { width: 80, height: null, margin: 4, points: 8.5, columns: 4, isLabel: false },
  '40x30': { width: 40, height: 30, margin: 1.5, points: 6, columns: 2, isLabel: true },
  '60x40': { width: 60, height: 40, margin: 2, points: 7.5, columns: 3, isLabel: true },
  '80x50': { width: 80, height: 50, margin: 2.5, points: 9, columns: 3, isLabel: true },
};
/** Is it one of the papers there are? */
export const isPaper = (text: unknown): text is Paper => typeof text === 'string' && Object.hasOwn(papers, text);

/** Languages a print is in: `both` has English beside Chinese wherever they differ. */
export const languageChoices = [
  ['zh', '中文', 'Chinese'],
  ['en', '英文', 'English'],
  ['both', '中英双语', 'Both'],
] as const;
export type PrintLanguage = (typeof languageChoices)[number][0];

/** What stands in both languages takes more room: so much of it is left. */
const BOTH_SHARE = 0.7;
/** How many columns stand side by side. */
export const columnsOn = (paper: Paper, language: PrintLanguage): number =>
  language === 'both' ? Math.floor(papers[paper].columns * BOTH_SHARE) : papers[paper].columns;

/** More columns than these stand on a sheet that is laid across. */
const UPRIGHT: Readonly<Partial<Record<Paper, number>>> = { a4: 8, a5: 6 };

/** The sheet as it lies for a table of so many columns. */
export function sheetOf(paper: Paper, columns: number): { readonly width: number; readonly height: number | null } {
  const { width, height } = papers[paper];
  return columns > (UPRIGHT[paper] ?? Infinity) && height !== null
    ? { width: height, height: width }
    : { width, height };
}
