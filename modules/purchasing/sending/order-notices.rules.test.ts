import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { belowLeast, orderedTwice, signature, type AskedFor } from './order-notices.rules.ts';
import '../purchasing.refusals.ts';

const asked = (...lines: readonly string[]): AskedFor[] =>
  lines.map((line) => {
    const [materialId = '', baseQty = '0', day = '11-23'] = line.split(' ');
    return { materialId, day, baseQty: Decimal.of(baseQty) };
  });

describe('B29: ordered twice', () => {
  test('the order of lines and how they are split is no difference; quantity, material and day are', () => {
    expect(signature(asked('leek 3', 'pork 2', 'leek 2.0'))).toBe(signature(asked('pork 2', 'leek 5')));
    for (const other of [asked('leek 5'), asked('leek 5', 'pork 3'), asked('leek 5', 'pork 2 11-24')])
      expect(signature(other)).not.toBe(signature(asked('pork 2', 'leek 5')));
  });
  test.each`
    title                              | others                         | notices
    ${'nobody else'}                   | ${[]}                          | ${[]}
    ${'other goods'}                   | ${[asked('rice 5')]}           | ${[]}
    ${'the same goods on another day'} | ${[asked('leek 5 11-24')]}     | ${[]}
    ${'some of the same'}              | ${[asked('leek 9', 'rice 1')]} | ${['CG0 已要了其中 1 种物料']}
    ${'exactly the same'}              | ${[asked('pork 2', 'leek 5')]} | ${['与 CG0 内容完全相同']}
  `('$title', ({ others, notices }) => {
    const bills = (others as AskedFor[][]).map((each, index) => ({ billCode: `CG${index}`, asked: each }));
    const found = orderedTwice(asked('leek 5', 'pork 2'), bills).map((each) => sentenceOf(each, 'zh'));
    expect(found.map((sentence, index) => sentence.startsWith(String(notices[index])))).toEqual(
      (notices as string[]).map(() => true),
    );
  });
});

describe('P13: least amount of an order', () => {
  const amounts = (...figures: readonly string[]) =>
    figures.map((figure, index) => ({ billCode: `CG${index}`, amount: Decimal.of(figure) }));
  test.each`
    title                                   | amount      | least    | others            | notice
    ${'no least amount'}                    | ${'10'}     | ${null}  | ${[]}             | ${undefined}
    ${'just enough'}                        | ${'300.00'} | ${'300'} | ${[]}             | ${undefined}
    ${'a cent short'}                       | ${'299.99'} | ${'300'} | ${[]}             | ${'还差 0.01 元'}
    ${'another order would make it enough'} | ${'100'}    | ${'300'} | ${['150', '200']} | ${'可并入 CG1'}
    ${'others are too small as well'}       | ${'100'}    | ${'300'} | ${['50']}         | ${'还差 200.00 元'}
    ${'nothing is priced yet'}              | ${'0'}      | ${'300'} | ${[]}             | ${undefined}
  `('$title', ({ amount, least, others, notice }) => {
    const [found] = belowLeast(
      Decimal.of(amount),
      least === null ? null : Decimal.of(least),
      amounts(...(others as string[])),
    );
    if (notice === undefined) expect(found).toBeUndefined();
    else expect(sentenceOf(found!, 'zh')).toContain(notice);
  });
});
