import { columnLetters } from './cell-address.ts';
import { STYLE } from './cell-styles.ts';
import { cellXml, textCell } from './cell-xml.ts';
import { RowBlocks, type SheetColumn, type SheetRowContent, type SheetSpec, type WriteOptions } from './sheet-spec.ts';
import { MAIN, RELATION, XML } from './xml.ts';

const SHEET_ROWS_MAX = 1_048_576;
/** Before a sheet's part reaches the 4 GB of a zip, another sheet is started. */
const SHEET_CHARACTERS_MAX = 1_000_000_000;
const CHUNK_CHARACTERS = 64 * 1024;
/** Excel takes minutes to open more comments; the colour stays, and the first column says why. */
const NOTES_MAX = 5_000;
export const LISTS_SHEET = '_lists';
const COLUMN_LETTERS = Array.from({ length: 16_384 }, (_, index) => columnLetters(index));

/** A comment of a cell; `column` counts from 0, `row` from 1. */
export interface Note {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** Rows one by one, knowing whether there are more. */
export class RowSource {
  readonly #blocks: AsyncIterator<readonly SheetRowContent[]>;
  #block: readonly SheetRowContent[] = [];
  #at = 0;
  #ended = false;

  constructor(rows: SheetSpec['rows']) {
    this.#blocks = (rows instanceof RowBlocks ? rows.blocks : oneByOne(rows))[Symbol.asyncIterator]();
  }
  /** Is there no further row? Waits only where the next are not there yet. */
  atEnd(): boolean | Promise<boolean> {
    if (this.#at < this.#block.length) return false;
    return this.#ended || this.#readOn();
  }
  async #readOn(): Promise<boolean> {
    while (this.#at >= this.#block.length && !this.#ended) {
      const step = await this.#blocks.next();
      [this.#block, this.#at] = [step.done === true ? [] : step.value, 0];
      this.#ended = step.done === true;
    }
    return this.#ended;
  }
  /** Call after `atEnd` said no. */
  take(): SheetRowContent {
    this.#at += 1;
    return this.#block[this.#at - 1]!;
  }
  async close(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.#blocks.return?.();
  }
}

async function* oneByOne(
  rows: AsyncIterable<SheetRowContent> | Iterable<SheetRowContent>,
): AsyncGenerator<readonly SheetRowContent[]> {
  for await (const row of rows) yield [row];
}

/**
 * One worksheet: takes rows until they end or the sheet is full. Adds its comments to `notes` and the texts to choose
 * from to `lists`, which `listsXml` writes.
 */
export async function* sheetXml(
  { columns, headerRow = 1 }: SheetSpec,
  rows: RowSource,
  notes: Note[],
  lists: string[][],
  options: WriteOptions,
): AsyncGenerator<string> {
  const last = Math.min(options.sheetRows ?? SHEET_ROWS_MAX, SHEET_ROWS_MAX);
  let chunk = headXml(columns, headerRow, notes);
  let characters = 0;
  let row = headerRow;
  while (row < last && characters < SHEET_CHARACTERS_MAX) {
    const ends = rows.atEnd();
    if (typeof ends === 'boolean' ? ends : await ends) break;
    const cells = rows.take();
    row += 1;
    if (cells.length === 0) continue;
    chunk += rowXml(columns, cells, row, notes);
    if (chunk.length >= CHUNK_CHARACTERS) {
      characters += chunk.length;
      yield chunk;
      chunk = '';
    }
  }
  chunk += '</sheetData>';
  chunk += validationsXml(columns, headerRow, lists);
  if (notes.length > 0) chunk += '<legacyDrawing r:id="rId1"/>';
  yield `${chunk}</worksheet>`;
}

/** Everything before the first row, and the row of headings. */
function headXml(columns: readonly SheetColumn[], headerRow: number, notes: Note[]): string {
  const head = [
    `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${RELATION}"><sheetViews><sheetView workbookViewId="0">`,
    `<pane ySplit="${headerRow}" topLeftCell="A${headerRow + 1}" activePane="bottomLeft" state="frozen"/>`,
    '</sheetView></sheetViews><cols>',
    ...columns.map(
      ({ width, face }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${Math.min(width, 60)}"` +
        ` style="${STYLE[face]}" customWidth="1"/>`,
    ),
    `</cols><sheetData><row r="${headerRow}">`,
  ];
  columns.forEach(({ header, note }, column) => {
    head.push(textCell(`${columnLetters(column)}${headerRow}`, STYLE.header, header));
    if (note !== undefined) notes.push({ row: headerRow, column, text: note });
  });
  head.push('</row>');
  return head.join('');
}

function rowXml(columns: readonly SheetColumn[], cells: SheetRowContent, row: number, notes: Note[]): string {
  let xml = `<row r="${row}">`;
  for (let column = 0; column < cells.length; column++) {
    const content = cells[column];
    if (content === null || content === undefined || content === '') continue;
    const address = COLUMN_LETTERS[column]! + row;
    if (typeof content === 'string') xml += cellXml(address, columns[column]?.face ?? 'text', content, false);
    else {
      xml +=
        content.value === null || content.value === ''
          ? `<c r="${address}" s="${STYLE.marked}"/>`
          : cellXml(address, columns[column]?.face ?? 'text', content.value, true);
      if (notes.length < NOTES_MAX) notes.push({ row, column, text: content.note });
    }
  }
  return `${xml}</row>`;
}

/** Lets the cells below a heading be chosen from its list; adds each list to `lists`. */
function validationsXml(columns: readonly SheetColumn[], headerRow: number, lists: string[][]): string {
  const listed = columns.flatMap(({ list }, column) =>
    list === undefined || list.length === 0 ? [] : [{ list, column }],
  );
  if (listed.length === 0) return '';
  let xml = `<dataValidations count="${listed.length}">`;
  for (const { list, column } of listed) {
    lists.push([...list]);
    const from = columnLetters(lists.length - 1);
    const to = columnLetters(column);
    xml +=
      '<dataValidation type="list" allowBlank="1" showErrorMessage="1"' +
      ` sqref="${to}${headerRow + 1}:${to}${SHEET_ROWS_MAX}">` +
      `<formula1>${LISTS_SHEET}!$${from}$1:$${from}$${list.length}</formula1></dataValidation>`;
  }
  return `${xml}</dataValidations>`;
}

/** The hidden worksheet with a column for each list to choose from. */
export function* listsXml(lists: readonly (readonly string[])[]): Generator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetData>`;
  const longest = Math.max(...lists.map((list) => list.length));
  for (let row = 1; row <= longest; row++) {
    const cells = lists.map((list, column) =>
      row > list.length ? '' : textCell(`${columnLetters(column)}${row}`, STYLE.text, list[row - 1]!),
    );
    yield `<row r="${row}">${cells.join('')}</row>`;
  }
  yield '</sheetData></worksheet>';
}
