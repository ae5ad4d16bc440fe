// Areas: frame, master-data
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Download, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSheet } from '../../parts/xlsx/bounded-reader.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { button, front, journey, person, soon } from '../support/journey.ts';

// Sheets in and out: tried first, all or only the good rows, stopped half way, and the own sheet back with the reasons.
const stage = journey();
const HEADINGS = ['单位编码', '单位名称', '单位类别'];
let folder: string;
let page: Page;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'larder-sheets-'));
  page = await person(stage, 'admin');
});
// What one test left open is nothing to the next.
beforeEach(async () => {
  await page.goto(`${stage.larder.address}/masterdata/materialunit`);
  await front(page).locator('tr.ant-table-row').first().waitFor();
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

const sheetOf = (rows: readonly (readonly string[])[]): Promise<Buffer> =>
  buffer(
    writeSheet(
      HEADINGS.map((heading) => sheetColumn(heading, { kind: 'text' })),
      rows,
      { name: '数据' },
    ),
  );
const rowsOf = async (download: Download): Promise<(string | null)[][]> => {
  const file = path.join(folder, download.suggestedFilename());
  await download.saveAs(file);
  const rows: (string | null)[][] = [];
  for await (const row of readSheet(file)) rows.push([...row.cells]);
  return rows;
};
const importing = (): Locator => page.getByRole('dialog', { name: '导入计量单位' });
const give = async (name: string, rows: readonly (readonly string[])[]): Promise<void> => {
  await button(front(page), '导入').click();
  await importing()
    .locator('input[type=file]')
    .setInputFiles({
      name,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await sheetOf(rows),
    });
};
const counts = async (): Promise<Record<string, string>> => {
  await importing().locator('.import-count').first().waitFor();
  return Object.fromEntries(
    await importing()
      .locator('.import-count')
      .evaluateAll((each) =>
        each.map((one) => [one.querySelector('dt')!.innerText, one.querySelector('dd')!.innerText]),
      ),
  );
};
const lastJob = async (): Promise<{ state: string; cancel_wanted: number }> =>
  (
    await stage.larder.rows<{ state: string; cancel_wanted: number }>(
      'select state, cancel_wanted from job order by id desc limit 1',
    )
  )[0]!;
const units = async (like: string): Promise<string[]> =>
  (
    await stage.larder.rows<{ code: string }>('select code from material_unit where code like $1 order by code', [like])
  ).map((row) => row.code);

test('RULE-264: a sheet with a bad row is tried first; only the good rows land, and the own sheet comes back with the reason', async () => {
  await give('单位.xlsx', [
    ['SHA', '试用一', '计数'],
    ['SHB', '试用二', '没有这种'],
    ['KG', '千克', '质量'],
    ['SHC', '试用三', '件·包装'],
  ]);
  expect(await counts()).toEqual({ 新增: '2', 更新: '0', 无变化: '1', 可能重复: '0', 有错误: '1' });
  expect(await importing().locator('.import-bad tbody tr').allInnerTexts()).toEqual([
    expect.stringMatching(/^3\s+单位类别\s+没有这种\s+.+/),
  ]);
  expect(await units('SH%')).toEqual([]);
  const [back] = await Promise.all([page.waitForEvent('download'), button(importing(), '下载标注错误的原表').click()]);
  expect(back.suggestedFilename()).toBe('单位-失败原因.xlsx');
  expect((await rowsOf(back)).slice(0, 4).map((row) => row.slice(0, 3))).toEqual([
    ['失败原因', ...HEADINGS.slice(0, 2)],
    [null, 'SHA', '试用一'],
    [expect.stringContaining('单位类别'), 'SHB', '试用二'],
    [null, 'KG', '千克'],
  ]);
  await button(importing(), '只导入正确的 2 行').click();
  await importing().getByText('导入完成：新增 2，更新 0').waitFor();
  expect(await units('SH%')).toEqual(['SHA', 'SHC']);
  await importing().getByRole('button', { name: '关闭' }).last().click();
});

test('before anything is written the check shows each change and each name that is there already; a blank cell changes nothing', async () => {
  await give('单位.xlsx', [
    ['SHA', '试用壹', ''],
    ['SHC', '', ''],
    ['SHD', '试用 三', '计数'],
  ]);
  expect(await counts()).toEqual({ 新增: '1', 更新: '1', 无变化: '1', 可能重复: '1', 有错误: '0' });
  expect(await importing().locator('.import-cells tbody tr').allInnerTexts()).toEqual([
    expect.stringMatching(/^4\s+单位名称\s+试用 三\s+已有 SHC 试用三$/),
  ]);
  await importing().getByText('改动 1 处').click();
  expect(await importing().locator('.import-changes tbody tr').allInnerTexts()).toEqual([
    expect.stringMatching(/^2\s+SHA 试用一\s+单位名称\s+试用一 → 试用壹$/),
  ]);
  await importing().getByLabel('按行号、名称或值筛选').fill('没有这个词');
  await soon(() => importing().locator('.import-changes tbody tr').count()).toBe(0);
  await page.keyboard.press('Escape');
  await importing().waitFor({ state: 'hidden' });
});

test('a long sheet shows how far it is and can be stopped: nothing of it is written', async () => {
  await give(
    '很多单位.xlsx',
    Array.from({ length: 12_000 }, (_, at) => [`Z9${String(at)}`, `长表单位${String(at)}`, '计数']),
  );
  expect(await counts()).toMatchObject({ 新增: '12000', 有错误: '0' });
  // Somebody is entering one of the last units: the import waits there at the latest, however fast the machine is.
  await stage.larder.rows('begin');
  await stage.larder.rows(
    `insert into material_unit (tenant_id, code, name, dimension) values ('000000', 'Z911500', '别人的单位', 'number')`,
  );
  await button(importing(), '导入 12000 行').click();
  await importing().getByText('正在导入').waitFor();
  await soon(async () =>
    Number(await importing().getByRole('progressbar').getAttribute('aria-valuenow')),
  ).toBeGreaterThan(0);
  await button(importing(), '停止').click();
  await soon(async () => (await lastJob()).cancel_wanted).toBe(1);
  await stage.larder.rows('rollback');
  await page.getByText('已停止，没有写入任何数据').waitFor();
  expect(await units('Z9%')).toEqual([]);
  expect((await lastJob()).state).toBe('cancelled');
  // What was checked is still there and can be sent after all.
  await button(importing(), '导入 12000 行').waitFor();
  await page.keyboard.press('Escape');
  await importing().waitFor({ state: 'hidden' });
});

test('what is exported is what the list shows', async () => {
  await front(page).getByRole('textbox').first().fill('试用');
  await soon(() => front(page).locator('tr.ant-table-row').count()).toBe(2);
  const [download] = await Promise.all([page.waitForEvent('download'), button(front(page), '导出').click()]);
  const rows = await rowsOf(download);
  expect(rows[0]).toEqual(expect.arrayContaining(HEADINGS));
  expect(
    rows.slice(1).map((row) => row.filter((cell) => cell !== null && HEADINGS.includes(rows[0]![row.indexOf(cell)]!))),
  ).toEqual([
    ['SHA', '试用一', '计数'],
    ['SHC', '试用三', '件·包装'],
  ]);
});
