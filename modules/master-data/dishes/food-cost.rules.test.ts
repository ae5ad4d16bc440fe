import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import {
  costCard,
  foodCostPercent,
  grossMarginPercent,
  netUnitCost,
  portionCost,
  priceForMargin,
  type CostLine,
  type CostRecipe,
} from './food-cost.rules.ts';

const d = Decimal.of;
const line = (
  name: string,
  net: string | null,
  cost: CostLine['cost'],
  cleanYield = '100',
  processYield = '100',
): CostLine => ({
  name,
  netBaseQty: net === null ? null : d(net),
  cleanYield: d(cleanYield),
  processYield: d(processYield),
  cost,
});
const at = (price: string): CostLine['cost'] => ({ kind: 'material', price: d(price) });
const recipe = (lines: readonly CostLine[], more: Partial<CostRecipe> = {}): CostRecipe => ({
  outputQty: d(1),
  processLossRate: d(0),
  auxiliaryCost: d(0),
  lines,
  ...more,
});
/** The cost of a portion by its card, which has to be what it is without one. */
const cost = (one: CostRecipe) => {
  const [card, alone] = [costCard(one), portionCost(one)].map((costed) =>
    costed.ok ? costed.costPerPortion.toFixed(2) : costed.refusals.map((refusal) => sentenceOf(refusal, 'zh')).join(),
  );
  expect(alone).toBe(card);
  return card;
};

describe('the cost of a portion', () => {
  const worked = recipe([line('牛肉', '0.12', at('28'), '70'), line('青椒', '0.08', at('5'), '85')], {
    auxiliaryCost: d('0.60'),
    processLossRate: d(3),
  });
  const stock = recipe([line('猪骨', '10', at('6')), line('姜', '0.5', at('12'))], {
    outputQty: d(20),
    processLossRate: d(20),
  });

  test.each`
    title                                            | one                                                                                                                                                                         | figure
    ${'0.12 at 28/0.70, 0.08 at 5/0.85, 0.60, 3 %'}  | ${worked}                                                                                                                                                                   | ${'6.05'}
    ${'ten portions at once cost a tenth each'}      | ${recipe([line('米', '1', at('5.55'))], { outputQty: d(10) })}                                                                                                              | ${'0.56'}
    ${'steps of yield multiply'}                     | ${recipe([line('猪肉', '0.056', at('30'), '80', '70')])}                                                                                                                    | ${'3.00'}
    ${'a by-product is taken off'}                   | ${recipe([line('整鸡', '1', at('20')), line('鸡骨', '0.3', { kind: 'byproduct', price: d(4) })])}                                                                           | ${'18.80'}
    ${'a semi-finished dish carries its batch cost'} | ${recipe([line('高汤', '0.4', { kind: 'dish', recipe: stock })])}                                                                                                           | ${'1.65'}
    ${'a unit without a way, a dish without a BOM'}  | ${recipe([line('葱', null, at('3')), line('卤汁', '1', { kind: 'dish', recipe: null })])}                                                                                   | ${'成本不完整：1 种物料的单位没有换算：葱，请先维护换算,成本不完整：1 种半成品没有有效的BOM：卤汁，请先发布BOM'}
    ${'a price nobody knows'}                        | ${recipe([line('盐', '0.01', { kind: 'material', price: null }), line('汤', '1', { kind: 'dish', recipe: recipe([line('葱', '1', { kind: 'material', price: null })]) })])} | ${'成本不完整：2 种物料没有价格：盐, 葱，请先维护价格'}
  `('$title', ({ one, figure }) => {
    expect(cost(one)).toBe(figure);
  });

  test('the card has every gram and its price', () => {
    const card = costCard(worked);
    expect(
      card.ok && [
        ...card.lines.map((one) => `${one.of.name} ${one.net}/${one.gross} × ${one.unitPrice} = ${one.cost}`),
        `${card.auxiliary} + ${card.loss}`,
      ],
    ).toEqual(['牛肉 0.12/0.171429 × 28 = 4.8', '青椒 0.08/0.094118 × 5 = 0.470588', '0.6 + 0.181565']);
  });
  test('what is known is shown beside what is not', () => {
    const card = costCard(
      recipe([line('牛肉', '0.12', at('28')), line('盐', '0.01', { kind: 'material', price: null })]),
    );
    expect([card.ok, card.lines.map((one) => `${one.of.name} ${one.unitPrice} ${one.cost}`)]).toEqual([
      false,
      ['牛肉 28 3.36', '盐 null null'],
    ]);
  });
  test('lines, auxiliaries and loss add up to the cost', () => {
    const part = fc.tuple(
      fc.integer({ min: 1, max: 5000 }),
      fc.integer({ min: 20, max: 600 }),
      fc.integer({ min: 0, max: 9999 }),
    );
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 60 }),
        (parts, output, lossRate) => {
          const lines = parts.map(([grams, rate, cents], index) =>
            line(
              String(index),
              String(d(grams).dividedBy(d(1000))),
              at(String(d(cents).dividedBy(d(100)))),
              String(rate),
            ),
          );
          const one = recipe(lines, { outputQty: d(output), processLossRate: d(lossRate), auxiliaryCost: d('0.35') });
          const slow = Decimal.sum(parts.map(([grams, rate, cents]) => d(grams * cents).dividedBy(d(1000 * rate))))
            .plus(d('0.35'))
            .times(d(100))
            .dividedBy(d((100 - lossRate) * output));
          const card = costCard(one);
          if (!card.ok) throw new Error('incomplete');
          expect(card.costPerPortion.minus(slow).abs().isAtMost(d('0.005'))).toBe(true);
          const added = Decimal.sum([...card.lines.map((each) => each.cost!), card.auxiliary, card.loss]);
          expect(added.minus(slow).abs().isBelow(d('0.00001'))).toBe(true);
        },
      ),
    );
  });
});

test('net unit cost: 6.40 at 80 % is 8.00, less with a by-product', () => {
  expect([netUnitCost(d('6.40'), d(80)), netUnitCost(d('6.40'), d(80), d('0.40'))].map(String)).toEqual(['8', '7.5']);
});
test('food cost % of 5,470 over 15,200 is 35.99 %, and the margin the rest', () => {
  expect([foodCostPercent(d(5470), d(15200)), grossMarginPercent(d(5470), d(15200))].map(String)).toEqual([
    '35.99',
    '64.01',
  ]);
});
test('without income there is no percentage', () => {
  expect(foodCostPercent(d(5), d(0))).toBeUndefined();
});
test('the price that leaves 65 % of 4.55', () => {
  expect(String(priceForMargin(d('4.55'), d(65)))).toBe('13');
  expect(() => priceForMargin(d(1), d(100))).toThrow(RangeError);
});
