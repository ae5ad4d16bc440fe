import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { noWorth, receive } from '../stock/ledger/cost.rules.ts';
import {
  differencesOf,
  legsOf,
  priceIn,
  type Lying,
  type NewPrice,
  type PostedLine,
} from './price-correction.rules.ts';
import { splitOffers, type CurrentOffer } from './split-offers.rules.ts';

const d = Decimal.of;
const line = (qty: string, price: string, more: Partial<PostedLine> = {}): PostedLine => ({
  sourceLineId: '1',
  priceDate: '2026-03-05',
  materialId: 'rice',
  qty,
  unitId: 'kg',
  factor: '1',
  price,
  taxRate: '0',
  ...more,
});
const now = (newPrice: string, more: Partial<NewPrice> = {}): NewPrice => ({
  materialId: 'rice',
  unitId: 'kg',
  factor: '1',
  newPrice,
  startDate: '2026-03-01',
  endDate: '2026-03-31',
  ...more,
});
const lying = (...places: readonly (readonly [id: string, qty: string, amount: string])[]): Lying[] =>
  places.map(([locationId, qty, amount]) => ({ locationId, qty: d(qty), amount: d(amount) }));
const amounts = (posted: readonly PostedLine[], prices: readonly NewPrice[]): string[] =>
  differencesOf(posted, prices).map((each) => String(each.diffAmount));

describe('differences of what was posted', () => {
  test('4.60 becomes 4.45 on 120, 80.5 and a return of 10: −18.00, −12.08 and +1.50, together −28.58', () => {
    const found = differencesOf([line('120', '4.60'), line('80.5', '4.60'), line('-10', '4.60')], [now('4.45')]);
    expect(found.map((each) => String(each.diffAmount))).toEqual(['-18', '-12.08', '1.5']);
    expect(String(Decimal.sum(found.map((each) => each.diffAmount)))).toBe('-28.58');
  });
  test.each([
    ['the first day counts', { priceDate: '2026-03-01' }, 1],
    ['the last day counts', { priceDate: '2026-03-31' }, 1],
    ['the day before does not', { priceDate: '2026-02-28' }, 0],
    ['the day after does not', { priceDate: '2026-04-01' }, 0],
    ['another material does not', { materialId: 'oil' }, 0],
    ['the same price is no difference', { price: '4.450' }, 0],
  ])('%s', (_, more, count) => {
    expect(differencesOf([line('10', '4.60', more)], [now('4.45')])).toHaveLength(count);
  });
  test('the tax in a difference is that of the line', () => {
    const [found] = differencesOf([line('100', '5.45', { taxRate: '9' })], [now('4.36')]);
    expect([found!.diffAmount, found!.diffNoTax].map(String)).toEqual(['-109', '-100']);
  });
  test('a price per bag of 25 is for a line in kilograms a twenty-fifth; for a line in bags it is itself, whatever a bag held that day', () => {
    expect(String(priceIn(line('1', '4'), now('110', { unitId: 'bag', factor: '25' })))).toBe('4.4');
    expect(
      String(priceIn(line('1', '4', { unitId: 'bag', factor: '20' }), now('110', { unitId: 'bag', factor: '25' }))),
    ).toBe('110');
  });
  test('two spells of days have two prices', () => {
    expect(
      amounts(
        [line('10', '5', { priceDate: '2026-03-10' }), line('10', '5', { priceDate: '2026-03-11' })],
        [now('4', { endDate: '2026-03-10' }), now('6', { startDate: '2026-03-11' })],
      ),
    ).toEqual(['-10', '10']);
  });
});

describe('where a difference goes', () => {
  test('5.20 becomes 5.00 on 320, 80 still there: −64.00 is stock −16.00 and variance −48.00', () => {
    const [found] = differencesOf([line('320', '5.20')], [now('5.00')]);
    const legs = legsOf(found!, d('320'), lying(['store', '80', '416']), true);
    expect([found!.diffAmount, legs.stockAmount, legs.varianceAmount, legs.taxAmount].map(String)).toEqual([
      '-64',
      '-16',
      '-48',
      '0',
    ]);
  });
  test.each([
    [
      'by places, a cent to the largest remainder',
      '-0.10',
      '3',
      lying(['a', '1', '5'], ['b', '1', '5'], ['c', '1', '5']),
      ['a -0.04', 'b -0.03', 'c -0.03'],
      '0',
    ],
    ['all used: all is variance', '-64', '320', [], [], '-64'],
    ['a lot bears no more than it is worth', '-64', '320', lying(['a', '320', '10']), ['a -10'], '-54'],
    ['a lot worth nothing bears nothing', '-64', '320', lying(['a', '320', '0']), [], '-64'],
    [
      'more lies there than came, as a count found: all of it is stock',
      '64',
      '320',
      lying(['a', '330', '10']),
      ['a 64'],
      '0',
    ],
  ])('%s', (_, amount, received, places, stock, variance) => {
    const legs = legsOf({ diffAmount: d(amount), diffNoTax: d(amount) }, d(received), places, true);
    expect([...legs.stock].map(([id, share]) => `${id} ${share}`)).toEqual(stock);
    expect(String(legs.varianceAmount)).toBe(variance);
  });
  test('stock valued without tax: the tax is a leg of its own', () => {
    const legs = legsOf({ diffAmount: d('-109'), diffNoTax: d('-100') }, d('100'), lying(['a', '100', '500']), false);
    expect([legs.stockAmount, legs.varianceAmount, legs.taxAmount].map(String)).toEqual(['-100', '0', '-9']);
  });
});

describe('whatever was received at whatever price', () => {
  const cents = (from: number, to: number) =>
    fc.integer({ min: from, max: to }).map((units) => d(units).dividedBy(Decimal.hundred));
  const posted = fc.record({
    qty: cents(-50_000, 50_000),
    price: cents(1, 20_000),
    taxRate: fc.constantFrom('0', '6', '9', '13'),
  });
  const places = fc.array(fc.record({ qty: cents(1, 20_000), amount: cents(0, 200_000) }), { maxLength: 5 });
  test('payable is stock, variance and tax; a second run finds nothing; coming and going mirror each other', () => {
    fc.assert(
      fc.property(
        fc.array(posted, { minLength: 1, maxLength: 8 }),
        cents(1, 20_000),
        places,
        fc.boolean(),
        (lines, newPrice, there, withTax) => {
          const all = lines.map(({ qty, price, taxRate }) => line(qty.toString(), price.toString(), { taxRate }));
          const prices = [now(newPrice.toString())];
          const found = differencesOf(all, prices);
          for (const each of found) {
            const legs = legsOf(
              each,
              d(each.line.qty).abs(),
              there.map((place, at) => ({ locationId: String(at), ...place })),
              withTax,
            );
            expect(String(Decimal.sum([legs.stockAmount, legs.varianceAmount, legs.taxAmount]))).toBe(
              String(each.diffAmount),
            );
            expect(String(Decimal.sum(legs.stock.values()))).toBe(String(legs.stockAmount));
          }
          expect(
            differencesOf(
              all.map((each) => ({ ...each, price: newPrice.toString() })),
              prices,
            ),
          ).toEqual([]);
          const back = differencesOf(
            all.map((each) => ({ ...each, qty: d(each.qty).negated().toString() })),
            prices,
          );
          expect(back.map((each) => String(each.diffAmount.negated()))).toEqual(
            found.map((each) => String(each.diffAmount)),
          );
        },
      ),
    );
  });
  test('taken back by its opposites, every lot is worth exactly what it was, and none was ever worth less than nothing', () => {
    fc.assert(
      fc.property(cents(-100_000, 100_000), places, (amount, there) => {
        const lots = there.map((place, at) => ({ locationId: String(at), ...place }));
        const legs = legsOf(
          { diffAmount: amount, diffNoTax: amount },
          Decimal.sum(lots.map((lot) => lot.qty)),
          lots,
          true,
        );
        for (const lot of lots) {
          const share = legs.stock.get(lot.locationId) ?? Decimal.zero;
          const before = receive(noWorth, lot.qty, lot.amount);
          const after = receive(before, Decimal.zero, share);
          expect(after.amount.isNegative()).toBe(false);
          const restored = receive(after, Decimal.zero, share.negated());
          expect([restored.qty, restored.amount, restored.unitCost].map(String)).toEqual(
            [before.qty, before.amount, before.unitCost].map(String),
          );
        }
      }),
    );
  });
});

describe('a price for days that others hold for', () => {
  const offer = (id: string, price: string, startDate: string, endDate: string | null = null): CurrentOffer => ({
    id,
    price,
    startDate,
    endDate,
  });
  const split = (...offers: readonly CurrentOffer[]) => {
    const { ends, freezes, adds } = splitOffers(offers, (each) => each.price === '4', '2026-03-10', '2026-03-20');
    return [
      ...ends.map((each) => `${each.id} ends ${each.endDate}`),
      ...freezes.map((id) => `${id} gives way`),
      ...adds.map((each) => `${each.isNew ? 'new' : 'rest'} of ${each.from} ${each.startDate}~${each.endDate ?? ''}`),
    ];
  };
  test.each([
    ['none stood', [], ['new of null 2026-03-10~2026-03-20']],
    [
      'one stood before and goes on',
      [offer('a', '5', '2026-01-01')],
      ['a ends 2026-03-09', 'new of a 2026-03-10~2026-03-20', 'rest of a 2026-03-21~'],
    ],
    [
      'one began that day',
      [offer('a', '5', '2026-03-10')],
      ['a gives way', 'new of a 2026-03-10~2026-03-20', 'rest of a 2026-03-21~'],
    ],
    [
      'one lies within',
      [offer('a', '5', '2026-03-12', '2026-03-15')],
      ['a gives way', 'new of a 2026-03-10~2026-03-20'],
    ],
    [
      'one ends within, another begins',
      [offer('a', '5', '2026-01-01', '2026-03-12'), offer('b', '6', '2026-03-13', '2026-04-30')],
      ['a ends 2026-03-09', 'b gives way', 'new of a 2026-03-10~2026-03-20', 'rest of b 2026-03-21~2026-04-30'],
    ],
    ['the same price holds already', [offer('a', '4', '2026-01-01')], []],
    [
      'the same price holds in two rows',
      [offer('a', '4', '2026-01-01', '2026-03-12'), offer('b', '4', '2026-03-13')],
      [],
    ],
    [
      'the same price with a gap',
      [offer('a', '4', '2026-01-01', '2026-03-12'), offer('b', '4', '2026-03-14')],
      ['a ends 2026-03-09', 'b gives way', 'new of a 2026-03-10~2026-03-20', 'rest of b 2026-03-21~'],
    ],
  ])('%s', (_, offers, told) => {
    expect(split(...offers)).toEqual(told);
  });
});
