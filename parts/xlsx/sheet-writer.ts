import { Readable } from 'node:stream';
import type { Field, Kind } from '../../kernel/core/field.ts';
import { columnLetters } from './cell-address.ts';
import { textToSerial } from './serial-date.ts';
import { type ZipPart, zipArchive } from './zip-writer.ts';

/** What a cell is in Excel. A text never becomes a formula, a number, or a date. */
type CellFace = 'text' | 'number' | 'whole' | 'money' | 'price' | 'day' | 'moment';

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

export interface SheetSpec {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Wire texts: decimals "12.5", days `yyyy-MM-dd`. An empty row keeps its place and takes no room. */
  readonly rows: AsyncIterable<readonly CellContent[]> | Iterable<readonly CellContent[]>;
  /** Row the headings stand in, from 1. Default 1. */
  readonly headerRow?: number;
}

interface WriteOptions {
  readonly signal?: AbortSignal;
  /** Rows of a sheet before another one is begun. Default and most: 1,048,576. */
  readonly sheetRows?: number;
}

const WIDTHS: Readonly<Record<Kind, number>> = {
  text: 20,
  longtext: 40,
  richtext: 60,
  code: 16,
  secret: 12,
  integer: 10,
  quantity: 12,
  price: 12,
  money: 14,
  percent: 10,
  factor: 14,
  flag: 8,
  day: 12,
  moment: 20,
  choice: 12,
  dictionary: 14,
  ref: 18,
  refs: 28,
  parent: 18,
  pictures: 20,
  attachments: 20,
  json: 20,
};
const FACES: Partial<Record<Kind, CellFace>> = {
  integer: 'whole',
  quantity: 'number',
  price: 'price',
  money: 'money',
  percent: 'number',
  factor: 'number',
  day: 'day',
  moment: 'moment',
};

/** How a field looks in a sheet. Ids and codes are text: Excel would cut them to 15 digits. */
export const sheetColumn = (
  header: string,
  field: Pick<Field, 'kind'>,
  more: Pick<SheetColumn, 'note' | 'list'> = {},
): SheetColumn => ({
  header,
  face: FACES[field.kind] ?? 'text',
  width: Math.max(WIDTHS[field.kind], displayWidth(header) + 2),
  ...more,
});

/** Columns a text takes: a Chinese character takes two. */
function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += character.codePointAt(0)! > 0x2e7f ? 2 : 1;
  return width;
}

/** A workbook of one sheet with any number of rows, written while it is read: nothing is held but the row at hand. */
export const writeSheet = (
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly CellContent[]> | Iterable<readonly CellContent[]>,
  options: WriteOptions & { readonly name: string; readonly headerRow?: number },
): Readable =>
  writeWorkbook(
    [
      {
        name: options.name,
        columns,
        rows,
        ...(options.headerRow === undefined ? {} : { headerRow: options.headerRow }),
      },
    ],
    options,
  );

/** A workbook of several sheets, in order. Lists to choose from stand in one more, hidden sheet. */
export const writeWorkbook = (sheets: readonly SheetSpec[], options: WriteOptions = {}): Readable =>
  Readable.from(zipArchive(workbookParts(sheets, options)), {
    objectMode: false,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });

// ---------------------------------------------------------------------------------------------- parts

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_ROWS_MAX = 1_048_576;
/** Before a sheet's part reaches the 4 GB of a zip, another sheet is begun. */
const SHEET_CHARACTERS_MAX = 1_000_000_000;
const CHUNK_CHARACTERS = 64 * 1024;
const CELL_LENGTH_MAX = 32_767;
/** Excel takes minutes to open more comments; the colour stays, and the first column says why. */
const NOTES_MAX = 5_000;
const LISTS_SHEET = '_lists';

interface Note {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}
interface WrittenSheet {
  readonly name: string;
  readonly notes: readonly Note[];
  readonly hidden: boolean;
}

async function* workbookParts(sheets: readonly SheetSpec[], options: WriteOptions): AsyncGenerator<ZipPart> {
  yield {
    path: '_rels/.rels',
    content: [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
  };
  yield { path: 'xl/styles.xml', content: [STYLES] };

  const written: WrittenSheet[] = [];
  const lists: string[][] = [];
  for (const spec of sheets) {
    const rows = new RowSource(spec.rows);
    try {
      for (let piece = 1; ; piece++) {
        const notes: Note[] = [];
        yield {
          path: `xl/worksheets/sheet${written.length + 1}.xml`,
          content: sheetXml(spec, rows, notes, lists, options),
        };
        written.push({ name: piece === 1 ? spec.name : `${spec.name} (${piece})`, notes, hidden: false });
        if (notes.length > 0) yield* noteParts(written.length, notes);
        if (await rows.atEnd()) break;
      }
    } finally {
      await rows.close();
    }
  }
  if (lists.length > 0) {
    yield { path: `xl/worksheets/sheet${written.length + 1}.xml`, content: listsXml(lists) };
    written.push({ name: LISTS_SHEET, notes: [], hidden: true });
  }
  const numbers = written.map((sheet, index) => ({ ...sheet, number: index + 1 }));
  yield {
    path: 'xl/workbook.xml',
    content: [
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><sheets>`,
      ...numbers.map(
        ({ name, number, hidden }) =>
          `<sheet name="${attribute(name)}" sheetId="${number}"${hidden ? ' state="hidden"' : ''} r:id="rId${number}"/>`,
      ),
      '</sheets></workbook>',
    ],
  };
  yield {
    path: 'xl/_rels/workbook.xml.rels',
    content: [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">`,
      ...numbers.map(
        ({ number }) =>
          `<Relationship Id="rId${number}" Type="${RELATION}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      ),
      `<Relationship Id="rId${numbers.length + 1}" Type="${RELATION}/styles" Target="styles.xml"/></Relationships>`,
    ],
  };
  const type = (part: string, kind: string): string =>
    `<Override PartName="/xl/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  yield {
    path: '[Content_Types].xml',
    content: [
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
      '<Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>',
      type('workbook.xml', 'sheet.main'),
      type('styles.xml', 'styles'),
      ...numbers.map(({ number }) => type(`worksheets/sheet${number}.xml`, 'worksheet')),
      ...numbers.filter(({ notes }) => notes.length > 0).map(({ number }) => type(`comments${number}.xml`, 'comments')),
      '</Types>',
    ],
  };
}

/** Rows one by one, knowing whether there are more. */
class RowSource {
  readonly #iterator: AsyncIterator<readonly CellContent[]> | Iterator<readonly CellContent[]>;
  #next: readonly CellContent[] | undefined;
  #ended = false;

  constructor(rows: AsyncIterable<readonly CellContent[]> | Iterable<readonly CellContent[]>) {
    this.#iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }
  async atEnd(): Promise<boolean> {
    if (this.#next !== undefined) return false;
    if (this.#ended) return true;
    const step = await this.#iterator.next();
    if (step.done === true) this.#ended = true;
    else this.#next = step.value;
    return this.#ended;
  }
  /** Call after `atEnd` said no. */
  take(): readonly CellContent[] {
    const row = this.#next!;
    this.#next = undefined;
    return row;
  }
  async close(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.#iterator.return?.();
  }
}

async function* sheetXml(
  { columns, headerRow = 1 }: SheetSpec,
  rows: RowSource,
  notes: Note[],
  lists: string[][],
  options: WriteOptions,
): AsyncGenerator<string> {
  const last = Math.min(options.sheetRows ?? SHEET_ROWS_MAX, SHEET_ROWS_MAX);
  const head = [
    `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${RELATION}"><sheetViews><sheetView workbookViewId="0">`,
    `<pane ySplit="${headerRow}" topLeftCell="A${headerRow + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`,
    ...columns.map(
      ({ width, face }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${Math.min(width, 60)}" style="${STYLE[face]}" customWidth="1"/>`,
    ),
    `</cols><sheetData><row r="${headerRow}">`,
  ];
  columns.forEach(({ header, note }, column) => {
    head.push(textCell(`${columnLetters(column)}${headerRow}`, STYLE.header, header));
    if (note !== undefined) notes.push({ row: headerRow, column, text: note });
  });
  head.push('</row>');
  let chunk = head.join('');
  let characters = 0;
  let row = headerRow;
  while (row < last && characters < SHEET_CHARACTERS_MAX && !(await rows.atEnd())) {
    const cells = rows.take();
    row += 1;
    if (cells.length === 0) continue;
    chunk += `<row r="${row}">`;
    for (let column = 0; column < cells.length; column++) {
      const content = cells[column];
      if (content === null || content === undefined || content === '') continue;
      const address = COLUMN_LETTERS[column]! + row;
      if (typeof content === 'string') chunk += cellXml(address, columns[column]?.face ?? 'text', content, false);
      else {
        chunk +=
          content.value === null || content.value === ''
            ? `<c r="${address}" s="${STYLE.marked}"/>`
            : cellXml(address, columns[column]?.face ?? 'text', content.value, true);
        if (notes.length < NOTES_MAX) notes.push({ row, column, text: content.note });
      }
    }
    chunk += '</row>';
    if (chunk.length >= CHUNK_CHARACTERS) {
      characters += chunk.length;
      yield chunk;
      chunk = '';
    }
  }
  chunk += '</sheetData>';
  const listed = columns.flatMap(({ list }, column) =>
    list === undefined || list.length === 0 ? [] : [{ list, column }],
  );
  if (listed.length > 0) {
    chunk += `<dataValidations count="${listed.length}">`;
    for (const { list, column } of listed) {
      lists.push([...list]);
      const letters = columnLetters(lists.length - 1);
      chunk += `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${columnLetters(column)}${headerRow + 1}:${columnLetters(column)}${SHEET_ROWS_MAX}"><formula1>${LISTS_SHEET}!$${letters}$1:$${letters}$${list.length}</formula1></dataValidation>`;
    }
    chunk += '</dataValidations>';
  }
  if (notes.length > 0) chunk += '<legacyDrawing r:id="rId1"/>';
  yield `${chunk}</worksheet>`;
}

function* listsXml(lists: readonly (readonly string[])[]): Generator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetData>`;
  const longest = Math.max(...lists.map((list) => list.length));
  for (let row = 1; row <= longest; row++) {
    yield `<row r="${row}">${lists.map((list, column) => (row > list.length ? '' : textCell(`${columnLetters(column)}${row}`, STYLE.text, list[row - 1]!))).join('')}</row>`;
  }
  yield '</sheetData></worksheet>';
}

/** Comments need two parts: their words, and boxes to show them in, which Excel still wants in VML. */
function* noteParts(sheet: number, notes: readonly Note[]): Generator<ZipPart> {
  yield {
    path: `xl/worksheets/_rels/sheet${sheet}.xml.rels`,
    content: [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATION}/vmlDrawing" Target="../drawings/vmlDrawing${sheet}.vml"/>`,
      `<Relationship Id="rId2" Type="${RELATION}/comments" Target="../comments${sheet}.xml"/></Relationships>`,
    ],
  };
  yield {
    path: `xl/comments${sheet}.xml`,
    content: (function* () {
      yield `${XML}<comments xmlns="${MAIN}"><authors><author>Larder</author></authors><commentList>`;
      for (const { row, column, text } of notes)
        yield `<comment ref="${columnLetters(column)}${row}" authorId="0"><text>${textXml(text)}</text></comment>`;
      yield '</commentList></comments>';
    })(),
  };
  yield {
    path: `xl/drawings/vmlDrawing${sheet}.vml`,
    content: (function* () {
      yield '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">';
      yield '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>';
      for (const [index, { row, column }] of notes.entries()) {
        yield (
          `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;width:180pt;height:60pt;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:path o:connecttype="none"/>` +
            `<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column + 1},15,${row - 1},2,${column + 4},15,${row + 3},4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
        );
      }
      yield '</xml>';
    })(),
  };
}

// ---------------------------------------------------------------------------------------------- cells

const COLUMN_LETTERS = Array.from({ length: 16_384 }, (_, index) => columnLetters(index));
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const SIGNIFICANT_MAX = 15;

function cellXml(address: string, face: CellFace, value: string, marked: boolean): string {
  if (face !== 'text') {
    const number = face === 'day' || face === 'moment' ? textToSerial(value) : isExactNumber(value) ? value : null;
    if (number !== null) return `<c r="${address}" s="${STYLE[face] + (marked ? MARKED : 0)}"><v>${number}</v></c>`;
  }
  // Excel reads a text beginning like this as a formula once somebody edits the cell; the quote prefix keeps it a text.
  // OWASP's list.
  const style = /^[=+\-@\t\r]/.test(value) ? STYLE.quoted : STYLE.text;
  return textCell(address, style + (marked ? MARKED : 0), value);
}

/** Whether Excel can hold every digit: it keeps 15. */
function isExactNumber(value: string): boolean {
  if (!NUMBER.test(value)) return false;
  if (value.length <= SIGNIFICANT_MAX) return true;
  const digits = value.replace(/[-.]/g, '').replace(/^0+/, '');
  return (value.includes('.') ? digits.replace(/0+$/, '') : digits).length <= SIGNIFICANT_MAX;
}

const textCell = (address: string, style: number, value: string): string =>
  `<c r="${address}" s="${style}" t="inlineStr"><is>${textXml(value)}</is></c>`;

function textXml(value: string): string {
  const cut = value.length > CELL_LENGTH_MAX ? value.slice(0, CELL_LENGTH_MAX) : value;
  return /^\s|\s$|[\n\t]| {2}/.test(cut) ? `<t xml:space="preserve">${escaped(cut)}</t>` : `<t>${escaped(cut)}</t>`;
}

const SPECIAL =
  /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const ALL_SPECIAL = new RegExp(SPECIAL, 'g');

/** Text of an element: XML's own characters as entities, what XML cannot hold the way Excel writes it, `_x000D_`. */
const escaped = (text: string): string => (SPECIAL.test(text) ? text.replace(ALL_SPECIAL, escape) : text);
const escape = (character: string): string =>
  ENTITIES[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const attribute = (text: string): string => escaped(text).replaceAll('"', '&quot;');

/** Index of a style in `STYLES`; a face's marked style stands `MARKED` behind it. */
const STYLE = {
  general: 0,
  header: 1,
  text: 2,
  quoted: 3,
  number: 4,
  whole: 5,
  money: 6,
  price: 7,
  day: 8,
  moment: 9,
  marked: 12,
} as const;
const MARKED = 10;
const cellFormats = (fill: number): string =>
  [
    `<xf numFmtId="49" fontId="0" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1"/>`,
    `<xf numFmtId="49" fontId="0" fillId="${fill}" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyFill="1"/>`,
    ...[0, 1, 4, 164, 165, 166].map(
      (format) =>
        `<xf numFmtId="${format}" fontId="0" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1"/>`,
    ),
  ].join('');
const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.00####"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFF0F2F5"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFD6D6"/></patternFill></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="20"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>' +
  `${cellFormats(0)}<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${cellFormats(3)}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';
