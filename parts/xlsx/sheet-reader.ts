import type { ReaderTask, SheetRow } from './bounded-reader.ts';
import { columnIndex } from './cell-address.ts';
import { type NumberFace, plainNumber } from './number-format.ts';
import { serialToText } from './serial-date.ts';
import { joined, readStrings, type StringTable, unescaped } from './shared-strings.ts';
import { Unreadable } from './unreadable.ts';
import { readFaces, type Workbook } from './workbook-reader.ts';
import type { ZipParts } from './zip-parts.ts';

const BLOCK_ROWS = 500;
const BLOCK_CHARACTERS = 256 * 1024;

/** Reads the rows of a sheet and sends them in blocks; `send` resolves when more may be read. */
export async function readRows(
  parts: ZipParts,
  book: Workbook,
  limits: ReaderTask['limits'],
  send: (rows: SheetRow[]) => Promise<void>,
): Promise<void> {
  const faces = await readFaces(parts, book.stylesPart);
  const strings = await readStrings(parts, book.stringsPart, limits);
  const rows = new RowReader(book, faces, strings, limits);
  await parts.read(book.sheetPart, {
    open: (name, attributes) => rows.open(name, attributes),
    text: (run) => rows.text(run),
    close: (name) => rows.close(name),
    rest: () => (rows.finished ? false : rows.isFull() ? send(rows.take()) : undefined),
  });
  const last = rows.take();
  if (last.length > 0) await send(last);
}

/** Turns the elements of a worksheet into rows of texts. */
class RowReader {
  readonly #book: Workbook;
  readonly #faces: readonly NumberFace[];
  readonly #strings: StringTable;
  readonly #limits: ReaderTask['limits'];

  #block: SheetRow[] = [];
  #characters = 0;
  #rowCount = 0;
  #rowNumber = 0;
  #cells: (string | null)[] = [];

  // The cell at hand.
  #column = -1;
  #type = '';
  #face: NumberFace = 'number';
  #value = '';

  #collects = false;
  #inInline = false;
  #inPhonetic = false;
  #inData = false;
  finished = false;

  constructor(book: Workbook, faces: readonly NumberFace[], strings: StringTable, limits: ReaderTask['limits']) {
    this.#book = book;
    this.#faces = faces;
    this.#strings = strings;
    this.#limits = limits;
  }

  /** Are there rows enough to be sent? */
  isFull(): boolean {
    return this.#block.length >= BLOCK_ROWS || this.#characters >= BLOCK_CHARACTERS;
  }

  /** The rows read since the last call. */
  take(): SheetRow[] {
    const rows = this.#block;
    this.#block = [];
    this.#characters = 0;
    return rows;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (!this.#inData) {
      this.#inData = name === 'sheetData';
      return;
    }
    switch (name) {
      case 'row': {
        const given = Number(attributes['r']);
        this.#rowNumber =
          Number.isSafeInteger(given) && given > this.#rowNumber && given <= 1_048_576 ? given : this.#rowNumber + 1;
        this.#column = -1;
        this.#cells = [];
        return;
      }
      case 'c': {
        const given = columnIndex(attributes['r'] ?? '');
        this.#column = given > this.#column ? given : this.#column + 1;
        this.#type = attributes['t'] ?? 'n';
        this.#face = this.#faces[Number(attributes['s'] ?? 0)] ?? 'number';
        this.#value = '';
        return;
      }
      case 'v':
        this.#collects = true;
        return;
      case 'is':
        this.#inInline = true;
        return;
      case 't':
        this.#collects = this.#inInline && !this.#inPhonetic;
        return;
      case 'rPh':
        this.#inPhonetic = true;
        return;
    }
  }

  text(run: string): void {
    if (this.#collects) this.#value = joined(this.#value, run, this.#limits);
  }

  close(name: string): void {
    switch (name) {
      case 'v':
      case 't':
        this.#collects = false;
        return;
      case 'is':
        this.#inInline = false;
        return;
      case 'rPh':
        this.#inPhonetic = false;
        return;
      case 'c':
        return this.#closeCell();
      case 'row':
        return this.#closeRow();
      case 'sheetData':
        this.finished = true;
        return;
    }
  }

  #closeCell(): void {
    const text = this.#value === '' ? null : this.#cellText();
    if (text === null || text === '') return;
    if (this.#column >= this.#limits.columns)
      throw new Unreadable('excel.columns', { row: this.#rowNumber, limit: this.#limits.columns });
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells.push(text);
    this.#characters += text.length;
  }

  #closeRow(): void {
    // Rows that only carry formats are no rows: people delete contents and leave a million of them.
    if (this.#cells.length === 0) return;
    // One row of headings comes on top.
    if (++this.#rowCount > this.#limits.rows + 1) throw new Unreadable('excel.rows', { limit: this.#limits.rows });
    this.#block.push({ row: this.#rowNumber, cells: this.#cells });
    this.#cells = [];
  }

  #cellText(): string | null {
    const value = this.#value;
    switch (this.#type) {
      case 's':
        return this.#strings.at(Number(value)) ?? null;
      case 'str':
      case 'inlineStr':
        return unescaped(value);
      case 'b':
        return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
      case 'e':
        return value;
      case 'd':
        return value
          .replace('T', ' ')
          .replace(/(\.\d+)?Z?$/, '')
          .replace(/ 00:00:00$/, '');
      default:
        return this.#numberText(value);
    }
  }

  #numberText(value: string): string {
    const face = this.#face;
    if (face === 'day' || face === 'moment')
      return serialToText(Number(value), this.#book.from1904, face === 'moment') ?? plainNumber(value) ?? value;
    if (face === 'percent') {
      const points = plainNumber(value, 2);
      return points === null ? value : `${points}%`;
    }
    return plainNumber(value) ?? value;
  }
}
