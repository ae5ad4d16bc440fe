import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSheet, type SheetRow } from './bounded-reader.ts';
import { workbookOf } from './workbooks.testing.ts';
import { removeRows, rowsOf, withRows } from './sheet-rows.ts';

const all = async (rows: AsyncIterable<SheetRow>): Promise<SheetRow[]> => {
  const found: SheetRow[] = [];
  for await (const row of rows) found.push(row);
  return found;
};

test('the rows of a large sheet are given as they were read, twice over, and are gone with it', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'larder-rows-'));
  const file = { name: 'large.xlsx', path: path.join(folder, 'large.upload'), size: 150_001 };
  const texts = ['白菜', 'a\nb', '"', '\u2028', 'x,\\n'];
  await fs.writeFile(
    file.path,
    workbookOf({ rows: texts.map((text) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`).join('') }),
  );
  const wanted = await all(readSheet(file.path));
  expect(wanted.map(({ cells }) => cells[0])).toEqual(texts);
  const read = await withRows(file);
  expect(await all(rowsOf(read))).toEqual(wanted);
  expect(await all(rowsOf(read))).toEqual(wanted);
  await removeRows(file);
  expect(await fs.readdir(folder)).toEqual(['large.upload']);
  await fs.rm(folder, { recursive: true });
});
