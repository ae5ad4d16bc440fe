import { expect, test } from 'vitest';
import { confirmAllFields, confirmFields, type Undecided } from './difference-acts.rules.ts';
import type { Field, Fields } from '../../../kernel/core/field.ts';

const short: Undecided = {
  fromLocationId: '',
  differenceQty: '5',
  arrivedQty: '1.5',
  outcome: 'wait',
  bearer: 'supplier',
  unitName: '千克',
};
const values = (fields: Fields): readonly string[] =>
  (fields['outcome'] as Field).rules.choices!.map(({ value }) => String(value));

test.each([
  ['of a supplier that waits', short, '3.5', undefined, ['cancel-rest', 're-buy', 'charge']],
  [
    'of a supplier with its outcome',
    { ...short, outcome: 'charge' },
    '3.5',
    'charge',
    ['cancel-rest', 're-buy', 'charge'],
  ],
  [
    'between our own places',
    { ...short, fromLocationId: '9', arrivedQty: '0', outcome: 'back' },
    '5',
    'back',
    ['back', 'resend', 'loss'],
  ],
  [
    'between our own places of what is over',
    { ...short, fromLocationId: '9', arrivedQty: '0', differenceQty: '-2', outcome: 'over-accept' },
    '2',
    'over-accept',
    ['over-accept', 'over-return'],
  ],
])('a difference %s proposes what has not come, and the outcomes of its kind', (_, row, rest, outcome, offered) => {
  const fields = confirmFields(row);
  expect([fields['agreedQty']!.rules.default, fields['outcome']!.rules.default, values(fields)]).toEqual([
    rest,
    outcome,
    offered,
  ]);
});

test('several at once are offered only what suits each of them', () => {
  expect(values(confirmAllFields([short, short]))).toEqual(['cancel-rest', 're-buy', 'charge']);
  expect(values(confirmAllFields([short, { ...short, fromLocationId: '9' }]))).toEqual([]);
});
