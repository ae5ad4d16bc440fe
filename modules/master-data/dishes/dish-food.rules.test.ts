import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { foodOf, type Part, type PartFacts, type Retention } from './dish-food.rules.ts';

const names = { allergens: ['milk', 'soy', 'nut', 'fish'], nutrients: ['energyKcal', 'proteinG'] };
const facts: Record<string, PartFacts> = {
  tofu: {
    allergens: new Map([
      ['soy', 'contains'],
      ['milk', 'free'],
      ['nut', 'free'],
      ['fish', 'free'],
    ] as const),
    nutrients: { energyKcal: '80', proteinG: '8' },
  },
  sauce: {
    allergens: new Map([
      ['soy', 'may-contain'],
      ['milk', 'free'],
      ['nut', 'may-contain'],
      ['fish', 'free'],
    ] as const),
    nutrients: { energyKcal: '50', proteinG: null },
  },
  herbs: {
    allergens: new Map([
      ['milk', 'free'],
      ['nut', 'free'],
      ['soy', 'free'],
    ] as const),
    nutrients: null,
  },
};
const part = (materialId: string, grams: string | null, cookingMethod: string | null = null): Part => ({
  materialId,
  cookingMethod,
  grams: grams === null ? null : Decimal.of(grams),
});
/** Boiling leaves nine tenths of the protein of tofu. */
const retention: Retention = (id, method, nutrient) =>
  id === 'tofu' && method === 'boil' && nutrient === 'proteinG' ? Decimal.of('0.9') : null;
const of = (...parts: Part[]) => foodOf(parts, (id) => facts[id]!, retention, names);

test('the worst of what the parts say of an allergen counts; what nobody said is not free', () => {
  expect(of(part('tofu', '100'), part('sauce', '10'), part('herbs', '1')).allergens).toEqual({
    milk: 'free',
    soy: 'contains',
    nut: 'may-contain',
    fish: 'unknown',
  });
  expect(of(part('tofu', '100')).allergens).toEqual({ milk: 'free', soy: 'contains', nut: 'free', fish: 'free' });
  expect(of().allergens, 'nothing in it yet').toEqual({
    milk: 'unknown',
    soy: 'unknown',
    nut: 'unknown',
    fish: 'unknown',
  });
});

test('nutrients are the sum of what is known; what is unknown is not nought and lowers the coverage', () => {
  expect(of(part('tofu', '150'), part('sauce', '50'))).toMatchObject({
    nutrients: { energyKcal: '145', proteinG: '12' },
    coverage: '100',
  });
  expect(of(part('tofu', '150'), part('herbs', '50'))).toMatchObject({
    nutrients: { energyKcal: '120' },
    coverage: '75',
  });
  expect(of(part('herbs', '50'))).toMatchObject({ nutrients: { energyKcal: null, proteinG: null }, coverage: '0' });
  expect(of(part('tofu', '100'), part('sauce', null)), 'no weight: nothing known of it').toMatchObject({
    nutrients: { energyKcal: '80' },
    coverage: '50',
  });
  expect(of()).toMatchObject({ nutrients: { energyKcal: null }, coverage: null });
});

test('what cooking leaves counts; what nobody knows of counts whole, and is said to', () => {
  expect(of(part('tofu', '100', 'boil'))).toMatchObject({
    nutrients: { energyKcal: '80', proteinG: '7.2' },
    withoutLosses: ['energyKcal'],
  });
  expect(of(part('tofu', '100', 'boil'), part('tofu', '50', 'stew'))).toMatchObject({
    nutrients: { proteinG: '11.2' },
    withoutLosses: ['energyKcal', 'proteinG'],
  });
  expect(of(part('herbs', '50', 'boil')).withoutLosses, 'nothing is known that could be lost').toEqual([]);
});
