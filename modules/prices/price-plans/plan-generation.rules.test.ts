import { expect, test } from 'vitest';
import { fillLines, type Made, type ExistingLine } from './plan-generation.rules.ts';

const made = (materialId: string, price: string | null): Made => ({
  materialId,
  unitId: 'kg',
  price,
  lineage: { formulaId: 'f', formulaText: '', referencePrice: null, referenceDate: null, evidence: null },
});
const typed = (materialId: string, price: string | null = '1'): ExistingLine => ({
  materialId,
  price,
  formulaId: null,
});
const byFormula = (materialId: string, price: string): ExistingLine => ({ materialId, price, formulaId: 'f' });

test.each([
  ['an empty document is filled', [], [made('a', '5'), made('b', '6')], ['+a 5', '+b 6'], [0, 0, 2]],
  [
    'what was typed stays, whatever the formula says',
    [typed('a', '9')],
    [made('a', '5'), made('b', '6')],
    ['a', '+b 6'],
    [1, 0, 1],
  ],
  [
    'what a formula made is made anew, where it stood',
    [typed('b'), byFormula('a', '4')],
    [made('a', '5')],
    ['b', 'a 5'],
    [1, 1, 0],
  ],
  ['for all its days', [byFormula('a', '4'), byFormula('a', '4.5')], [made('a', '5')], ['a 5', 'a 5'], [0, 2, 0]],
  ['unless one of its days was typed', [byFormula('a', '4'), typed('a', '9')], [made('a', '5')], ['a', 'a'], [2, 0, 0]],
  ['a line without a price is nobody’s', [typed('a', null)], [made('a', '5')], ['a 5'], [0, 1, 0]],
  ['what no formula is for keeps its price', [byFormula('a', '4')], [], ['a'], [0, 0, 0]],
  ['and what has nothing to go by', [byFormula('a', '4')], [made('a', null), made('b', null)], ['a'], [0, 0, 0]],
] as const)('%s', (_title, standing, fresh, lines, counts) => {
  const filled = fillLines(standing, fresh);
  expect(
    filled.lines.map(
      ({ line, made: each }) =>
        `${line === null ? '+' : ''}${line?.materialId ?? each!.materialId}${each === null ? '' : ` ${each.price}`}`,
    ),
  ).toEqual(lines);
  expect([filled.typed, filled.renewed, filled.added]).toEqual(counts);
});
