import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { judgePrice, type PriceFacts, type PriceWarningRule } from './price-warning.rules.ts';

const d = Decimal.of;

describe('early warning', () => {
  const rule = (more: Partial<PriceWarningRule> = {}): PriceWarningRule => ({
    references: ['average', 'contract', 'peer', 'market', 'last'],
    minSamples: 3,
    direction: 'both',
    warnPercent: d(10),
    blockPercent: null,
    robust: true,
    ...more,
  });
  const facts = (more: Partial<PriceFacts> = {}): PriceFacts => ({
    samples: [],
    contract: null,
    peers: [],
    market: null,
    last: null,
    plannedQty: d(0),
    ...more,
  });
  const receipts = (...prices: readonly string[]) => prices.map((price) => ({ price: d(price), qty: d(1) }));
  const three = [
    { price: d('5.00'), qty: d(100) },
    { price: d('5.20'), qty: d(50) },
    { price: d('5.10'), qty: d(150) },
  ];
  const steady = receipts('4.90', '5.00', '5.00', '5.10', '5.10', '5.20', '5.30', '5.40');
  const restless = receipts('4.20', '4.60', '4.80', '5.00', '5.20', '5.40', '5.60', '6.00');
  const verdictOf = (price: string, more: Partial<PriceFacts>, ruled: Partial<PriceWarningRule> = {}) => {
    const judged = judgePrice(d(price), rule(ruled), facts(more));
    return judged.judged
      ? `${judged.level}: ${judged.deviationPercent} % from ${judged.base} (${judged.reference}, ${judged.measure} of ${judged.sampleCount})`
      : 'not judged';
  };

  test('5.80 against 5.083333 puts ¥301.00 at stake', () => {
    expect(verdictOf('5.80', { samples: three })).toBe('warn: 14.098361 % from 5.083333 (average, mean of 3)');
    const judged = judgePrice(d('5.80'), rule(), facts({ samples: three, plannedQty: d(420) }));
    expect(judged.judged && judged.stake.toFixed(2)).toBe('301.00');
  });
  test.each`
    title                                       | price     | known                                                            | ruled                                   | answer
    ${'eight steady receipts'}                  | ${'5.80'} | ${{ samples: steady }}                                           | ${{}}                                   | ${'warn: 13.72549 % from 5.1 (average, median of 8)'}
    ${'eight restless ones'}                    | ${'6.50'} | ${{ samples: restless }}                                         | ${{}}                                   | ${'none: 27.45098 % from 5.1 (average, median of 8)'}
    ${'a block line stops it all the same'}     | ${'6.50'} | ${{ samples: restless }}                                         | ${{ blockPercent: d(25) }}              | ${'block: 27.45098 % from 5.1 (average, median of 8)'}
    ${'eight of one price: the percent alone'}  | ${'5.60'} | ${{ samples: receipts('5', '5', '5', '5', '5', '5', '5', '5') }} | ${{}}                                   | ${'warn: 12 % from 5 (average, median of 8)'}
    ${'exactly the percent is no warning'}      | ${'5.50'} | ${{ contract: d(5) }}                                            | ${{}}                                   | ${'none: 10 % from 5 (contract, price of 1)'}
    ${'a fall counts too'}                      | ${'4.40'} | ${{ contract: d(5) }}                                            | ${{}}                                   | ${'warn: -12 % from 5 (contract, price of 1)'}
    ${'unless only rises do'}                   | ${'4.40'} | ${{ contract: d(5) }}                                            | ${{ direction: 'up' }}                  | ${'none: -12 % from 5 (contract, price of 1)'}
    ${'two receipts are too few: the contract'} | ${'6'}    | ${{ samples: three.slice(0, 2), contract: d(5) }}                | ${{}}                                   | ${'warn: 20 % from 5 (contract, price of 1)'}
    ${'one peer is none'}                       | ${'6'}    | ${{ peers: [d(3)], last: d(5) }}                                 | ${{}}                                   | ${'warn: 20 % from 5 (last, price of 1)'}
    ${'two peers are'}                          | ${'6'}    | ${{ peers: [d(4), d(6)], last: d(6) }}                           | ${{}}                                   | ${'warn: 20 % from 5 (peer, mean of 2)'}
    ${"the rule's own order"}                   | ${'6'}    | ${{ contract: d(5), last: d(6) }}                                | ${{ references: ['last', 'contract'] }} | ${'none: 0 % from 6 (last, price of 1)'}
    ${'nothing known'}                          | ${'6'}    | ${{}}                                                            | ${{}}                                   | ${'not judged'}
  `('$title', ({ price, known, ruled, answer }) => {
    expect(verdictOf(price, known, ruled)).toBe(answer);
  });
  test('the middle price is the one with as many below as above', () => {
    const cents = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 8, maxLength: 15 });
    fc.assert(
      fc.property(cents, (prices) => {
        const judged = judgePrice(
          d(5),
          rule(),
          facts({ samples: prices.map((cent) => ({ price: d(cent), qty: d(1) })) }),
        );
        if (!judged.judged) throw new Error('not judged');
        const base = Number(String(judged.base));
        expect(prices.filter((price) => price < base).length).toBeLessThanOrEqual(prices.length / 2);
        expect(prices.filter((price) => price > base).length).toBeLessThanOrEqual(prices.length / 2);
      }),
    );
  });
});
