/** What parties owe, by hand-reckoned cases and against a slow reckoning in whole cents. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import {
  correctionEntries,
  crossingEntries,
  differenceEntry,
  partAmounts,
  receiptEntries,
  returnEntries,
  taxed,
  type Entry,
} from './settlement-entry.rules.ts';

const of = (text: string): Decimal => Decimal.of(text);
const bill = { type: 'invinstore', id: '1', code: 'RK1', bizDate: '2026-11-21', deptId: '110', companyDeptId: '100' };
const line = { lineId: '7', materialId: '201', unitId: '301', qty: of('320') };
const price = (text: string, rate = '9') => ({ price: of(text), taxRate: of(rate) });
const sentences = (entries: readonly Entry[]): string[] =>
  entries.map(
    ({ partyKind, partyId, entryKind, moveId, qty, price: at, amount, amountNoTax, taxAmount }) =>
      `${partyKind} ${partyId} ${entryKind} ${moveId ?? '-'}: ${qty} at ${at} = ${amount} (${amountNoTax} + ${taxAmount})`,
  );

describe('a delivery', () => {
  test('to a warehouse owes the supplier what was accepted at the agreed price', () => {
    expect(
      sentences(
        receiptEntries(bill, '600', null, [{ ...line, agreed: price('5.20'), boughtMoveId: '11', charge: null }]),
      ),
    ).toEqual(['supplier 600 purchase 11: 320 at 5.2 = 1664 (1526.61 + 137.39)']);
  });

  test('straight to a site charges it at its own price, and the difference is the margin', () => {
    const entries = receiptEntries(bill, '600', '110', [
      { ...line, agreed: price('5.20'), boughtMoveId: '11', charge: { ...price('6', '6'), moveId: '13' } },
    ]);
    expect(sentences(entries)).toEqual([
      'supplier 600 purchase 11: 320 at 5.2 = 1664 (1526.61 + 137.39)',
      'site 110 charge 13: 320 at 6 = 1920 (1811.32 + 108.68)',
    ]);
    expect(entries[1]!.amount.minus(entries[0]!.amount).toString()).toBe('256');
  });

  test('without an agreed price, a settlement price or a supplier owes nothing for it, and never 0', () => {
    const none = { ...line, agreed: null, boughtMoveId: '11', charge: null };
    expect(receiptEntries(bill, '600', '110', [none])).toEqual([]);
    expect(receiptEntries(bill, null, '110', [{ ...none, agreed: price('5.20') }])).toEqual([]);
  });
});

test('a return is the opposite at the same prices, in the unit each was priced in', () => {
  expect(
    sentences(
      returnEntries(bill, [
        {
          ...line,
          qty: of('10'),
          credit: price('5.20'),
          supplierId: '600',
          moveId: '21',
          charged: { ...price('150', '6'), siteId: '110', unitId: '302', qty: of('0.4') },
        },
      ]),
    ),
  ).toEqual([
    'supplier 600 return 21: -10 at 5.2 = -52 (-47.71 + -4.29)',
    'site 110 return 21: -0.4 at 150 = -60 (-56.6 + -3.4)',
  ]);
});

test('what a supplier bears of a difference is deducted at the agreed price', () => {
  expect(sentences([differenceEntry(bill, '600', { ...line, qty: of('3') }, price('5.20'))])).toEqual([
    'supplier 600 difference -: -3 at 5.2 = -15.6 (-14.31 + -1.29)',
  ]);
});

test('a correction owes what its document says, to the cent', () => {
  expect(
    sentences(
      correctionEntries(bill, '600', [
        {
          ...line,
          qty: of('80.5'),
          diffPrice: of('-0.15'),
          taxRate: of('9'),
          diffAmount: of('-12.08'),
          diffNoTax: of('-11.08'),
        },
      ]),
    ),
  ).toEqual(['supplier 600 correction -: 80.5 at -0.15 = -12.08 (-11.08 + -1)']);
});

test('between companies what one owes the other is owed', () => {
  expect(
    sentences(
      crossingEntries(bill, '100', '900', [
        { ...line, qty: of('2'), ...price('112.5'), amount: of('225'), leftMoveId: '31', cameMoveId: '32' },
      ]),
    ),
  ).toEqual([
    'company 900 charge 32: 2 at 112.5 = 225 (206.42 + 18.58)',
    'company 100 charge 31: -2 at 112.5 = -225 (-206.42 + -18.58)',
  ]);
});

const cents = (value: Decimal): number => Math.round(Number(value.times(Decimal.hundred).toString()));

test('amount = without tax + tax, whatever the amount and the rate, and the opposite is the opposite', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 2500 }), (whole, rate) => {
      const amount = of(String(whole)).dividedBy(Decimal.hundred);
      const taxRate = of(String(rate)).dividedBy(Decimal.hundred);
      const split = taxed(amount, taxRate);
      expect(cents(split.amountNoTax) + cents(split.taxAmount)).toBe(whole);
      // Half a cent away from zero, reckoned in whole numbers.
      const [size, share] = [BigInt(Math.abs(whole)) * 10_000n, BigInt(10_000 + rate)];
      const nearest = Number((2n * size + share) / (2n * share)) * Math.sign(whole);
      expect(cents(split.amountNoTax)).toBe(nearest === 0 ? 0 : nearest);
      const back = taxed(amount.negated(), taxRate);
      expect(back.amountNoTax.plus(split.amountNoTax).isZero()).toBe(true);
    }),
    { seed: 20261127 },
  );
});

test('the parts of a line come to what the line comes to', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ line: fc.constantFrom('a', 'b'), grams: fc.integer({ min: 1, max: 99_999 }) }), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.integer({ min: 1, max: 99_999 }),
      fc.constantFrom('1', '3', '25'),
      (parts, priceInCents, factor) => {
        const at = of(String(priceInCents)).dividedBy(Decimal.hundred);
        const amounts = partAmounts(
          parts.map(({ line: of_, grams }) => ({
            line: of_,
            baseQty: of(String(grams)).dividedBy(of('1000')),
            factor: of(factor),
            price: at,
          })),
        );
        for (const name of ['a', 'b']) {
          const grams = parts.reduce((sum, part) => sum + (part.line === name ? part.grams : 0), 0);
          const [top, below] = [BigInt(grams) * BigInt(priceInCents), 1000n * BigInt(factor)];
          expect(cents(Decimal.sum(amounts.filter((_, index) => parts[index]!.line === name)))).toBe(
            Number((2n * top + below) / (2n * below)),
          );
        }
      },
    ),
    { seed: 20261127 },
  );
});
