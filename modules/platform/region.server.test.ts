/** Regions of the country as clients of this family ask for them: keyed by the code, level by level. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openHouse, type Client, type House } from '../admin/admin.testing.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readSheet } from '../../parts/xlsx/bounded-reader.ts';
import { seedRegions } from './seed-regions.server.ts';

let house: House;
let admin: Client;
interface Node {
  readonly id: string;
  readonly parentId: string;
  readonly title: string;
  readonly hasChildren: boolean;
}
const below = async (parentCode: string): Promise<Node[]> =>
  (await admin.get('blade-system/region/lazy-tree', { parentCode })).body.data as Node[];
const submit = (body: Record<string, unknown>) => admin.post('blade-system/region/submit', { sort: 1, ...body });

beforeAll(async () => {
  house = await openHouse();
  await seedRegions(house.database);
  admin = await house.signIn('admin');
});

test('EP-0082: lazy-tree answers one level, the country first, each node saying whether there is more', async () => {
  expect(await below('')).toEqual([
    { id: '00', parentId: '0', title: '中华人民共和国', key: '00', value: '00', hasChildren: true },
  ]);
  const provinces = await below('00');
  expect(provinces).toHaveLength(34);
  expect(provinces.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['北京市', '广东省', '新疆维吾尔自治区', '台湾省', '香港特别行政区']),
  );
  expect((await below('44')).find(({ id }) => id === '4401')).toMatchObject({
    title: '广州市',
    parentId: '44',
    hasChildren: true,
  });
  expect((await below('4401')).find(({ title }) => title === '天河区')).toMatchObject({
    id: '440106',
    hasChildren: false,
  });
});

test('EP-0081: list pages through all of China to the county and is searched by name, code, pinyin', async () => {
  const page = (
    query: Record<string, string>,
  ): Promise<{ body: { data: { total: number; records: Record<string, unknown>[] } } }> =>
    admin.get('blade-system/region/list', query) as never;
  expect((await page({ size: '1' })).body.data.total).toBeGreaterThan(3800);
  expect((await page({ keyword: 'tianhe' })).body.data.records.map((row) => row['name'])).toContain('天河区');
  const [row] = (await page({ code_equal: '440106' })).body.data.records;
  expect(row).toMatchObject({
    code: '440106',
    name: '天河区',
    level: 3,
    parentCode: '4401',
    parentName: '广州市',
    provinceCode: '44',
    provinceName: '广东省',
    cityCode: '4401',
    cityName: '广州市',
    districtCode: '440106',
    districtName: '天河区',
    townCode: '',
    townName: '',
  });
});

test('EP-0083: detail is asked by the code', async () => {
  expect((await admin.get('blade-system/region/detail', { code: '4401' })).body.data).toMatchObject({
    code: '4401',
    parentCode: '44',
    parentName: '广东省',
    name: '广州市',
    level: 2,
    sort: 1,
    remark: '',
  });
  expect((await admin.get('blade-system/region/detail', { code: '00' })).body.data).toMatchObject({
    name: '中华人民共和国',
    parentCode: '',
    level: 0,
  });
  const missing = await admin.get('blade-system/region/detail', { code: '9999' });
  expect([missing.status, missing.body.msg]).toEqual([404, '行政区划不存在或已删除']);
});

test('EP-0085 RULE-183: submit adds a town below its county and changes it by its code', async () => {
  const made = await submit({ code: '440106001', parentCode: '440106', name: '五山街道', level: 4 });
  expect([made.status, made.body.data]).toMatchObject([
    200,
    { id: '440106001', code: '440106001', townName: '五山街道', parentName: '天河区' },
  ]);
  const changed = await submit({ ...(made.body.data as object), name: '五山街' });
  expect([changed.status, (changed.body.data as { name: string }).name]).toEqual([200, '五山街']);
  expect((await below('440106')).map(({ title }) => title)).toContain('五山街');
  const country = (await admin.get('blade-system/region/detail', { code: '00' })).body.data as Record<string, unknown>;
  expect((await submit({ ...country, remark: '全国' })).status).toBe(200);
});

test('EP-0085: what hangs nowhere, on the wrong level or twice is refused in words', async () => {
  for (const [body, sentence] of [
    [{ code: '440106', parentCode: '4401', name: '又一个', level: 3 }, '行政区划编号已存在'],
    [{ code: '449901', parentCode: '4499', name: '无处', level: 3 }, '上级区划“4499”不存在，请先新增上级'],
    [{ code: '4498', parentCode: '44', name: '跳级', level: 3 }, '区划等级须比上级深一级，应为 2'],
    [{ code: '330198', parentCode: '4401', name: '别处', level: 3 }, '区划编号须以上级编号 4401 开头'],
  ] as const) {
    const { status, body: answer } = await submit(body);
    expect([status, answer.msg]).toEqual([400, sentence]);
  }
});

test('EP-0084: remove takes the code as id; what has something below it stays', async () => {
  await submit({ code: '440106002', parentCode: '440106', name: '石牌街道', level: 4 });
  const refused = await admin.post('blade-system/region/remove', undefined, { id: '440106' });
  expect([refused.status, refused.body.msg]).toEqual([400, '请先删除子节点!']);
  expect((await admin.post('blade-system/region/remove', undefined, { id: '440106002' })).body).toEqual({
    code: 200,
    success: true,
    data: true,
    msg: '操作成功',
  });
  expect((await admin.get('blade-system/region/detail', { code: '440106002' })).status).toBe(404);
  expect((await admin.post('blade-system/region/remove', undefined, { id: '' })).body.msg).toBe('请选择至少一条数据');
});

test('a sheet of regions comes back under the name other clients know, and what is there already is left alone', async () => {
  const exported = await house.app.inject({
    url: '/api/blade-system/region/export-region?code=4401&size=20',
    headers: { 'blade-auth': `bearer ${admin.token}` },
  });
  const payload = Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="regions.xlsx"\r\n\r\n'),
    exported.rawPayload,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const brought = await house.app.inject({
    method: 'POST',
    url: '/api/blade-system/region/import-region',
    payload,
    headers: { 'blade-auth': `bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=b' },
  });
  expect([exported.statusCode, brought.statusCode]).toEqual([200, 200]);
  expect(brought.json()).toMatchObject({ data: { created: 0, updated: 0, failed: 0 } });
});

test('the sheet of all regions, written beside what else is answered, names what is above each of them', async () => {
  const { rawPayload } = await house.app.inject({
    url: '/api/blade-system/region/export-region',
    headers: { 'blade-auth': `bearer ${admin.token}` },
  });
  const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'larder-regions-')), 'regions.xlsx');
  await fs.writeFile(file, rawPayload);
  const rows: (string | null)[][] = [];
  for await (const { cells } of readSheet(file)) rows.push([...cells]);
  await fs.rm(path.dirname(file), { recursive: true });
  const [head, ...regions] = rows as [string[], ...(string | null)[][]];
  expect(regions.length).toBeGreaterThan(3_000);
  expect(regions.map((row) => row.length).filter((length) => length > head.length)).toEqual([]);
  const shown = (code: string, headings: readonly string[]) => {
    const row = regions.find((each) => each[head.indexOf('区划编号')] === code)!;
    return headings.map((heading) => row[head.indexOf(heading)] ?? null);
  };
  expect(shown('440106', ['区划名称', '上级名称', '省份名称', '地市编号', '地市名称', '乡镇名称'])).toEqual([
    '天河区',
    '广州市',
    '广东省',
    '4401',
    '广州市',
    null,
  ]);
  expect(shown('44', ['区划名称', '上级名称', '省份名称', '地市名称'])).toEqual([
    '广东省',
    '中华人民共和国',
    '广东省',
    null,
  ]);
});

test('RULE-183: other tenants read regions and never write them', async () => {
  const steward = await house.signIn('data-steward');
  expect((await steward.get('blade-system/region/lazy-tree', { parentCode: '44' })).status).toBe(200);
  expect(
    (
      await steward.post('blade-system/region/submit', {
        code: '440107',
        parentCode: '4401',
        name: '甲',
        level: 3,
        sort: 1,
      })
    ).status,
  ).toBe(403);
});

test('a second start finds the regions there and leaves what a person changed', async () => {
  await submit({
    ...((await admin.get('blade-system/region/detail', { code: '4401' })).body.data as object),
    remark: '总部所在',
  });
  await seedRegions(house.database);
  expect(
    await house.run<{ n: number; remark: string }>((tx) =>
      tx.row(
        sql`select count(*)::integer as n, max(remark) filter (where code = '4401') as remark from region
          where level <> '4'`,
      ),
    ),
  ).toEqual({ n: 3883, remark: '总部所在' });
});
