import { expect, test } from 'vitest';
import { branchesOf, rowByRow } from './tree-rows.ts';

const row = (id: string, parentId: string) => ({ id, parentId });
const shape = (rows: readonly { id: string; parentId: string }[]): string =>
  rowByRow(branchesOf(rows))
    .map(({ row: { id }, level }) => `${'·'.repeat(level)}${id}`)
    .join(' ');

test.each`
  title                                | rows                                                            | shown
  ${'nothing'}                         | ${[]}                                                           | ${''}
  ${'two tops, in their order'}        | ${[row('b', '0'), row('a', '0')]}                               | ${'b a'}
  ${'three levels, however they come'} | ${[row('c', 'b'), row('a', '0'), row('b', 'a'), row('d', 'a')]} | ${'a ·b ··c ·d'}
  ${'a parent that is not among them'} | ${[row('a', '9'), row('b', 'a')]}                               | ${'a ·b'}
  ${'no parent at all'}                | ${[row('a', ''), row('b', 'a')]}                                | ${'a ·b'}
  ${'its own parent'}                  | ${[row('a', 'a'), row('b', 'a')]}                               | ${'a ·b'}
`('$title', ({ rows, shown }) => {
  expect(shape(rows)).toBe(shown);
});
