import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import {
  amountOf,
  gainUnitCost,
  issueAtAverage,
  issueCatchWeight,
  issueFromLot,
  noWorth,
  receive,
  returnAtOriginalCost,
  spreadLateCost,
  type Worth,
} from './cost.rules.ts';

const d = Decimal.of;
const worth = (qty: string, amount: string) => receive(noWorth, d(qty), d(amount));
const shown = ({ qty, amount, unitCost }: Worth) => `${qty} worth ${amount} at ${unitCost.rounded(6)}`;

describe('a lot keeps its cost', () => {
  test('three thirds of a lot worth 10.00 are 3.33, 3.33 and 3.34', () => {
    const first = issueFromLot(worth('3', '10.00'), d(1));
    const second = issueFromLot(first.left, d(1));
    const third = issueFromLot(second.left, d(1));
    expect([first, second, third].map((issue) => String(issue.amount))).toEqual(['3.33', '3.33', '3.34']);
    expect(shown(third.left)).toBe('0 worth 0 at 3.333333');
  });
  test('an issue never takes more value than is left', () => {
    const lot = { qty: d(2), amount: d('0.01'), unitCost: d('0.01') };
    expect(String(issueFromLot(issueFromLot(lot, d(1)).left, d('0.9')).amount)).toBe('0');
  });
  test('more than is there is a mistake of the program', () => {
    expect(() => issueFromLot(worth('3', '10.00'), d('3.000001'))).toThrow(RangeError);
  });
  test('whatever the steps, the issues add up to the value', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(cuts, fc.integer({ min: 0, max: 999_999 }), (grams, cents) => {
        const qty = grams.reduce((sum, gram) => sum + gram, 0);
        let lot = worth(d(qty).dividedBy(d(1000)).toString(), d(cents).dividedBy(d(100)).toString());
        let taken = Decimal.zero;
        for (const gram of grams) {
          const issued = issueFromLot(lot, d(gram).dividedBy(d(1000)));
          expect(issued.amount.isNegative()).toBe(false);
          taken = taken.plus(issued.amount);
          lot = issued.left;
        }
        expect([String(taken.times(d(100))), String(lot.qty), String(lot.amount)]).toEqual([String(cents), '0', '0']);
      }),
    );
  });
});

describe('the moving average', () => {
  const held = receive(receive(noWorth, d(100), amountOf(d(100), d('5.20'))), d(50), amountOf(d(50), d('5.80')));

  test('100 at 5.20 and 50 at 5.80 average 5.40', () => {
    expect(shown(held)).toBe('150 worth 810 at 5.4');
  });
  test('goods go out at the current average', () => {
    const { amount, left, residue } = issueAtAverage(held, d(30));
    expect([String(amount), shown(left), String(residue)]).toEqual(['162', '120 worth 648 at 5.4', '0']);
  });
  test('a stock of zero is worth zero and the cent is booked', () => {
    const once = issueAtAverage(worth('3', '10.00'), d(1));
    const rest = issueAtAverage(issueAtAverage(once.left, d(1)).left, d(1));
    expect([String(rest.amount), shown(rest.left), String(rest.residue)]).toEqual([
      '3.33',
      '0 worth 0 at 3.333333',
      '0.01',
    ]);
  });
  test('what goes back is credited at its original cost, the residue is a variance', () => {
    const back = returnAtOriginalCost(held, d(10), d('5.80'));
    expect([back.amount, back.carried, back.residue].map(String)).toEqual(['58', '54', '4']);
    expect(shown(back.left)).toBe('140 worth 756 at 5.4');
  });
  test('value out and residue always add up to value in', () => {
    const move = fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 900 }));
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
        let stock = noWorth;
        let balance = 0;
        for (const [comes, qty, price] of moves) {
          if (comes) {
            stock = receive(stock, d(qty), d(qty * price).dividedBy(d(100)));
            balance += qty * price;
          } else if (stock.qty.isAtLeast(d(qty))) {
            const issued = issueAtAverage(stock, d(qty));
            stock = issued.left;
            balance -= Math.round(Number(issued.amount.plus(issued.residue).times(d(100)).toString()));
          }
          expect(String(stock.amount.times(d(100)))).toBe(String(balance));
        }
      }),
    );
  });
});

test('a gain is valued at the average, or at the last cost where nothing lies', () => {
  expect(String(gainUnitCost(worth('4', '10.00'), d('3.1')))).toBe('2.5');
  expect(String(gainUnitCost(noWorth, d('3.1')))).toBe('3.1');
});

describe('catch weight', () => {
  const fish = { ...worth('12.86', String(amountOf(d('12.86'), d('32.00')))), pieces: d(10) };

  test('10 pieces that weigh 12.86 kg at 32.00 are worth 411.52, not the nominal 400.00', () => {
    expect([amountOf(d('12.86'), d('32.00')), amountOf(d('12.5'), d('32.00'))].map(String)).toEqual(['411.52', '400']);
  });
  test('pieces leave with the weight of the scale', () => {
    const { amount, left, residue } = issueCatchWeight(fish, d(4), d('5.1'));
    expect([amount, left.pieces, left.qty, left.amount, residue.qty].map(String)).toEqual([
      '163.2',
      '6',
      '7.76',
      '248.32',
      '0',
    ]);
  });
  test('with the last piece the kilograms left over become residue', () => {
    const { left, residue } = issueCatchWeight(fish, d(10), d('12.8'));
    expect([left.pieces, left.qty, left.amount, residue.qty, residue.amount].map(String)).toEqual([
      '0',
      '0',
      '0',
      '0.06',
      '1.92',
    ]);
  });
});

test('late freight follows the lot, and what was used is a variance', () => {
  const { places, variance } = spreadLateCost(
    d('10.00'),
    [
      { key: '一号仓', qty: d(1) },
      { key: '二号仓', qty: d(1) },
    ],
    d(1),
  );
  expect([...places].map(([key, share]) => `${key} ${share}`)).toEqual(['一号仓 3.34', '二号仓 3.33']);
  expect(String(variance)).toBe('3.33');
});
