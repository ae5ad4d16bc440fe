import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkshop, tool, type Workshop } from '../../tests/support/workshop.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Download } from '../http/downloads.ts';
import { sql } from '../postgres/database.ts';
import { readSheet } from '../xlsx/bounded-reader.ts';
import { sheetColumn, writeSheet } from '../xlsx/sheet-writer.ts';
import { exportCall, importCall, templateCall } from './excel-calls.ts';
import { saveRecord } from '../../kernel/server/save.ts';

let shop: Workshop;
let folder: string;
beforeAll(async () => {
  shop = await openWorkshop();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'larder-excel-'));
});
afterAll(async () => {
  await shop.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const subject = tool;
async function sheet(
  name: string,
  headings: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): Promise<{ name: string; path: string; size: number }> {
  const file = path.join(folder, name);
  await pipeline(
    writeSheet(
      headings.map((heading) => sheetColumn(heading, { kind: 'text' })),
      rows,
      { name: '数据' },
    ),
    createWriteStream(file),
  );
  return { name, path: file, size: (await fs.stat(file)).size };
}
const importing = (
  file: { name: string; path: string; size: number },
  input: Record<string, unknown> = {},
): Promise<Record<string, unknown>> =>
  shop.as(
    {},
    (context) => importCall(subject, folder).handle(context, input, file) as Promise<Record<string, unknown>>,
  );
async function read(context: Context, make: (context: Context) => Promise<unknown>): Promise<(string | null)[][]> {
  const { body } = (await make(context)) as Download;
  const file = path.join(folder, 'read.xlsx');
  await pipeline(body as NodeJS.ReadableStream, createWriteStream(file));
  const rows: (string | null)[][] = [];
  for await (const row of readSheet(file)) rows.push([...row.cells]);
  return rows;
}
const count = async (): Promise<number> =>
  (await shop.as({}, (context) => context.tx.row<{ n: number }>(sql`select count(*)::integer as n from tool`)))!.n;

test('a sheet is checked first, lands whole, and the second time changes nothing', async () => {
  const file = await sheet(
    'tools.xlsx',
    ['编码*', '名称*', '种类', '重量'],
    [
      ['H1', '锤子', '手动', '1.25'],
      ['H2', '电钻', '电动', '3'],
    ],
  );
  expect(await importing(file, { dryRun: '1' })).toMatchObject({ total: 2, created: 2, failed: 0, landed: false });
  expect(await count()).toBe(0);
  expect(await importing(file)).toMatchObject({ total: 2, created: 2, updated: 0, failed: 0, landed: true });
  expect(await importing(file)).toMatchObject({ total: 2, created: 0, unchanged: 2 });
  const changed = await sheet(
    'more.xlsx',
    ['编码', '名称', '重量'],
    [
      ['H1', '大锤', '5'],
      ['H3', '锯', '1'],
    ],
  );
  expect(await importing(changed)).toMatchObject({ created: 1, updated: 1 });
});

test('promise 41: with a bad row nothing lands, or only the good ones as chosen, and the own sheet comes back with the reasons', async () => {
  const before = await count();
  const file = await sheet(
    'bad.xlsx',
    ['编码', '名称', '重量'],
    [
      ['B1', '好', '1'],
      ['B2', '坏', '-1'],
      ['B3', '', '1'],
    ],
  );
  const refused = await importing(file);
  expect(refused).toMatchObject({
    failed: 2,
    landed: false,
    rows: [
      { row: 3, column: '重量', value: '-1', reason: '重量必须大于 0' },
      { row: 4, column: '名称', reason: '必填' },
    ],
  });
  expect(await count()).toBe(before);
  expect(await importing(file, { onlyGood: '1' })).toMatchObject({ created: 1, failed: 2, landed: true });
  expect(await count()).toBe(before + 1);
  const back: (string | null)[][] = [];
  for await (const row of readSheet(path.join(folder, `000000-${String(refused['fileId'])}`)))
    back.push([...row.cells]);
  expect(back.slice(0, 3)).toEqual([
    ['失败原因', '编码', '名称', '重量'],
    ['', 'B1', '好', '1'].map((cell) => cell || null),
    ['重量：重量必须大于 0', 'B2', '坏', '-1'],
  ]);
});

test('what is exported can be imported again and changes nothing; formulas come out as text', async () => {
  await shop.as({}, (context) => saveRecord(subject, context, { code: 'Z1', name: '=1+1', weight: '0.000001' }));
  const rows = await shop.as({}, (context) => read(context, (inner) => exportCall(subject).handle(inner, {}, null)));
  expect(rows[0]).toContain('编码');
  expect(rows.find((row) => row.includes('Z1'))).toEqual(expect.arrayContaining(['=1+1', '0.000001']));
  const file = path.join(folder, 'read.xlsx');
  const result = await importing({ name: 'read.xlsx', path: file, size: 1 });
  expect(result).toMatchObject({ created: 0, updated: 0, failed: 0 });
});

/** A long sheet of these tools, as whoever asked for it reads it: after the transaction of the call. */
const longSheet = async (input: Record<string, unknown>, tenant = '000000'): Promise<Readable> => {
  const { body } = (await shop.as({ tenant }, (context) =>
    exportCall(subject).handle(context, input, null),
  )) as Download;
  if (typeof body !== 'function') throw new Error('The sheet is not long');
  return (await body()) as Readable;
};

test('promise 48: a long list is written beside what else is answered, only its own tenant is in it, and nobody who leaves keeps others waiting', async () => {
  const codes = (tenant: string) =>
    shop.as({ tenant }, (context) =>
      context.tx.run(sql`insert into tool (code, name, search_text, weight)
        select ${`L${tenant}-`} || n, ${'锤 & 钻'}, ${`l${tenant}-`} || n, n from generate_series(1, 3000) n`),
    );
  await codes('000000');
  await codes('000001');
  // As many as are made at a time, and more, by one person, who reads none of them.
  for (let nr = 0; nr < 3; nr += 1) (await longSheet({})).destroy();
  const file = path.join(folder, 'long.xlsx');
  await pipeline(await longSheet({ code: 'L0000', descs: 'weight' }), createWriteStream(file));
  const rows: (string | null)[][] = [];
  for await (const { cells } of readSheet(file)) rows.push([...cells]);
  const [head, first] = rows as [string[], string[]];
  expect(rows.length).toBe(3_001);
  expect(['编码', '名称', '种类', '重量'].map((heading) => first[head.indexOf(heading)])).toEqual([
    'L000000-3000',
    '锤 & 钻',
    '手动',
    '3000',
  ]);
  // Of the other tenant there is as much, and a filter that is wrong is refused before anything leaves.
  const other = path.join(folder, 'other.xlsx');
  await pipeline(await longSheet({}, '000001'), createWriteStream(other));
  const others: (string | null)[] = [];
  for await (const { cells } of readSheet(other)) others.push(cells[head.indexOf('编码')] ?? null);
  expect(others.filter((code) => code !== null && !code.startsWith('L000001-'))).toEqual(['编码']);
  await expect(longSheet({ descs: 'nothing' })).rejects.toThrow();
  await shop.as({}, (context) => context.tx.run(sql`delete from tool where code like 'L0000%'`));
});

test('the template can be filled in and carries its explanation', async () => {
  const rows = await shop.as({}, (context) => read(context, (inner) => templateCall(subject).handle(inner, {}, null)));
  expect(rows[0]).toEqual(expect.arrayContaining(['编码*', '名称*', '种类', '重量']));
});
