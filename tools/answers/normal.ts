/**
 * An answer without what two runs of the same program never share: ids, moments of the run, tokens, random pictures.
 */
import { inflateRawSync } from 'node:zlib';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const ID = /(?<![\d.])\d{18,19}(?![\d.])/g;
const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g;
/** A moment in a cell of a workbook: days since the end of 1899, with a fraction. */
const CELL = /<v>(\d{5}\.\d+)<\/v>/g;
const DAYS_TO_1970 = 25_569;
const MOMENT = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?Z?/g;
/** A run, with the loading of its company, ends within this. */
const RUN_MS = 3 * 3_600_000;
/** Shanghai is eight hours ahead of UTC. */
const OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Answers a function that takes a text of one answer and gives it with each id as its number in order of appearance
 * (`#1`), and each moment after `begin` as `<now>`. `begin` is in milliseconds; null keeps moments as they are.
 * Moments of the answers are those of Shanghai.
 */
export function normaliser(startMs: number | null): (text: string) => string {
  const isOfRun = (moment: number): boolean =>
    startMs !== null && moment >= startMs - 60_000 && moment < startMs + RUN_MS;
  return (text) => {
    const ids = new Map<string, string>();
    return text
      .replace(ID, (id) => {
        const name = ids.get(id) ?? `#${ids.size + 1}`;
        ids.set(id, name);
        return name;
      })
      .replace(UUID, '<uuid>')
      .replace(MOMENT, (moment) => {
        const utc = Date.parse(`${moment.replace(' ', 'T').replace('Z', '')}Z`);
        return isOfRun(utc) || isOfRun(utc - OFFSET_MS) ? '<now>' : moment;
      })
      .replace(CELL, (cell, days: string) =>
        isOfRun((Number(days) - DAYS_TO_1970) * DAY_MS - OFFSET_MS) ? '<v><now></v>' : cell,
      );
  };
}

/** The same JSON with the names of every object in the order of the alphabet: their order is no part of an answer. */
export function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}

/** Every text file of a zip archive such as a workbook, one after another; null where the bytes are none. */
export function unzipped(bytes: Buffer): string | null {
  if (bytes.readUInt32LE(0) !== 0x04034b50) return null;
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = bytes.readUInt32LE(end + 16);
  const parts: string[] = [];
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size, nameLength, extra, comment] = [10, 20, 28, 30, 32].map((offset) =>
      offset === 20 ? bytes.readUInt32LE(at + offset) : bytes.readUInt16LE(at + offset),
    ) as [number, number, number, number, number];
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(from, from + size);
    parts.push(`${name}\n${(method === 0 ? content : inflateRawSync(content)).toString('utf8')}`);
    at += 46 + nameLength + extra + comment;
  }
  return parts.join('\n');
}
