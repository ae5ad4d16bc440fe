import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { spool, spoolAhead } from './downloads.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-spool-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(folder, { recursive: true });
});

test('what is made row by row is read whole, and never has a name that a killed program could leave behind', async () => {
  const names: string[][] = [];
  const made = Readable.from(
    (function* () {
      for (let row = 0; row < 5_000; row += 1) {
        if (row % 1_000 === 0) names.push(fs.readdirSync(folder));
        yield `row ${row}\n`;
      }
    })(),
  );
  const read = await text(await spool(made));
  expect(read.split('\n').length).toBe(5_001);
  expect(read.endsWith('row 4999\n')).toBe(true);
  expect(names).toEqual([[], [], [], [], []]);
});

test('what fails while it is made fails as itself, and leaves nothing behind', async () => {
  const made = Readable.from(
    (function* () {
      yield 'row 1\n';
      throw new Error('the database went away');
    })(),
  );
  await expect(spool(made)).rejects.toThrow('the database went away');
  expect(fs.readdirSync(folder)).toEqual([]);
});

/** Rows that come one by one, each when it is called for. */
function rowsOnCall(): { readonly made: Readable; more(rows: readonly string[] | Error | null): void } {
  const made = new Readable({ read() {} });
  return {
    made,
    more(rows) {
      if (rows instanceof Error) made.destroy(rows);
      else if (rows === null) made.push(null);
      else for (const row of rows) made.push(row);
    },
  };
}

test('what takes longer is read while it is made, whole in the end, and has no name either', async () => {
  const { made, more } = rowsOnCall();
  more(['row 1\n']);
  const read = await spoolAhead(made, 1);
  expect(String((await once(read, 'data'))[0])).toBe('row 1\n');
  expect(fs.readdirSync(folder)).toEqual([]);
  more(['row 2\n', 'row 3\n']);
  more(null);
  expect(await text(read)).toBe('row 2\nrow 3\n');
});

test('what fails at once fails as itself; what fails later breaks off with its error and is not whole', async () => {
  const early = rowsOnCall();
  early.more(new Error('the filter is wrong'));
  await expect(spoolAhead(early.made)).rejects.toThrow('the filter is wrong');
  const late = rowsOnCall();
  late.more(['row 1\n']);
  const read = await spoolAhead(late.made, 1);
  await once(read, 'data');
  late.more(new Error('the database went away'));
  await expect(text(read)).rejects.toThrow('the database went away');
});

test('when the reader leaves, nothing more is made', async () => {
  const { made, more } = rowsOnCall();
  more(['row 1\n']);
  const read = await spoolAhead(made, 1);
  read.destroy();
  await once(read, 'close');
  expect(made.destroyed).toBe(true);
});
