/** Returns by sheet: import. */
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declaredCalls } from '../../kernel/server/declared-calls.ts';
import { sql } from '../../parts/postgres/database.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { aBillRoom, type BillRoom } from '../other-moves/other-moves.testing.ts';
import { received, thing } from '../stock/ledger/stock-room.testing.ts';

let room: BillRoom;
beforeAll(async () => {
  room = await aBillRoom('returns');
  await room.act(({ tx }) =>
    tx.run(sql`insert into supplier (id, code, name, contact, contact_phone, search_text) values
      (600, 'S1', '绿源农场', '王', '13800000000', 's1 绿源农场'), (601, 'S2', '城东磨坊', '李', '13800000001', 's2 城东磨坊')`),
  );
});
afterAll(() => room.close());

interface Imported {
  readonly created: number;
  readonly failed: number;
  readonly ids: readonly string[];
  readonly rows: readonly { readonly row: number; readonly column: string; readonly reason: string }[];
}
async function imported(rows: readonly Readonly<Record<string, string>>[]): Promise<Imported> {
  const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'larder-returns-')), 'sheet.xlsx');
  const headings = Object.keys(rows[0]!);
  await pipeline(
    writeSheet(
      headings.map((heading) => sheetColumn(heading, { kind: 'text' })),
      rows.map((row) => headings.map((heading) => row[heading] ?? '')),
      { name: '数据' },
    ),
    createWriteStream(file),
  );
  const call = declaredCalls(room.registry, room.registry.find('purchaseReturn')).find(({ path: address }) =>
    address.endsWith('/importExcelTemplate'),
  )!;
  return room.act((context) =>
    call.handle(context, {}, { name: 'sheet.xlsx', path: file, size: 1000 }),
  ) as Promise<Imported>;
}

test('RULE-380: a sheet of returns becomes a draft for each supplier and reason; a lot of another supplier is named with its row', async () => {
  const lots = await room.act(async (context) => [
    await received(context, thing.rice, '10', '50', { supplierId: '600' }),
    await received(context, thing.oil, '10', '90', { supplierId: '600' }),
    await received(context, thing.rice, '10', '50', { supplierId: '601' }),
  ]);
  const row = (lot: number, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
    供应商: '绿源农场',
    仓库: '主仓',
    退货原因: 'quality',
    退货方式: '退回供应商',
    业务日期: '2025-03-16',
    物料: '大米',
    批次: lots[lot]!.batchCode,
    单位: '千克',
    退货数量: '2',
    ...more,
  });
  const good = await imported([row(0), row(1, { 物料: '油' }), row(2, { 供应商: '城东磨坊' })]);
  expect([good.rows, good.created, good.failed, good.ids.length]).toEqual([[], 3, 0, 2]);
  expect(await room.billOf('purchasereturn', good.ids[0]!)).toMatchObject({
    status: 'draft',
    supplierId: '600',
    creditAmount: '28.00',
    details: [
      { materialId: thing.rice, qty: '2', price: '5' },
      { materialId: thing.oil, qty: '2', price: '9' },
    ],
  });
  const bad = await imported([row(0), row(2)]);
  expect([bad.created, bad.rows[0]]).toMatchObject([
    0,
    { row: 3, reason: expect.stringContaining('不是 绿源农场 的货') },
  ]);
});
