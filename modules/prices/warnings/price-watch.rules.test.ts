import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { judgePrice, type PriceWarningRule } from '../../suppliers/price-warning.rules.ts';
import {
  reconcile,
  ruleFor,
  type Moment,
  type PricedGoods,
  type WarningKey,
  type ScopedRule,
  type OpenWarning,
} from './price-watch.rules.ts';

const d = Decimal.of;
const LINES: PriceWarningRule = {
  references: ['average', 'last'],
  minSamples: 3,
  direction: 'both',
  warnPercent: d(10),
  blockPercent: d(40),
  robust: true,
};

describe('the rule a price is judged by', () => {
  const rule = (code: string, more: Partial<ScopedRule> = {}): ScopedRule => ({
    ...LINES,
    id: code,
    code,
    companyDeptId: null,
    materialId: null,
    materialTypeId: null,
    priceType: 'all',
    startDate: '2026-01-01',
    moments: ['quote', 'order', 'receipt'],
    days: 30,
    ...more,
  });
  const tomato = (more: Partial<PricedGoods> = {}): PricedGoods => ({
    materialId: 'tomato',
    typeIds: ['fruiting', 'vegetables', 'food'],
    companyDeptId: 'east',
    priceType: 'purchase',
    moment: 'order',
    ...more,
  });
  const all = rule('all');
  const food = rule('food', { materialTypeId: 'food' });
  const vegetables = rule('vegetables', { materialTypeId: 'vegetables' });
  const own = rule('tomato', { materialId: 'tomato' });

  test.each([
    ['the one for everything', [all], {}, 'all'],
    ['its type before everything', [all, food], {}, 'food'],
    ['the nearest type', [all, food, vegetables], {}, 'vegetables'],
    ['the material before any type', [vegetables, own, all], {}, 'tomato'],
    ['another material has none of it', [own], { materialId: 'leek' }, undefined],
    ['another type has none of it', [food], { typeIds: ['cleaning'] }, undefined],
    ['the company before one for all', [all, rule('east', { companyDeptId: 'east' })], {}, 'east'],
    ['another company has none of it', [rule('west', { companyDeptId: 'west' })], {}, undefined],
    [
      'the material for all before a type of the company',
      [own, rule('east', { companyDeptId: 'east', materialTypeId: 'vegetables' })],
      {},
      'tomato',
    ],
    ['the latest of two', [all, rule('new', { startDate: '2026-06-01' })], {}, 'new'],
    ['by code where all else is equal', [rule('b'), rule('a')], {}, 'a'],
    ['its kind of price before one for all kinds', [all, rule('bought', { priceType: 'purchase' })], {}, 'bought'],
    ['another kind of price has none of it', [rule('settled', { priceType: 'settlement' })], {}, undefined],
    [
      'the company for all kinds before the kind for all companies',
      [rule('bought', { priceType: 'purchase' }), rule('east', { companyDeptId: 'east' })],
      {},
      'east',
    ],
    ['not at a moment it does not name', [rule('quotes', { moments: ['quote'] as Moment[] })], {}, undefined],
  ] as const)('%s', (_title, rules, more, expected) => {
    expect(ruleFor(tomato(more as Partial<PricedGoods>), rules)?.code).toBe(expected);
  });
});

describe('what was said before', () => {
  const warned = (price: string, more: Partial<WarningKey> = {}): WarningKey => ({
    kind: 'deviation',
    ruleId: 'r',
    materialId: 'tomato',
    basePrice: d(price),
    ...more,
  });
  const standing = (id: string, price: string, status = 'open', more: Partial<OpenWarning> = {}): OpenWarning => ({
    ...warned(price),
    id,
    status,
    isOwn: true,
    ...more,
  });
  const of = (found: readonly WarningKey[], was: readonly OpenWarning[]) => {
    const { raise, keep, close } = reconcile(found, was);
    return [raise.map((each) => each.basePrice.toString()), keep.map((each) => each.id), close];
  };

  test.each([
    ['a new price is said', [warned('5.8')], [], [['5.8'], [], []]],
    ['the same price is not said again', [warned('5.80')], [standing('1', '5.8')], [[], ['1'], []]],
    ['nor after it was accepted', [warned('5.8')], [standing('1', '5.8', 'accepted')], [[], ['1'], []]],
    ['nor after it was refused', [warned('5.8')], [standing('1', '5.8', 'refused')], [[], ['1'], []]],
    ['another price is, and the old one closes', [warned('5.9')], [standing('1', '5.8')], [['5.9'], [], ['1']]],
    [
      'a refused price was changed as it was asked for',
      [warned('5.9')],
      [standing('1', '5.8', 'refused')],
      [['5.9'], [], ['1']],
    ],
    ['what was accepted stays accepted', [warned('5.9')], [standing('1', '5.8', 'accepted')], [['5.9'], [], []]],
    ['back at a price that was corrected', [warned('5.8')], [standing('1', '5.8', 'corrected')], [['5.8'], [], []]],
    ['each line has its own', [warned('5.8'), warned('5.8')], [standing('1', '5.8')], [['5.8'], ['1'], []]],
    [
      'one of the order speaks for all its deliveries',
      [warned('5.8'), warned('5.8')],
      [standing('1', '5.8', 'open', { isOwn: false })],
      [[], [], []],
    ],
    ['and is not closed by a delivery', [], [standing('1', '5.8', 'open', { isOwn: false })], [[], [], []]],
    ['a line that is gone', [], [standing('1', '5.8')], [[], [], ['1']]],
    ['by another rule', [warned('5.8', { ruleId: 's' })], [standing('1', '5.8')], [['5.8'], [], ['1']]],
  ] as const)('%s', (_title, found, was, expected) => {
    expect(of(found, was)).toEqual(expected);
  });
});

/** Three years of what one supermarket paid; it stands outside the repository. */
const HISTORY = path.resolve(
  import.meta.dirname,
  '../../../../shared/data/4-prices/cumcm2023c_vegetable_wholesale.csv',
);
const ITEMS = 6;

describe.skipIf(!fs.existsSync(HISTORY))('on real wholesale prices', () => {
  test('each day is judged as a slow obvious reckoning judges it, and restless goods are reported less often than by the percent alone', () => {
    const paid = Map.groupBy(
      fs
        .readFileSync(HISTORY, 'utf8')
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.split(',') as [string, string, string, string]),
      ([, item]) => item,
    );
    const longest = [...paid.values()].toSorted((a, b) => b.length - a.length).slice(0, ITEMS);
    let [days, robust, plain] = [0, 0, 0];
    for (const history of longest) {
      for (let at = 30; at < history.length; at += 3) {
        const [today, before] = [history[at]![3], history.slice(at - 30, at).map((row) => row[3])];
        const facts = {
          samples: before.map((price) => ({ price: d(price), qty: d(1) })),
          contract: null,
          peers: [],
          market: null,
          last: null,
          plannedQty: d(1),
        };
        const level = (rule: PriceWarningRule): string => {
          const judged = judgePrice(d(today), rule, facts);
          return judged.judged ? judged.level : 'none';
        };
        expect([history[at]![0], history[at]![2], level(LINES)]).toEqual([
          history[at]![0],
          history[at]![2],
          obvious(today, before),
        ]);
        days += 1;
        if (level(LINES) !== 'none') robust += 1;
        if (level({ ...LINES, robust: false }) !== 'none') plain += 1;
      }
    }
    expect(days).toBeGreaterThan(1000);
    expect(robust).toBeLessThan(plain);
    expect(robust / days).toBeLessThan(0.25);
  });

  /** In ten-thousandths of a cent: the middle of the sorted prices, and of their distances from it. */
  function obvious(today: string, before: readonly string[]): string {
    const whole = (price: string): number => Math.round(Number(price) * 10_000) * 4;
    const middle = (figures: readonly number[]): number => {
      const sorted = figures.toSorted((a, b) => a - b);
      return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
    };
    const base = middle(before.map(whole));
    const usual = middle(before.map((price) => Math.abs(whole(price) - base)));
    const gap = Math.abs(whole(today) - base);
    if (gap * 100 > base * 40) return 'block';
    return gap * 100 > base * 10 && (usual === 0 || gap * 10_000 > usual * 44_478) ? 'warn' : 'none';
  }
});
