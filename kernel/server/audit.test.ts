import { expect, test } from 'vitest';
import { differences } from './audit.ts';

test.each([
  ['another value', { name: 'a' }, { name: 'b' }, { name: ['a', 'b'] }],
  ['nothing in other words', { name: null, ids: [] }, { name: '', ids: null }, {}],
  ['the same object with its keys in another order', { config: { b: [1], a: 2 } }, { config: { a: 2, b: [1] } }, {}],
  [
    'a list in another order',
    { ids: ['1', '2'] },
    { ids: ['2', '1'] },
    {
      ids: [
        ['1', '2'],
        ['2', '1'],
      ],
    },
  ],
  ['a key that is gone', { config: { a: 1, b: 2 } }, { config: { a: 1 } }, { config: [{ a: 1, b: 2 }, { a: 1 }] }],
  ['a key that holds undefined', { config: { a: 1 } }, { config: { a: 1, b: undefined } }, {}],
])('a change is noted for what it is: %s', (_title, before, after, changes) => {
  expect(differences(before, after)).toEqual(changes);
});
