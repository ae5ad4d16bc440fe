import { expect, test } from 'vitest';
import { blockOf, clamped, moved, tabbed } from './selection.ts';

/** x is a filled cell. */
const sheet = ['xx.x', 'x...', 'x..x', '....', 'x..x'];
const extent = { rows: 5, columns: 4, page: 3 };
const isFilled = ({ row, column }: { row: number; column: number }): boolean => sheet[row]?.[column] === 'x';

test.each([
  ['down', 'cell', [0, 0], [1, 0]],
  ['down', 'cell', [4, 0], [4, 0]],
  ['left', 'cell', [2, 0], [2, 0]],
  ['right', 'cell', [2, 3], [2, 3]],
  ['down', 'page', [0, 1], [2, 1]],
  ['up', 'page', [1, 1], [0, 1]],
  ['left', 'end', [3, 2], [3, 0]],
  ['right', 'end', [3, 2], [3, 3]],
  ['left', 'corner', [3, 2], [0, 0]],
  ['right', 'corner', [3, 2], [4, 3]],
  ['down', 'edge', [0, 0], [2, 0]],
  ['down', 'edge', [2, 0], [4, 0]],
  ['right', 'edge', [0, 1], [0, 3]],
  ['right', 'edge', [1, 0], [1, 3]],
  ['up', 'edge', [4, 3], [2, 3]],
  ['up', 'edge', [0, 0], [0, 0]],
] as const)('%s by %s from %j goes to %j', (direction, stride, [row, column], [toRow, toColumn]) => {
  expect(moved({ row, column }, direction, stride, extent, isFilled)).toEqual({ row: toRow, column: toColumn });
});

test.each([
  [[0, 0], false, [0, 2]],
  [[0, 2], false, [0, 3]],
  [[0, 3], false, [1, 0]],
  [[4, 3], false, [4, 3]],
  [[1, 0], true, [0, 3]],
  [[0, 2], true, [0, 0]],
  [[0, 0], true, [0, 0]],
] as const)(
  'Tab from %j (back: %s) skips the readonly second column and goes to %j',
  ([row, column], back, [toRow, toColumn]) => {
    expect(tabbed({ row, column }, back, extent, (at) => at !== 1)).toEqual({ row: toRow, column: toColumn });
  },
);

test('a selection drawn upwards is the same block', () => {
  expect(blockOf({ row: 5, column: 3 }, { row: 2, column: 4 })).toEqual({ top: 2, bottom: 5, left: 3, right: 4 });
});
test('a cell outside comes back to the edge', () => {
  expect(clamped({ row: 9, column: -1 }, extent)).toEqual({ row: 4, column: 0 });
});
