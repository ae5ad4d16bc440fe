import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import * as yauzl from 'yauzl';
import type { ReaderTask } from './bounded-reader.ts';
import { Unreadable } from './unreadable.ts';

const MB = 1024 * 1024;
/** Text that runs so long without a tag is no cell; the parser would gather all of it before saying so. */
const SILENT_CHARACTERS_MAX = 2 * MB;

/** The parts of one archive, read one after the other. */
export interface ZipParts {
  readonly names: ReadonlySet<string>;
  /** Streams one part through the parser. Element names come without their prefix. */
  read(part: string, reader: PartReader): Promise<void>;
  close(): void;
}

/** What a part is read with; a method that is missing reads nothing. */
interface PartReader {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Called after each chunk; resolves when more may be read. `false` ends the reading. */
  rest?(): Promise<void> | undefined | false;
}

/** Opens an archive and lists its parts, within the limits. Throws `Unreadable`. */
export async function openParts({ source, limits }: Pick<ReaderTask, 'source' | 'limits'>): Promise<ZipParts> {
  const archive = await openArchive(source);
  try {
    const parts = await listParts(archive, limits);
    return {
      names: new Set(parts.keys()),
      read: (part, reader) => readPart(archive, parts.get(part), part, reader, limits),
      close: () => archive.close(),
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function openArchive(source: ReaderTask['source']): Promise<yauzl.ZipFile> {
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
async function listParts(zip: yauzl.ZipFile, limits: ReaderTask['limits']): Promise<Map<string, yauzl.Entry>> {
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

async function readPart(
  archive: yauzl.ZipFile,
  entry: yauzl.Entry | undefined,
  part: string,
  reader: PartReader,
  limits: ReaderTask['limits'],
): Promise<void> {
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
    stream = await archive.openReadStreamPromise(entry);
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
