import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { gradeOf, PARTS, scoreOf, WEIGHTS, weightsOf } from './supplier-score.rules.ts';

const of = (text: string | null): Decimal | null => (text === null ? null : Decimal.of(text));
const scored = (parts: readonly (string | null)[], weights = WEIGHTS): string | null => {
  const figures = Object.fromEntries(PARTS.map((part, at) => [part, of(parts[at] ?? null)])) as never;
  return scoreOf(figures, weightsOf(weights)!)?.toString() ?? null;
};

test.each([
  ['all as it should be', ['100', '100', '0', '100', '100', '100'], '100'],
  ['nothing as it should be', ['0', '0', '100', '0', '0', '0'], '0'],
  ['half of all on time', ['50', '100', '0', '100', '100', '100'], '87.5'],
  ['a fifth sent back', ['100', '100', '20', '100', '100', '100'], '96'],
  ['only what is known counts', ['80', null, null, null, null, null], '80'],
  ['half of what was tested failed', ['100', '100', '0', '100', '100', '100', '50'], '95.45'],
  ['a third of two thirds', ['33.33', '66.67', null, null, null, null], '50'],
  ['nothing is known', [null, null, null, null, null, null], null],
])('B21: the score of a month: %s', (_name, parts, expected) => {
  expect(scored(parts)).toBe(expected);
});

test('B21: weights are a parameter; what is none is not taken', () => {
  expect(scored(['0', '100', null, null, null, null], '10,30,0,0,0,0')).toBe('75');
  expect(scored(['0', '100', null, null, null, null, '0'], '10,30,0,0,0,0')).toBe('75');
  expect(scored(['0', '100', null, null, null, null, '0'], '10,30,0,0,0,0,60')).toBe('30');
  for (const wrong of ['', '1,2,3', '0,0,0,0,0,0', '0,0,0,0,0,0,0', '1,1,1,1,1,1,1,1', 'a,b,c,d,e,f', '1,1,1,1,1,-1'])
    expect(weightsOf(wrong)).toBeUndefined();
});

test.each([
  ['100', 'a'],
  ['90', 'a'],
  ['89.99', 'b'],
  ['75', 'b'],
  ['74.99', 'c'],
  ['60', 'c'],
  ['59.99', 'd'],
])('B21: a score of %s suggests %s', (score, grade) => {
  expect(gradeOf(Decimal.of(score))).toBe(grade);
});
