import { expect, test } from 'vitest';
import { linesToAdd, placeOfCard } from './asked-cards.rules.ts';

const line = (materialId: string, qty = '1') => ({
  sourceId: '9',
  mealDate: '2025-03-17',
  mealType: 'lunch',
  needDate: '2025-03-16',
  materialId,
  qty,
});
const card = (claimedBy: string, ...lines: readonly ReturnType<typeof line>[]) => ({
  planId: '9',
  mealDate: '2025-03-17',
  mealType: 'lunch',
  claimedBy,
  lines,
});
test.each`
  title                                  | claimedBy  | lines                                | onBill                                       | place       | added
  ${'nobody has it'}                     | ${''}      | ${[line('面粉'), line('韭菜')]}      | ${[]}                                        | ${'open'}   | ${['面粉', '韭菜']}
  ${'somebody else holds it'}            | ${'PS001'} | ${[]}                                | ${[]}                                        | ${'held'}   | ${[]}
  ${'all of it is on the bill'}          | ${''}      | ${[line('面粉')]}                    | ${[line('面粉', '7')]}                       | ${'here'}   | ${[]}
  ${'some of it is on the bill'}         | ${''}      | ${[line('面粉'), line('韭菜')]}      | ${[line('面粉')]}                            | ${'partly'} | ${['韭菜']}
  ${'the same material of another meal'} | ${''}      | ${[line('面粉')]}                    | ${[{ ...line('面粉'), mealType: 'dinner' }]} | ${'open'}   | ${['面粉']}
  ${'stock covers all of it'}            | ${''}      | ${[line('面粉', '0')]}               | ${[]}                                        | ${'enough'} | ${[]}
  ${'stock covers what is not on it'}    | ${''}      | ${[line('面粉'), line('韭菜', '0')]} | ${[line('面粉')]}                            | ${'here'}   | ${[]}
`('$title', ({ claimedBy, lines, onBill, place, added }) => {
  const one = card(claimedBy, ...lines);
  expect(placeOfCard(one, onBill)).toBe(place);
  expect(linesToAdd([one], onBill).map(({ materialId }) => materialId)).toEqual(added);
});
