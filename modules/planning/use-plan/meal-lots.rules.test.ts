import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { lotsForMeals, type LotInTime, type MealNeed } from './meal-lots.rules.ts';

const day = (nr: number): string => `2025-03-${String(nr).padStart(2, '0')}`;
const lot = (id: string, qty: number, from: number, until: number | null): LotInTime => ({
  id,
  qty: Decimal.of(qty),
  from: day(from),
  until: until === null ? null : day(until),
});
const meal = (id: string, on: number, qty: number): MealNeed => ({ id, day: day(on), qty: Decimal.of(qty) });
const words = (lots: readonly LotInTime[], meals: readonly MealNeed[]): string[] =>
  lotsForMeals(lots, meals).assigned.map(({ lotId, mealId, qty }) => `${mealId} ${lotId} ${qty}`);

describe('W10: first expired first that knows the meal', () => {
  test('a meal of Thursday leaves the lot that ends on Wednesday to the meal of Tuesday', () => {
    const lots = [lot('wed', 10, 1, 5), lot('sun', 10, 1, 9)];
    expect(words(lots, [meal('thu', 6, 10), meal('tue', 4, 10)])).toEqual(['tue wed 10', 'thu sun 10']);
  });

  test('a lot that comes later is not there for an earlier meal; one without an end is taken last', () => {
    const lots = [lot('never', 5, 1, null), lot('later', 5, 4, 5)];
    expect(words(lots, [meal('a', 3, 5), meal('b', 5, 5)])).toEqual(['a never 5', 'b later 5']);
  });

  test('what no lot covers and what no meal takes is said', () => {
    const found = lotsForMeals([lot('x', 4, 1, 2), lot('y', 3, 1, 9)], [meal('m', 3, 5)]);
    expect([
      found.short.get('m')?.toString(),
      found.left.get('x')?.toString(),
      found.left.get('y')?.toString(),
    ]).toEqual(['2', '4', '0']);
  });
});

/** Numbers as a seed gives them, the same on every run. */
function drawn(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The most that can be used at all: every portion of a lot tries every meal it is good for. */
function mostUsed(lots: readonly LotInTime[], meals: readonly MealNeed[]): number {
  const units = lots.flatMap((each) => Array.from({ length: Number(each.qty.toString()) }, () => each));
  const seen = new Map<string, number>();
  const best = (at: number, open: readonly number[]): number => {
    if (at === units.length) return 0;
    const key = `${at} ${open.join()}`;
    const known = seen.get(key);
    if (known !== undefined) return known;
    const { from, until } = units[at]!;
    let most = best(at + 1, open);
    meals.forEach((each, index) => {
      if (open[index]! === 0 || from > each.day || (until ?? '9999') < each.day) return;
      most = Math.max(most, 1 + best(at + 1, open.with(index, open[index]! - 1)));
    });
    seen.set(key, most);
    return most;
  };
  return best(
    0,
    meals.map(({ qty }) => Number(qty.toString())),
  );
}

test('W10 held against every assignment there is, on 400 small cases: nothing dies that a meal could have taken', () => {
  let fed = 0;
  for (let seed = 1; seed <= 400; seed += 1) {
    const draw = drawn(seed);
    const lots = Array.from({ length: 1 + draw(4) }, (_, nr) => {
      const from = 1 + draw(5);
      return lot(`l${nr}`, 1 + draw(3), from, draw(6) === 0 ? null : from + draw(5));
    });
    const meals = Array.from({ length: 1 + draw(4) }, (_, nr) => meal(`m${nr}`, 1 + draw(9), 1 + draw(3)));
    const { assigned, short, left } = lotsForMeals(lots, meals);
    const used = Decimal.sum(assigned.map(({ qty }) => qty));
    expect([seed, used.toString()]).toEqual([seed, String(mostUsed(lots, meals))]);
    // Nothing is taken from a lot that is not there yet or not good any more, and nothing is made up.
    for (const { lotId, mealId } of assigned) {
      const [of, to] = [lots.find(({ id }) => id === lotId)!, meals.find(({ id }) => id === mealId)!];
      expect(of.from <= to.day && (of.until ?? '9999') >= to.day).toBe(true);
    }
    const wanted = Decimal.sum(meals.map(({ qty }) => qty));
    expect(used.plus(Decimal.sum([...short.values()])).equals(wanted)).toBe(true);
    expect(used.plus(Decimal.sum([...left.values()])).equals(Decimal.sum(lots.map(({ qty }) => qty)))).toBe(true);
    if (short.size === 0) fed += 1;
  }
  expect(fed).toBeGreaterThan(20);
});
