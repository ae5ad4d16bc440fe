import { expect, test } from 'vitest';
import { shape } from '../../kernel/core/shape.ts';
import { mismatches } from './answers.ts';

const answered = shape.object({
  lent: shape.list(shape.object({ toolId: shape.id, qty: shape.quantity })),
  until: shape.nullable(shape.day),
  note: shape.optional(shape.text),
});
const lent = { lent: [{ toolId: '7', qty: '1.5' }], until: '2026-11-18' };
test.each<[string, unknown, readonly string[]]>([
  ['as declared', lent, []],
  ['null where that may be', { ...lent, until: null }, []],
  ['an optional key', { ...lent, note: 'x' }, []],
  [
    'a figure that is a number',
    { ...lent, lent: [{ toolId: '7', qty: 1.5 }] },
    ['answer.lent[0].qty: 1.5 is no quantity'],
  ],
  ['a key nobody declared', { ...lent, more: 1 }, ['answer.more: not declared']],
  ['a key that is missing', { lent: [] }, ['answer.until: undefined is no day']],
  [
    'a day that is a moment',
    { ...lent, until: '2026-11-18 10:00:00' },
    ['answer.until: "2026-11-18 10:00:00" is no day'],
  ],
])('an answer is compared with its shape: %s', (_case, answer, wrong) => {
  expect(mismatches(answered, answer)).toEqual(wrong);
});
