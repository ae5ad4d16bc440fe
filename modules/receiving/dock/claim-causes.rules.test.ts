import { expect, test } from 'vitest';
import { differenceTypes } from '../../issuing/claims/difference-choices.ts';
import { causesOf, claimAmount, withCauseForAll } from './claim-causes.rules.ts';

test('each type of difference that is recorded at the dock has causes to choose from', () => {
  const types = differenceTypes.map(([type]) => type).filter((type) => type !== 'over');
  expect(types.filter((type) => causesOf(type).length < 2)).toEqual([]);
  expect(causesOf('short')[0]).toEqual({ zh: '供应商少送', en: 'Sent short' });
});

test('a cause for all stands on every claim; those that had it stay the same objects', () => {
  const claims = [
    { id: 1, cause: '' },
    { id: 2, cause: '破损' },
  ];
  const all = withCauseForAll(claims, '破损');
  expect(all.map(({ cause }) => cause)).toEqual(['破损', '破损']);
  expect(all[1]).toBe(claims[1]);
});

test.each([
  ['4', '3.25', '13.00'],
  ['0.5', '26.005', '13.00'],
  ['4', null, undefined],
  ['4', undefined, undefined],
  ['vier', '3.25', undefined],
] as const)('%s at %s comes to %s', (qty, price, amount) => {
  expect(claimAmount(qty, price)).toBe(amount);
});
