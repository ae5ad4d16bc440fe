import { expect, test } from 'vitest';
import { isAsked, withLapsed } from './asked-fields.ts';
import { choice, integer, ref } from './field.ts';

const fields = {
  reference: choice(
    '参考价',
    'Goes by',
    [
      ['purchase', '采购价', 'Purchase'],
      ['market', '行情', 'Market'],
    ],
    { default: 'purchase' },
  ),
  marketId: ref('行情来源', 'Market', 'market', { optional: true, onlyWith: ['reference', 'market'] }),
  period: choice(
    '取值方式',
    'Taken from',
    [
      ['latest', '最近一次', 'The latest'],
      ['mean', '均价', 'Mean'],
    ],
    { default: 'latest', onlyWith: ['reference', 'market'] },
  ),
  days: integer('天数', 'Days', { default: 7, onlyWith: ['period', 'mean'] }),
};

test.each([
  ['of the market', { reference: 'market', period: 'mean' }, ['reference', 'marketId', 'period', 'days']],
  ['of the latest quote', { reference: 'market', period: 'latest' }, ['reference', 'marketId', 'period']],
  ['of what is paid', { reference: 'purchase', period: 'latest' }, ['reference']],
  ['of nothing yet', {}, ['reference']],
])('a form asks only what goes with what stands in it: %s', (_, values, names) => {
  expect(
    Object.entries(fields)
      .filter(([, field]) => isAsked(field, values))
      .map(([name]) => name),
  ).toEqual(names);
});

test('what is no longer asked for takes its default, and so does what hangs on that', () => {
  const before = { reference: 'market', marketId: '7', period: 'mean', days: 30 };
  expect(withLapsed(fields, before, { reference: 'purchase' })).toEqual({
    reference: 'purchase',
    marketId: null,
    period: 'latest',
    days: 7,
  });
  expect(withLapsed(fields, before, { period: 'latest' })).toEqual({ period: 'latest', days: 7 });
  expect(withLapsed(fields, before, { days: 14 }), 'what changes nothing of that stays alone').toEqual({ days: 14 });
});
