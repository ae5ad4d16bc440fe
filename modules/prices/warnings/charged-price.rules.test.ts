import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import type { PriceWarningRule } from '../../suppliers/price-warning.rules.ts';
import {
  blockedRefusals,
  lineWarningOf,
  warnCountOf,
  weighCharged,
  type ChargedFacts,
  type LineWarning,
} from './charged-price.rules.ts';

const d = Decimal.of;
const RULE: PriceWarningRule = {
  references: ['average', 'contract', 'peer', 'last'],
  minSamples: 3,
  direction: 'both',
  warnPercent: d(10),
  blockPercent: d(40),
  robust: true,
};
const NOTHING: ChargedFacts = { samples: [], market: null, last: null, before: null, plannedQty: d(0) };
const settled = (...prices: readonly string[]): ChargedFacts['samples'] =>
  prices.map((price) => ({ price: d(price), qty: d(10) }));

describe('a price that is charged', () => {
  test.each([
    ['with nothing to go by is not judged', '5', RULE, {}, [null, null, null, null]],
    ['by the price before', '5.5', RULE, { before: d(5) }, ['none', 'before', '5', '10']],
    ['strays from the price before', '5.51', RULE, { before: d(5) }, ['warn', 'before', '5', '10.2']],
    ['downwards as well', '4.4', RULE, { before: d(5) }, ['warn', 'before', '5', '-12']],
    [
      'not where only rises count',
      '4.4',
      { ...RULE, direction: 'up' },
      { before: d(5) },
      ['none', 'before', '5', '-12'],
    ],
    ['beyond the block line', '7.01', RULE, { before: d(5) }, ['block', 'before', '5', '40.2']],
    [
      'what was settled last before what was planned before',
      '5',
      RULE,
      { last: d(4), before: d(5) },
      ['warn', 'last', '4', '25'],
    ],
    [
      'the mean of what was settled first of all',
      '5.8',
      RULE,
      { samples: settled('5', '5.2', '5.1'), last: d('5.7'), before: d('5.8') },
      ['warn', 'average', '5.1', '13.72549'],
    ],
    ['too few settled', '5', RULE, { samples: settled('4', '4'), before: d(5) }, ['none', 'before', '5', '0']],
    [
      'the market where the rule says so',
      '6',
      { ...RULE, references: ['market', 'last'] },
      { market: d(5), before: d(6) },
      ['warn', 'market', '5', '20'],
    ],
    [
      'no market lately',
      '6',
      { ...RULE, references: ['market', 'last'] },
      { before: d(6) },
      ['none', 'before', '6', '0'],
    ],
    [
      'agreements and other suppliers are no measure',
      '6',
      { ...RULE, references: ['contract', 'peer'] },
      { before: d(1) },
      [null, null, null, null],
    ],
  ] as const)('%s', (_title, price, rule, facts, expected) => {
    const { warnLevel, warnReference, warnBase, warnDeviation } = lineWarningOf(
      weighCharged(d(price), rule, { ...NOTHING, ...facts }),
    );
    expect([warnLevel, warnReference, warnBase, warnDeviation]).toEqual(expected);
  });

  const warning = (warnLevel: LineWarning['warnLevel']): LineWarning => ({
    warnLevel,
    warnReference: 'before',
    warnBase: '5',
    warnDeviation: '41.23456',
  });
  test('beyond the block line stops the document by its line; who may let it pass is asked why, who sees no prices reads none', () => {
    const lines = [
      { line: 1, material: '番茄', basePrice: '5.2', warning: warning('warn') },
      { line: 2, material: '大葱', basePrice: '7.10', warning: warning('block') },
    ];
    const [seen, ...more] = blockedRefusals(lines, { mayPass: true, seesPrices: true });
    expect(more).toEqual([]);
    expect([sentenceOf(seen!, 'zh'), seen!.line, seen!.override]).toEqual([
      '第 2 行价格超过禁止线：【大葱】每基本单位 ¥7.1，较原价 ¥5 偏离 41.23%',
      2,
      { name: 'overrideReason', why: true },
    ]);
    const [unseen] = blockedRefusals(lines, { mayPass: false, seesPrices: false });
    expect([sentenceOf(unseen!, 'zh'), unseen!.override]).toEqual(['第 2 行价格超过禁止线：【大葱】', undefined]);
    expect(warnCountOf([warning('warn'), warning('block'), warning('none'), warning(null)])).toBe(2);
  });
});
