import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { judgePrice, priceRefusal, resolvePrice, type PriceFacts, type PriceWarningRule, type PriceWish, type PurchasePrice } from './price-warning.rules.ts';

const d = Decimal.of;

test.each`
  typed      | sentence
  ${'4.60'}  | ${undefined}
  ${'0.01'}  | ${undefined}
  ${'4.600'} | ${undefined}
  ${'0'}     | ${'价格不能小于等于0'}
  ${'-1'}    | ${'价格不能小于等于0'}
  ${'4.601'} | ${'价格小数只能为两位'}
  ${'四元'}  | ${'价格只能为数字'}
  ${'4,60'}  | ${'价格只能为数字'}
  ${''}      | ${'价格只能为数字'}
`('RULE-222 RULE-223 RULE-224 RULE-317: a price typed as "$typed": $sentence', ({ typed, sentence }) => {
  const refusal = priceRefusal(typed, { line: 2 });
  expect(refusal && sentenceOf(refusal, 'zh')).toBe(sentence);
});

describe('the purchase price that holds', () => {
  const entry = (code: string, price: string, more: Partial<PurchasePrice> = {}): PurchasePrice => ({
    id: code, code, supplierId: '甲', materialId: '番茄', agreementNo: null, deptId: null, unitId: 'kg', factor: d(1), price: d(price), taxRate: d(9),
    startDate: '2025-03-01', endDate: null, suspended: false, ...more,
  });
  const wish = (more: Partial<PriceWish> = {}): PriceWish => ({ supplierId: '甲', materialId: '番茄', materialName: '番茄', date: '2025-03-15', agreementNo: null, deptIds: ['一号餐厅', '星海'], ...more });
  const told = (prices: readonly PurchasePrice[], asked = wish()) => {
    const answer = resolvePrice(asked, prices);
    if (!answer.ok) return answer.refusals.map((refusal) => sentenceOf(refusal, 'zh')).join();
    return answer.found ? `${answer.price} by ${answer.level}, ${answer.priceNoTax} without tax` : answer.reason.zh;
  };
  const general = entry('P1', '4.80');
  const site = entry('P2', '4.60', { deptId: '星海' });
  const agreed = entry('P3', '4.50', { agreementNo: 'A1' });

  test.each`
    title                                      | prices                                                             | more                                             | answer
    ${"the supplier's general price"}          | ${[general]}                                                       | ${{}}                                            | ${'4.8 by supplier, 4.40367 without tax'}
    ${'the price of the place'}                | ${[general, site]}                                                 | ${{}}                                            | ${'4.6 by place, 4.220183 without tax'}
    ${'the nearest place'}                     | ${[site, entry('P4', '4.70', { deptId: '一号餐厅' })]}             | ${{}}                                            | ${'4.7 by place, 4.311927 without tax'}
    ${'another place is not ours'}             | ${[general, site]}                                                 | ${{ deptIds: ['东湖'] }}                         | ${'4.8 by supplier, 4.40367 without tax'}
    ${'the agreement before the place'}        | ${[general, site, agreed]}                                         | ${{ agreementNo: 'A1' }}                         | ${'4.5 by agreement, 4.12844 without tax'}
    ${'an agreement nobody named'}             | ${[general, agreed]}                                               | ${{}}                                            | ${'4.8 by supplier, 4.40367 without tax'}
    ${'until its last day'}                    | ${[{ ...general, endDate: '2025-03-15' }]}                         | ${{}}                                            | ${'4.8 by supplier, 4.40367 without tax'}
    ${'not after it'}                          | ${[{ ...general, endDate: '2025-03-14' }]}                         | ${{}}                                            | ${'2025-03-15 【番茄】没有采购价：已查协议价、部门价、供应商价'}
    ${'not while suspended'}                   | ${[{ ...site, suspended: true }, general]}                         | ${{}}                                            | ${'4.8 by supplier, 4.40367 without tax'}
    ${'another supplier is another price'}     | ${[{ ...general, supplierId: '乙' }]}                              | ${{}}                                            | ${'2025-03-15 【番茄】没有采购价：已查协议价、部门价、供应商价'}
    ${'a case of 30 kg at 100 per 2 kg bag'}   | ${[entry('P5', '100', { unitId: '箱', factor: d(30) })]}           | ${{ unit: { id: '袋', factor: d(2) } }}          | ${'6.666667 by supplier, 6.116208 without tax'}
    ${'the unit asked for before a cheaper one'} | ${[entry('P5', '90', { unitId: '箱', factor: d(30) }), general]} | ${{ unit: { id: 'kg', factor: d(1) } }}          | ${'4.8 by supplier, 4.40367 without tax'}
    ${'two at once are refused'}               | ${[general, entry('P9', '4.10')]}                                  | ${{}}                                            | ${'物料【番茄】在 2025-03-15 有两个有效价格【P1】【P9】，请截止其中一个'}
  `('$title', ({ prices, more, answer }) => {
    expect(told(prices, wish(more))).toBe(answer);
  });
  test('the answer says why', () => {
    const answer = resolvePrice(wish({ agreementNo: 'A1' }), [general, agreed]);
    expect(answer.ok && answer.reason.zh).toBe('协议价【P3】2025-03-01~，协议 A1');
  });
});

describe('early warning', () => {
  const rule = (more: Partial<PriceWarningRule> = {}): PriceWarningRule => ({
    references: ['average', 'contract', 'peer', 'market', 'last'], minSamples: 3, direction: 'both', warnPercent: d(10), blockPercent: null, robust: true, ...more,
  });
  const facts = (more: Partial<PriceFacts> = {}): PriceFacts => ({ samples: [], contract: null, peers: [], market: null, last: null, plannedQty: d(0), ...more });
  const receipts = (...prices: readonly string[]) => prices.map((price) => ({ price: d(price), qty: d(1) }));
  const three = [{ price: d('5.00'), qty: d(100) }, { price: d('5.20'), qty: d(50) }, { price: d('5.10'), qty: d(150) }];
  const steady = receipts('4.90', '5.00', '5.00', '5.10', '5.10', '5.20', '5.30', '5.40');
  const restless = receipts('4.20', '4.60', '4.80', '5.00', '5.20', '5.40', '5.60', '6.00');
  const told = (price: string, more: Partial<PriceFacts>, ruled: Partial<PriceWarningRule> = {}) => {
    const judged = judgePrice(d(price), rule(ruled), facts(more));
    return judged.judged ? `${judged.level}: ${judged.deviationPercent} % from ${judged.base} (${judged.reference}, ${judged.measure} of ${judged.sampleCount})` : 'not judged';
  };

  test('5.80 against 5.083333 puts 301.00 at stake', () => {
    expect(told('5.80', { samples: three })).toBe('warn: 14.098361 % from 5.083333 (average, mean of 3)');
    const judged = judgePrice(d('5.80'), rule(), facts({ samples: three, plannedQty: d(420) }));
    expect(judged.judged && judged.stake.toFixed(2)).toBe('301.00');
  });
  test.each`
    title                                             | price     | known                                   | ruled                                             | answer
    ${'eight steady receipts'}                        | ${'5.80'} | ${{ samples: steady }}                  | ${{}}                                             | ${'warn: 13.72549 % from 5.1 (average, median of 8)'}
    ${'eight restless ones'}                          | ${'6.50'} | ${{ samples: restless }}                | ${{}}                                             | ${'none: 27.45098 % from 5.1 (average, median of 8)'}
    ${'a block line stops it all the same'}           | ${'6.50'} | ${{ samples: restless }}                | ${{ blockPercent: d(25) }}                        | ${'block: 27.45098 % from 5.1 (average, median of 8)'}
    ${'eight of one price: the percent alone'}        | ${'5.60'} | ${{ samples: receipts('5', '5', '5', '5', '5', '5', '5', '5') }} | ${{}}                    | ${'warn: 12 % from 5 (average, median of 8)'}
    ${'exactly the percent is no warning'}            | ${'5.50'} | ${{ contract: d(5) }}                   | ${{}}                                             | ${'none: 10 % from 5 (contract, price of 1)'}
    ${'a fall counts too'}                            | ${'4.40'} | ${{ contract: d(5) }}                   | ${{}}                                             | ${'warn: -12 % from 5 (contract, price of 1)'}
    ${'unless only rises do'}                         | ${'4.40'} | ${{ contract: d(5) }}                   | ${{ direction: 'up' }}                            | ${'none: -12 % from 5 (contract, price of 1)'}
    ${'two receipts are too few: the contract'}       | ${'6'}    | ${{ samples: three.slice(0, 2), contract: d(5) }} | ${{}}                                   | ${'warn: 20 % from 5 (contract, price of 1)'}
    ${'one peer is none'}                             | ${'6'}    | ${{ peers: [d(3)], last: d(5) }}        | ${{}}                                             | ${'warn: 20 % from 5 (last, price of 1)'}
    ${'two peers are'}                                | ${'6'}    | ${{ peers: [d(4), d(6)], last: d(6) }}  | ${{}}                                             | ${'warn: 20 % from 5 (peer, mean of 2)'}
    ${"the rule's own order"}                         | ${'6'}    | ${{ contract: d(5), last: d(6) }}       | ${{ references: ['last', 'contract'] }}           | ${'none: 0 % from 6 (last, price of 1)'}
    ${'nothing known'}                                | ${'6'}    | ${{}}                                   | ${{}}                                             | ${'not judged'}
  `('$title', ({ price, known, ruled, answer }) => {
    expect(told(price, known, ruled)).toBe(answer);
  });
  test('the middle price is the one with as many below as above', () => {
    const cents = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 8, maxLength: 15 });
    fc.assert(
      fc.property(cents, (prices) => {
        const judged = judgePrice(d(5), rule(), facts({ samples: prices.map((cent) => ({ price: d(cent), qty: d(1) })) }));
        if (!judged.judged) throw new Error('not judged');
        const base = Number(String(judged.base));
        expect(prices.filter((price) => price < base).length).toBeLessThanOrEqual(prices.length / 2);
        expect(prices.filter((price) => price > base).length).toBeLessThanOrEqual(prices.length / 2);
      }),
    );
  });
});
