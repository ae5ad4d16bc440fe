import { describe, expect, it, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { orderingAdvice, type OrderingTerms } from './ordering-terms.rules.ts';
import './suppliers.refusals.ts';

const d = (figure: string | null): Decimal | null => (figure === null ? null : Decimal.of(figure));
const packed = (qty: string, least: string, multiple: string) => ({
  material: '大米',
  unit: 'kg',
  qty: Decimal.of(qty),
  minOrderQty: Decimal.of(least),
  orderMultiple: Decimal.of(multiple),
});
const NONE: OrderingTerms = { least: null, freeFrom: null, fee: null };
const amounts = (...figures: readonly string[]) =>
  figures.map((figure, index) => ({ billCode: `CG${index}`, amount: Decimal.of(figure) }));
const advice = (given: Partial<Parameters<typeof orderingAdvice>[0]>): string[] =>
  orderingAdvice({ amount: null, terms: NONE, lines: [], others: [], needs: [], ...given }).map((each) =>
    sentenceOf(each, 'zh'),
  );

describe('P13: what a supplier would rather deliver', () => {
  it('names what is missing to a least quantity and to a whole multiple', () => {
    expect(advice({ lines: [packed('8', '10', '5'), packed('12', '10', '5'), packed('15', '10', '5')] })).toEqual([
      '大米 低于起订量：8kg，起订 10kg，还差 2kg',
      '大米 不是订货倍数：12kg，按 5kg 的倍数应为 15kg，多 3kg',
    ]);
  });
  test.each`
    title                                   | amount      | least    | others            | notice
    ${'no least amount'}                    | ${'10'}     | ${null}  | ${[]}             | ${undefined}
    ${'just enough'}                        | ${'300.00'} | ${'300'} | ${[]}             | ${undefined}
    ${'a cent short'}                       | ${'299.99'} | ${'300'} | ${[]}             | ${'还差 0.01 元'}
    ${'another order would make it enough'} | ${'100'}    | ${'300'} | ${['150', '200']} | ${'可并入 CG1'}
    ${'only both would'}                    | ${'100'}    | ${'300'} | ${['150', '50']}  | ${'可并入 CG0 + CG1'}
    ${'others are too small as well'}       | ${'100'}    | ${'300'} | ${['50']}         | ${'还差 200.00 元'}
    ${'nothing is priced yet'}              | ${'0'}      | ${'300'} | ${[]}             | ${undefined}
    ${'amounts are not for everybody'}      | ${null}     | ${'300'} | ${['200']}        | ${undefined}
  `('least amount: $title', ({ amount, least, others, notice }) => {
    const found = advice({
      amount: d(amount),
      terms: { ...NONE, least: d(least) },
      others: amounts(...(others as string[])),
    });
    expect(found).toEqual(
      notice === undefined ? [] : [expect.stringMatching(new RegExp(`${notice.replace('+', '\\+')}$`))],
    );
  });
  test.each`
    title                        | amount      | freeFrom | fee     | others     | notice
    ${'carriage is always free'} | ${'10'}     | ${null}  | ${'30'} | ${[]}      | ${undefined}
    ${'just enough'}             | ${'500'}    | ${'500'} | ${'30'} | ${[]}      | ${undefined}
    ${'a cent short'}            | ${'499.99'} | ${'500'} | ${'30'} | ${[]}      | ${'未满免运费金额 500.00 元，还差 0.01 元；运费 30.00 元'}
    ${'the fee is not known'}    | ${'100'}    | ${'500'} | ${null} | ${[]}      | ${'未满免运费金额 500.00 元，还差 400.00 元；运费 — 元'}
    ${'another would free both'} | ${'100'}    | ${'500'} | ${'30'} | ${['400']} | ${'未满免运费金额 500.00 元，还差 400.00 元；运费 30.00 元，可并入 CG0'}
  `('free carriage: $title', ({ amount, freeFrom, fee, others, notice }) => {
    const found = advice({
      amount: d(amount),
      terms: { least: null, freeFrom: d(freeFrom), fee: d(fee) },
      others: amounts(...(others as string[])),
    });
    expect(found).toEqual(notice === undefined ? [] : [notice]);
  });
  it('names open needs where something is missing, and only there', () => {
    const needs = [{ billCode: 'QG1', material: '面粉', qty: '20', unit: 'kg' }];
    expect(advice({ needs, lines: [packed('8', '10', '5')] })[1]).toBe('可加上未订的请购：QG1 面粉 20kg');
    expect(advice({ needs, lines: [packed('10', '10', '5')] })).toEqual([]);
  });
});
