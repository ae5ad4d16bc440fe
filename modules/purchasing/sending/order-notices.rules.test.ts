import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { orderedTwice, signature, type AskedFor } from './order-notices.rules.ts';
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
