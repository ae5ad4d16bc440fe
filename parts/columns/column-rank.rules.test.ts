import { expect, test } from 'vitest';
import { choice, code, day, moment, money, text } from '../../kernel/core/field.ts';
import { ranked } from './column-rank.rules.ts';

const FIELDS = Object.entries({
  name: text('名称', 'Name'),
  startDate: day('开始', 'From'),
  code: code('编码', 'Code'),
  kind: choice('类型', 'Kind', [['a', '甲', 'A']]),
  state: choice('状态', 'State', [['on', '启用', 'On', 'done']]),
  total: money('总额', 'Total'),
  at: moment('时间', 'At'),
});
const order = (of: Parameters<typeof ranked>[0]): string =>
  ranked(of, 'name', FIELDS)
    .fields.map(([name]) => name)
    .join(' ');

test('how a record stands comes right after what it is called', () => {
  expect(order({})).toBe('code name state startDate kind total at');
  expect(ranked({}, 'name', FIELDS).named).toBe(2);
});

test('the amount an approval is about stands where one approves', () => {
  const life = { facts: { amount: 'total' } } as unknown as NonNullable<Parameters<typeof ranked>[0]['life']>;
  expect(order({ life })).toBe('code name state total startDate kind at');
});

test('what only tells the past has the time it is sorted by in sight', () => {
  expect(order({ view: true, sort: '-at' })).toBe('code name state at startDate kind total');
});
