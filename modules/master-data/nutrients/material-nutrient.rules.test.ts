import { expect, test } from 'vitest';
import { energyBoth, fillRate, nutrientRefusals } from './material-nutrient.rules.ts';

test('energy in one unit gives the other', () => {
  expect(energyBoth({ energyKcal: '100' })).toEqual({ energyKcal: '100', energyKj: '418.4' });
  expect(energyBoth({ energyKj: '418.4' })).toEqual({ energyKcal: '100', energyKj: '418.4' });
  expect(energyBoth({})).toEqual({ energyKcal: null, energyKj: null });
});

test.each([
  ['nothing known', {}, []],
  ['kJ within five per cent', { energyKcal: '100', energyKj: '439' }, []],
  ['kJ beyond it', { energyKcal: '100', energyKj: '440' }, ['master-data.nutrient-energy']],
  ['105 g of 100', { waterG: '60', proteinG: '20', fatG: '20', carbohydrateG: '5' }, []],
  [
    'more than that',
    { waterG: '60', proteinG: '20', fatG: '20', carbohydrateG: '5', ashG: '0.1' },
    ['master-data.nutrient-sum'],
  ],
])('%s', (_name, values, codes) => expect(nutrientRefusals(values).map((refusal) => refusal.code)).toEqual(codes));

test('unknown is not none: only what is known counts as known', () => {
  expect(fillRate({ a: '0', b: null, c: '3' }, ['a', 'b', 'c', 'd'])).toBe('50');
});
