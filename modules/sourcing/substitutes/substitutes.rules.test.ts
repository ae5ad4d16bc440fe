import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, sentenceOf } from '../../../kernel/core/refusal.ts';
import type { AllergenState } from '../../master-data/dishes/dish-food.rules.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import {
  exchangeFor,
  rankSubstitutes,
  type MaterialFacts,
  type SubstituteRule,
  type SubstituteWish,
} from './substitutes.rules.ts';

const d = Decimal.of;
/** '猪肉 → 0.8 鸡肉' */
const rule = (text: string, more: Partial<SubstituteRule> = {}): SubstituteRule => {
  const [materialId = '', , ratio = '', otherMaterialId = ''] = text.split(' ');
  return {
    id: text,
    kind: 'substitute',
    materialId,
    otherMaterialId,
    ratio: ratio === '?' ? null : d(ratio),
    deptId: null,
    dishId: null,
    startDate: '2025-01-01',
    endDate: null,
    priority: 1,
    bothWays: false,
    ...more,
  };
};
const wish = (more: Partial<SubstituteWish> = {}): SubstituteWish => ({
  materialId: '猪肉',
  qty: d(10),
  date: '2025-03-17',
  deptIds: ['面点档', '星海', '公司'],
  dishId: null,
  ...more,
});
interface Facts {
  readonly price?: number;
  readonly available?: number;
  readonly expiring?: number;
  readonly allergens?: Readonly<Record<string, AllergenState>>;
  readonly energyKcal?: string;
  readonly grams?: number | null;
  readonly frozen?: boolean;
  readonly forbidden?: boolean;
}
const factsOf =
  (facts: Readonly<Record<string, Facts>>) =>
  (id: string): MaterialFacts => {
    const { price, available = 0, expiring = 0, allergens = {}, energyKcal, grams = 1000, ...of } = facts[id] ?? {};
    return {
      code: id,
      name: id,
      frozen: of.frozen ?? false,
      basePrice: price === undefined ? null : d(price),
      available: d(available),
      expiring: d(expiring),
      allergens: new Map(Object.entries(allergens)),
      nutrients: energyKcal === undefined ? null : { energyKcal },
      grams: grams === null ? null : Fraction.of(grams),
      forbidden:
        of.forbidden === true
          ? [
              refuse('sourcing.substitute-forbidden', {
                material: id,
                dept: '星海',
                use: label('采购', 'bought'),
                because: label('', ''),
              }),
            ]
          : [],
    };
  };
const names = {
  allergens: new Map([
    ['peanut', label('花生', 'peanut')],
    ['milk', label('奶', 'milk')],
  ]),
  nutrients: ['energyKcal'],
};
const rank = (rules: readonly SubstituteRule[], facts: Readonly<Record<string, Facts>> = {}, asked = wish()) =>
  rankSubstitutes(asked, rules, factsOf(facts), names);
const ranked = (...given: Parameters<typeof rank>) =>
  rank(...given).map((one) => `${one.ratio ?? '?'} ${one.materialId}${one.refusals.length > 0 ? ' ✗' : ''}`);

describe('M10, B06: substitutes are ranked', () => {
  const both = [rule('猪肉 → 1 牛肉'), rule('猪肉 → 1 鸡肉')];
  test.each`
    title                                       | rules                                                                                                 | facts                                                                                        | answer
    ${'by the priority the client set'}         | ${[rule('猪肉 → 1 牛肉', { priority: 2 }), rule('猪肉 → 0.8 鸡肉')]}                                  | ${{ 牛肉: { expiring: 10, price: 1 } }}                                                      | ${['0.8 鸡肉', '1 牛肉']}
    ${'replacements before substitutes'}        | ${[rule('猪肉 → 1 牛肉'), rule('猪肉 → 1 鸡肉', { kind: 'replace', priority: 0 })]}                   | ${{}}                                                                                        | ${['1 鸡肉', '1 牛肉']}
    ${'then what saves stock near its end'}     | ${both}                                                                                               | ${{ 猪肉: { price: 9 }, 牛肉: { price: 2 }, 鸡肉: { price: 5, expiring: 4 } }}               | ${['1 鸡肉', '1 牛肉']}
    ${'then the cheaper, by ratio × price'}     | ${[rule('猪肉 → 3 牛肉'), rule('猪肉 → 1 鸡肉')]}                                                     | ${{ 猪肉: { price: 9 }, 牛肉: { price: 2 }, 鸡肉: { price: 5 } }}                            | ${['1 鸡肉', '3 牛肉']}
    ${'without a price last'}                   | ${both}                                                                                               | ${{ 猪肉: { price: 9 }, 鸡肉: { price: 50 } }}                                               | ${['1 鸡肉', '1 牛肉']}
    ${'then what feeds most alike'}             | ${both}                                                                                               | ${{ 猪肉: { energyKcal: '400' }, 牛肉: { energyKcal: '100' }, 鸡肉: { energyKcal: '380' } }} | ${['1 鸡肉', '1 牛肉']}
    ${'then by code'}                           | ${[rule('猪肉 → 1 B'), rule('猪肉 → 1 A')]}                                                           | ${{}}                                                                                        | ${['1 A', '1 B']}
    ${'what may not be taken last'}             | ${[rule('猪肉 → 1 牛肉'), rule('猪肉 → 1 鸡肉', { priority: 9 })]}                                    | ${{ 牛肉: { forbidden: true } }}                                                             | ${['1 鸡肉', '1 牛肉 ✗']}
    ${'only on their dates'}                    | ${[rule('猪肉 → 1 A', { endDate: '2025-03-16' }), rule('猪肉 → 1 B', { endDate: '2025-03-17' })]}     | ${{}}                                                                                        | ${['1 B']}
    ${'only in their department'}               | ${[rule('猪肉 → 1 A', { deptId: '星海' }), rule('猪肉 → 1 B', { deptId: '东湖' })]}                   | ${{}}                                                                                        | ${['1 A']}
    ${'not those of a dish'}                    | ${[rule('猪肉 → 1 A', { dishId: '炒面' })]}                                                           | ${{}}                                                                                        | ${[]}
    ${'back with the inverse ratio, both ways'} | ${[rule('鸡肉 → 0.8 猪肉', { bothWays: true }), rule('鸭肉 → 1 猪肉')]}                               | ${{}}                                                                                        | ${['1.25 鸡肉']}
    ${'each once, by its nearest rule'}         | ${[rule('猪肉 → 2 鸡肉', { priority: 1 }), rule('猪肉 → 0.5 鸡肉', { priority: 7, deptId: '星海' })]} | ${{}}                                                                                        | ${['0.5 鸡肉']}
    ${'a ratio of a third to 12 places'}        | ${[rule('鸡肉 → 3 猪肉', { bothWays: true })]}                                                        | ${{}}                                                                                        | ${['0.333333333333 鸡肉']}
  `('$title', ({ rules, facts, answer }) => {
    expect(ranked(rules, facts)).toEqual(answer);
  });
});

describe('M10: never as safe', () => {
  const why = (facts: Readonly<Record<string, Facts>>, of = rule('猪肉 → 1 鸡肉')) =>
    rank([of], facts).flatMap(({ refusals }) => refusals.map((refusal) => sentenceOf(refusal, 'zh')));
  const [free, holds, maybe] = [{ peanut: 'free' }, { peanut: 'contains' }, { peanut: 'may-contain' }] as const;
  test.each`
    title                                         | own      | other                             | reasons
    ${'brings what the material is free of'}      | ${free}  | ${holds}                          | ${['【鸡肉】代替【猪肉】将引入过敏原：花生，请换一种替代品']}
    ${'may bring it'}                             | ${free}  | ${maybe}                          | ${['【鸡肉】代替【猪肉】将引入过敏原：花生，请换一种替代品']}
    ${'has it where nobody stated the material'}  | ${{}}    | ${holds}                          | ${['【鸡肉】代替【猪肉】将引入过敏原：花生，请换一种替代品']}
    ${'has it for sure where the other only may'} | ${maybe} | ${holds}                          | ${['【鸡肉】代替【猪肉】将引入过敏原：花生，请换一种替代品']}
    ${'is not stated where the material is free'} | ${free}  | ${{}}                             | ${['【猪肉】不含花生，【鸡肉】是否含有尚未说明，请先在物料档案中填写']}
    ${'two at once are one sentence'}             | ${{}}    | ${{ ...holds, milk: 'contains' }} | ${['【鸡肉】代替【猪肉】将引入过敏原：花生、奶，请换一种替代品']}
    ${'the same allergen is nothing new'}         | ${holds} | ${holds}                          | ${[]}
    ${'a milder state is nothing new'}            | ${holds} | ${maybe}                          | ${[]}
    ${'nothing stated of either is nothing new'}  | ${{}}    | ${{}}                             | ${[]}
  `('$title', ({ own, other, reasons }) => {
    expect(why({ 猪肉: { allergens: own }, 鸡肉: { allergens: other } })).toEqual(reasons);
  });
  test('an allergen outside the dictionary counts all the same', () => {
    expect(why({ 鸡肉: { allergens: { lupin: 'contains' } } })).toEqual([
      '【鸡肉】代替【猪肉】将引入过敏原：lupin，请换一种替代品',
    ]);
  });
  test('a ratio that is missing is an error, not 1', () => {
    const [one] = rank([rule('猪肉 → ? 鸡肉')], { 猪肉: { price: 9 }, 鸡肉: { price: 5 } });
    expect(one).toMatchObject({ ratio: null, priceDiff: null, nutrientDelta: { energyKcal: null } });
    expect(one!.refusals.map((refusal) => sentenceOf(refusal, 'zh'))).toEqual([
      '【猪肉】换成【鸡肉】没有替代系数，请在物料替代品中重新保存该行',
    ]);
    expect(ranked([rule('鸡肉 → ? 猪肉', { bothWays: true })])).toEqual(['? 鸡肉 ✗']);
  });
  test('forbidden at the place, or frozen', () => {
    expect(why({ 鸡肉: { forbidden: true, frozen: true } })).toEqual([
      '【鸡肉】不得在「星海」采购，请换一种替代品',
      '【鸡肉】已冻结，不能作为替代品',
    ]);
  });
});

describe('what a substitute changes', () => {
  const change = (facts: Readonly<Record<string, Facts>>, text = '猪肉 → 0.8 鸡肉') => {
    const [one] = rank([rule(text)], facts);
    return [one!.priceDiff?.toString() ?? null, one!.nutrientDelta['energyKcal']];
  };
  test.each`
    title                                         | facts                                                                                 | answer
    ${'cost and energy of what stands for 100 g'} | ${{ 猪肉: { price: 10, energyKcal: '200' }, 鸡肉: { price: 15, energyKcal: '100' } }} | ${['2', '-120']}
    ${'by weight, also where units differ'}       | ${{ 猪肉: { energyKcal: '200' }, 鸡肉: { energyKcal: '100', grams: 500 } }}           | ${[null, '-160']}
    ${'unknown where a price is missing'}         | ${{ 猪肉: { price: 10 } }}                                                            | ${[null, null]}
    ${'unknown where no unit leads to a weight'}  | ${{ 猪肉: { energyKcal: '200', grams: null }, 鸡肉: { energyKcal: '100' } }}          | ${[null, null]}
  `('$title', ({ facts, answer }) => {
    expect(change(facts)).toEqual(answer);
  });
});

describe('one rule by which a material may be had instead', () => {
  const rules = [
    rule('猪肉 → 0.8 鸡肉', { priority: 2 }),
    rule('猪肉 → 0.9 鸡肉', { deptId: '星海', priority: 5 }),
    rule('猪肉 → 0.7 鸡肉', { dishId: '宫保肉丁' }),
    rule('豆腐 → 2 猪肉', { bothWays: true }),
    rule('猪肉 → ? 牛肉'),
  ];
  test.each([
    ['the nearest department before priority', {}, '鸡肉', '0.9'],
    ['elsewhere the one for all', { deptIds: ['公司'] }, '鸡肉', '0.8'],
    ['of its dish before any other', { dishId: '宫保肉丁' }, '鸡肉', '0.7'],
    ['not of another dish', { dishId: '红烧肉' }, '鸡肉', '0.9'],
    ['the other way round', {}, '豆腐', '0.5'],
    ['without a ratio', {}, '牛肉', undefined],
  ])('%s', (_, more, other, ratio) => {
    expect(exchangeFor(wish(more), other, rules)?.ratio?.rounded(12).toString()).toBe(ratio);
  });
  test('none where no rule says so, or it is over', () => {
    expect(exchangeFor(wish(), '鱼', rules)).toBeUndefined();
    expect(exchangeFor(wish({ date: '2026-01-01' }), '鸡肉', [rule('猪肉 → 1 鸡肉', { endDate: '2025-12-31' })])).toBe(
      undefined,
    );
  });
});
