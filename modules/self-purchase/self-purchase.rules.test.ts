import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import {
  deviationOf,
  isOneVendor,
  isTooDear,
  limitRefusals,
  receiveStatusOf,
  type Bought,
} from './self-purchase.rules.ts';

const d = Decimal.of;

describe('B23: a price at the market beside the one that is known', () => {
  test.each([
    ['57', '50', '14', true],
    ['55', '50', '10', false],
    ['55.01', '50', '10.02', true],
    ['50', '50', '0', false],
    ['40', '50', '-20', false],
    ['3.67', '3.333333', '10.1', true],
  ])('%s against %s strays by %s %%; more than 10 %% asks for a reason: %s', (price, reference, deviation, dear) => {
    expect(deviationOf(d(price), d(reference))?.toString()).toBe(deviation);
    expect(isTooDear(d(price), d(reference), d('10'))).toBe(dear);
  });
  test('without a reference, or one of nothing, no price strays', () => {
    expect([deviationOf(d('5'), null), deviationOf(d('5'), d('0'))]).toEqual([null, null]);
    expect([isTooDear(d('5'), null, d('0')), isTooDear(d('5'), d('0'), d('0'))]).toEqual([false, false]);
  });
});

const bought = (id: string, amount: string, more: Partial<Bought> = {}): Bought => ({
  id,
  billCode: `ZC${id}`,
  siteId: '110',
  date: '2026-11-21',
  supplierId: null,
  vendorName: '城南水产',
  amount: d(amount),
  overrideReason: null,
  ...more,
});
const LIMITS = { order: d('2000'), month: d('5000') };
const codes = (sent: readonly Bought[], others: readonly Bought[] = []): string[] =>
  limitRefusals(sent, others, LIMITS).map(({ code }) => code.replace('self-purchase.', ''));

describe('B23: what a site may spend itself', () => {
  test.each<[string, readonly Bought[], readonly Bought[], readonly string[]]>([
    ['the limit itself is inside it', [bought('1', '2000')], [], []],
    ['a cent more is not', [bought('1', '2000.01')], [], ['order-limit']],
    ['split in two on one day at one vendor it counts as one', [bought('2', '1200')], [bought('1', '900')], ['split']],
    ['both halves sent at once are refused', [bought('1', '1200'), bought('2', '900')], [], ['split', 'split']],
    [
      'spaces and width of letters make no other vendor',
      [bought('2', '1200', { vendorName: ' 城南 水产' })],
      [bought('1', '900')],
      ['split'],
    ],
    ['another vendor is another purchase', [bought('2', '1200', { vendorName: '城北' })], [bought('1', '900')], []],
    ['another day is another purchase', [bought('2', '1200', { date: '2026-11-22' })], [bought('1', '900')], []],
    ['another site has limits of its own', [bought('2', '1200', { siteId: '120' })], [bought('1', '900')], []],
    [
      'the month counts every vendor and day',
      [bought('3', '1500', { date: '2026-11-30' })],
      [
        bought('1', '1800', { date: '2026-11-01', vendorName: '甲' }),
        bought('2', '1800', { date: '2026-11-02', vendorName: '乙' }),
      ],
      ['month-limit'],
    ],
    [
      'the month before does not count',
      [bought('3', '1500')],
      [bought('1', '1800', { date: '2026-10-31' }), bought('2', '1800', { date: '2026-10-30' })],
      [],
    ],
  ])('%s', (_, sent, others, expected) => expect(codes(sent, others)).toEqual(expected));
});

test.each([
  ['one record', ['600', '甲'], ['600', null], true],
  ['one name, whatever its spaces, width and case', [null, 'Ｍarket  A'], [null, 'market a'], true],
  ['a supplier chosen once, and once written by name', ['600', '城南水产'], [null, '城南 水产'], true],
  ['two records', ['600', '甲'], ['601', '乙'], false],
  ['no name is nobody’s', [null, null], [null, ' '], false],
] as const)('one vendor or two: %s', (_, [oneId, one], [otherId, other], is) =>
  expect(isOneVendor({ supplierId: oneId, vendorName: one }, { supplierId: otherId, vendorName: other })).toBe(is),
);

test.each([
  ['nothing came', [['0', '0', '10']], 'none'],
  [
    'some came',
    [
      ['4', '0', '6'],
      ['0', '0', '2'],
    ],
    'partial',
  ],
  ['some was refused and is open', [['4', '1', '6']], 'difference'],
  ['what was refused is settled', [['9', '1', '0']], 'partial'],
] as const)('how far it came in: %s', (_, lines, status) =>
  expect(
    receiveStatusOf(
      lines.map(([received, refused, open]) => ({ received: d(received), refused: d(refused), open: d(open) })),
    ),
  ).toBe(status),
);
