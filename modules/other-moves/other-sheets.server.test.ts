/** Other receipts and issues by sheet: template, import, export. */
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Call } from '../../kernel/server/context.ts';
import { declaredCalls } from '../../kernel/server/declared-calls.ts';
import type { Download } from '../../parts/http/downloads.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { received, thing } from '../stock/ledger/stock-room.testing.ts';
import { aBillRoom, type BillRoom } from './other-moves.testing.ts';

let room: BillRoom;
beforeAll(async () => {
  room = await aBillRoom();
});
afterAll(() => room.close());

interface Imported {
  readonly created: number;
  readonly failed: number;
  readonly ids: readonly string[];
  readonly rows: readonly { readonly row: number; readonly column: string; readonly reason: string }[];
}
const callsOf = (name: string): readonly Call[] =>
  declaredCalls(room.registry, room.registry.find(name) as Declaration);
/** A sheet of these rows, by their headings, handed to the import of a document. */
async function imported(
  name: string,
  rows: readonly Readonly<Record<string, string>>[],
  options: Record<string, string> = {},
): Promise<Imported> {
  const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'larder-other-')), 'sheet.xlsx');
  const headings = Object.keys(rows[0]!);
  await pipeline(
    writeSheet(
      headings.map((heading) => sheetColumn(heading, { kind: 'text' })),
      rows.map((row) => headings.map((heading) => row[heading] ?? '')),
      { name: '数据' },
    ),
    createWriteStream(file),
  );
  const call = callsOf(name).find(({ path: address }) => address.endsWith('/importExcelTemplate'))!;
  return room.act((context) =>
    call.handle(context, options, { name: 'sheet.xlsx', path: file, size: 1000 }),
  ) as Promise<Imported>;
}
const inRow = (more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  仓库: '主仓',
  入库类型: 'unordered',
  业务日期: '2025-03-16',
  物料: '大米',
  单位: '千克',
  入库数量: '5',
  单价: '4.00',
  ...more,
});

test('RULE-380: a sheet of receipts becomes a draft for each warehouse, kind and day, with its lines', async () => {
  const { created, failed, ids } = await imported('otherInStore', [
    inRow(),
    inRow({ 物料: '油', 入库数量: '2', 单价: '9.50' }),
    inRow({ 仓库: '副仓' }),
    inRow({ 入库类型: 'gift', 单价: '' }),
  ]);
  expect([created, failed, ids.length]).toEqual([4, 0, 3]);
  const [first, second, third] = await Promise.all(ids.map((id) => room.billOf('otherinstore', id)));
  expect(first).toMatchObject({
    status: 'draft',
    inType: 'unordered',
    details: [
      { materialId: thing.rice, qty: '5', price: '4', baseQty: '5' },
      { materialId: thing.oil, qty: '2', price: '9.5' },
    ],
  });
  expect(second).toMatchObject({ warehouseName: '副仓' });
  expect(third).toMatchObject({ inType: 'gift', details: [{ price: '0' }] });
});

test('a bad row is named by its cell, and nothing lands while there is one', async () => {
  const rows = [inRow(), inRow({ 物料: '面粉', 入库数量: '1' }), inRow({ 仓库: '副仓', 入库数量: '-1' })];
  const before = (await room.call<{ total: number }>('otherinstore/page', {})).total;
  const bad = await imported('otherInStore', rows);
  expect(bad.created).toBe(0);
  expect(bad.rows.map(({ row, column }) => [row, column])).toEqual([[4, '入库数量']]);
  expect((await room.call<{ total: number }>('otherinstore/page', {})).total).toBe(before);
  expect((await imported('otherInStore', [inRow({ 到期日: '2025-03-15' })])).rows).toMatchObject([
    { row: 2, column: '到期日', reason: expect.stringContaining('已于 2025-03-15 过期') },
  ]);
});

test('a sheet of issues names lots by their number', async () => {
  const lot = await room.act((context) => received(context, thing.rice, 10, '40'));
  const row = {
    仓库: '主仓',
    出库类型: 'scrap',
    承担部门: '一项目部',
    物料: '大米',
    出库数量: '2',
    批次: lot.batchCode,
    选批原因: '破袋',
  };
  const { ids, failed } = await imported('otherOutStore', [row]);
  expect([ids.length, failed]).toEqual([1, 0]);
  expect(await room.billOf('otheroutstore', ids[0]!)).toMatchObject({
    outType: 'scrap',
    details: [{ batchId: lot.batchId, qty: '2', lotReason: '破袋' }],
  });
});

test.each(['otherInStore', 'otherOutStore'])(
  '%s: there is a template, and what the list shows is exported',
  async (name) => {
    for (const verb of ['downloadExcelTemplate', 'exportExcel']) {
      const call = callsOf(name).find(({ path: address }) => address.endsWith(`/${verb}`))!;
      const size = await room.act(async (context) => {
        const { body } = (await call.handle(context, {}, null)) as Download;
        let bytes = 0;
        for await (const chunk of (typeof body === 'function' ? await body() : body) as Readable)
          bytes += (chunk as Buffer).length;
        return bytes;
      });
      expect([verb, size > 1000]).toEqual([verb, true]);
    }
  },
);
