import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { bandOf, isInBand, pieceWeight, pieceWeightRefusal } from './piece-weight.rules.ts';

const d = (text: string): Decimal => Decimal.of(text);

test.each`
  kg         | pieces  | weight
  ${'12.86'} | ${'10'} | ${'1.286'}
  ${'10'}    | ${'3'}  | ${'3.333333333333'}
  ${'0.5'}   | ${'1'}  | ${'0.5'}
  ${'12.86'} | ${'0'}  | ${undefined}
  ${'0'}     | ${'10'} | ${undefined}
`('$pieces pieces of $kg kg weigh $weight each', ({ kg, pieces, weight }) => {
  expect(pieceWeight(d(kg as string), d(pieces as string))?.toString()).toBe(weight);
});

/** Nine and more receipts whose figures a person can work out: mean 5, squares of the differences 32. */
const NINE = ['2', '4', '4', '4', '5', '5', '5', '7', '9'];
describe('the band of', () => {
  test.each`
    title                                   | weights                                     | count        | mean         | sigma
    ${'four receipts is none'}              | ${['1', '1', '1', '1']}                     | ${undefined} | ${undefined} | ${undefined}
    ${'five that weighed the same'}         | ${['1.25', '1.25', '1.25', '1.25', '1.25']} | ${5}         | ${'1.25'}    | ${'0'}
    ${'nine, by the deviation of a sample'} | ${NINE}                                     | ${9}         | ${'5'}       | ${'2'}
    ${'five, rounded once'}                 | ${['1', '1', '1', '1', '2']}                | ${5}         | ${'1.2'}     | ${'0.4472135955'}
  `('$title', ({ weights, count, mean, sigma }) => {
    const band = bandOf((weights as string[]).map(d));
    expect([band?.count, band?.mean.toString(), band?.sigma.toString()]).toEqual([count, mean, sigma]);
  });
});

test.each`
  weight               | is
  ${'5'}               | ${true}
  ${'11'}              | ${true}
  ${'11.000000000001'} | ${false}
  ${'-1'}              | ${true}
  ${'-1.000000000001'} | ${false}
`('around a mean of 5 with a deviation of 2, $weight is inside: $is', ({ weight, is }) => {
  expect(isInBand(d(weight as string), bandOf(NINE.map(d))!)).toBe(is);
});

test('300 drawn bands agree with the definition, written down as it stands in a textbook', () => {
  let seed = 7;
  const draw = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 300; round += 1) {
    const weights = Array.from({ length: 5 + draw(16) }, () => 900 + draw(600)); // grams
    const mean = weights.reduce((sum, each) => sum + each, 0) / weights.length;
    let squares = 0;
    for (const each of weights) squares += (each - mean) ** 2;
    const sigma = Math.sqrt(squares / (weights.length - 1));
    const band = bandOf(weights.map((grams) => d(String(grams)).dividedBy(Decimal.of(1000))))!;
    expect(band.mean.toApproximateNumber()).toBeCloseTo(mean / 1000, 10);
    expect(band.sigma.toApproximateNumber()).toBeCloseTo(sigma / 1000, 10);
    const grams = 500 + draw(1400);
    // Where the two are further apart than what a number keeps of them.
    if (Math.abs(Math.abs(grams - mean) - 3 * sigma) > 1e-6)
      expect(isInBand(d(String(grams)).dividedBy(Decimal.of(1000)), band)).toBe(Math.abs(grams - mean) <= 3 * sigma);
  }
});

describe('a weight outside the band', () => {
  const band = bandOf(['1.24', '1.25', '1.26', '1.25', '1.25'].map(d));
  const line = { material: '鲈鱼', baseUnit: '千克', baseQty: d('20'), pieces: d('10'), reason: null, photos: 0 };
  test.each`
    title                          | more                               | field
    ${'asks for the reason first'} | ${{}}                              | ${'pieceReason'}
    ${'then for a photo'}          | ${{ reason: '特大鱼' }}            | ${'pictures'}
    ${'a photo alone says little'} | ${{ photos: 1 }}                   | ${'pieceReason'}
    ${'passes with both'}          | ${{ reason: '特大鱼', photos: 1 }} | ${undefined}
    ${'is none where it fits'}     | ${{ baseQty: d('12.7') }}          | ${undefined}
    ${'of goods nobody counted'}   | ${{ pieces: d('0') }}              | ${undefined}
  `('$title', ({ more, field }) => {
    expect(pieceWeightRefusal({ ...line, ...(more as object) }, band, 1)?.field).toBe(field);
  });
  test('is said with the band it was measured by, in both languages', () => {
    const refusal = pieceWeightRefusal(line, band, 1)!;
    expect([sentenceOf(refusal, 'zh'), sentenceOf(refusal, 'en')]).toEqual([
      '鲈鱼 每件 2 千克，近 5 次收货为 1.229~1.271 千克；请核对，无误则填写件重说明并拍照',
      '鲈鱼: a piece weighs 2 千克, in the last 5 deliveries 1.229 to 1.271 千克; check it, or give the reason and a photo',
    ]);
  });
  test('nobody knows what pieces weigh: nothing is asked', () => {
    expect(pieceWeightRefusal(line, null, 1)).toBeUndefined();
  });
});
