import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { creditOf, returnRefusals, type ReturningLine } from './purchase-return.rules.ts';

const d = (value: string): Decimal => Decimal.of(value);
const lot = (more: Partial<ReturningLine['lot']> = {}): ReturningLine['lot'] => ({
  rootId: '1',
  batchCode: 'PC1',
  supplierId: '600',
  isOfMaterial: true,
  lies: true,
  received: d('10'),
  returned: d('3'),
  ...more,
});
const line = (qty: string, more: Partial<ReturningLine> = {}): ReturningLine => ({
  line: 1,
  supplierId: '600',
  supplier: '绿源农场',
  warehouse: '主仓',
  material: '大米',
  unit: '千克',
  qty: d(qty),
  lot: lot(),
  ...more,
});
const codes = (...lines: ReturningLine[]): string[] => returnRefusals(lines).map(({ code }) => code);

test.each([
  ['all that is left of a lot may go back', [line('7')], []],
  ['a gram more may not', [line('7.001')], ['returns.too-much']],
  ['two parts of a lot take of what is left together', [line('4'), line('4', { line: 2 })], ['returns.too-much']],
  ['a part of another lot does not', [line('7'), line('7', { lot: lot({ rootId: '2' }) })], []],
  ['a lot that came from nobody', [line('1', { lot: lot({ supplierId: null }) })], ['returns.other-supplier']],
  [
    'a lot of something else is said before whose it is',
    [line('1', { lot: lot({ supplierId: '601', isOfMaterial: false }) })],
    ['returns.other-material'],
  ],
  ['a lot that lies elsewhere', [line('1', { lot: lot({ lies: false }) })], ['returns.not-here']],
  [
    'more went back than came, as of a delivery that was reversed',
    [line('1', { lot: lot({ returned: d('11') }) })],
    ['returns.too-much'],
  ],
] as const)('%s', (_what, lines, expected) => {
  expect(codes(...lines)).toEqual(expected);
});

test('a sack of 25 kg at 5.20 the kilo is credited by the sack, rounded once', () => {
  const { price, amount } = creditOf({ qty: d('1.5'), factor: d('25') }, d('5.2'));
  expect([price.toString(), amount.toFixed(2)]).toEqual(['130', '195.00']);
  const thirds = creditOf({ qty: d('3'), factor: d('1') }, d('3.333333333'));
  expect([thirds.price.toString(), thirds.amount.toFixed(2)]).toEqual(['3.333333', '10.00']);
});
