import { buffer } from 'node:stream/consumers';
import { setImmediate as aTurn } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import '../../kernel/server/record.refusals.ts';
import { resource } from '../../kernel/core/declaration.ts';
import {
  choice,
  code,
  day,
  dictionary,
  factor,
  flag,
  integer,
  json,
  moment,
  money,
  parent,
  percent,
  price,
  quantity,
  ref,
  refs,
  secret,
  text,
} from '../../kernel/core/field.ts';
import type { BadCell } from '../sheet-answer/import-result.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import { readSheet, type SheetRow } from '../xlsx/bounded-reader.ts';
import type { CellLookups } from './cell-text.ts';
import type { ExistingRow, ImportOutcome, ImportTask, RowToSave } from './import-task.ts';
import { importSheet } from './import-sheet.ts';
import { resultSheet } from './result-sheet.ts';
import { exportColumns } from './sheet-columns.ts';
import { writeSheet } from '../xlsx/sheet-writer.ts';
import { template } from './template.ts';
import { rounds } from '../../tests/support/long-form.ts';

const ingredient = resource('ingredient', {
  label: label('食材', 'Ingredient'),
  service: 's',
  segment: 'ingredient',
  fields: {
    code: code('编码', 'Code', { max: 20, unique: true }),
    name: text('名称', 'Name', { max: 10, hint: label('写全称', 'The full name') }),
    typeId: ref('类型', 'Type', 'type'),
    unitId: ref('单位', 'Unit', 'unit', { optional: true }),
    qty: quantity('数量', 'Quantity', { min: 0, places: 3, optional: true }),
    price: price('单价', 'Price', { optional: true }),
    amount: money('金额', 'Amount', { optional: true }),
    loss: percent('损耗率', 'Loss', { optional: true, max: 100 }),
    ratio: factor('换算', 'Ratio', { optional: true }),
    portions: integer('份数', 'Portions', { optional: true }),
    perishable: flag('易腐', 'Perishable', { default: 0 }),
    state: choice(
      '状态',
      'State',
      [
        ['0', '有效', 'Active'],
        ['1', '冻结', 'Frozen'],
      ],
      { default: '0' },
    ),
    paper: dictionary('证照', 'Paper', 'materialPaper', { optional: true }),
    boughtOn: day('采购日期', 'Bought on', { optional: true }),
    countedAt: moment('盘点时间', 'Counted at', { optional: true }),
    tags: refs('标签', 'Tags', 'tag', { optional: true }),
    origin: text('产地', 'Origin', { optional: true, fixed: true }),
    stockQty: quantity('现存量', 'On hand', { readonly: true, optional: true }),
    key: secret('密钥', 'Key', { optional: true }),
    extra: json('扩展', 'Extra', { optional: true }),
  },
});
const lookups: CellLookups = {
  dictionaries: {
    materialPaper: [
      { value: 'licence', label: label('营业执照', 'Licence') },
      { value: 'report', label: label('检验报告', 'Test report') },
    ],
  },
  targets: {
    type: { label: label('物料类型', 'material type'), code: true },
    unit: { label: label('物料单位', 'unit'), code: true },
    tag: { label: label('标签', 'tag'), code: false },
  },
};
const RECORDS: Record<string, Record<string, readonly string[]>> = {
  type: { VEG: ['11'], MEAT: ['12'], 双重: ['13', '14'] },
  unit: { KG: ['21'], BOX: ['22'] },
  tag: { 有机: ['31'], 冷链: ['32'] },
};

interface World {
  readonly stored: Map<string, ExistingRow>;
  readonly asked: { find: number; resolve: number; save: number };
  readonly saved: RowToSave[];
}
const aWorld = (): World => ({ stored: new Map(), asked: { find: 0, resolve: 0, save: 0 }, saved: [] });
const storeOf = (
  world: World,
  declaration: ImportTask['declaration'] = ingredient,
): Pick<ImportTask, 'findByKey' | 'resolveRef' | 'save'> => ({
  findByKey: async (keys) => {
    world.asked.find += 1;
    return keys.map(([first]) => world.stored.get(String(first)));
  },
  resolveRef: async (target, texts) => {
    world.asked.resolve += 1;
    if (target === declaration.name)
      return new Map(texts.flatMap((each) => (world.stored.has(each) ? [[each, [world.stored.get(each)!.id]]] : [])));
    return new Map(texts.map((each) => [each, RECORDS[target]![each] ?? []]));
  },
  save: async (block) => {
    world.asked.save += 1;
    return block.map((row) => {
      const id = row.id ?? String(world.stored.size + 1);
      const before = row.id === null ? {} : [...world.stored.values()].find((each) => each.id === row.id)!.values;
      world.stored.set(String(row.values['code']), { id, version: 1, values: { ...before, ...row.values } });
      world.saved.push(row);
      return { id };
    });
  },
});
const sheet = (...rows: (string | null)[][]): AsyncIterable<SheetRow> =>
  (async function* () {
    for (const [index, cells] of rows.entries()) yield { row: index + 1, cells };
  })();
const run = (rows: AsyncIterable<SheetRow>, world = aWorld(), more: Partial<ImportTask> = {}): Promise<ImportOutcome> =>
  importSheet({
    declaration: ingredient,
    rows,
    language: 'zh',
    lookups,
    dryRun: false,
    onlyGood: false,
    ...storeOf(world, more.declaration),
    ...more,
  });
const refusal = async (outcome: Promise<unknown>): Promise<string> => {
  const thrown = await outcome.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Refused)) throw thrown;
  return sentenceOf(thrown.refusals[0]!, 'zh');
};
const HEAD = ['编码*', '名称*', '类型编码*'];

describe('headings', () => {
  test.each([
    [['编码*', '名称*', '类型编码*']],
    [[' 编 码', '名称（必填）', '类型编码']],
    [['Code*', 'Name', 'TYPE CODE']],
    [['类型编码', '名称', '编码']],
  ])('%j are found in either language, with or without marks, in any order', async (headings) => {
    const cells = { code: 'M1', name: '土豆', type: 'VEG' };
    const row = headings.map((heading) =>
      /类型|type/i.test(heading) ? cells.type : /名称|name/i.test(heading) ? cells.name : cells.code,
    );
    const world = aWorld();
    expect((await run(sheet(headings, row), world)).result).toMatchObject({
      total: 1,
      created: 1,
      failed: 0,
      ignored: [],
    });
    expect(world.saved[0]!.values).toEqual({ code: 'M1', name: '土豆', typeId: '11' });
  });
  test('a title above them is passed over, unknown columns are told, known ones nobody may write are not', async () => {
    const { result, header } = await run(
      sheet(
        ['食材清单'],
        ['编码', '名称', '类型编码', '我的备注', '现存量', '失败原因'],
        ['M1', '土豆', 'VEG', 'x', '5', ''],
      ),
    );
    expect([result.created, result.ignored, header.row]).toEqual([1, ['我的备注'], 2]);
  });
  test('missing, doubled and absent headings refuse the sheet', async () => {
    expect(await refusal(run(sheet(['编码', '数量'], ['M1', '1'])))).toBe('缺少必填列：名称、类型编码');
    expect(await refusal(run(sheet(['编码', '名称', '类型编码', '名称'], ['M1', '土豆', 'VEG', '土豆'])))).toBe(
      '列「名称」出现了两次',
    );
    expect(await refusal(run(sheet(['甲', '乙'], ['1', '2'])))).toBe('没有找到表头，应含有：编码、名称、类型编码');
    expect(await refusal(run(sheet(HEAD)))).toBe('表格中没有数据');
  });
  test('a reference stands under its code, or its bare name where there is no column of codes', async () => {
    const world = aWorld();
    await run(sheet([...HEAD, '类型', '单位'], ['M1', '土豆', 'VEG', '蔬菜', 'KG']), world);
    expect(world.saved[0]!.values).toMatchObject({ typeId: '11', unitId: '21' });
  });
});

const valueOf = async (heading: string, cell: string): Promise<unknown> => {
  const world = aWorld();
  const { result } = await run(sheet([...HEAD, heading], ['M1', '土豆', 'VEG', cell]), world);
  if (result.failed > 0) return result.rows.map(({ column, value, reason }) => `${column} ${value} ${reason}`).join();
  const { code: _code, name: _name, typeId: _type, ...rest } = world.saved[0]!.values;
  return Object.values(rest)[0];
};
test.each`
  heading       | cell                     | value
  ${'数量'}     | ${'1,234.50'}            | ${'1234.5'}
  ${'数量'}     | ${'１２．５'}            | ${'12.5'}
  ${'数量'}     | ${' 12 '}                | ${'12'}
  ${'数量'}     | ${'1,5'}                 | ${'数量 1,5 不是数字'}
  ${'数量'}     | ${'十二'}                | ${'数量 十二 不是数字'}
  ${'数量'}     | ${'50%'}                 | ${'数量 50% 不是数字'}
  ${'数量'}     | ${'1.2345'}              | ${'数量 1.2345 数量最多 3 位小数'}
  ${'数量'}     | ${'-1'}                  | ${'数量 -1 数量不能小于 0'}
  ${'单价'}     | ${'￥1,000.5'}           | ${'1000.5'}
  ${'损耗率'}   | ${'9%'}                  | ${'9'}
  ${'损耗率'}   | ${'9'}                   | ${'9'}
  ${'换算'}     | ${'75%'}                 | ${'0.75'}
  ${'换算'}     | ${'1234.123456789012'}   | ${'1234.123456789012'}
  ${'份数'}     | ${'1,000'}               | ${1000}
  ${'份数'}     | ${'1.5'}                 | ${'份数 1.5 份数必须是整数'}
  ${'易腐'}     | ${'是'}                  | ${1}
  ${'易腐'}     | ${'no'}                  | ${0}
  ${'易腐'}     | ${'大概'}                | ${'易腐 大概 请填「是」或「否」'}
  ${'状态'}     | ${'冻结'}                | ${'1'}
  ${'状态'}     | ${'Frozen'}              | ${'1'}
  ${'状态'}     | ${'1'}                   | ${'1'}
  ${'状态'}     | ${'坏'}                  | ${'状态 坏 状态没有「坏」这一项，可选：有效、冻结'}
  ${'证照'}     | ${'检验报告'}            | ${'report'}
  ${'证照'}     | ${'护照'}                | ${'证照 护照 证照的字典中没有「护照」'}
  ${'采购日期'} | ${'2026/1/5'}            | ${'2026-01-05'}
  ${'采购日期'} | ${'2026年1月5日'}        | ${'2026-01-05'}
  ${'采购日期'} | ${'20260105'}            | ${'2026-01-05'}
  ${'采购日期'} | ${'2026.01.05'}          | ${'2026-01-05'}
  ${'采购日期'} | ${'46027'}               | ${'2026-01-05'}
  ${'采购日期'} | ${'2026-01-05 08:30:00'} | ${'2026-01-05'}
  ${'采购日期'} | ${'2026-02-30'}          | ${'采购日期 2026-02-30 不是日期，请按 2026-01-31 填写'}
  ${'采购日期'} | ${'3/4/2026'}            | ${'采购日期 3/4/2026 不是日期，请按 2026-01-31 填写'}
  ${'盘点时间'} | ${'2026/1/5 8:30'}       | ${'2026-01-05 08:30:00'}
  ${'盘点时间'} | ${'2026-01-05T08:30:15'} | ${'2026-01-05 08:30:15'}
  ${'标签'}     | ${'有机，冷链'}          | ${['31', '32']}
  ${'标签'}     | ${'有机、奇怪'}          | ${'标签 有机、奇怪 找不到标签「奇怪」'}
  ${'单位编码'} | ${'KG'}                  | ${'21'}
  ${'单位编码'} | ${'#N/A'}                | ${'单位编码 #N/A 单元格是 Excel 错误值'}
`(
  '$cell under $heading means $value',
  async ({ heading, cell, value }: { heading: string; cell: string; value: unknown }) => {
    expect(await valueOf(heading, cell)).toEqual(value);
  },
);

describe('rows', () => {
  test('are new, changed or the same by what they say; the same sheet twice changes nothing', async () => {
    const world = aWorld();
    const rows = (): AsyncIterable<SheetRow> =>
      sheet([...HEAD, '数量'], ['M1', '土豆', 'VEG', '1.50'], ['M2', '猪肉', 'MEAT', null]);
    expect((await run(rows(), world)).result).toMatchObject({ total: 2, created: 2, updated: 0, unchanged: 0 });
    expect((await run(rows(), world)).result).toMatchObject({ total: 2, created: 0, updated: 0, unchanged: 2 });
    const again = await run(
      sheet([...HEAD, '数量'], ['M1', '土豆', 'VEG', '1.5'], ['M2', '五花肉', 'MEAT', null]),
      world,
    );
    expect(again.result).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    expect(world.saved.at(-1)).toEqual({
      row: 3,
      id: '2',
      version: 1,
      values: { code: 'M2', name: '五花肉', typeId: '12' },
    });
  });
  test('a default is the server’s to set: left open, it is not said', async () => {
    const world = aWorld();
    await run(sheet([...HEAD, '易腐', '状态'], ['M1', '土豆', 'VEG', null, null]), world);
    expect(Object.keys(world.saved[0]!.values)).toEqual(['code', 'name', 'typeId']);
  });
  test('what cannot change after creation is refused for a record that stands, and only when it differs', async () => {
    const world = aWorld();
    await run(sheet([...HEAD, '产地'], ['M1', '土豆', 'VEG', '定西']), world);
    expect((await run(sheet([...HEAD, '产地'], ['M1', '马铃薯', 'VEG', '定西']), world)).result).toMatchObject({
      updated: 1,
      failed: 0,
    });
    expect((await run(sheet([...HEAD, '产地'], ['M1', '土豆', 'VEG', '乌兰察布']), world)).result.rows).toEqual([
      { row: 2, column: '产地', value: '乌兰察布', reason: '产地建立后不能修改' },
    ]);
  });
  test('all bad cells come back at once and nothing lands, unless only the good rows are wanted', async () => {
    const rows = (): AsyncIterable<SheetRow> =>
      sheet([...HEAD, '数量'], ['M1', '土豆', 'VEG', '1'], [null, null, '没有', 'x'], ['M1', '土豆', '双重', '1']);
    const bad: BadCell[] = [
      { row: 3, column: '编码*', value: '', reason: '必填' },
      { row: 3, column: '名称*', value: '', reason: '必填' },
      { row: 3, column: '类型编码*', value: '没有', reason: '找不到物料类型「没有」' },
      { row: 3, column: '数量', value: 'x', reason: '不是数字' },
      { row: 4, column: '编码*', value: 'M1', reason: '与第 2 行重复' },
      { row: 4, column: '类型编码*', value: '双重', reason: '「双重」对应多条物料类型，请填写编码' },
    ];
    const world = aWorld();
    const all = await run(rows(), world);
    expect(all.result).toEqual({
      total: 3,
      created: 0,
      updated: 0,
      unchanged: 0,
      failed: 2,
      rows: bad,
      fileId: null,
      ignored: [],
      changes: [],
      alike: [],
      alikeRows: 0,
    });
    expect([all.landed, world.saved]).toEqual([false, []]);
    const some = await run(rows(), world, { onlyGood: true });
    expect([some.landed, some.result.created, some.result.failed, world.saved.map(({ row }) => row)]).toEqual([
      true,
      1,
      2,
      [2],
    ]);
  });
  test('a dry run says what would be, and may rehearse what saving would refuse', async () => {
    const world = aWorld();
    const rows = (): AsyncIterable<SheetRow> => sheet(HEAD, ['M1', '土豆', 'VEG'], ['M2', '猪肉', 'MEAT']);
    const dry = await run(rows(), world, { dryRun: true });
    expect([dry.landed, dry.result.created, world.saved]).toEqual([false, 2, []]);
    const rehearse: ImportTask['rehearse'] = async (block) =>
      block.map(({ values }) =>
        values['code'] === 'M2'
          ? { refusals: [refuse('field.code', { name: ingredient.fields.code.label }, { field: 'code' })] }
          : { id: '1' },
      );
    const rehearsed = await run(rows(), world, { dryRun: true, rehearse });
    expect(rehearsed.result).toMatchObject({
      created: 1,
      failed: 1,
      rows: [{ row: 3, column: '编码*', value: 'M2', reason: '编码只能由字母、数字和 . _ - / 组成' }],
    });
  });
  test('what saving refuses is a bad row, and the whole does not land', async () => {
    const save: ImportTask['save'] = async (block) =>
      block.map(({ row }) => (row === 3 ? { refusals: [refuse('busy.retry')] } : { id: String(row) }));
    const outcome = await run(sheet(HEAD, ['M1', '土豆', 'VEG'], ['M2', '猪肉', 'MEAT']), aWorld(), { save });
    expect([outcome.landed, outcome.result]).toEqual([
      false,
      expect.objectContaining({
        created: 0,
        failed: 1,
        rows: [{ row: 3, column: '', value: '', reason: '数据正在被他人处理，请重试' }],
      }),
    ]);
  });
  test('what saving refuses of a reference shows it as the person named it', async () => {
    const save: ImportTask['save'] = async (block) =>
      block.map(() => ({ refusals: [refuse('busy.retry', {}, { field: 'typeId' })] }));
    expect((await run(sheet(HEAD, ['M1', '土豆', 'VEG']), aWorld(), { save })).result.rows).toMatchObject([
      { row: 2, column: '类型编码*', value: 'VEG' },
    ]);
  });
  test('a row is known by its key where a part of it that may be empty has no column', async () => {
    const perUnit = { ...ingredient, excelKey: ['code', 'unitId'] };
    const asked: unknown[] = [];
    const existing: ExistingRow = {
      id: '7',
      version: 1,
      values: { code: 'M1', name: '土豆', typeId: '11', unitId: null },
    };
    const { result } = await run(sheet(HEAD, ['M1', '土豆', 'VEG']), aWorld(), {
      declaration: perUnit,
      findByKey: async (keys) => {
        asked.push(...keys);
        return keys.map(() => existing);
      },
    });
    expect([asked, result.unchanged, result.created]).toEqual([[['M1', null]], 1, 0]);
  });
  test('the database is asked by the block, once per name', async () => {
    const world = aWorld();
    const rows = Array.from({ length: 2_500 }, (_, n) => [`M${n}`, '土豆', n % 2 ? 'VEG' : 'MEAT']);
    const progress: string[] = [];
    await run(sheet(HEAD, ...rows), world, {
      progress: ({ phase, done, total }) => progress.push(`${phase} ${done}/${total}`),
    });
    expect(world.asked).toEqual({ find: 3, resolve: 1, save: 3 });
    expect(progress).toEqual([
      'checking 1000/null',
      'checking 2000/null',
      'checking 2500/null',
      'saving 1000/2500',
      'saving 2000/2500',
      'saving 2500/2500',
    ]);
  });
  test('while one block is written the next is prepared, and written after it', async () => {
    const rows = Array.from({ length: 2_500 }, (_, n) => [`M${n}`, '土豆', 'VEG']);
    const events: string[] = [];
    await run(sheet(HEAD, ...rows), aWorld(), {
      async begin(block) {
        events.push(`prepared ${block[0]!.row}`);
        return [];
      },
      async save(block) {
        events.push(`begun ${block[0]!.row}`);
        await aTurn();
        events.push(`written ${block[0]!.row}`);
        return block.map(({ row }) => ({ id: String(row) }));
      },
    });
    expect(events).toEqual([
      'prepared 2',
      'begun 2',
      'prepared 1002',
      'written 2',
      'begun 1002',
      'prepared 2002',
      'written 1002',
      'begun 2002',
      'written 2002',
    ]);
  });
  test('what fails while the next block is prepared fails the import, and that block is not written', async () => {
    const rows = Array.from({ length: 2_500 }, (_, n) => [`M${n}`, '土豆', 'VEG']);
    const begun: number[] = [];
    await expect(
      run(sheet(HEAD, ...rows), aWorld(), {
        begin: async () => [],
        async save(block) {
          begun.push(block[0]!.row);
          await aTurn();
          throw new Error('the database is away');
        },
      }),
    ).rejects.toThrow('the database is away');
    expect(begun).toEqual([2]);
  });
  test('an import can be stopped between blocks', async () => {
    const abort = new AbortController();
    const world = aWorld();
    const rows = Array.from({ length: 2_500 }, (_, n) => [`M${n}`, '土豆', 'VEG']);
    await expect(
      run(sheet(HEAD, ...rows), world, {
        signal: abort.signal,
        progress: ({ phase }) => phase === 'saving' && abort.abort(new Error('stopped')),
      }),
    ).rejects.toThrow('stopped');
    expect(world.asked.save).toBe(1);
  });
});

describe('a blank cell', () => {
  const FULL = ['单位编码', '数量', '损耗率', '份数', '易腐', '状态', '证照', '采购日期', '标签', '产地'];
  const SAID = ['KG', '2.5', '9', '4', '是', '冻结', 'report', '2026-01-05', '有机,冷链', '定西'];
  const STANDING = {
    code: 'M1',
    name: '土豆',
    typeId: '11',
    unitId: '21',
    qty: '2.5',
    loss: '9',
    portions: 4,
    perishable: 1,
    state: '1',
    paper: 'report',
    boughtOn: '2026-01-05',
    tags: ['31', '32'],
    origin: '定西',
  };
  const standing = async (): Promise<World> => {
    const world = aWorld();
    await run(sheet([...HEAD, ...FULL], ['M1', '土豆', 'VEG', ...SAID]), world);
    return world;
  };

  test('promise 59: of a record that stands leaves every kind of field as it is, required ones and defaults too', async () => {
    const world = await standing();
    const { result } = await run(sheet([...HEAD, ...FULL], ['M1', null, '', ...FULL.map(() => null)]), world);
    expect(result).toMatchObject({ unchanged: 1, updated: 0, failed: 0 });
    const renamed = await run(sheet([...HEAD, ...FULL], ['M1', '马铃薯', null, ...FULL.map(() => '  ')]), world);
    expect(renamed.result).toMatchObject({ updated: 1 });
    expect(world.saved.at(-1)!.values).toEqual({ code: 'M1', name: '马铃薯' });
    expect(world.stored.get('M1')!.values).toEqual({ ...STANDING, name: '马铃薯' });
  });
  test.each([['清空'], ['CLEAR'], [' 清空 '], ['ＣＬＥＡＲ']])(
    'that says %s empties what may be empty, and gives a default back',
    async (word) => {
      const world = await standing();
      const { result } = await run(
        sheet([...HEAD, '数量', '标签', '易腐', '状态'], ['M1', null, null, word, word, word, word]),
        world,
      );
      expect(result).toMatchObject({ updated: 1, failed: 0 });
      expect(world.saved.at(-1)!.values).toEqual({ code: 'M1', qty: null, tags: null, perishable: 0, state: '0' });
    },
  );
  test('what is required, or tells which record is meant, cannot be emptied', async () => {
    const { result } = await run(sheet(HEAD, ['M1', '清空', null], ['清空', '土豆', 'VEG']), await standing());
    expect(result.rows).toEqual([
      { row: 2, column: '名称*', value: '清空', reason: '必填，不能清空' },
      { row: 3, column: '编码*', value: '清空', reason: '此列用来识别数据，不能清空' },
    ]);
  });
  test('a part of the key left open means what a new row would have there', async () => {
    const asked: unknown[] = [];
    const byState = { ...ingredient, excelKey: ['code', 'state'] };
    await run(sheet([...HEAD, '状态'], ['M1', '土豆', 'VEG', null]), aWorld(), {
      declaration: byState,
      findByKey: async (keys) => {
        asked.push(...keys);
        return keys.map(() => undefined);
      },
    });
    expect(asked).toEqual([['M1', '0']]);
  });
});

describe('what a check foretells', () => {
  const titlesOf: ImportTask['titlesOf'] = async (target, ids) => new Map(ids.map((id) => [id, `${target} ${id}`]));
  const foretold = async (rows: AsyncIterable<SheetRow>, more: Partial<ImportTask> = {}) => {
    const world = aWorld();
    await run(
      sheet([...HEAD, '单位编码', '数量'], ['M1', '土豆', 'VEG', 'KG', '1.50'], ['M2', '猪肉', 'MEAT', 'KG', '3']),
      world,
    );
    return (await run(rows, world, { dryRun: true, titlesOf, ...more })).result;
  };
  test('every cell that changes, with what stands there and what comes, references by their names', async () => {
    const { changes, updated } = await foretold(
      sheet([...HEAD, '单位编码', '数量'], ['M1', null, null, 'BOX', '1.5'], ['M2', '五花肉', null, 'KG', '清空']),
    );
    expect(updated).toBe(2);
    expect(changes).toEqual([
      {
        column: '单位编码',
        count: 1,
        cleared: 0,
        cells: [{ row: 2, record: 'M1 土豆', before: 'unit 21', after: 'BOX' }],
      },
      {
        column: '名称*',
        count: 1,
        cleared: 0,
        cells: [{ row: 3, record: 'M2 猪肉', before: '猪肉', after: '五花肉' }],
      },
      { column: '数量', count: 1, cleared: 1, cells: [{ row: 3, record: 'M2 猪肉', before: '3', after: '' }] },
    ]);
  });
  test('of many changes all are counted and the first of each column told', async () => {
    const rows = Array.from({ length: 1_200 }, (_, n) => [`M${n}`, '新名', 'VEG']);
    const { changes } = await foretold(sheet(HEAD, ...rows), {
      findByKey: async (keys) =>
        keys.map(([key]) => ({ id: String(key), version: 1, values: { code: key, name: '旧名', typeId: '11' } })),
    });
    expect(changes.map(({ column, count, cells }) => [column, count, cells.length])).toEqual([['名称*', 1_200, 200]]);
  });
  test('names that another record has, or a row above, however they are spaced; what is only changed elsewhere is not asked about', async () => {
    const named = { ...ingredient, keyword: ['code', 'name'] };
    const asked: (readonly string[])[] = [];
    const findAlike: ImportTask['findAlike'] = async (keys) => {
      asked.push(keys);
      return [
        { key: '西红柿', id: '9', code: 'V30035', title: '西红柿' },
        { key: '土豆', id: '1', code: 'M1', title: '土豆' },
      ];
    };
    const { alike, alikeRows, created } = await foretold(
      sheet(
        [...HEAD, '数量'],
        ['M1', '土豆', null, '9'],
        ['M3', '西 红柿', 'VEG', null],
        ['M4', 'Ｌeek', 'VEG', null],
        ['M5', 'leek', 'VEG', null],
      ),
      { declaration: named, findAlike },
    );
    expect(asked).toEqual([['西红柿', 'leek']]);
    expect([alikeRows, created]).toEqual([2, 3]);
    expect(alike).toEqual([
      {
        row: 3,
        column: '名称*',
        value: '西 红柿',
        record: { id: '9', code: 'V30035', title: '西红柿' },
        earlierRow: null,
      },
      { row: 5, column: '名称*', value: 'leek', record: null, earlierRow: 4 },
    ]);
  });
});

describe('trees', () => {
  const kindOf = resource('kind', {
    label: label('类别', 'Kind'),
    service: 's',
    segment: 'kind',
    fields: {
      code: code('编码', 'Code', { max: 20 }),
      name: text('名称', 'Name', { max: 20 }),
      parentId: parent('上级', 'Parent'),
    },
  });
  const importKinds = (world: World, ...rows: (string | null)[][]): Promise<ImportOutcome> =>
    run(sheet(['编码', '名称', '上级编码'], ...rows), world, { declaration: kindOf });

  test('a record may stand under one that an earlier row creates', async () => {
    const world = aWorld();
    const { result } = await importKinds(
      world,
      ['A', '蔬菜', null],
      ['A1', '叶菜', 'A'],
      ['A11', '菠菜', 'A1'],
      ['B', '肉', null],
    );
    expect(result).toMatchObject({ created: 4, failed: 0 });
    expect(world.saved.map(({ values }) => [values['code'], values['parentId']])).toEqual([
      ['A', '0'],
      ['A1', '1'],
      ['A11', '2'],
      ['B', '0'],
    ]);
    expect((await importKinds(world, ['A', '蔬菜', null], ['A1', '叶菜', 'A'])).result).toMatchObject({ unchanged: 2 });
  });
  test('not under itself, an unknown one, or a row that is bad', async () => {
    const { result } = await importKinds(aWorld(), ['A', '蔬菜', 'A'], ['B', '肉', 'X'], ['A1', '叶菜', 'A']);
    expect(result.rows.map(({ row, reason }) => `${row} ${reason}`)).toEqual([
      '2 上级不能是自己',
      '3 找不到类别「X」',
      '4 上级「A」所在的第 2 行有错误',
    ]);
  });
});

describe('template', () => {
  const rowsOf = async (file: Buffer, sheetName: string): Promise<(string | null)[][]> => {
    const rows: (string | null)[][] = [];
    for await (const { cells } of readSheet(file, { sheetNames: [sheetName] })) rows.push([...cells]);
    return rows;
  };
  test('has the columns a person may fill in, marked, with an example', async () => {
    const [headings, example, ...more] = await rowsOf(await buffer(template(ingredient, 'zh', lookups)), '数据');
    expect(headings).toEqual([
      '编码*',
      '名称*',
      '类型编码*',
      '单位编码',
      '数量',
      '单价',
      '金额',
      '损耗率',
      '换算',
      '份数',
      '易腐',
      '状态',
      '证照',
      '采购日期',
      '盘点时间',
      '标签',
      '产地',
    ]);
    expect(example!.slice(0, 6)).toEqual(['示例001', '示例名称', '示例编码', '示例编码', '1.5', '1.5']);
    expect(more).toEqual([]);
  });
  test('says per column what goes in, in the person’s language', async () => {
    const zh = await rowsOf(await buffer(template(ingredient, 'zh', lookups)), '填写说明');
    expect(zh.slice(0, 3)).toEqual([
      ['列', '必填', '类型', '规则', '示例'],
      ['编码', '是', '编码', '必填；按此列识别已有数据；不能重复；最多 20 个字符', '示例001'],
      ['名称', '是', '文本', '必填；最多 10 个字符；写全称', '示例名称'],
    ]);
    expect(zh.at(-1)).toEqual([
      '所有列',
      '否',
      null,
      '已有的数据：空白表示不改；填「清空」表示清除，必填的不能清除',
      '清空',
    ]);
    const en = await rowsOf(await buffer(template(ingredient, 'en', lookups)), 'How to fill in');
    expect(en[12]).toEqual([
      'State',
      'No',
      'Choice',
      'One of: Active, Frozen; On a new row empty means "Active"',
      'Active',
    ]);
  });
  test('leaves out what the person may not see', async () => {
    const [headings] = await rowsOf(
      await buffer(template(ingredient, 'zh', lookups, new Set(['price', 'amount']))),
      '数据',
    );
    expect(headings).not.toContain('单价');
  });
  test('imported as it came, its example is passed over; with a row below, that row is read', async () => {
    const [headings, example] = await rowsOf(await buffer(template(ingredient, 'en', lookups)), 'Data');
    expect(await refusal(run(sheet(headings!, example!)))).toBe('表格中没有数据');
    expect((await run(sheet(headings!, example!, ['M1', '土豆', 'VEG']))).result).toMatchObject({
      total: 1,
      created: 1,
    });
  });
});

test('an export imported again changes nothing', async () => {
  const world = aWorld();
  await run(
    sheet(
      [...HEAD, '单位编码', '数量', '单价', '损耗率', '易腐', '状态', '证照', '采购日期', '盘点时间', '标签', '产地'],
      [
        '=M1'.slice(1),
        '-土豆',
        'VEG',
        'KG',
        '0.125',
        '1234567890.123456',
        '9',
        '是',
        '冻结',
        'report',
        '2026-01-05',
        '2026-01-05 08:30:15',
        '有机,冷链',
        '@定西',
      ],
    ),
    world,
  );
  const stored = world.stored.get('M1')!.values;
  const columns = exportColumns(ingredient.fields, Object.keys(ingredient.fields), 'zh', lookups);
  const row = { ...stored, typeName: '蔬菜', typeCode: 'VEG', unitName: '千克', unitCode: 'KG', tagsName: '有机,冷链' };
  const file = await buffer(writeSheet(columns, [columns.map(({ read }) => read(row))], { name: '数据' }));
  expect((await run(readSheet(file), world)).result).toMatchObject({ total: 1, unchanged: 1, failed: 0, ignored: [] });
});

describe('many rows with 37 errors of 9 kinds', () => {
  const ROWS = rounds(10_000, 50_000);
  const HEADINGS = ['编码*', '名称*', '类型编码*', '单位编码', '数量', '易腐', '状态', '证照', '采购日期', '份数'];
  // What is wrong, in which column, and what is said; planted all over the sheet
  const KINDS: [column: number, value: string, reason: string][] = [
    [1, '', '必填'],
    [4, '十二', '不是数字'],
    [4, '0.12345', '数量最多 3 位小数'],
    [2, 'NONE', '找不到物料类型「NONE」'],
    [6, '坏', '状态没有「坏」这一项，可选：有效、冻结'],
    [8, '2026-02-30', '不是日期，请按 2026-01-31 填写'],
    [5, '大概', '请填「是」或「否」'],
    [1, '一个长过十个字的名称啊', '名称最多 10 个字符，现有 11 个'],
    [0, 'M7', '与第 9 行重复'],
  ];
  const planted: BadCell[] = Array.from({ length: 37 }, (_, n) => {
    const [column, value, reason] = KINDS[n % KINDS.length]!;
    return { row: ROWS / 50 + n * (ROWS / 40), column: HEADINGS[column]!, value, reason };
  });
  let file: Buffer;
  beforeAll(async () => {
    const errors = new Map(planted.map((bad, n) => [bad.row, KINDS[n % KINDS.length]!]));
    const rows = function* () {
      for (let n = 0; n < ROWS; n++) {
        const cells = [
          `M${n}`,
          `土豆${n}`,
          n % 2 ? 'VEG' : 'MEAT',
          'KG',
          `${n}.125`,
          '是',
          '有效',
          '营业执照',
          '2026-01-05',
          String(n),
        ];
        const error = errors.get(n + 2);
        if (error !== undefined) cells[error[0]] = error[1];
        yield cells;
      }
    };
    file = await buffer(
      writeSheet(
        HEADINGS.map((header) => ({ header, face: header === '数量' ? 'number' : 'text', width: 12 })),
        rows(),
        { name: '数据' },
      ),
    );
  });

  test('come back with exactly those, nothing landed, and marked in the person’s own sheet', async () => {
    const world = aWorld();
    const { result, header, landed } = await run(readSheet(file), world);
    expect(result.rows).toEqual(planted);
    expect([result.total, result.failed, result.created, landed, world.saved.length]).toEqual([ROWS, 37, 0, false, 0]);

    const marked = await buffer(resultSheet({ rows: readSheet(file), header, bad: result.rows, language: 'zh' }));
    const progress: string[] = [];
    let last = 0;
    for await (const { row, cells } of readSheet(marked)) {
      last = row;
      if (row === 1) progress.push(cells.join());
      else if (cells[0] !== null) progress.push(`${row} ${cells[0]}`);
    }
    expect(last).toBe(ROWS + 1);
    expect(progress.shift()).toBe(['失败原因', ...HEADINGS].join());
    expect(progress).toEqual(planted.map(({ row, column, reason }) => `${row} ${column}：${reason}`));
  }, 60_000);
  test('only the good ones land when they alone are wanted', async () => {
    const world = aWorld();
    const { result, landed } = await run(readSheet(file), world, { onlyGood: true });
    expect([landed, result.created, result.failed, world.stored.size]).toEqual([true, ROWS - 37, 37, ROWS - 37]);
  }, 60_000);
});

test('the sheet that comes back has bad cells filled and commented, keeps rows where they stood, and is read again when mended', async () => {
  const source = (): AsyncIterable<SheetRow> =>
    (async function* () {
      yield { row: 3, cells: [...HEAD, '我的备注'] };
      yield { row: 5, cells: ['M1', '土豆', '没有', '=x'] };
      yield { row: 9, cells: ['M2', '猪肉', 'MEAT', '好'] };
    })();
  const { result, header } = await run(source());
  const file = await buffer(resultSheet({ rows: source(), header, bad: result.rows, language: 'zh' }));
  const back: SheetRow[] = [];
  for await (const row of readSheet(file)) back.push(row);
  expect(back).toEqual([
    { row: 3, cells: ['失败原因', ...HEAD, '我的备注'] },
    { row: 5, cells: ['类型编码*：找不到物料类型「没有」', 'M1', '土豆', '没有', '=x'] },
    { row: 9, cells: [null, 'M2', '猪肉', 'MEAT', '好'] },
  ]);
  const { readXlsx } = await import('hucre/xlsx');
  expect((await readXlsx(file, { readStyles: true })).sheets[0]!.cells?.get('4,3')).toMatchObject({
    comment: { text: '找不到物料类型「没有」' },
    style: { fill: { fgColor: { rgb: expect.stringMatching(/FFD6D6$/) as string } } },
  });

  const world = aWorld();
  const mended = back.map(({ row, cells }) => ({ row, cells: cells.map((cell) => (cell === '没有' ? 'VEG' : cell)) }));
  const again = await run(
    (async function* () {
      yield* mended;
    })(),
    world,
  );
  expect(again.result).toMatchObject({ created: 2, failed: 0, ignored: ['我的备注'] });
});
