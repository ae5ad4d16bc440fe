import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { replacementFor, substitutesFor, type SubstituteRule, type SubstitutionRequest } from './substitution.rules.ts';

const d = Decimal.of;
/** '1 猪肉 → 0.8 鸡肉' */
const rule = (text: string, more: Partial<SubstituteRule> = {}): SubstituteRule => {
  const [qty = '', materialId = '', , otherQty = '', otherMaterialId = ''] = text.split(' ');
  return {
    id: text,
    materialId,
    otherMaterialId,
    qty: d(qty),
    otherQty: d(otherQty),
    deptId: null,
    dishId: null,
    startDate: '2025-01-01',
    endDate: null,
    priority: 1,
    bothWays: false,
    price: null,
    code: otherMaterialId,
    ...more,
  };
};
const wish = (more: Partial<SubstitutionRequest> = {}): SubstitutionRequest => ({
  materialId: '猪肉',
  qty: d(10),
  date: '2025-03-17',
  deptIds: ['面点档', '星海'],
  dishId: '炒面',
  ...more,
});
const offered = (rules: readonly SubstituteRule[], asked = wish()) =>
  substitutesFor(asked, rules).map((one) => `${one.qty} ${one.materialId}`);

describe('substitutes are offered', () => {
  test.each`
    title                                       | rules                                                                                                    | offers
    ${'quantity × ratio'}                       | ${[rule('1 猪肉 → 0.8 鸡肉')]}                                                                           | ${['8 鸡肉']}
    ${'a ratio of a third rounds once'}         | ${[rule('3 猪肉 → 1 干肉')]}                                                                             | ${['3.333333 干肉']}
    ${'the lowest priority number first'}       | ${[rule('1 猪肉 → 1 牛肉', { priority: 2 }), rule('1 猪肉 → 1 鸡肉')]}                                   | ${['10 鸡肉', '10 牛肉']}
    ${'then the cheaper, without a price last'} | ${[rule('1 猪肉 → 1 C'), rule('1 猪肉 → 1 B', { price: d(9) }), rule('1 猪肉 → 1 A', { price: d(10) })]} | ${['10 B', '10 A', '10 C']}
    ${'then by code'}                           | ${[rule('1 猪肉 → 1 B'), rule('1 猪肉 → 1 A')]}                                                          | ${['10 A', '10 B']}
    ${'only on their dates'}                    | ${[rule('1 猪肉 → 1 A', { endDate: '2025-03-16' }), rule('1 猪肉 → 1 B', { endDate: '2025-03-17' })]}    | ${['10 B']}
    ${'only in their department'}               | ${[rule('1 猪肉 → 1 A', { deptId: '星海' }), rule('1 猪肉 → 1 B', { deptId: '东湖' })]}                  | ${['10 A']}
    ${'only in their dish'}                     | ${[rule('1 猪肉 → 1 A', { dishId: '炒面' }), rule('1 猪肉 → 1 B', { dishId: '包子' })]}                  | ${['10 A']}
    ${'back with the inverse ratio'}            | ${[rule('1 鸡肉 → 0.8 猪肉', { bothWays: true }), rule('1 鸭肉 → 1 猪肉')]}                              | ${['12.5 鸡肉']}
  `('$title', ({ rules, offers }) => {
    expect(offered(rules)).toEqual(offers);
  });
  test('the original stays named', () => {
    expect(substitutesFor(wish(), [rule('1 猪肉 → 0.8 鸡肉')])[0]).toMatchObject({
      originMaterialId: '猪肉',
      materialId: '鸡肉',
      ratio: d('0.8'),
    });
  });
});

describe('a replacement is always applied', () => {
  const replaced = (rules: readonly SubstituteRule[]) => {
    const answer = replacementFor(wish(), rules, (id) => id);
    return answer.ok
      ? `${answer.replacement?.qty ?? '-'} ${answer.materialIds.join('→')}`
      : answer.refusals.map((refusal) => sentenceOf(refusal, 'zh')).join();
  };
  test.each`
    title                       | rules                                                                                                           | answer
    ${'none'}                   | ${[]}                                                                                                           | ${'- 猪肉'}
    ${'a chain'}                | ${[rule('1 猪肉 → 2 A'), rule('4 A → 1 B')]}                                                                    | ${'5 猪肉→A→B'}
    ${'the nearest department'} | ${[rule('1 猪肉 → 1 A'), rule('1 猪肉 → 1 B', { deptId: '星海' }), rule('1 猪肉 → 1 C', { deptId: '面点档' })]} | ${'10 猪肉→C'}
    ${'the dish before all'}    | ${[rule('1 猪肉 → 1 C', { deptId: '面点档' }), rule('1 猪肉 → 1 D', { dishId: '炒面' })]}                       | ${'10 猪肉→D'}
    ${'a loop'}                 | ${[rule('1 猪肉 → 1 A'), rule('1 A → 1 猪肉')]}                                                                 | ${'替换形成循环或超过5次：猪肉→A→猪肉，请冻结其中一条'}
    ${'more than five'}         | ${['猪肉', 'A', 'B', 'C', 'D', 'E'].map((from, at) => rule(`1 ${from} → 1 ${'ABCDEF'[at]}`))}                   | ${'替换形成循环或超过5次：猪肉→A→B→C→D→E→F，请冻结其中一条'}
  `('$title', ({ rules, answer }) => {
    expect(replaced(rules)).toBe(answer);
  });
});
