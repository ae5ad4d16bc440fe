import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import {
  bandRefusals,
  cliffsOf,
  daysOf,
  formulaFor,
  priceBy,
  referenceOf,
  type Band,
  type Formula,
  type FormulaScope,
  type QuotedOver,
  type Step,
} from './price-formula.rules.ts';

const d = Decimal.of;
const up = (rate: string): Step => ({ method: 'markup', rate: d(rate) });
const down = (rate: string): Step => ({ method: 'discount', rate: d(rate) });
const add = (amount: string): Step => ({ method: 'add', amount: d(amount) });
const formula = (more: Partial<Formula> = {}): Formula => ({
  step: null,
  bands: [],
  floor: null,
  ceiling: null,
  places: 2,
  ...more,
});
const band = (from: string, to: string | null, step: Step): Band => ({
  from: d(from),
  to: to === null ? null : d(to),
  step,
});
const two = [band('0', '12', up('52')), band('12', null, up('23'))];

describe('a price by formula', () => {
  const outcome = (reference: string, of: Formula, factor = '1'): string => {
    const found = priceBy(of, Fraction.of(reference), Fraction.of(factor));
    return found === undefined
      ? 'none'
      : `${found.price.toString()} from ${found.computed.toString()}${found.band === null ? '' : ` in band ${found.band}`}${found.limit === null ? '' : `, ${found.limit}`}`;
  };
  test.each([
    ['30 % off 6.80', '6.80', formula({ step: down('30') }), '1', '4.76 from 4.76'],
    ['3 % on 4.20', '4.20', formula({ step: up('3') }), '1', '4.33 from 4.326'],
    ['so much on top', '4.20', formula({ step: add('0.50') }), '1', '4.7 from 4.7'],
    ['so much less', '4.20', formula({ step: add('-0.50') }), '1', '3.7 from 3.7'],
    ['just below the edge of a band', '11.99', formula({ bands: two }), '1', '18.22 from 18.2248 in band 0'],
    ['on the edge', '12.00', formula({ bands: two }), '1', '14.76 from 14.76 in band 1'],
    ['in no band', '30', formula({ bands: [band('0', '12', up('1'))] }), '1', 'none'],
    ['not under the floor', '2', formula({ step: down('50'), floor: d('1.50') }), '1', '1.5 from 1.5, floor'],
    ['not above the ceiling', '9', formula({ step: up('50'), ceiling: d('10') }), '1', '10 from 10, ceiling'],
    ['per box of 30, rounded once', '3.333333', formula({ step: up('3') }), '30', '103 from 102.99999'],
    ['in whole yuan', '4.20', formula({ step: up('3'), places: 0 }), '1', '4 from 4.326'],
    ['half a cent goes up', '1.005', formula({ step: add('0') }), '1', '1.01 from 1.005'],
    ['nothing is left', '0.50', formula({ step: add('-0.50') }), '1', 'none'],
    ['as it is', '4.20', formula(), '1', '4.2 from 4.2'],
  ])('%s', (_title, reference, of, factor, answer) => {
    expect(outcome(reference, of, factor)).toBe(answer);
  });

  test('is what a slow reckoning in whole numbers says', () => {
    const cents = fc.integer({ min: 1, max: 5000 });
    const rate = fc.integer({ min: 0, max: 90 });
    fc.assert(
      fc.property(
        cents,
        fc.array(fc.record({ width: fc.integer({ min: 1, max: 2000 }), rate, isUp: fc.boolean() }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.integer({ min: 1, max: 40 }),
        (reference, widths, factor) => {
          let from = 0;
          const bands = widths.map(({ width, rate: percent, isUp }, at) => {
            const own = { from, to: at === widths.length - 1 ? null : from + width, percent, isUp };
            from += width;
            return own;
          });
          // One cent after the other until the reference is reached.
          let at = 0;
          for (let cent = 0; cent <= reference; cent += 1)
            while (bands[at]!.to !== null && cent >= bands[at]!.to!) at += 1;
          const { percent, isUp } = bands[at]!;
          const tenThousandths = BigInt(reference) * BigInt(isUp ? 100 + percent : 100 - percent) * BigInt(factor);
          const expected = (tenThousandths * 2n + 100n) / 200n;
          const found = priceBy(
            formula({
              bands: bands.map((each) =>
                band(
                  money(each.from),
                  each.to === null ? null : money(each.to),
                  each.isUp ? up(String(each.percent)) : down(String(each.percent)),
                ),
              ),
            }),
            Fraction.of(money(reference)),
            Fraction.of(factor),
          );
          expect(found === undefined ? '0.00' : found.price.toFixed(2)).toBe(money(Number(expected)));
        },
      ),
    );
  });
  const money = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
});

describe('bands', () => {
  test.each([
    ['that follow each other', two, []],
    ['that leave a gap', [band('0', '10', up('1')), band('12', null, up('2'))], ['第 2 行与第 1 行的价格区间不连续']],
    ['that meet', [band('0', '14', up('1')), band('12', null, up('2'))], ['第 2 行与第 1 行的价格区间重叠']],
    [
      'after one without end',
      [band('0', null, up('1')), band('12', null, up('2'))],
      ['第 2 行与第 1 行的价格区间重叠'],
    ],
    ['that end before they begin', [band('12', '12', up('1'))], ['第 1 行的区间止价必须大于起价']],
  ])('%s', (_title, bands, sentences) => {
    expect(bandRefusals(bands).map((refusal) => sentenceOf(refusal, 'zh'))).toEqual(sentences);
  });
  test('a dearer reference that makes a cheaper price is a cliff: at 12 it falls from 18.24 to 14.76', () => {
    expect(cliffsOf(two, 2).map(({ at, below, above }) => [at, below, above].map(String))).toEqual([
      ['12', '18.24', '14.76'],
    ]);
    expect(cliffsOf([band('0', '12', up('10')), band('12', null, up('20'))], 2)).toEqual([]);
    expect(cliffsOf([band('0', '12', up('10')), band('12', null, add('1.20'))], 2)).toEqual([]);
  });
});

describe('what a formula goes by', () => {
  const quotes = [
    ['2026-10-30', '4'],
    ['2026-11-09', '5'],
    ['2026-11-11', '6'],
    ['2026-11-11', '7'],
    ['2026-11-20', '8'],
  ].map(([date, price]) => ({ date: date!, price: d(price!) }));
  const outcome = (over: QuotedOver, more: { days?: number; maxAgeDays?: number; date?: string } = {}): string => {
    const found = referenceOf(quotes, { over, days: 14, maxAgeDays: 7, date: '2026-11-21', ...more });
    return found.found
      ? `${found.price.rounded(6).toString()} of ${found.days} until ${found.date}`
      : `${found.why} since ${found.date}`;
  };
  test.each([
    ['the latest', 'latest', {}, '8 of 1 until 2026-11-20'],
    ['a day with two quotes', 'latest', { date: '2026-11-12' }, '6.5 of 1 until 2026-11-11'],
    ['too old', 'latest', { date: '2026-11-19' }, 'old since 2026-11-11'],
    ['just young enough', 'latest', { date: '2026-11-18' }, '6.5 of 1 until 2026-11-11'],
    ['never quoted', 'latest', { date: '2026-10-01' }, 'none since null'],
    ['the day itself', 'day', { date: '2026-11-20' }, '8 of 1 until 2026-11-20'],
    ['not that day', 'day', {}, 'none since 2026-11-20'],
    ['days quoted of the last fourteen', 'avg-days', {}, '6.5 of 3 until 2026-11-20'],
    ['the week before', 'last-week', { date: '2026-11-16' }, '5.75 of 2 until 2026-11-11'],
    ['the month before', 'last-month', {}, '4 of 1 until 2026-10-30'],
  ] as const)('%s', (_title, over, more, answer) => {
    expect(outcome(over, more)).toBe(answer);
  });
  test.each([
    ['last-week', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['last-week', '2026-11-23', '2026-11-16', '2026-11-22'],
    ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last-month', '2026-01-01', '2025-12-01', '2025-12-31'],
    ['avg-days', '2026-11-21', '2026-11-08', '2026-11-21'],
  ] as const)('%s of %s is %s to %s', (over, date, from, to) => {
    expect(daysOf({ over, days: 14, maxAgeDays: 7, date })).toEqual({ from, to });
  });
});

test('the formula of the material goes before that of its nearest type and the one for everything; departments stand for themselves', () => {
  const scope = (code: string, more: Partial<FormulaScope> = {}): FormulaScope => ({
    id: code,
    code,
    deptId: null,
    materialId: null,
    materialTypeId: null,
    startDate: '2026-01-01',
    ...more,
  });
  const [all, type, wide, own, site, later] = [
    scope('all'),
    scope('type', { materialTypeId: 'vegetables' }),
    scope('wide', { materialTypeId: 'food' }),
    scope('own', { materialId: 'tomato' }),
    scope('site', { deptId: 'site' }),
    scope('later', { startDate: '2026-06-01' }),
  ];
  const goods = { materialId: 'tomato', typeIds: ['vegetables', 'food'], deptId: null };
  expect(
    [[all, wide, type, own, site], [all, wide, type], [all, wide], [all, later], [site]].map(
      (formulas) => formulaFor(goods, formulas)?.code,
    ),
  ).toEqual(['own', 'type', 'wide', 'later', undefined]);
  expect(formulaFor({ ...goods, deptId: 'site' }, [all, own, site])?.code).toBe('site');
});
