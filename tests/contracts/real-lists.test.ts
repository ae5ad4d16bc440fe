/**
 * Lists as people bring them, from the folder of public data beside this one: through the sheets of every resource of
 * master data and prices that takes them, in and out again.
 */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportResult } from '../../parts/sheet-answer/import-result.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { readCsv } from '../../scripts/company/csv.ts';
import { missingFiles, readRecipes } from '../../scripts/company/recipes.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';
import { addressOf, openCompany, ownSheet, type Row, type TheCompany } from './the-company.ts';

const DATA = path.resolve(import.meta.dirname, '../../../shared/data');
const HAS_DATA = fs.existsSync(DATA) && missingFiles(DATA).length === 0;
const FROM = '2026-01-01';
type Line = Readonly<Record<string, string>>;

let company: TheCompany;
beforeAll(async () => {
  if (HAS_DATA) company = await openCompany();
}, DEMO_TIMEOUT_MS);
afterAll(() => company?.close());

const rowsOf = (file: string): Line[] => readCsv(fs.readFileSync(path.join(DATA, file), 'utf8'));
async function sheetOf(lines: readonly Line[]): Promise<Buffer> {
  const heads = Object.keys(lines[0]!);
  const chunks: Buffer[] = [];
  for await (const chunk of writeSheet(
    heads.map((head) => sheetColumn(head, { kind: 'text' })),
    lines.map((line) => heads.map((head) => line[head] ?? '')),
    { name: '数据' },
  ))
    chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
async function bring(name: string, sheet: Buffer, options: Record<string, string> = {}): Promise<ImportResult> {
  const { status, body } = await company.upload(
    addressOf(company.program.registry.find(name), 'importExcelTemplate'),
    company.admin,
    sheet,
    options,
  );
  if (status !== 200) throw new Error(`${name}: ${status} ${body.msg ?? ''}`);
  const answer = body.data as ImportResult & { readonly jobId?: string };
  return answer.jobId === undefined ? answer : finished(answer.jobId);
}
/** A large sheet is work of its own; its result is what the small one answers at once. */
async function finished(jobId: string): Promise<ImportResult> {
  for (;;) {
    const { body } = await company.call(company.admin, 'GET', '/api/blade-system/job/detail', { id: jobId });
    const job = body.data as { state: string; result?: ImportResult; message?: string };
    if (job.result !== undefined && job.state === 'done') return job.result;
    if (job.state === 'failed' || job.state === 'cancelled') throw new Error(job.message ?? job.state);
    await setTimeout(50);
  }
}
const counts = ({ total, created, updated, unchanged, failed, ignored, rows }: ImportResult) => ({
  total,
  created,
  updated,
  unchanged,
  failed,
  ignored,
  rows: rows.slice(0, 3),
});

/**
 * A list first as a trial, then for good, then once more; then what the list shows as a sheet, which must be the same
 * again.
 */
async function roundTrip(name: string, lines: readonly Line[]): Promise<void> {
  const sheet = await sheetOf(lines);
  const all = { total: lines.length, created: 0, updated: 0, unchanged: 0, failed: 0, ignored: [], rows: [] };
  expect(counts(await bring(name, sheet, { dryRun: '1' }))).toEqual({ ...all, created: lines.length });
  expect(counts(await bring(name, sheet))).toEqual({ ...all, created: lines.length });
  expect(counts(await bring(name, sheet, { dryRun: '1' }))).toEqual({ ...all, unchanged: lines.length });
  const { bytes } = await company.download(
    addressOf(company.program.registry.find(name), 'exportExcel'),
    company.admin,
  );
  const again = await bring(name, bytes, { dryRun: '1' });
  expect([again.failed, again.created, again.updated]).toEqual([0, 0, 0]);
  expect(again.total).toBeGreaterThanOrEqual(lines.length);
  const [head = []] = ownSheet(
    (await company.download(addressOf(company.program.registry.find(name), 'downloadExcelTemplate'), company.admin))
      .bytes,
  );
  expect(
    Object.keys(lines[0]!).filter((each) => !head.map((cell) => cell.replace('*', '')).includes(each.replace('*', ''))),
  ).toEqual([]);
}

describe.skipIf(!HAS_DATA)('real lists', () => {
  const { materials, dishes } = HAS_DATA ? readRecipes(DATA) : { materials: [], dishes: [] };
  const codeOf = new Map(materials.map(({ name, code }) => [name, code]));
  const types = [...new Set(materials.map(({ category }) => category))];
  const dishTypes = [...new Set(dishes.map(({ category }) => category))];
  const real = HAS_DATA ? rowsOf('1-recipes/materials.csv') : [];
  const foods = new Map((HAS_DATA ? rowsOf('2-nutrients/nutrients.csv') : []).map((row) => [row['food_code']!, row]));

  test('the kinds of materials of 367 recipes', async () => {
    expect(
      (await company.post(company.program.registry.find('materialType'), 'submit', { code: 'RT', name: '菜谱用料' }))
        .status,
    ).toBe(200);
    await roundTrip(
      'materialType',
      types.map((name, nr) => ({ 上级类型编码: 'RT', '类型编码*': `RT${nr}`, '类型名称*': name })),
    );
  });
  test('456 materials with their units and types', () =>
    roundTrip(
      'material',
      materials.map(({ code, name, category, unit }) => ({
        物料编码: code,
        '物料名称*': name,
        '物料类型编码*': `RT${types.indexOf(category)}`,
        '基本单位编码*': unit,
      })),
    ));
  test('what else people call them', async () => {
    const known = new Set(
      (await company.rowsOf(company.program.registry.find('materialAlias'))).map((row) => row['alias']),
    );
    await roundTrip(
      'materialAlias',
      materials.flatMap(({ code, aliases }) =>
        aliases
          .split(/[,，]/)
          .filter((alias) => alias !== '' && !known.has(alias))
          .map((alias) => ({ '别名*': alias, '物料编码*': code })),
      ),
    );
  });
  test('what is in them, from the food tables; of what is kept by volume or piece nothing can be said without its weight', async () => {
    const nutrientLines = real.flatMap((row): Line[] => {
      const food = foods.get(row['nutrient_ref'] ?? '');
      return food === undefined || Number(row['edible_pct']) <= 0
        ? []
        : [
            {
              '物料编码*': codeOf.get(row['material']!)!,
              '数据来源*': '食物成分表',
              食物编码: food['food_code']!,
              参照食物: food['food_name']!,
              '可食部(%)': row['edible_pct'] || '100',
              '能量(千卡)': food['energy_kcal']!,
              '水分(g)': food['water_g']!,
              '蛋白质(g)': food['protein_g']!,
              '脂肪(g)': food['fat_g']!,
              '碳水化合物(g)': food['cho_g']!,
              '膳食纤维(g)': food['fiber_g']!,
              '钠(mg)': food['na_mg']!,
              '钙(mg)': food['ca_mg']!,
              '维生素C(mg)': food['vit_c_mg']!,
            },
          ];
    });
    const byWeight = new Set(materials.filter(({ unit }) => unit === 'KG').map(({ code }) => code));
    const [heavy, others] = [
      nutrientLines.filter((line) => byWeight.has(line['物料编码*']!)),
      nutrientLines.filter((line) => !byWeight.has(line['物料编码*']!)),
    ];
    await roundTrip('materialNutrient', heavy);
    const refused = await bring('materialNutrient', await sheetOf(others), { dryRun: '1' });
    expect([refused.failed, refused.rows.map(({ value }) => value)]).toEqual([
      others.length,
      others.map((line) => line['物料编码*']),
    ]);
    expect(refused.rows[0]!.reason).toBe('物料「牛奶」没有到重量单位的换算，请先维护');
  });
  test('kinds of dishes, and 367 dishes', async () => {
    for (const [nr, name] of dishTypes.entries())
      expect(
        (
          await company.post(company.program.registry.find('dishType'), 'submit', {
            code: `RD${nr}`,
            name: `菜谱${name}`,
          })
        ).status,
      ).toBe(200);
    await roundTrip(
      'dish',
      dishes.map(({ code, name, category }) => ({
        菜品编码: code,
        '菜品名称*': name,
        '菜品类型编码*': `RD${dishTypes.indexOf(category)}`,
      })),
    );
  });
  test('what a market published on a day, and prices of sites derived from it', async () => {
    expect(
      (
        await company.post(company.program.registry.find('marketSource'), 'submit', {
          code: 'RXFD',
          name: '新发地实录',
          publisher: '新发地',
          cycle: 'daily',
        })
      ).status,
    ).toBe(200);
    // As crawled it says some goods twice; a sheet that does is refused, naming both rows.
    const quotes = [
      ...Map.groupBy(rowsOf('4-prices/xinfadi_2021q4.csv').slice(0, 400), (row) =>
        [row['date'], row['product'], row['origin_or_spec'], row['unit']].join(),
      ).values(),
    ].map(([first]) => first!);
    await roundTrip(
      'marketPrice',
      quotes.map((row) => ({
        '行情来源编码*': 'RXFD',
        '行情日期*': row['date']!,
        '品名*': row['product']!,
        产地规格: row['origin_or_spec']!,
        '报价单位*': row['unit']!,
        最低价: row['low_cny']!,
        '均价*': row['avg_cny']!,
        最高价: row['high_cny']!,
      })),
    );
    const perKilogram = new Map(
      quotes.filter((row) => row['unit'] === '斤').map((row) => [row['product']!, row['avg_cny']!]),
    );
    await roundTrip(
      'settlementPrice',
      materials.flatMap(({ code, unit, priceOf }) =>
        unit === 'KG' && perKilogram.has(priceOf)
          ? [
              {
                '物料编码*': code,
                '计价单位编码*': 'KG',
                含税单价: (Math.round(Number(perKilogram.get(priceOf)) * 200) / 100).toFixed(2),
                '税率(%)': '9',
                '生效日期*': FROM,
              },
            ]
          : [],
      ),
    );
  });
  test('of a list with faults the good rows land and the others come back with what is wrong', async () => {
    const sheet = await sheetOf([
      { 物料编码: 'RX1', '物料名称*': '没有类型', '物料类型编码*': 'NONE', '基本单位编码*': 'KG' },
      { 物料编码: 'RX2', '物料名称*': '好的', '物料类型编码*': 'RT0', '基本单位编码*': 'KG' },
      { 物料编码: 'RX3', '物料名称*': '没有单位', '物料类型编码*': 'RT0', '基本单位编码*': '斗' },
    ]);
    const result = await bring('material', sheet, { onlyGood: '1' });
    expect([
      result.created,
      result.failed,
      result.rows.map(({ row, column }) => [row, column]),
      result.fileId !== null,
    ]).toEqual([
      1,
      2,
      [
        [2, '物料类型编码*'],
        [4, '基本单位编码*'],
      ],
      true,
    ]);
    const { records } = (await company.get(company.program.registry.find('material'), 'page', { code: 'RX' })).body
      .data as { records: Row[] };
    expect(records.map((row) => row['code'])).toEqual(['RX2']);
  });
});
