import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { replacementFor, type SubstitutionRequest, type SubstitutionRule } from './substitution.rules.ts';

const d = Decimal.of;
/** '1 猪肉 → 0.8 鸡肉' */
const rule = (text: string, more: Partial<SubstitutionRule> = {}): SubstitutionRule => {
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

describe('a replacement is always applied', () => {
  const replaced = (rules: readonly SubstitutionRule[]) => {
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
