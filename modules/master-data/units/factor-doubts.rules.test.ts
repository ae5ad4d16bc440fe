import { expect, test } from 'vitest';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { Fraction } from '../figures/exact-fraction.rules.ts';
import { factorDoubts } from './factor-doubts.rules.ts';

const doubts = (ratio: string, count: number, factor: string): string[] =>
  factorDoubts(Fraction.of(ratio), { count, factor }, { unit: 'box', base: 'kg' }).map((each) =>
    sentenceOf(each, 'en'),
  );

test.each([
  ['as it came', '30', 5, '30', 0],
  ['a tenth more', '33', 5, '30', 0],
  ['more than a tenth more', '33.01', 5, '30', 1],
  ['more than a tenth less', '26.9', 5, '30', 1],
  ['too few receipts to tell', '3', 2, '30', 0],
  ['a slipped decimal point', '300', 3, '30', 1],
] as const)('a factor is questioned where receipts say something else: %s', (_, ratio, count, factor, told) => {
  expect(doubts(ratio, count, factor)).toHaveLength(told);
});

test('the question says what was booked and how far off it is', () => {
  expect(doubts('3', 4, '30')).toEqual([
    'The last 4 receipts were booked at 1 box = 30 kg, and this differs by -90 %; check it before you save',
  ]);
});
