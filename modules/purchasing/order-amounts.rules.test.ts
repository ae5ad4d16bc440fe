import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { rounds } from '../../tests/support/long-form.ts';
import { lineAmounts, orderAmounts } from './order-amounts.rules.ts';

const d = Decimal.of;
const line = (qty: string, price: string | null, taxRate: string) =>
  lineAmounts({ qty: d(qty), price: price === null ? null : d(price), taxRate: d(taxRate) });

test.each`
  title                                     | qty        | price     | taxRate | amount      | amountNoTax | priceNoTax
  ${'no tax'}                               | ${'10'}    | ${'4.76'} | ${'0'}  | ${'47.60'}  | ${'47.60'}  | ${'4.76'}
  ${'9 % inside the price'}                 | ${'3'}     | ${'1.09'} | ${'9'}  | ${'3.27'}   | ${'3.00'}   | ${'1'}
  ${'catch weight, half a cent goes up'}    | ${'12.86'} | ${'32'}   | ${'0'}  | ${'411.52'} | ${'411.52'} | ${'32'}
  ${'rounded once, half up'}                | ${'0.5'}   | ${'0.01'} | ${'0'}  | ${'0.01'}   | ${'0.01'}   | ${'0.01'}
  ${'0.1 × 0.2 is what it is'}              | ${'0.1'}   | ${'0.20'} | ${'0'}  | ${'0.02'}   | ${'0.02'}   | ${'0.2'}
  ${'without a price it costs nothing yet'} | ${'7'}     | ${null}   | ${'13'} | ${'0.00'}   | ${'0.00'}   | ${'0'}
`('$title', ({ qty, price, taxRate, amount, amountNoTax, priceNoTax }) => {
  const found = line(qty, price, taxRate);
  expect([found.amount.toFixed(2), found.amountNoTax.toFixed(2), found.priceNoTax.toString()]).toEqual([
    amount,
    amountNoTax,
    priceNoTax,
  ]);
});

test('promise 9: header = Σ lines and tax + net = amount, whatever the figures', () => {
  const figure = (max: number, places: number) =>
    fc.integer({ min: 1, max }).map((whole) => d(String(whole)).dividedBy(d(String(10 ** places))));
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          qty: figure(10_000_000, 6),
          price: figure(1_000_000, 2),
          taxRate: fc.constantFrom('0', '6', '9', '13').map(d),
        }),
        { maxLength: 50 },
      ),
      (lines) => {
        const each = lines.map(lineAmounts);
        const sum = orderAmounts(each);
        expect(sum.amountNoTax.plus(sum.taxAmount).toString()).toBe(sum.amount.toString());
        expect(each.reduce((total, one) => total + BigInt(one.amount.toFixed(2).replace('.', '')), 0n)).toBe(
          BigInt(sum.amount.toFixed(2).replace('.', '')),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('promise 9: over many random lines nothing drifts from whole numbers, rounded half up once', () => {
  const lines = rounds(100_000, 1_000_000);
  let seed = 20_261_121;
  const chance = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  let header = Decimal.zero;
  let cents = 0n;
  const wrong: string[] = [];
  for (let nr = 0; nr < lines; nr += 1) {
    // Three places of quantity, two of price; the product has five, rounded half up to two.
    const [qty, price] = [1 + chance(9_999_999), 1 + chance(99_999)];
    const expected = (BigInt(qty) * BigInt(price) + 500n) / 1_000n;
    const { amount } = lineAmounts({
      qty: d((qty / 1_000).toFixed(3)),
      price: d((price / 100).toFixed(2)),
      taxRate: Decimal.zero,
    });
    if (
      amount
        .toFixed(2)
        .replace('.', '')
        .replace(/^0+(?=\d)/, '') !== String(expected)
    )
      wrong.push(`${qty} × ${price}`);
    header = header.plus(amount);
    cents += expected;
  }
  expect(wrong).toEqual([]);
  expect(header.toFixed(2)).toBe(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`);
}, 120_000);
