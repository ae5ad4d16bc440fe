import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { rankSuppliers, type SupplierCandidate } from './supplier-choice.rules.ts';

const d = Decimal.of;

describe('the supplier', () => {
  const supplier = (code: string, more: Partial<SupplierCandidate> = {}): SupplierCandidate => ({
    supplierId: code,
    code,
    agreementNo: null,
    sharePercent: null,
    orderedThisMonth: d(0),
    basePrice: d(5),
    isDefault: false,
    leadDays: 1,
    ...more,
  });
  const order = (...candidates: readonly SupplierCandidate[]) =>
    rankSuppliers(candidates)
      .map((one) => one.candidate.supplierId)
      .join(' ');

  test.each`
    title                             | candidates                                                                                          | ranked
    ${'agreement first'}              | ${[supplier('A', { basePrice: d(1) }), supplier('B', { agreementNo: 'X' })]}                        | ${'B A'}
    ${'then price, without one last'} | ${[supplier('A', { basePrice: null }), supplier('B'), supplier('C', { basePrice: d('4.999999') })]} | ${'C B A'}
    ${'then the default'}             | ${[supplier('A'), supplier('B', { isDefault: true })]}                                              | ${'B A'}
    ${'then the shorter lead'}        | ${[supplier('A', { leadDays: 2 }), supplier('B')]}                                                  | ${'B A'}
    ${'then the code'}                | ${[supplier('B'), supplier('A')]}                                                                   | ${'A B'}
  `('$title', ({ candidates, ranked }) => {
    expect(order(...candidates)).toBe(ranked);
  });
  test('60 and 40 percent with 600 and 500 kg so far: the first is 5.45 behind', () => {
    const ranked = rankSuppliers([
      supplier('B', { sharePercent: d(40), orderedThisMonth: d(500), basePrice: d(1) }),
      supplier('A', { sharePercent: d(60), orderedThisMonth: d(600) }),
    ]);
    expect(ranked.map((one) => `${one.candidate.supplierId} ${one.deficit}`)).toEqual(['A 5.45', 'B -5.45']);
    expect(ranked[0]!.reason.zh).toBe('距约定份额 5.45 个百分点，基本单位价 5');
  });
});
