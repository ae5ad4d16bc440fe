import { expect, test } from 'vitest';
import { label } from '../../../kernel/core/label.ts';
import { allergenRefusals, allergenWords, nutritionWords, sampleRefusals, worstOf } from './label.rules.ts';

const NAMES = new Map([
  ['gluten', label('麸质', 'Gluten')],
  ['egg', label('蛋', 'Egg')],
]);

test.each([
  [[], 'unknown'],
  [['free', 'unknown'], 'unknown'],
  [['free', 'free'], 'free'],
  [['unknown', 'may-contain'], 'may-contain'],
  [['free', 'contains', 'unknown'], 'contains'],
] as const)('allergens %j come to %s', (states, worst) => {
  expect(worstOf(states.map((state) => ({ allergen: 'egg', state })))).toBe(worst);
});

test('in words: worst first, and what nobody knows is printed as unknown, never as free of', () => {
  expect(allergenWords([], NAMES)).toEqual(label('过敏原：未知', 'Allergens: unknown'));
  expect(
    allergenWords(
      [
        { allergen: 'egg', state: 'unknown' },
        { allergen: 'gluten', state: 'contains' },
      ],
      NAMES,
    ),
  ).toEqual(label('过敏原：含有 麸质；未知 蛋', 'Allergens: contains Gluten; unknown Egg'));
  expect(allergenWords([{ allergen: 'egg', state: 'free' }], NAMES).zh).toBe('过敏原：不含 蛋');
  expect(nutritionWords({ energyKcal: '320.5', proteinG: null }).zh).toBe('能量 320.5 kcal');
});

test('allergens that are none, or in no state', () => {
  const codes = (given: unknown) => allergenRefusals(given, NAMES).map(({ code }) => code);
  expect(codes([{ allergen: 'egg', state: 'free' }])).toEqual([]);
  expect(codes([{ allergen: 'moon', state: 'free' }, null])).toEqual([
    'production.allergen-unknown',
    'production.allergen-unknown',
  ]);
  expect(codes([{ allergen: 'egg', state: 'yes' }])).toEqual(['production.allergen-state']);
});

test.each([
  [125, '2025-03-18 10:00:00', '1', []],
  [124, '2025-03-18 10:00:00', '1', ['production.sample-gram']],
  [null, '2025-03-18 09:59:59', null, ['production.sample-gram', 'production.sample-hours', 'production.sample-user']],
])('a sample of %s g until %s by %s: %j', (weightG, sampleExpire, sampleUserId, codes) => {
  const sample = { weightG, produceTime: '2025-03-16 10:00:00', sampleExpire, sampleUserId };
  expect(sampleRefusals(sample, { minGram: 125, keepHours: 48 }).map(({ code }) => code)).toEqual(codes);
});
