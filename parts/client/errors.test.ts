import { expect, test } from 'vitest';
import { ApiError, fieldProblemsIn, staleIn, errorKindOf } from './errors.ts';

test('every refusal of an answer reaches its field and line', () => {
  const data = {
    reason: 'field.required',
    field: 'name',
    refusals: [
      { code: 'field.required', field: 'name', line: null, sentence: '请填写物料名称' },
      { code: 'field.positive', field: 'qty', line: 3, sentence: '第 3 行:数量必须大于 0' },
    ],
  };
  expect(fieldProblemsIn(data, 'first')).toEqual([
    { message: '请填写物料名称', field: 'name' },
    { message: '第 3 行:数量必须大于 0', field: 'qty', line: 3 },
  ]);
});

test('an answer without details says its message once', () => {
  expect(fieldProblemsIn({}, '单据已作废')).toEqual([]);
  expect(fieldProblemsIn({ field: 'code' }, '编号已存在')).toEqual([{ message: '编号已存在', field: 'code' }]);
});

test('what lets a refusal pass is known by its name; what is none is nothing', () => {
  const entry = { sentence: '缺少 1 个物料', field: '' };
  expect(
    fieldProblemsIn(
      [
        { ...entry, override: { name: 'acceptMissing' } },
        { ...entry, override: { name: 'overrideReason', why: true } },
        { ...entry, override: 'yes' },
      ],
      '',
    ).map((each) => each.override),
  ).toEqual([{ name: 'acceptMissing', why: false }, { name: 'overrideReason', why: true }, undefined]);
});

test('only a stale save carries the row that stands now, and whose it is', () => {
  const current = { id: '1', version: 3 };
  const by = [{ userId: '7', name: '李四', time: '2026-11-24 08:00:00' }];
  expect(staleIn(new ApiError('refused', '', { data: { reason: 'stale', current, by } }))).toEqual({ current, by });
  expect(staleIn(new ApiError('refused', '', { data: { reason: 'stale', current } }))).toEqual({ current, by: [] });
  expect(staleIn(new ApiError('refused', '', { data: { reason: 'field.unique' } }))).toBeUndefined();
  expect(staleIn(new Error('x'))).toBeUndefined();
});

test.each`
  status | errorKind
  ${400} | ${'refused'}
  ${401} | ${'signed-out'}
  ${403} | ${'forbidden'}
  ${404} | ${'missing'}
  ${429} | ${'busy'}
  ${500} | ${'fault'}
`('$status is $errorKind', ({ status, errorKind }) => expect(errorKindOf(status)).toBe(errorKind));
