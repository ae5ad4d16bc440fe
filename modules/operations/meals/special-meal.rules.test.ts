import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import {
  capacityWarnings,
  costWarnings,
  cutOffWarnings,
  mealCost,
  mealRefusals,
  mealTotal,
  portionsFor,
  type MealFacts,
  type MealLine,
} from './special-meal.rules.ts';

const d = Decimal.of;

test.each`
  guests | standard    | fee      | total
  ${40}  | ${'88.50'}  | ${'300'} | ${'3840'}
  ${3}   | ${'33.335'} | ${'0'}   | ${'100.01'}
  ${1}   | ${'12'}     | ${'0.5'} | ${'12.5'}
`('$guests guests at $standard and a fee of $fee come to $total', ({ guests, standard, fee, total }) => {
  expect(mealTotal(guests, d(standard), d(fee)).toString()).toBe(total);
});

test('portions as entered, else what each takes; neither is not known', () => {
  expect(
    [portionsFor(d(30), d('0.2'), 40), portionsFor(null, d('0.25'), 41), portionsFor(null, null, 40)].map(
      (qty) => qty?.toString() ?? 'unknown',
    ),
  ).toEqual(['30', '10.25', 'unknown']);
});

describe('what speaks against a special meal', () => {
  const line = (more: Partial<MealLine>): MealLine => ({
    lineKind: 'dish',
    dishId: 'fish',
    materialId: null,
    unitId: null,
    portions: d(10),
    ...more,
  });
  const goods = (more: Partial<MealLine>): MealLine =>
    line({ lineKind: 'material', dishId: null, materialId: 'fruit', unitId: 'kg', ...more });
  const facts: MealFacts = {
    billCode: 'TS1',
    mealDate: '2026-11-25',
    mealType: 'dinner',
    today: '2026-11-25',
    intervals: [
      { mealType: 'lunch', startTime: '11:00', endTime: '13:00', weekdays: [], effectiveFrom: null, effectiveTo: null },
    ],
    dishes: new Map([
      ['fish', { name: 'Fish', frozen: false, semi: false, hasBomOn: () => true }],
      ['dough', { name: 'Dough', frozen: true, semi: true, hasBomOn: () => false }],
    ]),
    frozenMaterials: new Map([['durian', 'Durian']]),
    mealName: (meal) => ({ zh: meal, en: meal }),
  };
  test.each`
    title                                 | lines                                                                                  | more                       | sentences
    ${'nothing to eat'}                   | ${[]}                                                                                  | ${{}}                      | ${['Special meal TS1 has no dishes; add some first']}
    ${'yesterday'}                        | ${[goods({})]}                                                                         | ${{ today: '2026-11-26' }} | ${['Special meal TS1 was for 2026-11-25, which has passed; choose another day']}
    ${'the stall is closed for the meal'} | ${[line({})]}                                                                          | ${{}}                      | ${['Line 1: the stall does not serve dinner on 2026-11-25']}
    ${'goods need no open stall'}         | ${[goods({})]}                                                                         | ${{}}                      | ${[]}
    ${'a time of its own'}                | ${[line({})]}                                                                          | ${{ intervals: [] }}       | ${[]}
    ${'half a portion'}                   | ${[line({ portions: d('2.5') })]}                                                      | ${{ intervals: [] }}       | ${['Line 1: portions of a dish are whole numbers']}
    ${'half a kilogram of goods'}         | ${[goods({ portions: d('2.5') })]}                                                     | ${{}}                      | ${[]}
    ${'no dish, no goods, no unit'}       | ${[line({ dishId: null }), goods({ materialId: null, unitId: null, portions: null })]} | ${{ intervals: [] }}       | ${['Line 1: choose a dish, or make it a line of goods', 'Line 2: choose goods, or make it a line of a dish', 'Line 2: choose the unit of the goods', 'Line 2: enter portions, or what each guest takes']}
    ${'what is frozen or unfinished'}     | ${[line({ dishId: 'dough' }), goods({ materialId: 'durian' })]}                        | ${{ intervals: [] }}       | ${['Line 1: Dough is frozen', 'Line 1: Dough is semi-finished and not sold', 'Line 1: Dough has no BOM in force on 2026-11-25', 'Line 2: Durian is frozen; choose another']}
  `('$title', ({ lines, more, sentences }) => {
    expect(mealRefusals(lines, { ...facts, ...more }).map((refusal) => sentenceOf(refusal, 'en'))).toEqual(sentences);
  });
});

describe('what a meal costs', () => {
  const line = (qty: string, unitCost: string | null, target: string | null = '40') => ({
    qty: d(qty),
    unitCost: unitCost === null ? null : d(unitCost),
    target: target === null ? null : d(target),
  });
  const dinner = { headCount: 40, total: d('3540'), taxRate: d(6) };
  const sentences = (cost: ReturnType<typeof mealCost>) =>
    [cost.amount, cost.perHead, cost.income, cost.percent, cost.target].map((figure) => figure?.toString() ?? null);

  test.each`
    title                                       | lines                                                                      | figures
    ${'each line to the cent, targets weighed'} | ${[line('40', '12.345'), line('40', '8.2', '50'), line('2.5', '6', null)]} | ${['836.8', '20.92', '3339.62', '25.06', '43.99']}
    ${'one unknown price and nothing is said'}  | ${[line('40', '12'), line('40', null)]}                                    | ${[null, null, '3339.62', null, '40']}
    ${'no lines cost nothing anybody knows'}    | ${[]}                                                                      | ${[null, null, '3339.62', null, null]}
  `('$title', ({ lines, figures }) => {
    expect(sentences(mealCost(lines, dinner))).toEqual(figures);
  });
  test('is warned of above the price per head, and above what its dishes may cost', () => {
    const warned = (unitCost: string) =>
      costWarnings(mealCost([line('40', unitCost)], dinner), d('88.50')).map((warning) => sentenceOf(warning, 'zh'));
    expect(mealCost([line('40', '33.396')], dinner).percent?.toString()).toBe('40');
    expect(warned('33.396'), 'exactly at the target').toEqual([]);
    expect(warned('33.41')).toEqual(['食材成本率 40.02% 高于目标 40%']);
    expect(warned('40')).toEqual(['食材成本率 47.91% 高于目标 40%']);
    expect(warned('90')).toEqual([
      '每人成本 90.00 高于餐标 88.50，请减量、换菜或调整餐标',
      '食材成本率 107.8% 高于目标 40%',
    ]);
  });
});

test.each`
  title                          | capacity | planned | portions | sentences
  ${'nobody said how many'}      | ${null}  | ${500}  | ${500}   | ${[]}
  ${'as many as it can make'}    | ${300}   | ${260}  | ${40}    | ${[]}
  ${'one more than it can make'} | ${300}   | ${261}  | ${40}    | ${['2026-11-25 dinner: 301 portions with the 261 planned already, more than the 300 the stall can make; take fewer, or another stall']}
  ${'too many of its own'}       | ${30}    | ${0}    | ${40}    | ${['2026-11-25 dinner: 40 portions with the 0 planned already, more than the 30 the stall can make; take fewer, or another stall']}
`('capacity: $title', ({ capacity, planned, portions, sentences }) => {
  expect(
    capacityWarnings({
      capacity,
      planned: d(planned),
      portions: d(portions),
      mealDate: '2026-11-25',
      meal: { zh: '晚餐', en: 'dinner' },
    }).map((refusal) => sentenceOf(refusal, 'en')),
  ).toEqual(sentences);
});

const late = (name: string, orderBefore: string | null, note = '') => ({ name, orderBefore, note });
test.each`
  title                                 | goods                                                                                               | sentences
  ${'everything in time'}               | ${[]}                                                                                               | ${[]}
  ${'the first cut-off is told'}        | ${[late('Leek', '2026-11-21 16:00:00'), late('Pork', '2026-11-20 14:00:00')]}                       | ${['The last moment to order has passed for 2 materials (the first at 2026-11-20 14:00): Pork, Leek; take other dishes, another day, or ask the supplier']}
  ${'nobody delivers that day'}         | ${[late('Fish', null, 'Fish cannot be delivered'), late('Fish', null, 'Fish cannot be delivered')]} | ${['Fish cannot be delivered']}
  ${'five are named, the rest counted'} | ${['A', 'B', 'C', 'D', 'E', 'F'].map((name) => late(name, '2026-11-20 14:00:00'))}                  | ${['The last moment to order has passed for 6 materials (the first at 2026-11-20 14:00): A, B, C, D, E …; take other dishes, another day, or ask the supplier']}
`('cut-off: $title', ({ goods, sentences }) => {
  expect(cutOffWarnings(goods).map((refusal) => sentenceOf(refusal, 'en'))).toEqual(sentences);
});
