import { expect, test } from 'vitest';
import { Refused } from '../../kernel/core/refusal.ts';
import { entriesOf, LIMITS_OF_NOBODY, LIMITS_OF_PEOPLE, requireShape, type BodyLimits } from './body-shape.ts';

const FEW: BodyLimits = { bytes: 100, values: 4, depth: 2 };
const refusalOf = (work: () => unknown): string => {
  try {
    work();
    return '';
  } catch (error) {
    return error instanceof Refused ? error.refusals[0]!.code : String(error);
  }
};

test.each<[string, string, string]>([
  ['as deep as may be', '{"a":[1]}', ''],
  ['one deeper', '{"a":[{}]}', 'body.too-deep'],
  ['lists beside each other', '[[],[],[]]', 'body.too-many'],
  ['as many values as may be', '[1,2,3,4]', ''],
  ['one more', '[1,2,3,4,5]', 'body.too-many'],
  ['brackets and commas within a text', '["[[[[,,,,{{{{"]', ''],
  ['a quote within a text', '["a\\"[[[,,,,"]', ''],
  ['a text that ends with a backslash', '["\\\\",[[]]]', 'body.too-deep'],
  ['the character that cannot be kept', '["a\\u0000b"]', 'body.nul'],
  ['its letters', '["a\\\\u0000b"]', ''],
  ['a text that never ends', '["', ''],
])('a JSON text with %s', (_, text, refusal) => {
  expect(refusalOf(() => requireShape(text, FEW))).toBe(refusal);
});

test('a form gives lists for what comes more than once, and nothing for a name every object has', () => {
  expect(entriesOf(new URLSearchParams('a=1&b=2&a=3&c[]=4&__proto__=5&constructor=6'), LIMITS_OF_NOBODY)).toEqual({
    a: ['1', '3'],
    b: '2',
    c: '4',
    constructor: '6',
  });
});

test('a form of too many fields, or with the character that cannot be kept, is refused', () => {
  expect(refusalOf(() => entriesOf(new URLSearchParams('a&'.repeat(1_001)), LIMITS_OF_NOBODY))).toBe('body.too-many');
  expect(refusalOf(() => entriesOf(new URLSearchParams('a=%00'), LIMITS_OF_NOBODY))).toBe('body.nul');
});

test('the same field a hundred thousand times takes no longer for each of them', () => {
  const form = [...new URLSearchParams('a&'.repeat(100_000))];
  const began = process.cpuUsage();
  expect((entriesOf(form, LIMITS_OF_PEOPLE)['a'] as string[]).length).toBe(100_000);
  const { user } = process.cpuUsage(began);
  expect(user / 1000).toBeLessThan(500);
});
