import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import {
  assessmentDays,
  daysOfLine,
  endRefusals,
  follow,
  lineFigures,
  lineRefusals,
  planSummary,
  restore,
  stallRefusals,
  type Version,
} from './price-plan.rules.ts';

const PLAN = { startDate: '2026-12-01', endDate: '2026-12-31' };
const OPEN = { startDate: '2026-12-01', endDate: null };
const line = (materialId: string, startDate: string | null = null, endDate: string | null = null) => ({
  materialId,
  startDate,
  endDate,
});

describe('lines of a plan', () => {
  test.each([
    ['one of each', OPEN, [line('a'), line('b')], []],
    ['the same twice', OPEN, [line('a'), line('b'), line('a')], ['第 3 行与第 1 行物料重复']],
    ['the same one after the other', OPEN, [line('a', null, '2026-12-15'), line('a', '2026-12-16')], []],
    [
      'the same on one day',
      OPEN,
      [line('a', null, '2026-12-15'), line('a', '2026-12-15')],
      ['第 2 行与第 1 行物料重复'],
    ],
    [
      'that begins before the plan',
      PLAN,
      [line('a', '2026-11-30')],
      ['第 1 行的有效期须在方案的 2026-12-01~2026-12-31 之内'],
    ],
    [
      'that outlasts the plan',
      PLAN,
      [line('a', null, '2027-01-01')],
      ['第 1 行的有效期须在方案的 2026-12-01~2026-12-31 之内'],
    ],
    ['of a plan without end', OPEN, [line('a', '2026-12-05', '2030-01-01')], []],
    [
      'that ends before it begins',
      OPEN,
      [line('a', '2026-12-05', '2026-12-04')],
      ['第 1 行失效日期 2026-12-04 早于生效日期 2026-12-05'],
    ],
  ] as const)('%s', (_, header, lines, refusals) => {
    expect(lineRefusals(header, lines).map((each) => sentenceOf(each, 'zh'))).toEqual(refusals);
  });

  test.each([
    ['without days of its own it is the plan’s', PLAN, [null, null], ['2026-12-01', '2026-12-31']],
    ['its own within the plan', PLAN, ['2026-12-05', '2026-12-20'], ['2026-12-05', '2026-12-20']],
    [
      'what the plan was cut to cuts it',
      { startDate: '2026-12-01', endDate: '2026-12-10' },
      ['2026-12-05', '2026-12-20'],
      ['2026-12-05', '2026-12-10'],
    ],
    ['an open plan', OPEN, [null, '2026-12-20'], ['2026-12-01', '2026-12-20']],
  ] as const)('hold: %s', (_, header, [startDate, endDate], [from, until]) => {
    expect(daysOfLine(header, { startDate, endDate })).toEqual({ startDate: from, endDate: until });
  });

  const worth = (price: string, factor: string) => ({ price: Decimal.of(price), factor: Decimal.of(factor) });
  test.each([
    ['in the base unit', '5.20', Fraction.one, worth('5', '1'), '4', ['1', '4.770642', '5.2', '5', '4', '4', '30']],
    [
      'in a box of 30, before priced by the kilogram',
      '100',
      Fraction.of(30),
      worth('3.50', '1'),
      '3',
      ['30', '91.743119', '3.333333', '105', '-4.76', '90', '11.11'],
    ],
    [
      'in a unit of a third',
      '1',
      Fraction.ratio(1n, 3n),
      worth('3', '1'),
      null,
      ['0.333333333333', '0.917431', '3', '1', '0', null, null],
    ],
    ['never priced before', '5', Fraction.one, null, null, ['1', '4.587156', '5', null, null, null, null]],
  ] as const)('come to: %s', (_, price, ratio, last, purchase, figures) => {
    const found = lineFigures({
      price: Decimal.of(price),
      taxRate: Decimal.of('9'),
      ratio,
      last,
      purchase: purchase === null ? null : Decimal.of(purchase),
    });
    expect([
      found.factor,
      found.priceNoTax,
      found.basePrice,
      found.lastPrice,
      found.changePercent,
      found.purchasePrice,
      found.marginPercent,
    ]).toEqual(figures);
  });

  test('are summed up by the farthest up and the farthest down', () => {
    const change = (materialId: string, changePercent: string | null) => ({ materialId, changePercent });
    expect(
      planSummary([change('a', '2.5'), change('b', '-9.99'), change('c', '-10'), change('c', '3'), change('d', null)]),
    ).toEqual({ lineCount: 4, maxRise: '3', maxFall: '10' });
    expect(planSummary([change('a', '0')])).toEqual({ lineCount: 1, maxRise: null, maxFall: null });
  });
});

const TODAY = '2026-11-21';
const version = (
  id: string,
  startDate: string,
  endDate: string | null = null,
  more: Partial<Version> = {},
): Version => ({ id, billCode: id, startDate, endDate, supersededById: null, originalEndDate: null, ...more });

describe('versions', () => {
  test.each([
    ['the first', [], '2026-12-01', [], [], []],
    ['one that is in force ends the day before', [version('1', '2026-01-01')], '2026-12-01', ['1 2026-11-30'], [], []],
    ['today at the earliest', [version('1', '2026-01-01')], TODAY, ['1 2026-11-20'], [], []],
    [
      'not before today where one held',
      [version('1', '2026-01-01')],
      '2026-11-20',
      [],
      [],
      ['原版本【1】的价格在 2026-11-20 之前可能已被单据使用，新版本最早从今天生效'],
    ],
    ['in the past where none held', [version('1', '2026-12-01')], '2026-11-01', [], ['1'], []],
    ['one that has ended stays', [version('1', '2026-01-01', '2026-06-30')], '2026-12-01', [], [], []],
    [
      'one to come on the same day is replaced',
      [version('1', '2026-01-01', '2026-11-30'), version('2', '2026-12-01')],
      '2026-12-01',
      [],
      ['2'],
      [],
    ],
    [
      'one in force is cut, one to come replaced',
      [version('1', '2026-01-01', '2026-11-30'), version('2', '2026-12-01')],
      '2026-11-25',
      ['1 2026-11-24'],
      ['2'],
      [],
    ],
  ] as const)('follow each other: %s', (_, standing, startDate, cut, replaced, refusals) => {
    const found = follow(standing, { startDate, endDate: null }, TODAY);
    expect([
      found.cut.map((each) => `${each.id} ${each.endDate}`),
      found.replaced,
      found.refusals.map((each) => sentenceOf(each, 'zh')),
    ]).toEqual([cut, replaced, refusals]);
  });

  const approved = (each: Version) => ({ ...each, status: 'approved' });
  const done = (each: Version) => ({ ...each, status: 'done' });
  test.each([
    [
      'an open one goes on',
      [
        approved(version('1', '2026-01-01', '2026-11-30', { supersededById: '2' })),
        approved(version('2', '2026-12-01')),
      ],
      '2',
      ['1 open - -'],
    ],
    [
      'with the last day it had',
      [
        approved(version('1', '2026-01-01', '2026-11-30', { supersededById: '2', originalEndDate: '2027-06-30' })),
        approved(version('2', '2026-12-01')),
      ],
      '2',
      ['1 2027-06-30 - -'],
    ],
    [
      'a replaced one comes back, and the one it had cut ends before it again',
      [
        approved(version('1', '2026-01-01', '2026-11-24', { supersededById: '3' })),
        done(version('2', '2026-12-01', null, { supersededById: '3' })),
        approved(version('3', '2026-11-25')),
      ],
      '3',
      ['1 2026-11-30 open 2', '2 open - -'],
    ],
    [
      'nothing where it cut nothing',
      [approved(version('1', '2026-01-01', '2026-06-30')), approved(version('2', '2026-12-01'))],
      '2',
      [],
    ],
  ] as const)('are voided: %s', (_, versions, voided, found) => {
    expect(
      restore(versions, voided).map(
        (each) =>
          `${each.id} ${each.endDate ?? 'open'} ${each.supersededById === null ? '-' : (each.originalEndDate ?? 'open')} ${each.supersededById ?? '-'}`,
      ),
    ).toEqual(found);
  });

  test.each([
    ['in force: yesterday', '2026-01-01', null, '2026-11-20', []],
    [
      'in force: not the day before',
      '2026-01-01',
      null,
      '2026-11-19',
      ['【GLJ】在此之前的价格可能已被使用，截止日期不能早于 2026-11-20'],
    ],
    ['begun yesterday: that day', '2026-11-20', null, '2026-11-20', []],
    ['to come: its first day', '2026-12-01', null, '2026-12-01', []],
    [
      'to come: not before',
      '2026-12-01',
      null,
      '2026-11-30',
      ['【GLJ】在此之前的价格可能已被使用，截止日期不能早于 2026-12-01'],
    ],
    [
      'not later than it would',
      '2026-01-01',
      '2026-12-31',
      '2027-01-01',
      ['【GLJ】2026-12-31 失效，提前截止只能早于这一天'],
    ],
  ] as const)('end early, %s', (_, startDate, endDate, last, refusals) => {
    expect(
      endRefusals({ billCode: 'GLJ', startDate, endDate }, last, TODAY).map((each) => sentenceOf(each, 'zh')),
    ).toEqual(refusals);
  });
});

test.each([
  [2026, 'year', null, ['2026-01-01', '2026-12-31']],
  [2026, 'half', 2, ['2026-07-01', '2026-12-31']],
  [2026, 'quarter', 1, ['2026-01-01', '2026-03-31']],
  [2028, 'month', 2, ['2028-02-01', '2028-02-29']],
  [2026, 'month', 12, ['2026-12-01', '2026-12-31']],
  [2026, 'half', 3, []],
  [2026, 'quarter', null, []],
  [2026, 'month', 13, []],
] as const)('%i %s %s is %j', (year, period, nr, days) => {
  expect(Object.values(assessmentDays(year, period, nr) ?? {})).toEqual(days);
});

test('a stall is in one plan at a time', () => {
  const held = (planId: string, deptId: string, startDate: string, endDate: string | null) => ({
    planId,
    name: `plan ${planId}`,
    deptId,
    deptName: `stall ${deptId}`,
    startDate,
    endDate,
  });
  const standing = [held('1', 'a', '2026-01-01', '2026-11-30')];
  expect(stallRefusals([held('2', 'a', '2026-12-01', null), held('2', 'b', '2026-01-01', null)], standing)).toEqual([]);
  expect(stallRefusals([held('2', 'a', '2026-11-30', null)], standing).map((each) => sentenceOf(each, 'zh'))).toEqual([
    '档口【stall a】在 2026-01-01~2026-11-30 已属联营方案【plan 1】',
  ]);
});
