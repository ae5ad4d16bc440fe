/** Sentences of pure rules and of the edge that no area tries by itself. */
import { expect, test } from 'vitest';
import { day, moment, refs, type Field } from '../../kernel/core/field.ts';
import { sentenceOf, type Refusal } from '../../kernel/core/refusal.ts';
import { readFields } from '../../kernel/core/validate.ts';
import { readCell } from '../../parts/sheets/cell-text.ts';
import { openHouse } from '../../modules/admin/admin.testing.ts';
import { dataScopeRefusals } from '../../modules/admin/rights/scope.rules.ts';
import { user } from '../../modules/admin/people/user.resource.ts';
import { placeRefusals } from '../../modules/platform/region.rules.ts';

const NOTHING = { dictionaries: {} } as never;
const ofCell = (field: Field, cell: string): readonly Refusal[] => {
  const read = readCell(field, cell, NOTHING);
  return 'refusal' in read ? [read.refusal] : [];
};

test.each([
  [
    'a region of level 6',
    placeRefusals({ code: '44', parentCode: '', level: 6 }, undefined),
    ['区划等级为 0 至 5，收到的是“6”'],
  ],
  [
    'a country below another',
    placeRefusals({ code: '00', parentCode: '44', level: 0 }, { code: '44', level: 1 }),
    ['国家没有上级区划，请清空“上级区划”'],
  ],
  ['a cell that is no moment', ofCell(moment('时间', 'Time'), 'noon'), ['不是日期时间，请按 2026-01-31 08:30:00 填写']],
  ['a cell that is no day', ofCell(day('日期', 'Day'), '2026-02-30'), ['不是日期，请按 2026-01-31 填写']],
  [
    'three of at most two',
    readFields({ ids: refs('岗位', 'Posts', 'post', { max: 2 }) }, { ids: '1,2,3' }, true).refusals,
    ['岗位最多 2 项'],
  ],
  [
    'a data scope of a kind that is none',
    dataScopeRefusals(
      { scopeClass: 'user', scopeColumn: 'createUser', scopeType: '9', scopeValue: '', scopeField: '*' },
      user,
    ),
    ['权限类型为 1 至 5，收到的是“9”'],
  ],
] as const)('%s', (_, refusals, sentences) => {
  expect(refusals.map((refusal) => sentenceOf(refusal, 'zh')).slice(0, sentences.length)).toEqual(sentences);
});

test('an idempotency key of 300 signs is too long', async () => {
  const house = await openHouse();
  const { token } = await house.signIn('admin');
  const answer = await house.app.inject({
    method: 'POST',
    url: '/api/blade-system/post/submit',
    headers: { 'blade-auth': `bearer ${token}`, 'idempotency-key': 'k'.repeat(300) },
    payload: { postName: 'x' },
  });
  expect([answer.statusCode, (answer.json() as { msg: string }).msg]).toEqual([
    400,
    expect.stringMatching(/^请求编号最长 \d+ 个字符$/),
  ]);
});

test('a list filtered by more than 256 signs is refused at once, however long the text', async () => {
  const house = await openHouse();
  const { token } = await house.signIn('admin');
  const answers = await Promise.all(
    ['post/page?postName', 'region/exportExcel?name'].map(async (path) => {
      const { statusCode, body } = await house.app.inject({
        method: 'GET',
        url: `/api/blade-system/${path}=${'x'.repeat(12_000)}`,
        headers: { 'blade-auth': `bearer ${token}` },
      });
      return [statusCode, (JSON.parse(body) as { msg: string }).msg];
    }),
  );
  expect(answers).toEqual([
    [400, '参数 postName 最长 256 个字符'],
    [400, '参数 name 最长 256 个字符'],
  ]);
});
