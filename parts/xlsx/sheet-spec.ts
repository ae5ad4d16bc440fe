/** What a sheet to be written consists of. */
/** What a cell is in Excel. A text never becomes a formula, a number, or a date. */
export type CellFace = 'text' | 'number' | 'whole' | 'money' | 'price' | 'day' | 'moment';

export interface SheetColumn {
  readonly header: string;
  readonly face: CellFace;
  /** In characters. */
  readonly width: number;
  /** Comment of the heading. */
  readonly note?: string;
  /** Texts to choose from in the cells below the heading. */
  readonly list?: readonly string[];
}

/** A cell that stands out, with a comment saying why. */
interface MarkedCell {
  readonly value: string | null;
  readonly note: string;
}
export type CellContent = string | null | MarkedCell;

/** Wire texts: decimals "12.5", days `yyyy-MM-dd`. An empty row keeps its place and takes no room. */
export type SheetRowContent = readonly CellContent[];
export interface SheetSpec {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<SheetRowContent> | Iterable<SheetRowContent> | RowBlocks;
  /** Row the headings stand in, from 1. Default 1. */
  readonly headerRow?: number;
}

export interface WriteOptions {
  readonly signal?: AbortSignal;
  /** Rows of a sheet before another sheet is started. Default and most: 1,048,576. */
  readonly sheetRows?: number;
}

/** Rows as they come: many at a time, so that nobody waits for each of them. */
export class RowBlocks {
  readonly blocks: AsyncIterable<readonly SheetRowContent[]>;
  constructor(blocks: AsyncIterable<readonly SheetRowContent[]>) {
    this.blocks = blocks;
  }
}
