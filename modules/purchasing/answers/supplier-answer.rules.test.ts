import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import './supplier-answer.refusals.ts';
import {
  decideAnswer,
  shipLimit,
  shipRefusals,
  ticketState,
  type AnsweredLine,
  type AskedLine,
} from './supplier-answer.rules.ts';

const TODAY = '2026-11-28';
const of = (text: string): Decimal => Decimal.of(text);
const line = (id: string, orderQty: string, more: Partial<AskedLine> = {}): AskedLine => ({
  id,
  lineNo: Number(id),
  material: '土豆',
  unit: 'kg',
  orderQty: of(orderQty),
  deliveryDate: '2026-11-29',
  overRate: of('5'),
  shippedQty: Decimal.zero,
  ...more,
});
const ASKED = [line('1', '240'), line('2', '10')];
const answered = (id: string, qty: string | null, date: string | null = null): AnsweredLine => ({
  id,
  promisedQty: qty === null ? null : of(qty),
  promisedDate: date,
});
const decide = (given: readonly AnsweredLine[], more: { declines?: boolean; remark?: string } = {}, asked = ASKED) => {
  const decided = decideAnswer(asked, given, { declines: false, remark: '', today: TODAY, ...more });
  return 'refusals' in decided
    ? decided.refusals.map(({ code }) => code.replace('supplier-answer.', ''))
    : [decided.answer.status, ...decided.answer.lines.map(({ qty, date }) => `${qty}@${date ?? '-'}`)];
};

test.each([
  ['all as asked', [], {}, ['confirmed', '240@2026-11-29', '10@2026-11-29']],
  ['200 of 240', [answered('1', '200')], {}, ['partial', '200@2026-11-29', '10@2026-11-29']],
  ['another day', [answered('2', null, '2026-12-01')], {}, ['partial', '240@2026-11-29', '10@2026-12-01']],
  ['one line not at all', [answered('2', '0')], {}, ['partial', '240@2026-11-29', '0@-']],
  ['declined, with a reason', [], { declines: true, remark: '无货' }, ['declined', '0@-', '0@-']],
  [
    'nothing of anything is a decline',
    [answered('1', '0'), answered('2', '0')],
    { remark: '无货' },
    ['declined', '0@-', '0@-'],
  ],
  ['declined without a reason', [], { declines: true, remark: ' ' }, ['no-reason']],
  ['more than ordered', [answered('1', '240.001')], {}, ['too-much']],
  ['a day that is past', [answered('1', null, '2026-11-27')], {}, ['past-day']],
  ['a line of another order', [answered('9', '1')], {}, ['other-line']],
])('an answer of a supplier: %s', (_name, given, more, expected) => {
  expect(decide(given, more)).toEqual(expected);
});

test('what is on its way stays promised: neither less than it, nor a decline', () => {
  const asked = [line('1', '240', { shippedQty: of('100') })];
  expect(decide([answered('1', '99')], {}, asked)).toEqual(['below-shipped']);
  expect(decide([], { declines: true, remark: '无货' }, asked)).toEqual(['below-shipped', 'shipped-already']);
});

test('a ship note stays within order and tolerance, counted with what went before, to the last gram', () => {
  const asked = [line('1', '240', { shippedQty: of('150') })];
  const lot = (shipQty: string, more: object = {}) => ({
    orderDetailId: '1',
    shipQty: of(shipQty),
    productionDate: null,
    expiryDate: null,
    ...more,
  });
  const codes = (lots: Parameters<typeof shipRefusals>[1]) =>
    shipRefusals(asked, lots, TODAY).map(({ code }) => code.replace('supplier-answer.', ''));
  expect(shipLimit(asked[0]!).toString()).toBe('252');
  expect(codes([lot('60'), lot('42')])).toEqual([]);
  expect(codes([lot('60'), lot('42.000001')])).toEqual(['over-shipped']);
  expect(codes([])).toEqual(['nothing-shipped']);
  expect(codes([lot('1', { orderDetailId: '7' })])).toEqual(['other-line']);
  expect(codes([lot('1', { productionDate: '2026-11-29' })])).toEqual(['made-later']);
  expect(codes([lot('1', { productionDate: '2026-11-28', expiryDate: '2026-11-27' })])).toEqual(['ends-before']);
});

test.each([
  ['2026-11-28 10:00:00', null, 'open'],
  ['2026-11-28 09:59:59', null, 'expired'],
  ['2026-11-28 12:00:00', '2026-11-28 09:00:00', 'revoked'],
])('a link that ends %s, taken back %s, is %s at ten', (expiresTime, revokedTime, expected) => {
  expect(ticketState({ expiresTime, revokedTime }, '2026-11-28 10:00:00')).toBe(expected);
});
