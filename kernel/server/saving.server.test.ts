import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loan, openWorkshop, tool, type Workshop } from '../../tests/support/workshop.ts';
import { Refused, sentenceOf } from '../core/refusal.ts';
import { sql, type Transaction } from '../../parts/postgres/database.ts';
import { readOptions } from './options.ts';
import { readPage, readRecord } from './record-query.ts';
import { runAction } from './run-action.ts';
import { saveAll, saveRecord } from './save.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop.close());

const save = (body: Record<string, unknown>, who = {}): Promise<string> =>
  shop.as(who, (context) => saveRecord(tool, context, body));
const saveLoan = (body: Record<string, unknown>, who = {}): Promise<string> =>
  shop.as(who, (context) => saveRecord(loan, context, body));
const read = (id: string): Promise<Record<string, unknown>> =>
  shop.as({}, async (context) => (await readRecord(tool, context, { id }))!);
const readLoan = (id: string): Promise<Record<string, unknown>> =>
  shop.as({}, async (context) => (await readRecord(loan, context, { id }))!);
const act = (name: string, ids: string, input = {}, who = {}): Promise<void> =>
  shop.as(who, (context) => runAction(loan, name, context, { ids, ...input }));
const refusalsOf = async (work: Promise<unknown>): Promise<string[]> => {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Refused)) throw error ?? new Error('It was not refused');
  return error.refusals.map((refusal) => sentenceOf(refusal, 'en'));
};

describe('a record', () => {
  test('comes back as it was typed: ids and decimals as text, references named', async () => {
    const friend = await save({ code: 'F1', name: '锤子' });
    const id = await save({
      code: 'T1',
      name: '西红柿夹',
      weight: '12.500',
      cost: '3.5',
      bought: '2026/1/2',
      friends: [friend],
    });
    expect(await read(id)).toMatchObject({
      id,
      version: 1,
      code: 'T1',
      weight: '12.5',
      cost: '3.50',
      bought: '2026-01-02',
      friends: friend,
      friendsName: '锤子',
      kind: 'hand',
      kindName: '手动',
      frozen: 0,
      isDeleted: 0,
    });
  });

  test('is found by name, pinyin and initials in one box', async () => {
    await save({ code: 'P9', name: '番茄刀' });
    for (const keyword of ['番茄', 'fanqie', 'fqd', 'p9']) {
      const page = await shop.as({}, (context) => readPage(tool, context, { keyword }));
      expect(page.records.map((row) => row['code'])).toEqual(['P9']);
    }
  });

  test.each(['搅拌', 'kitchenaid', '机 KITCHEN'])(
    'is found by a part of its name in whichever case: %s',
    async (name) => {
      const id =
        (await shop.as({}, (context) => readPage(tool, context, { code_equal: 'CASE' }))).records[0]?.['id'] ??
        (await save({ code: 'CASE', name: '搅拌机 KitchenAid' }));
      for (const asked of [{ name }, { name_like: name }])
        expect(
          (await shop.as({}, (context) => readPage(tool, context, asked))).records.map((row) => row['id']),
        ).toEqual([id]);
    },
  );

  test('is refused with every problem at once, and nothing is written', async () => {
    expect(await refusalsOf(save({ name: '', weight: '-1', bought: '2026-02-30' }))).toEqual([
      'Please enter Code',
      'Please enter Name',
      'Weight must be greater than 0',
      'Bought is not a date; write it as 2026-01-31',
    ]);
  });

  test('keeps what a change does not mention and clears what it sends empty', async () => {
    const id = await save({ code: 'K1', name: 'a', weight: '1' });
    await save({ id, name: 'b' });
    expect(await read(id)).toMatchObject({ name: 'b', weight: '1', version: 2 });
    await save({ id, weight: '' });
    expect(await read(id)).toMatchObject({ weight: null, version: 3 });
  });
});

describe('a record that others change', () => {
  test('that somebody changed meanwhile is not overwritten; both versions are in hand', async () => {
    const id = await save({ code: 'S1', name: 'first' });
    await save({ id, version: 1, name: 'second' });
    const error = await save({ id, version: 1, name: 'mine' }).catch((caught: Refused) => caught);
    expect((error as Refused).refusals[0]).toMatchObject({
      code: 'record.stale',
      detail: { current: { name: 'second', version: 2 } },
    });
  });

  test('that others changed meanwhile is refused with everybody who did since, and when; not with who did before', async () => {
    const people = await shop.as({}, (context) =>
      context.tx.rows<{ id: string }>(sql`
      insert into app_user (account, name, real_name, dept_id, role_id) values ('li', '小李', '李四', '{1}', '{1}'), ('wang', '小王', '王五', '{1}', '{1}'), ('zhao', '小赵', '赵六', '{1}', '{1}') returning id`),
    );
    const [li, wang, zhao] = people.map(({ id }) => id) as [string, string, string];
    const by = (userId: string, body: Record<string, unknown>) =>
      shop.as({ userId }, (context) => saveRecord(tool, context, body));
    const id = await by(zhao, { code: 'S2', name: 'first' });
    await by(li, { id, version: 1, name: 'second' });
    await by(wang, { id, version: 2, name: 'third' });
    const refused = async (version: number): Promise<Refused> =>
      save({ id, version, name: 'mine' }).then(
        () => {
          throw new Error('saved');
        },
        (error: Refused) => error,
      );
    expect((await refused(1)).refusals[0]!.detail['by']).toEqual(
      expect.arrayContaining([
        { userId: li, name: '李四', time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as unknown },
        { userId: wang, name: '王五', time: expect.any(String) as unknown },
      ]),
    );
    expect((await refused(1)).refusals[0]!.detail['by']).toHaveLength(2);
    expect((await refused(2)).refusals[0]!.detail).toMatchObject({ who: '王五', by: [{ userId: wang }] });
    expect(sentenceOf((await refused(2)).refusals[0]!, 'zh')).toMatch(
      /^数据已被他人修改（王五，\d{4}-.*），请刷新后重试$/,
    );
  });

  test('that is saved as it stands changes nothing: no version, no audit row', async () => {
    const id = await save({ code: 'Q1', name: 'same', weight: '2' });
    await save({ id, version: 1, name: 'same', weight: '2.000' });
    expect(await read(id)).toMatchObject({ version: 1 });
    expect(
      await shop.as({}, (context) =>
        context.tx.rows(sql`select action from audit_log where record_id = ${id}::bigint`),
      ),
    ).toEqual([{ action: 'create' }]);
  });
});

describe('a record as it is kept', () => {
  test('keeps its fixed fields', async () => {
    const id = await save({ code: 'X1', name: 'a' });
    expect(await refusalsOf(save({ id, code: 'X2' }))).toEqual(['Code cannot change once the record exists']);
  });

  test('leaves an audit row with each field before and after', async () => {
    const id = await save({ code: 'A1', name: 'old' });
    await save({ id, name: 'new' });
    const rows = await shop.as({}, (context) =>
      context.tx.rows(
        sql`select action, changes from audit_log where record_id = ${id}::bigint order by id desc limit 1`,
      ),
    );
    expect(rows).toEqual([{ action: 'update', changes: { name: ['old', 'new'] } }]);
  });

  test('hides a field from whoever lacks its right', async () => {
    const id = await save({ code: 'C1', name: 'dear', cost: '99' });
    const shown = await shop.as({ permissions: new Set() }, (context) => readRecord(tool, context, { id }));
    expect(shown).not.toHaveProperty('cost');
  });
});

describe('a list', () => {
  test('filters by suffix, ignores keys it does not know, refuses a value that does not fit', async () => {
    await save({ code: 'L1', name: 'light', weight: '1' });
    await save({ code: 'L2', name: 'heavy', weight: '100' });
    const codes = async (input: Record<string, unknown>): Promise<unknown[]> =>
      (await shop.as({}, (context) => readPage(tool, context, { code_likeright: 'L', ...input }))).records.map(
        (row) => row['code'],
      );
    expect(await codes({ weight_ge: '50', _t: '1', nonsense: 'x' })).toEqual(['L2']);
    expect(await codes({ weight_lt: '50' })).toEqual(['L1']);
    expect(await codes({ name_notequal: 'light', descs: 'code' })).toEqual(['L2']);
    expect(await codes({ createTime_dategt: '2020-01-01 00:00:00', ascs: 'weight' })).toEqual(['L1', 'L2']);
    expect(await codes({ name: '%' })).toEqual([]);
    expect(await refusalsOf(codes({ weight_ge: 'abc' }))).toEqual(['Parameter weight_ge has an invalid value "abc"']);
    expect(await refusalsOf(codes({ size: '201' }))).toEqual(['Page size must be between 1 and 200']);
    expect(await refusalsOf(codes({ descs: 'weight;drop' }))).toEqual(['Cannot sort by weight;drop']);
  });

  test('tells the true total past the last page', async () => {
    const page = await shop.as({}, (context) => readPage(tool, context, { current: '900', code_likeright: 'L' }));
    expect(page).toMatchObject({ records: [], total: 2, current: 900 });
  });

  test('offers options with what helps to choose', async () => {
    const options = await shop.as({}, (context) => readOptions(tool, context, { keyword: 'heavy' }));
    expect(options).toMatchObject([{ title: 'heavy', code: 'L2' }]);
  });
});

describe('a document', () => {
  let toolId: string;
  beforeAll(async () => {
    toolId = await save({ code: 'D1', name: 'drill' });
  });
  const aLoan = (): Promise<string> => saveLoan({ until: '2026-12-01', details: [{ toolId, pieces: '2' }] });

  test('has a number, lines in order and the names of what they refer to', async () => {
    const row = await readLoan(await aLoan());
    expect(row['billCode']).toMatch(/^JY20261121\d{4}$/);
    expect(row).toMatchObject({
      status: 'draft',
      statusName: '草稿',
      details: [{ lineNo: 1, toolId, toolName: 'drill', toolCode: 'D1', pieces: '2', counted: '0' }],
    });
  });

  test('is made beside many others with as many statements as alone, each with its own lines in order', async () => {
    const tools = await Promise.all(['M1', 'M2', 'M3'].map((code) => save({ code, name: code })));
    const made = (many: number) =>
      shop.as({}, async (context) => {
        let statements = 0;
        const counted: Transaction = {
          ...context.tx,
          rows: (query) => (statements++, context.tx.rows(query)),
          row: (query) => (statements++, context.tx.row(query)),
          run: (query) => (statements++, context.tx.run(query)),
        };
        const ids = await saveAll(
          loan,
          { ...context, tx: counted },
          Array.from({ length: many }, (_, nr) => ({
            until: '2026-12-01',
            details: tools
              .slice(0, 1 + (nr % 3))
              .map((tool, line) => ({ toolId: tool, pieces: String(10 * nr + line + 1) })),
          })),
        );
        return { statements, ids };
      });
    const alone = await made(1);
    const together = await made(20);
    expect(together.statements).toBe(alone.statements);
    const eighth = await readLoan(together.ids[7]!);
    expect(
      (eighth['details'] as Record<string, unknown>[]).map((line) => [
        line['lineNo'],
        line['toolName'],
        line['pieces'],
      ]),
    ).toEqual([
      [1, 'M1', '71'],
      [2, 'M2', '72'],
    ]);
  });

  test('changes, adds and drops lines in one save; server-owned figures stay', async () => {
    const other = await save({ code: 'D2', name: 'saw' });
    const id = await aLoan();
    const [line] = (await readLoan(id))['details'] as { id: string }[];
    await saveLoan({
      id,
      details: [
        { toolId: other, pieces: '1' },
        { id: line!.id, toolId, pieces: '5', counted: '4' },
      ],
    });
    expect((await readLoan(id))['details']).toMatchObject([
      { lineNo: 1, toolCode: 'D2' },
      { lineNo: 2, id: line!.id, pieces: '5', counted: '0' },
    ]);
    await saveLoan({ id, details: [{ toolId: other, pieces: '3' }] });
    await saveLoan({ id, details: [] });
    expect((await readLoan(id))['details']).toEqual([]);
    const audited = await shop.as({}, (context) =>
      context.tx.rows<{ changes: Record<string, unknown> }>(
        sql`select changes from audit_log where resource = 'loan' and record_id = ${id}::bigint order by id`,
      ),
    );
    const lines = audited.map(({ changes }) =>
      Object.fromEntries(Object.entries(changes).filter(([name]) => name.startsWith('details.'))),
    );
    expect(lines).toMatchObject([
      { 'details.1': [null, { toolId, pieces: '2' }] },
      { 'details.1': [null, { toolId: other, pieces: '1' }], 'details.2.pieces': ['2', '5'] },
      {
        'details.1': [
          { toolId: other, pieces: '1' },
          { toolId: other, pieces: '3' },
        ],
        'details.2': [{ toolId, pieces: '5' }, null],
      },
      { 'details.1': [{ toolId: other, pieces: '3' }, null] },
    ]);
  });

  test('names the line of every problem', async () => {
    const refusals = await saveLoan({
      until: '2026-12-01',
      details: [
        { toolId: '99', pieces: '1' },
        { pieces: '0', toolId },
      ],
    }).catch((error: Refused) => error.refusals);
    expect(refusals).toMatchObject([{ line: 2, code: 'field.positive' }]);
    expect(await refusalsOf(saveLoan({ until: '2026-12-01', details: [{ toolId: '99', pieces: '1' }] }))).toEqual([
      'Tool refers to a record that does not exist; it may have been removed',
    ]);
    expect(
      await refusalsOf(
        saveLoan({
          until: '2026-12-01',
          details: [
            { toolId, pieces: '1' },
            { toolId, pieces: '2' },
          ],
        }),
      ),
    ).toEqual(['Line 2 repeats line 1 (Tool)']);
  });

  test('goes its way once; others are told what the state is', async () => {
    const id = await aLoan();
    await act('toApply', id);
    expect(await refusalsOf(act('toApply', id))).toEqual([
      expect.stringMatching(/^Document JY\d+ is Pending: Send for approval is not possible$/),
    ]);
    await act('doApply', id, {}, { userId: '2' });
    expect(await readLoan(id)).toMatchObject({ status: 'approved' });
  });

  test('is not decided by who sent it', async () => {
    const id = await aLoan();
    await act('toApply', id);
    expect(await refusalsOf(act('doApply', id))).toEqual([expect.stringContaining('You sent document')]);
    expect(await refusalsOf(act('refuse', id, {}, { userId: '2' }))).toEqual(['Please enter Reason']);
    await act('refuse', id, { reason: 'too many' }, { userId: '2' });
    expect(await readLoan(id)).toMatchObject({ status: 'rejected', reason: 'too many' });
  });

  test('of several, all act or none', async () => {
    const [first, second] = [await aLoan(), await aLoan()];
    await act('toApply', second);
    await refusalsOf(act('toApply', `${first},${second}`));
    expect(await readLoan(first)).toMatchObject({ status: 'draft' });
  });

  test('cannot be edited under approval', async () => {
    const id = await aLoan();
    await act('toApply', id);
    expect(await refusalsOf(saveLoan({ id, note: 'x' }))).toEqual([expect.stringContaining('cannot be changed')]);
  });

  test('promise 22: twenty at once send it exactly once, nineteen are told', async () => {
    const id = await aLoan();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => act('toApply', id)));
    expect(outcomes.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.filter((each) => each.status === 'rejected' && each.reason instanceof Refused)).toHaveLength(19);
  });

  test('numbers have no gaps and no doubles under 50 parallel saves, some of which fail', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        saveLoan(
          { until: '2026-12-01', details: [{ toolId: index % 5 === 0 ? '99' : toolId, pieces: '1' }] },
          { tenant: '000009', scope: { all: true } },
        ),
      ),
    );
    // The tool lives in another tenant: every one of these fails. Then forty that succeed.
    expect(outcomes.every((each) => each.status === 'rejected')).toBe(true);
    const own = await save({ code: 'N1', name: 'n' }, { tenant: '000009' });
    const made = await Promise.all(
      Array.from({ length: 50 }, () =>
        saveLoan({ until: '2026-12-01', details: [{ toolId: own, pieces: '1' }] }, { tenant: '000009' }),
      ),
    );
    const codes = await shop.as({ tenant: '000009' }, (context) =>
      context.tx.rows<{ billCode: string }>(sql`select bill_code from loan where id = any(${made}::bigint[])`),
    );
    expect(codes.map((row) => row.billCode).toSorted()).toEqual(
      Array.from({ length: 50 }, (_, index) => `JY20261121${String(index + 1).padStart(4, '0')}`),
    );
  });
});

describe('a tenant', () => {
  test("promise 24: never sees another's rows, not even by id", async () => {
    const id = await save({ code: 'secret', name: 'marker' }, { tenant: '000001' });
    expect(await shop.as({ tenant: '000002' }, (context) => readRecord(tool, context, { id }))).toBeUndefined();
    const page = await shop.as({ tenant: '000002' }, (context) => readPage(tool, context, {}));
    expect(page.total).toBe(0);
  });

  test('promise 25: nothing of it stays on a pooled connection', async () => {
    await save({ code: 'pool', name: 'x' }, { tenant: '000001' });
    const rows = await shop.database.transaction({ tenant: null, timeZone: 'UTC' }, (tx) =>
      tx.rows(sql`select 1 as one from tool`),
    );
    expect(rows).toEqual([]);
  });

  test.each([
    ["select set_config('app.tenant', '000001', false)"],
    ["update pg_settings set setting = '000001' where name = 'app.tenant'"],
    ['set role owner'],
    ['create temporary table t (a int)'],
    ["create function f() returns int language sql as 'select 1'"],
    ["copy tool to program 'cat'"],
    ["select pg_read_file('/etc/passwd')"],
    ["select lo_import('/etc/passwd')"],
    ["update audit_log set title = 'x'"],
    ['delete from audit_log'],
    ['delete from document_log'],
    ['update bill_link set to_qty = 0'],
    ['alter table tool disable row level security'],
  ])('promise 26: %s is denied', async (statement) => {
    await expect(
      shop.database.transaction({ tenant: '000002', timeZone: 'UTC' }, (tx) =>
        tx.run({ text: statement, values: [] } as never),
      ),
    ).rejects.toThrow(/denied|must be owner|must be superuser|permission/);
  });
});
