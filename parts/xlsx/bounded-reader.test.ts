import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import { readSheet, type ReadOptions } from './bounded-reader.ts';
import { archiveOf, hostileWorkbooks, workbookOf, type RawWorkbook } from './workbooks.testing.ts';

const rowsOf = async (raw: RawWorkbook, options?: ReadOptions): Promise<(string | null)[][]> => {
  const rows: (string | null)[][] = [];
  for await (const { cells } of readSheet(workbookOf(raw), options)) rows.push([...cells]);
  return rows;
};
const refusalOf = async (raw: RawWorkbook, options?: ReadOptions): Promise<unknown> => {
  try {
    return await rowsOf(raw, options);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const [refusal] = error.refusals;
    return [refusal!.code, sentenceOf(refusal!, 'zh')];
  }
};

interface Probe {
  files: { outcome: string | number; milliseconds: number }[];
  peakMb: number;
  waitedMs: number;
}
const hostile = hostileWorkbooks();
const names = Object.keys(hostile);
let probe: Probe;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larder-excel-'));
  const paths = await Promise.all(
    names.map(async (name, index) => {
      const path = join(folder, `${index}.xlsx`);
      await writeFile(path, hostile[name]!.file);
      return path;
    }),
  );
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [new URL('./reader-probe.testing.ts', import.meta.url).pathname, ...paths],
    { env: {} },
  );
  probe = JSON.parse(stdout) as Probe;
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(names.map((name, index) => [name, index] as const))(
  '%s is refused by name or read harmlessly, within 2 s of a processor',
  (name, index) => {
    expect(probe.files[index]!.outcome).toBe(hostile[name]!.outcome);
    expect(probe.files[index]!.milliseconds).toBeLessThan(2_000);
  },
);
test('all hostile files together leave the process under 200 MB and nobody else waiting', () => {
  expect(probe.peakMb).toBeLessThan(200);
  expect(probe.waitedMs).toBeLessThan(100);
});

test('a limit is named to the person in their words', async () => {
  expect(await refusalOf({ rows: '<row><c><v>1</v></c></row>'.repeat(12) }, { limits: { rows: 10 } })).toEqual([
    'excel.rows',
    '表格超过 10 行的上限，请分成几个文件导入',
  ]);
  expect(await refusalOf({}, { limits: { fileBytes: 0 } })).toEqual(['excel.fileBytes', '文件超过 0 MB 的上限']);
  expect(
    await refusalOf({ strings: '<sst><si><t>a</t></si><si><t>b</t></si></sst>' }, { limits: { strings: 1 } }),
  ).toEqual(['excel.strings', '文件的文本超过上限（1 条）']);
});
test('a file whose texts together are too long, and one without any worksheet, are refused with what to do', async () => {
  expect(
    await refusalOf(
      { strings: `<sst><si><t>${'a'.repeat(1_100_000)}</t></si></sst>` },
      { limits: { stringBytes: 1024 * 1024, cellLength: 2_000_000 } },
    ),
  ).toEqual(['excel.stringBytes', '文件的文本总量超过 1 MB 的上限，请分成几个文件导入']);
  const bare = archiveOf([
    { path: '[Content_Types].xml', content: '<Types/>' },
    { path: 'xl/workbook.xml', content: '<workbook><sheets/></workbook>' },
  ]);
  await expect(readSheet(bare).next()).rejects.toMatchObject({ refusals: [{ code: 'excel.sheetMissing' }] });
});
test('while two files are read the third waits for its turn, not for ever, and of a crowd the last are sent away at once', async () => {
  const reading = [1, 2].map(() => readSheet(workbookOf({ rows: '<row><c><v>1</v></c></row>'.repeat(5_000) })));
  for (const rows of reading) await rows.next();
  try {
    const busy = ['excel.busy', '正在读取的文件较多，请稍后重试'];
    expect(await refusalOf({}, { limits: { seconds: 0.05 } })).toEqual(busy);
    const crowd = Array.from({ length: 20 }, () => rowsOf({}));
    expect(await refusalOf({})).toEqual(busy);
    for (const rows of reading) await rows.return();
    expect((await Promise.all(crowd)).map((rows) => rows.length)).toEqual(Array.from({ length: 20 }, () => 2));
  } finally {
    for (const rows of reading) await rows.return();
  }
});
test('a reading that takes too long is stopped', async () => {
  expect(await refusalOf({ rows: '<row><c><v>1</v></c></row>'.repeat(40_000) }, { limits: { seconds: 0.02 } })).toEqual(
    ['excel.seconds', '读取文件超过 0.02 秒的上限，已停止'],
  );
});
test('a reading that needs too much memory ends alone', async () => {
  const wide = `<row>${'<c><v>1</v></c>'.repeat(200)}</row>`;
  expect(await refusalOf({ rows: wide.repeat(3_000) }, { limits: { memoryMb: 5 } })).toEqual([
    'excel.memory',
    '读取文件需要的内存超过 5 MB 的上限，已停止',
  ]);
});
test('an aborted reading ends', async () => {
  const abort = new AbortController();
  const rows = readSheet(workbookOf({ rows: '<row><c><v>1</v></c></row>'.repeat(5_000) }), { signal: abort.signal });
  await rows.next();
  abort.abort(new Error('enough'));
  await expect(
    (async () => {
      for await (const _row of rows);
    })(),
  ).rejects.toThrow('enough');
});
test('whoever stops reading early leaves the place to the next', async () => {
  for (let round = 0; round < 4; round++) {
    for await (const _row of readSheet(workbookOf({}))) break;
  }
  expect(await Promise.all([1, 2, 3, 4].map(() => rowsOf({})))).toHaveLength(4);
});

const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="165" formatCode="yyyy-mm-dd hh:mm"/><numFmt numFmtId="166" formatCode="[Red]0.00&quot;d&quot;"/><numFmt numFmtId="167" formatCode="0.0%"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="20"/><xf numFmtId="46"/></cellXfs></styleSheet>';

test.each`
  what                                      | style | number                      | text
  ${'a whole number'}                       | ${0}  | ${'1001'}                   | ${'1001'}
  ${'a number of 19 digits'}                | ${0}  | ${'1123598821738675201'}    | ${'1123598821738675201'}
  ${'1.1 as Excel stores it'}               | ${0}  | ${'1.1000000000000001'}     | ${'1.1'}
  ${'0.1 + 0.2'}                            | ${0}  | ${'0.30000000000000004'}    | ${'0.3'}
  ${'2.9 less a bit'}                       | ${0}  | ${'2.8999999999999999'}     | ${'2.9'}
  ${'20 places, which no float has'}        | ${0}  | ${'0.12345678901234567890'} | ${'0.1234567890123456789'}
  ${'an exponent'}                          | ${0}  | ${'1.5E-4'}                 | ${'0.00015'}
  ${'a large exponent'}                     | ${0}  | ${'1.12359882173867E+18'}   | ${'1123598821738670000'}
  ${'minus'}                                | ${0}  | ${'-0.50'}                  | ${'-0.5'}
  ${'a day'}                                | ${1}  | ${'46027'}                  | ${'2026-01-05'}
  ${'a day with a time of day'}             | ${1}  | ${'46027.354340277779'}     | ${'2026-01-05 08:30:15'}
  ${'a moment'}                             | ${2}  | ${'46027'}                  | ${'2026-01-05 00:00:00'}
  ${'a Chinese day'}                        | ${3}  | ${'46027'}                  | ${'2026-01-05'}
  ${'a moment of a format of its own'}      | ${4}  | ${'46027.5'}                | ${'2026-01-05 12:00:00'}
  ${'a figure with d in quotes'}            | ${5}  | ${'46027'}                  | ${'46027'}
  ${'nine percent'}                         | ${6}  | ${'0.09'}                   | ${'9%'}
  ${'a time of day'}                        | ${7}  | ${'0.25'}                   | ${'06:00:00'}
  ${'hours that are no time of day'}        | ${8}  | ${'1.5'}                    | ${'1.5'}
  ${'the day after the one that never was'} | ${1}  | ${'61'}                     | ${'1900-03-01'}
  ${'the first day'}                        | ${1}  | ${'1'}                      | ${'1900-01-01'}
`('$what is read as $text', async ({ style, number, text }: { style: number; number: string; text: string }) => {
  expect(await rowsOf({ styles: STYLES, rows: `<row><c s="${style}"><v>${number}</v></c></row>` })).toEqual([[text]]);
});

test('strings shared and inline, flags, errors and formulas are read as what is seen', async () => {
  const strings =
    '<x:sst xmlns:x="m"><x:si><x:t xml:space="preserve"> 土豆 </x:t></x:si><x:si><x:r><x:t>红</x:t></x:r><x:r><x:t>薯</x:t></x:r><x:rPh><x:t>hongshu</x:t></x:rPh></x:si><x:si><x:t>a_x000D_b_x005F_x000D_</x:t></x:si></x:sst>';
  const rows =
    '<row r="2"><c r="B2" t="s"><v>0</v></c><c r="D2" t="s"><v>1</v></c><c t="s"><v>2</v></c></row>' +
    '<row r="5"><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="str"><f>A1&amp;"x"</f><v>=1+1</v></c><c><f>1+1</f><v>2</v></c><c t="inlineStr"><is><t>&lt;&#x81B3;&gt;</t></is></c><c t="d"><v>2026-01-05T00:00:00</v></c></row>';
  const read = [];
  for await (const row of readSheet(workbookOf({ strings, rows }))) read.push(row);
  expect(read).toEqual([
    { row: 2, cells: [null, ' 土豆 ', null, '红薯', 'a\rb_x000D_'] },
    { row: 5, cells: ['TRUE', '#N/A', '=1+1', '2', '<膳>', '2026-01-05'] },
  ]);
});
test('days of the 1904 calendar are the days seen', async () => {
  expect(
    await rowsOf({
      workbookProperties: '<workbookPr date1904="1"/>',
      styles: STYLES,
      rows: '<row><c s="1"><v>44565</v></c></row>',
    }),
  ).toEqual([['2026-01-05']]);
});
test('a mail address that Excel turned into a link is no external link', async () => {
  const link =
    '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="mailto:a@b.cn" TargetMode="External"/></Relationships>';
  expect(await rowsOf({ parts: [{ path: 'xl/worksheets/_rels/sheet1.xml.rels', content: link }] })).toEqual([
    ['编码'],
    ['M1'],
  ]);
});
