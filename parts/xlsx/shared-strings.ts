import type { ReaderTask } from './bounded-reader.ts';
import { Unreadable } from './unreadable.ts';
import type { ZipParts } from './zip-parts.ts';

const MB = 1024 * 1024;
type Limits = ReaderTask['limits'];

/** Shared strings outside the JavaScript heap: UTF-8 in pages, two numbers per string. */
export class StringTable {
  static readonly #pageBytes = MB;
  readonly #pages: Buffer[] = [];
  #used = StringTable.#pageBytes;
  #places = new Uint32Array(2048);
  #bytes = 0;
  readonly #limits: Limits;
  count = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  add(text: string): void {
    const size = Buffer.byteLength(text);
    this.#bytes += size;
    if (this.count >= this.#limits.strings) throw new Unreadable('excel.strings', { limit: this.#limits.strings });
    if (this.#bytes > this.#limits.stringBytes)
      throw new Unreadable('excel.stringBytes', { limit: this.#limits.stringBytes / MB });
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

/** The texts cells refer to by number. */
export async function readStrings(parts: ZipParts, part: string | undefined, limits: Limits): Promise<StringTable> {
  const table = new StringTable(limits);
  let text = '';
  let inText = false;
  let inPhonetic = false;
  if (part === undefined) return table;
  await parts.read(part, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') inText = true;
      else if (name === 'rPh') inPhonetic = true;
    },
    text(run) {
      if (inText && !inPhonetic) text = joined(text, run, limits);
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 'si') table.add(unescaped(text));
    },
  });
  return table;
}

/** A text and one more run of it, within what a cell may hold. */
export function joined(text: string, run: string, limits: Limits): string {
  if (text.length + run.length > limits.cellLength)
    throw new Unreadable('excel.cellLength', { limit: limits.cellLength });
  return text === '' ? run : text + run;
}

/** Excel writes control characters as `_x000D_`, and a text that looks like one with `_x005F_` before it. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
