import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// docs/promises.md is the one place that says which promise is held where; this holds it to the tests there are.
const ROOT = path.resolve(import.meta.dirname, '..');
/** Those the first release makes; more may stand in the table. */
const MADE = [
  ...Array.from({ length: 14 }, (_, index) => index + 1),
  21,
  22,
  24,
  25,
  26,
  27,
  28,
  29,
  30,
  31,
  32,
  33,
  34,
  35,
  36,
  37,
  38,
  39,
  40,
  41,
  44,
  45,
];

interface Row {
  readonly promise: number;
  readonly full: string;
  readonly files: readonly string[];
}
const rows: readonly Row[] = fs
  .readFileSync(path.join(ROOT, 'docs/promises.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number, , , full, files] =
      line.split(' | ').length === 5
        ? [
            '',
            ...line
              .split('|')
              .slice(1, 6)
              .map((cell) => cell.trim()),
          ]
        : [];
    return /^\d+$/.test(number ?? '')
      ? [{ promise: Number(number), full: full!, files: [...files!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!) }]
      : [];
  });

/** Promises a file names in the titles of its tests: `promise 3`, `promises 1, 2 and 6`. */
function named(file: string): Set<number> {
  const titles = [
    // A title too long for the line of its `test(` has a line to itself.
    ...fs
      .readFileSync(path.join(ROOT, file), 'utf8')
      .matchAll(/^\s*(?:(?:test|describe|[\])}]+\()[^'`"\n]*)?['`"](.*)$/gm),
  ].map(([, title]) => title!);
  return new Set(
    titles.flatMap((title) =>
      [...title.matchAll(/\bpromises? (\d+(?:(?:, | and )\d+)*)/g)].flatMap(([, numbers]) =>
        numbers!.split(/, | and /).map(Number),
      ),
    ),
  );
}
const testFiles = ['apps', 'kernel', 'modules', 'parts', 'scripts', 'tests', 'tools'].flatMap((folder) =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => path.join(folder, name)),
);

test('every promise made has its row, and only one', () => {
  const numbers = rows.map((row) => row.promise);
  expect(MADE.filter((promise) => !numbers.includes(promise))).toEqual([]);
  expect(numbers.filter((promise, index) => numbers.indexOf(promise) !== index)).toEqual([]);
});

test.each(rows)('promise $promise is held by the tests of its row', ({ files, promise }) => {
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !testFiles.includes(file) || !named(file).has(promise))).toEqual([]);
});

test('whatever test names a promise stands in its row', () => {
  const held = (promise: number): readonly string[] => rows.find((row) => row.promise === promise)?.files ?? [];
  expect(
    testFiles
      .filter((file) => file !== 'tests/promises-table.test.ts')
      .flatMap((file) =>
        [...named(file)].filter((promise) => !held(promise).includes(file)).map((promise) => `${promise}: ${file}`),
      ),
  ).toEqual([]);
});

test('a promise that runs longer on demand has a test that knows of it', () => {
  const longer = rows.filter((row) => !row.full.startsWith('the same') && !row.full.includes('npm run'));
  expect(longer.length).toBeGreaterThan(8);
  expect(
    longer
      .filter(
        (row) =>
          !row.files.some((file) => /\brounds\(|\bisFull\b/.test(fs.readFileSync(path.join(ROOT, file), 'utf8'))),
      )
      .map((row) => row.promise),
  ).toEqual([]);
});
