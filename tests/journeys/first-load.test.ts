// Areas: frame, receiving, stock
/**
 * What the first page waits for, as it travels: compressed with Brotli. Read from the built application, which `npm
 * test` builds.
 */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
}
const ROOT = path.resolve(import.meta.dirname, '../..');
const WEB = path.join(ROOT, 'dist/web');
const manifest = JSON.parse(fs.readFileSync(path.join(WEB, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** As it travels: what is very small goes as it is. */
function sizeOf(file: string): number {
  const compressed = path.join(WEB, `${file}.br`);
  return fs.statSync(fs.existsSync(compressed) ? compressed : path.join(WEB, file)).size;
}

/** Bytes of a chunk and of all it imports before it runs, but for those in `without`. */
function bytesOf(key: string, without: readonly string[] = []): number {
  const seen = new Set(without);
  const follow = (each: string): number => {
    if (seen.has(each)) return 0;
    seen.add(each);
    const { file, imports = [] } = manifest[each]!;
    return sizeOf(file) + imports.reduce((sum, next) => sum + follow(next), 0);
  };
  return follow(key);
}
const keyOf = (name: string): string => Object.keys(manifest).find((key) => manifest[key]!.name === name)!;

test('sign-in is drawn by at most 100 kB', () => {
  expect(bytesOf('index.html')).toBeLessThanOrEqual(100_000);
});

test('behind sign-in every page waits for at most 250 kB of the application, whatever the areas declare', () => {
  expect(bytesOf(keyOf('inside'), ['index.html'])).toBeLessThanOrEqual(250_000);
});

test('what all areas declare travels beside the application, in at most 150 kB', () => {
  expect(bytesOf(keyOf('declared'), ['index.html', keyOf('inside')])).toBeLessThanOrEqual(150_000);
});

test('of the refusals of the areas only those travel that rules give in the browser', () => {
  const text = ['inside', 'declared']
    .map((name) => fs.readFileSync(path.join(WEB, manifest[keyOf(name)]!.file), 'utf8'))
    .join('');
  const areas = fs.globSync('modules/*/*.refusals.ts', { cwd: ROOT }).filter((file) => {
    const [, code] = /^ *'([a-z.-]+\.[a-z.-]+)'/m.exec(fs.readFileSync(path.join(ROOT, file), 'utf8'))!;
    return text.includes(code!);
  });
  expect(areas.map((file) => file.split(path.sep)[1]).toSorted()).toEqual(['receiving', 'stock']);
});
