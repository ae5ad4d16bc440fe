import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { arrivalRefusal, lineRefusals, limitRefusals, type PushedLine, type SiteDay } from './suppress-order.rules.ts';

const TODAY = '2025-03-16';
const line: PushedLine = {
  line: 1,
  material: '馒头',
  warehouse: '一号仓',
  factoryWarehouse: '成品仓',
  site: '一项目部',
  arriveDate: '2025-03-17',
  batch: 'PC1',
  expiryDate: '2025-03-17',
  lotLies: true,
  isCatchWeight: false,
  isCentral: false,
  price: Decimal.of('2'),
  refusedOn: null,
};
const codes = (more: Partial<PushedLine>): readonly string[] =>
  lineRefusals({ ...line, ...more }).map(({ code }) => code);

describe('W23: what stands against a pushed line', () => {
  test.each<[string, Partial<PushedLine>, readonly string[]]>([
    ['a lot that is good on the day it arrives goes', {}, []],
    ['a lot that ends the day before does not', { expiryDate: '2025-03-16' }, ['suppress.expires-before']],
    ['a lot without an end goes', { expiryDate: null }, []],
    ['no lot is named: it is chosen when it ships', { batch: null, lotLies: true, expiryDate: null }, []],
    ['a lot of other goods, or from elsewhere', { lotLies: false }, ['suppress.lot-elsewhere']],
    ['a central warehouse', { isCentral: true }, ['suppress.central']],
    ['goods of catch weight', { isCatchWeight: true }, ['suppress.by-weight']],
    ['a site without a price', { price: null }, ['suppress.no-price']],
    ['H18: refused there today', { refusedOn: 'QR1' }, ['suppress.refused-today']],
    ['everything at once', { price: null, refusedOn: 'QR1' }, ['suppress.no-price', 'suppress.refused-today']],
  ])('%s', (_name, more, expected) => expect(codes(more)).toEqual(expected));
});

test('the goods arrive today or within a year; a day that was entered before stays', () => {
  expect(arrivalRefusal(TODAY, TODAY, null)).toBeUndefined();
  expect(arrivalRefusal('2025-03-15', TODAY, null)?.code).toBe('suppress.arrives-past');
  expect(arrivalRefusal('2025-03-15', TODAY, '2025-03-15')).toBeUndefined();
  expect(arrivalRefusal('2026-03-17', TODAY, null)).toBeUndefined();
  expect(arrivalRefusal('2026-03-18', TODAY, null)?.code).toBe('suppress.arrives-far');
});

describe('W23: the limit of a site and day holds to the cent', () => {
  const day = (amount: string, more: Partial<SiteDay> = {}): SiteDay => ({
    siteId: '1',
    site: '一项目部',
    date: TODAY,
    amount: Decimal.of(amount),
    ...more,
  });
  test.each<[string, SiteDay[], SiteDay[], string, string[]]>([
    ['exactly the limit', [day('60')], [day('40')], '100', []],
    ['a cent above', [day('60.01')], [day('40')], '100', ['100.01']],
    ['another day has its own', [day('60.01')], [day('40', { date: '2025-03-17' })], '100', []],
    ['another site has its own', [day('60.01')], [day('40', { siteId: '2' })], '100', []],
    ['two orders of one approval count together', [day('60'), day('40.01')], [], '100', ['100.01']],
    [
      'a site over by what was sent before is not named for others',
      [day('1', { siteId: '2' })],
      [day('200')],
      '100',
      [],
    ],
    ['zero is no limit', [day('999999')], [], '0', []],
  ])('%s', (_name, sites, before, limit, expected) =>
    expect(limitRefusals(sites, before, Decimal.of(limit)).map(({ detail }) => detail?.['amount'])).toEqual(expected),
  );
});
