import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Download } from '../../parts/http/downloads.ts';
import type { UploadedFile } from '../../parts/http/request-input.ts';
import { readSheet } from '../../parts/xlsx/bounded-reader.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { openPlanningRoom, thing, type PlanningRoom } from './planning-room.testing.ts';

let room: PlanningRoom;
let folder: string;
beforeAll(async () => {
  room = await openPlanningRoom();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'larder-sheet-'));
});
afterAll(async () => {
  await room.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const HEADINGS = ['仓库编码*', '物料编码*', '需求日期*', '单位*', '计划量*', '货源', '备注'];
async function filled(rows: readonly (readonly (string | null)[])[]): Promise<UploadedFile> {
  const file = path.join(folder, `计划${Math.random()}.xlsx`);
  await pipeline(
    writeSheet(
      HEADINGS.map((heading) => sheetColumn(heading, { kind: 'text' })),
      rows,
      { name: '数据' },
    ),
    createWriteStream(file),
  );
  return { name: '计划.xlsx', path: file, size: (await fs.stat(file)).size };
}
const importing = async (rows: readonly (readonly (string | null)[])[], input: Record<string, unknown> = {}) =>
  room.call('invrequireplan/importExcelRequirePlan', input, '1', await filled(rows));

test('EP-0428: the template has the columns of the import', async () => {
  const { body } = await room.call<Download>('invrequireplan/downloadexceltemplate', {});
  const file = path.join(folder, 'template.xlsx');
  await pipeline(body as NodeJS.ReadableStream, createWriteStream(file));
  for await (const row of readSheet(file)) {
    expect(row.cells).toEqual(HEADINGS);
    break;
  }
});

test('EP-0426: a good sheet becomes one plan by import; a dry run leaves nothing', async () => {
  const rows = [
    ['W1', 'PORK', '2026-12-01', '袋', '4', null, null],
    ['W1', 'FLOUR', '2026-12-03', 'kg', '12.5', '自采', '急'],
  ];
  expect(await importing(rows, { dryRun: '1' })).toMatchObject({
    total: 2,
    created: 2,
    failed: 0,
    landed: false,
    id: '',
  });
  const answer = await importing(rows);
  expect(answer).toMatchObject({ total: 2, created: 2, failed: 0, landed: true });
  const plan = await room.call('invrequireplan/detail', { id: answer['id'] });
  expect(plan).toMatchObject({ planType: 'import', startDate: '2026-12-01', endDate: '2026-12-03', status: 'draft' });
  expect(plan['details']).toMatchObject([
    { materialId: thing.pork, planQty: '4', baseQty: '100', manualFlag: 1 },
    { materialId: thing.flour, planQty: '12.5', sourceKind: 'self', remark: '急' },
  ]);
});

test('with one bad row nothing lands, and every bad cell is named', async () => {
  const answer = await importing([
    ['W1', 'PORK', '2026-12-01', '袋', '4', null, null],
    ['W9', 'FLOUR', '2026-13-03', 'kg', '0', null, null],
  ]);
  expect(answer).toMatchObject({ failed: 1, created: 0, landed: false, id: '' });
  expect((answer['rows'] as Record<string, unknown>[]).map((cell) => [cell['row'], cell['column']])).toEqual(
    expect.arrayContaining([
      [3, '仓库编码*'],
      [3, '需求日期*'],
      [3, '计划量*'],
    ]),
  );
  const units = await importing([['W1', 'FLOUR', '2026-12-03', '袋', '1', null, null]]);
  expect(units).toMatchObject({ failed: 1, landed: false, rows: [{ row: 2, column: '单位' }] });
});
