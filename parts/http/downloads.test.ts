import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { spool } from './downloads.ts';

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
