/**
 * Runs in a worker thread: unpacks one workbook and posts the rows of one sheet, within limits.
 * Knows only strings, so whatever it is fed can at worst end this thread; `bounded-reader.ts` owns the heap limit and
 * the clock.
 */
import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { SaxesParser } from 'saxes';
import * as yauzl from 'yauzl';
import { columnIndex } from './cell-address.ts';
import { faceOf, type NumberFace, plainNumber } from './number-format.ts';
import { serialToText } from './serial-date.ts';
import type { ReaderMessage, ReaderTask, SheetRow } from './bounded-reader.ts';

/** The file is refused: `code` of `excel.refusals.ts` and its details. */
class Unreadable extends Error {
  readonly code: string;
  readonly detail: Record<string, unknown>;
  constructor(code: string, detail: Record<string, unknown> = {}) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

const { source, limits, sheetNames } = workerData as ReaderTask;
const MB = 1024 * 1024;
const BLOCK_ROWS = 500;
const BLOCK_CHARACTERS = 256 * 1024;
const BLOCKS_AHEAD = 2;
/** Text that runs so long without a tag is no cell; the parser would gather all of it before saying so. */
const SILENT_CHARACTERS_MAX = 2 * MB;

// ---------------------------------------------------------------------------------------------- the archive

let archive: yauzl.ZipFile | undefined;
let parts: ReadonlyMap<string, yauzl.Entry>;

async function openArchive(): Promise<yauzl.ZipFile> {
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true };
  try {
    if (source.path !== undefined) return await yauzl.openPromise(source.path, options);
    return await yauzl.fromBufferPromise(
      Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength),
      options,
    );
  } catch {
    throw new Unreadable('excel.notExcel');
  }
}

/**
 * All parts by name, after their declared sizes were held against the limits. yauzl later refuses a part that lied
 * about its size.
 */
async function listParts(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const found = new Map<string, yauzl.Entry>();
  try {
    if (zip.entryCount > limits.entries) throw new Unreadable('excel.entries', { limit: limits.entries });
    let total = 0;
    for await (const entry of zip.eachEntry()) {
      const part = entry.fileName;
      if (entry.isEncrypted()) throw new Unreadable('excel.encrypted');
      if (/(^|\/)vbaProject[^/]*\.bin$|^xl\/macrosheets\//i.test(part)) throw new Unreadable('excel.macro', { part });
      if (/^xl\/externalLinks\/[^/]+\.xml$/i.test(part)) throw new Unreadable('excel.external', { part });
      if (entry.uncompressedSize > limits.entryBytes)
        throw new Unreadable('excel.entryBytes', { part, limit: limits.entryBytes / MB });
      total += entry.uncompressedSize;
      if (total > limits.totalBytes) throw new Unreadable('excel.totalBytes', { limit: limits.totalBytes / MB });
      if (
        entry.uncompressedSize > limits.ratioFromBytes &&
        entry.uncompressedSize > limits.ratio * entry.compressedSize
      )
        throw new Unreadable('excel.ratio', { part, limit: limits.ratio });
      // Two parts of one name are read differently by different programs: never by us.
      if (found.has(part)) throw new Unreadable('excel.damaged', { part });
      found.set(part, entry);
    }
    return found;
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('excel.damaged', { part: 'zip' });
  }
}

interface PartReader {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Called after each chunk; resolves when more may be read. `false` ends the reading. */
  rest?(): Promise<void> | undefined | false;
}

/** Streams one part through the parser. Element names come without their prefix. */
async function readPart(part: string, reader: PartReader): Promise<void> {
  const entry = parts.get(part);
  if (entry === undefined) throw new Unreadable('excel.damaged', { part });
  const parser = new SaxesParser({ position: false, xmlns: false });
  let silent = 0;
  if (reader.open !== undefined) {
    const open = reader.open;
    parser.on('opentag', (tag) => {
      silent = 0;
      open(localName(tag.name), tag.attributes);
    });
  }
  parser.on('closetag', (tag) => {
    silent = 0;
    reader.close?.(localName(tag.name));
  });
  if (reader.text !== undefined) {
    parser.on('text', reader.text);
    parser.on('cdata', reader.text);
  }
  let stream: Readable | undefined;
  try {
    stream = await archive!.openReadStreamPromise(entry);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let carry = '';
    for await (const chunk of stream) {
      const text = decoder.decode(chunk as Uint8Array, { stream: true });
      // Before the parser sees it: a parser reads a whole document type before it says so.
      const seam = carry + text;
      if (seam.includes('<!DOCTYPE') || seam.includes('<!ENTITY')) throw new Unreadable('excel.dtd', { part });
      carry = text.slice(-9);
      silent += text.length;
      parser.write(text);
      if (silent > SILENT_CHARACTERS_MAX) throw new Unreadable('excel.cellLength', { limit: limits.cellLength });
      const pause = reader.rest?.();
      if (pause === false) return;
      if (pause !== undefined) await pause;
    }
    parser.close();
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('excel.damaged', { part });
  } finally {
    stream?.destroy();
  }
}

const localName = (name: string): string => {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};

// ---------------------------------------------------------------------------------------------- the workbook

interface Relationship {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

/**
 * Relationships of one part; external ones end the reading, but for hyperlinks: Excel makes them of every mail address,
 * and nobody follows them here.
 */
async function readRelationships(part: string): Promise<Relationship[]> {
  const found: Relationship[] = [];
  await readPart(part, {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode = '' }) {
      if (name !== 'Relationship') return;
      const hyperlink = type.endsWith('/hyperlink');
      if (mode.toLowerCase() === 'external' && !hyperlink) throw new Unreadable('excel.external', { part });
      if (/\/vbaProject$/i.test(type)) throw new Unreadable('excel.macro', { part });
      if (!hyperlink) found.push({ id, type, target });
    },
  });
  return found;
}

/** Where a relationship of the workbook leads inside the archive. */
function resolveTarget(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target : `${folder}/${target}`).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

interface Workbook {
  readonly sheetPart: string;
  readonly stylesPart: string | undefined;
  readonly stringsPart: string | undefined;
  readonly from1904: boolean;
}

async function readWorkbook(): Promise<Workbook> {
  if (!parts.has('[Content_Types].xml')) throw new Unreadable('excel.notExcel');
  let binary = false;
  await readPart('[Content_Types].xml', {
    open(_name, { ContentType: type = '' }) {
      if (/macroEnabled/i.test(type)) throw new Unreadable('excel.macro', { part: '[Content_Types].xml' });
      if (/sheet\.binary/i.test(type)) binary = true;
    },
  });
  if (binary) throw new Unreadable('excel.oldFormat');

  const relationships = new Map<string, Relationship[]>();
  for (const part of parts.keys()) if (part.endsWith('.rels')) relationships.set(part, await readRelationships(part));
  const main = relationships.get('_rels/.rels')?.find(({ type }) => type.endsWith('/officeDocument'));
  const workbookPart = main === undefined ? 'xl/workbook.xml' : resolveTarget('', main.target);
  if (!parts.has(workbookPart)) throw new Unreadable('excel.notExcel');

  const folder = workbookPart.slice(0, Math.max(0, workbookPart.lastIndexOf('/')));
  const own =
    relationships.get(
      resolveTarget('', `${folder}/_rels/${workbookPart.slice(folder === '' ? 0 : folder.length + 1)}.rels`),
    ) ?? [];
  const sheets: { name: string; id: string }[] = [];
  let from1904 = false;
  await readPart(workbookPart, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = attributes['date1904'] === '1' || attributes['date1904'] === 'true';
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      sheets.push({ name: attributes['name'] ?? '', id });
    },
  });
  const worksheets = sheets.flatMap(({ name, id }) => {
    const relationship = own.find((one) => one.id === id && one.type.endsWith('/worksheet'));
    return relationship === undefined ? [] : [{ name, part: resolveTarget(folder, relationship.target) }];
  });
  const sheet = worksheets.find(({ name }) => sheetNames.includes(name)) ?? worksheets[0];
  if (sheet === undefined) throw new Unreadable('excel.sheetMissing');
  const partOf = (kind: string): string | undefined => {
    const relationship = own.find(({ type }) => type.endsWith(kind));
    const part = relationship === undefined ? undefined : resolveTarget(folder, relationship.target);
    return part !== undefined && parts.has(part) ? part : undefined;
  };
  return { sheetPart: sheet.part, stylesPart: partOf('/styles'), stringsPart: partOf('/sharedStrings'), from1904 };
}

/** What each cell style makes of a number, by style index. */
async function readFaces(part: string | undefined): Promise<NumberFace[]> {
  const codes = new Map<number, string>();
  const faces: NumberFace[] = [];
  let inCells = false;
  if (part === undefined) return faces;
  await readPart(part, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const id = Number(attributes['numFmtId'] ?? 0);
        // Excel allows 65,490 cell formats.
        if (faces.length >= 65_490) throw new Unreadable('excel.damaged', { part });
        faces.push(faceOf(id, codes.get(id)));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return faces;
}

/** Shared strings outside the JavaScript heap: UTF-8 in pages, two numbers per string. */
class StringTable {
  static readonly #pageBytes = MB;
  readonly #pages: Buffer[] = [];
  #used = StringTable.#pageBytes;
  #places = new Uint32Array(2048);
  #bytes = 0;
  count = 0;

  add(text: string): void {
    const size = Buffer.byteLength(text);
    this.#bytes += size;
    if (this.count >= limits.strings) throw new Unreadable('excel.strings', { limit: limits.strings });
    if (this.#bytes > limits.stringBytes) throw new Unreadable('excel.stringBytes', { limit: limits.stringBytes / MB });
    if (this.#used + size > StringTable.#pageBytes) {
      this.#pages.push(Buffer.allocUnsafeSlow(StringTable.#pageBytes));
      this.#used = 0;
    }
    const page = this.#pages.length - 1;
    this.#pages[page]!.write(text, this.#used);
    if (this.count * 2 + 2 > this.#places.length) {
      const wider = new Uint32Array(this.#places.length * 2);
      wider.set(this.#places);
      this.#places = wider;
    }
    this.#places[this.count * 2] = page * StringTable.#pageBytes + this.#used;
    this.#places[this.count * 2 + 1] = size;
    this.#used += size;
    this.count += 1;
  }

  at(index: number): string | undefined {
    if (!(index >= 0 && index < this.count)) return undefined;
    const place = this.#places[index * 2]!;
    const start = place % StringTable.#pageBytes;
    return this.#pages[Math.floor(place / StringTable.#pageBytes)]!.toString(
      'utf8',
      start,
      start + this.#places[index * 2 + 1]!,
    );
  }
}

async function readStrings(part: string | undefined): Promise<StringTable> {
  const table = new StringTable();
  let text = '';
  let inText = false;
  let inPhonetic = false;
  if (part === undefined) return table;
  await readPart(part, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') inText = true;
      else if (name === 'rPh') inPhonetic = true;
    },
    text(run) {
      if (inText && !inPhonetic) text = joined(text, run);
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 'si') table.add(unescaped(text));
    },
  });
  return table;
}

function joined(text: string, run: string): string {
  if (text.length + run.length > limits.cellLength)
    throw new Unreadable('excel.cellLength', { limit: limits.cellLength });
  return text === '' ? run : text + run;
}

/** Excel writes control characters as `_x000D_`, and a text that looks like one with `_x005F_` before it. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

// ---------------------------------------------------------------------------------------------- the sheet

async function readRows(book: Workbook): Promise<void> {
  const faces = await readFaces(book.stylesPart);
  const strings = await readStrings(book.stringsPart);

  let block: SheetRow[] = [];
  let characters = 0;
  let rowCount = 0;
  let rowNumber = 0;
  let column = -1;
  let cells: (string | null)[] = [];
  let type = '';
  let face: NumberFace = 'number';
  let value = '';
  let collects = false;
  let inInline = false;
  let inPhonetic = false;
  let inData = false;
  let finished = false;

  const cellText = (): string | null => {
    switch (type) {
      case 's':
        return strings.at(Number(value)) ?? null;
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
      default: {
        if (face === 'day' || face === 'moment')
          return serialToText(Number(value), book.from1904, face === 'moment') ?? plainNumber(value) ?? value;
        if (face === 'percent') {
          const points = plainNumber(value, 2);
          return points === null ? value : `${points}%`;
        }
        return plainNumber(value) ?? value;
      }
    }
  };

  const post = async (): Promise<void> => {
    await credit();
    parentPort!.postMessage({ rows: block } satisfies ReaderMessage);
    block = [];
    characters = 0;
  };

  await readPart(book.sheetPart, {
    open(name, attributes) {
      if (!inData) {
        inData = name === 'sheetData';
        return;
      }
      switch (name) {
        case 'row': {
          const given = Number(attributes['r']);
          rowNumber = Number.isSafeInteger(given) && given > rowNumber && given <= 1_048_576 ? given : rowNumber + 1;
          column = -1;
          cells = [];
          return;
        }
        case 'c': {
          const given = columnIndex(attributes['r'] ?? '');
          column = given > column ? given : column + 1;
          type = attributes['t'] ?? 'n';
          face = faces[Number(attributes['s'] ?? 0)] ?? 'number';
          value = '';
          return;
        }
        case 'v':
          collects = true;
          return;
        case 'is':
          inInline = true;
          return;
        case 't':
          collects = inInline && !inPhonetic;
          return;
        case 'rPh':
          inPhonetic = true;
          return;
      }
    },
    text(run) {
      if (collects) value = joined(value, run);
    },
    close(name) {
      switch (name) {
        case 'v':
        case 't':
          collects = false;
          return;
        case 'is':
          inInline = false;
          return;
        case 'rPh':
          inPhonetic = false;
          return;
        case 'c': {
          const text = value === '' ? null : cellText();
          if (text === null || text === '') return;
          if (column >= limits.columns)
            throw new Unreadable('excel.columns', { row: rowNumber, limit: limits.columns });
          while (cells.length < column) cells.push(null);
          cells.push(text);
          characters += text.length;
          return;
        }
        case 'row':
          // Rows that only carry formats are no rows: people delete contents and leave a million of them.
          if (cells.length === 0) return;
          // One row of headings comes on top.
          if (++rowCount > limits.rows + 1) throw new Unreadable('excel.rows', { limit: limits.rows });
          block.push({ row: rowNumber, cells });
          cells = [];
          return;
        case 'sheetData':
          finished = true;
          return;
      }
    },
    rest() {
      if (finished) return false;
      return block.length >= BLOCK_ROWS || characters >= BLOCK_CHARACTERS ? post() : undefined;
    },
  });
  if (block.length > 0) await post();
}

// ---------------------------------------------------------------------------------------------- the other side

let ahead = 0;
let waiting: (() => void) | undefined;

/** Resolves when the other side is at most `BLOCKS_AHEAD` blocks behind. */
function credit(): Promise<void> | undefined {
  ahead += 1;
  if (ahead <= BLOCKS_AHEAD) return undefined;
  return new Promise((resolve) => {
    waiting = resolve;
  });
}
parentPort!.on('message', () => {
  ahead -= 1;
  waiting?.();
  waiting = undefined;
});

// On Linux this is the priority of this thread alone, elsewhere of the whole process: reading a sheet gives way to
// answering requests.
if (process.platform === 'linux') setPriority(0, 10);
try {
  archive = await openArchive();
  parts = await listParts(archive);
  await readRows(await readWorkbook());
  parentPort!.postMessage({ done: true } satisfies ReaderMessage);
} catch (error) {
  if (!(error instanceof Unreadable)) throw error;
  parentPort!.postMessage({ refused: { code: error.code, detail: error.detail } } satisfies ReaderMessage);
} finally {
  archive?.close();
  parentPort!.close();
}
