import { expect, test } from 'vitest';
import { parseBlock, printBlock, tiled, titledColumns } from './clipboard-block.ts';

test.each([
  ['a', [['a']]],
  ['a\tb', [['a', 'b']]],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\n\nb\n', [['a'], [''], ['b']]],
  ['\t\n', [['', '']]],
  ['"two\nlines"\tb', [['two\nlines', 'b']]],
  ['"say ""hi"""', [['say "hi"']]],
  ['3" pipe\tb', [['3" pipe', 'b']]],
  ['"open\tb', [['"open', 'b']]],
  ['', [['']]],
])('%j is %j', (text, rows) => {
  expect(parseBlock(text)).toEqual(rows);
});

test('what is printed is read back', () => {
  const rows = [
    ['a\tb', 'c"d', ''],
    ['x\ny', '1', '2'],
  ];
  expect(parseBlock(printBlock(rows))).toEqual(rows);
});
test('a first row of titles says which column is which', () => {
  expect(titledColumns(['数量', '物料'], ['物料', '单价', '数量'])).toEqual([2, 0]);
  expect(titledColumns(['数量', '西红柿'], ['物料', '单价', '数量'])).toBeUndefined();
  expect(titledColumns(['数量'], ['物料', '单价', '数量'])).toBeUndefined();
});
test('a block repeats over a selection that is a whole multiple of it', () => {
  expect(tiled([['a']], 2, 2)).toEqual([
    ['a', 'a'],
    ['a', 'a'],
  ]);
  expect(tiled([['a', 'b']], 3, 2)).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ]);
  expect(tiled([['a'], ['b']], 3, 1)).toEqual([['a'], ['b']]);
});
