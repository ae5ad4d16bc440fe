import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import * as yauzl from 'yauzl';
import { readSheet } from './bounded-reader.ts';
import type { CellContent, SheetSpec } from './sheet-spec.ts';
import { sheetColumn, writeSheet, writeWorkbook } from './sheet-writer.ts';

const text = (header: string) => sheetColumn(header, { kind: 'text' });
const rowsOf = async (file: Buffer, sheetName = '数据'): Promise<(string | null)[][]> => {
  const rows: (string | null)[][] = [];
  for await (const { cells } of readSheet(file, { sheetNames: [sheetName] })) rows.push([...cells]);
  return rows;
};
const written = (columns: SheetSpec['columns'], rows: readonly (readonly CellContent[])[]): Promise<Buffer> =>
  buffer(writeSheet(columns, rows, { name: '数据' }));
const partOf = async (file: Buffer, part: string): Promise<string> => {
  const zip = await yauzl.fromBufferPromise(file, { lazyEntries: true });
  for await (const entry of zip.eachEntry())
    if (entry.fileName === part) return (await buffer(await zip.openReadStreamPromise(entry))).toString();
  throw new Error(`no ${part}`);
};

const PAYLOADS = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '=HYPERLINK("http://127.0.0.1/?x="&A1,"click")',
  '=IMPORTXML("http://127.0.0.1","//a")',
  "-2+3+cmd|' /C calc'!A0",
  '@',
  '=',
];
test.each(PAYLOADS)('%j stays a text and comes back as it was', async (payload) => {
  const file = await written([text('备注')], [[payload]]);
  const sheet = await partOf(file, 'xl/worksheets/sheet1.xml');
  expect(sheet).not.toContain('<f');
  expect(sheet).toContain('<c r="A2" s="3" t="inlineStr">');
  expect(await rowsOf(file)).toEqual([['备注'], [payload]]);
});
test('the style of such texts carries the quote that keeps Excel from reading them', async () => {
  const styles = await partOf(await written([text('备注')], []), 'xl/styles.xml');
  expect(styles.split('<cellXfs')[1]!.split('<xf')[4]).toContain('quotePrefix="1"');
});
test.each(['-5', 'a=b', 'a@b.cn', '土豆-1', ' =1'])(
  '%j in a text column needs no quote unless it begins like a formula',
  async (harmless) => {
    expect(await rowsOf(await written([text('备注')], [[harmless]]))).toEqual([['备注'], [harmless]]);
  },
);

test.each`
  kind          | value                    | type
  ${'quantity'} | ${'12.5'}                | ${'number'}
  ${'quantity'} | ${'-0.000001'}           | ${'number'}
  ${'quantity'} | ${'123456789012345'}     | ${'number'}
  ${'quantity'} | ${'1234567890123456'}    | ${'string'}
  ${'factor'}   | ${'1234.123456789012'}   | ${'string'}
  ${'factor'}   | ${'0.000000000123'}      | ${'number'}
  ${'price'}    | ${'0.3'}                 | ${'number'}
  ${'integer'}  | ${'7'}                   | ${'number'}
  ${'code'}     | ${'0012'}                | ${'string'}
  ${'ref'}      | ${'1123598821738675201'} | ${'string'}
  ${'text'}     | ${'12.5'}                | ${'string'}
`(
  '$value as $kind is a $type in Excel and comes back with every digit',
  async ({ kind, value, type }: { kind: 'text'; value: string; type: string }) => {
    const file = await written([sheetColumn('列', { kind })], [[value]]);
    expect(typeof (await readXlsx(file)).sheets[0]!.rows[1]![0]).toBe(type);
    expect((await rowsOf(file))[1]).toEqual([value]);
  },
);
test.each(['2026-01-05', '1900-03-01', '9999-12-31', '1899-01-01', '2024-02-29'])(
  'the day %s comes back',
  async (day) => {
    expect((await rowsOf(await written([sheetColumn('日期', { kind: 'day' })], [[day]])))[1]).toEqual([day]);
  },
);
test.each(['2026-01-05 00:00:00', '2026-12-31 23:59:59', '2026-01-05 08:30:15'])(
  'the moment %s comes back',
  async (moment) => {
    expect((await rowsOf(await written([sheetColumn('时间', { kind: 'moment' })], [[moment]])))[1]).toEqual([moment]);
  },
);
test('any text comes back: blanks, lines, control characters, what looks like an escape, half characters', async () => {
  const texts = [' a ', 'a\nb', 'a\r\nb', '<&>"\'', '_x000D_', 'a\u0001b', '𠮷野家', 'a\ud800b', '膳'.repeat(32_767)];
  expect(
    await rowsOf(
      await written(
        [text('备注')],
        texts.map((each) => [each]),
      ),
    ),
  ).toEqual([['备注'], ...texts.map((each) => [each])]);
});

test('headings are bold and frozen, columns as wide as their kind, lists and notes where they belong', async () => {
  const columns = [
    sheetColumn('物料名称', { kind: 'text' }, { note: '最多 50 个字符' }),
    sheetColumn('状态', { kind: 'choice' }, { list: ['有效', '冻结'] }),
  ];
  const file = await buffer(
    writeWorkbook([
      { name: '数据', columns, rows: [['土豆', { value: '无', note: '不在可选项中' }]] },
      { name: '说明', columns: [text('列')], rows: [['物料名称']] },
    ]),
  );
  const { sheets } = await readXlsx(file, { readStyles: true });
  expect(sheets.map(({ name }) => name)).toEqual(['数据', '说明', '_lists']);
  const sheet = await partOf(file, 'xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(sheet).toContain(
    '<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="B2:B1048576"><formula1>_lists!$A$1:$A$2</formula1>',
  );
  expect(sheets[0]!.cells?.get('0,0')).toMatchObject({
    style: { font: { bold: true } },
    comment: { text: '最多 50 个字符' },
  });
  expect(sheets[0]!.cells?.get('1,1')).toMatchObject({ value: '无', comment: { text: '不在可选项中' } });
  expect(await rowsOf(file, '_lists')).toEqual([['有效'], ['冻结']]);
});
test('rows beyond a sheet go on in another with the headings again', async () => {
  const file = await buffer(
    writeSheet(
      [text('列')],
      Array.from({ length: 5 }, (_, n) => [`r${n}`]),
      { name: '数据', sheetRows: 3 },
    ),
  );
  expect((await readXlsx(file)).sheets.map(({ name, rows }) => [name, rows.flat()])).toEqual([
    ['数据', ['列', 'r0', 'r1']],
    ['数据 (2)', ['列', 'r2', 'r3']],
    ['数据 (3)', ['列', 'r4']],
  ]);
});
test('an error of the rows ends the file with it', async () => {
  const rows = (async function* () {
    yield ['a'];
    throw new Error('the query failed');
  })();
  await expect(buffer(writeSheet([text('列')], rows, { name: '数据' }))).rejects.toThrow('the query failed');
});
test('whoever stops downloading ends the query', async () => {
  let closed = false;
  const rows = (async function* () {
    try {
      for (let n = 0; ; n++) yield [`土豆${n * 7919}`];
    } finally {
      closed = true;
    }
  })();
  const stream = writeSheet([text('列')], rows, { name: '数据' });
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => (bytes += chunk.length) > 200_000 && stream.destroy());
  await once(stream, 'close');
  await expect.poll(() => closed).toBe(true);
});
test('100,000 rows flow through: the first at once, and nothing piles up', async () => {
  let made = 0;
  const rows = (async function* () {
    for (; made < 100_000; made++) yield [`M${made}`, '土豆', `${made}.125`, '2026-01-05'];
  })();
  const from = performance.now();
  const stream = writeSheet(
    [text('编码'), text('名称'), sheetColumn('数量', { kind: 'quantity' }), sheetColumn('日期', { kind: 'day' })],
    rows,
    { name: '数据' },
  );
  let first = 0;
  let madeAtFirst = 0;
  let bytes = 0;
  let peak = 0;
  for await (const chunk of stream) {
    if (first === 0) [first, madeAtFirst] = [performance.now() - from, made];
    bytes += (chunk as Buffer).length;
    peak = Math.max(peak, process.memoryUsage().heapUsed + process.memoryUsage().external);
  }
  expect(first).toBeLessThan(1_000);
  expect(madeAtFirst).toBeLessThan(2_000);
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(peak).toBeLessThan(300 * 1024 * 1024);
});
