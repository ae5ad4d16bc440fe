import { expect, test } from 'vitest';
import {
  buttonsToggled,
  type GrantNode,
  halfTicked,
  isPage,
  linesOf,
  sharesOf,
  type Shown,
  soughtIn,
  toggled,
} from './grant-tree.rules.ts';

const node = (id: string, ...children: readonly GrantNode[]): GrantNode => ({
  id,
  title: id,
  ...(children.length === 0 ? {} : { children }),
});
const STOCK = node('stock', node('lots', node('hold'), node('release')), node('moves', node('remark')));
const TREE: readonly GrantNode[] = [STOCK, node('prices', node('book', node('see')))];
const lines = linesOf(TREE);
const find = (id: string): GrantNode => lines.get(id)!.at(-1)!;
const set = (ids: string): ReadonlySet<string> => new Set(ids.split(' ').filter(Boolean));
const words = (ids: Iterable<string>): string => [...ids].toSorted().join(' ');

test.each`
  title                                     | ticked                            | id         | on       | then
  ${'a button brings what is above it'}     | ${''}                             | ${'hold'}  | ${true}  | ${'hold lots stock'}
  ${'a page brings its buttons'}            | ${''}                             | ${'lots'}  | ${true}  | ${'hold lots release stock'}
  ${'a group brings everything'}            | ${''}                             | ${'stock'} | ${true}  | ${'hold lots moves release remark stock'}
  ${'a page takes its buttons, not others'} | ${'stock lots hold moves remark'} | ${'lots'}  | ${false} | ${'moves remark stock'}
  ${'a button goes alone'}                  | ${'stock lots hold release'}      | ${'hold'}  | ${false} | ${'lots release stock'}
  ${'what is elsewhere stays'}              | ${'prices book'}                  | ${'hold'}  | ${true}  | ${'book hold lots prices stock'}
`('ticks: $title', ({ ticked, id, on, then }) => {
  expect(words(toggled(set(ticked), find(id), lines.get(id)!, on))).toBe(then);
});

test.each`
  title                                         | ticked                       | on       | then
  ${'all buttons of a page, with the page'}     | ${''}                        | ${true}  | ${'hold lots release stock'}
  ${'the others of them'}                       | ${'stock lots hold'}         | ${true}  | ${'hold lots release stock'}
  ${'none of them, and the page can be opened'} | ${'stock lots hold release'} | ${false} | ${'lots stock'}
`('at once: $title', ({ ticked, on, then }) => {
  const line = lines.get('lots')!;
  expect(words(buttonsToggled(set(ticked), line.at(-1)!, line.slice(0, -1), on))).toBe(then);
});

test.each`
  ticked                       | half
  ${''}                        | ${''}
  ${'stock lots hold'}         | ${'lots stock'}
  ${'stock lots hold release'} | ${'stock'}
  ${'prices book see'}         | ${''}
`('half ticked with "$ticked": $half', ({ ticked, half }) => {
  expect(words(halfTicked(TREE, set(ticked)))).toBe(half);
});

test.each`
  id          | ticked               | share
  ${'stock'}  | ${''}                | ${'0 / 5'}
  ${'stock'}  | ${'stock lots hold'} | ${'2 / 5'}
  ${'lots'}   | ${'stock lots hold'} | ${'1 / 2'}
  ${'prices'} | ${'prices book see'} | ${'2 / 2'}
`('below $id with "$ticked": $share', ({ id, ticked, share }) => {
  const { ticked: held, all } = sharesOf(TREE, set(ticked)).get(id)!;
  expect(`${held} / ${all}`).toBe(share);
});

test('a share is told of what has something below it', () => {
  expect(words(sharesOf(TREE, set('')).keys())).toBe('book lots moves prices stock');
});

test.each([
  ['a page', 'lots', true],
  ['a group', 'stock', false],
  ['a button', 'hold', false],
])('%s is a page: %s %s', (_what, id, is) => {
  expect(isPage(find(id))).toBe(is);
});

const idsOf = (nodes: readonly GrantNode[]): readonly string[] =>
  nodes.flatMap((each) => [each.id, ...idsOf(each.children ?? [])]);
test.each`
  title                                   | typed     | shown        | ticked               | before               | found                                                     | open
  ${'nothing typed'}                      | ${''}     | ${'all'}     | ${''}                | ${''}                | ${'stock lots hold release moves remark prices book see'} | ${'book lots moves prices stock'}
  ${'a button, in its branch'}            | ${'rel'}  | ${'all'}     | ${''}                | ${''}                | ${'stock lots release'}                                   | ${'lots stock'}
  ${'a page, with its buttons'}           | ${'LOTS'} | ${'all'}     | ${''}                | ${''}                | ${'stock lots hold release'}                              | ${'lots stock'}
  ${'nothing of that name'}               | ${'x'}    | ${'all'}     | ${''}                | ${''}                | ${''}                                                     | ${''}
  ${'only what is ticked'}                | ${''}     | ${'ticked'}  | ${'stock lots hold'} | ${''}                | ${'stock lots hold'}                                      | ${'lots stock'}
  ${'what was ticked stays in sight'}     | ${''}     | ${'ticked'}  | ${'stock lots'}      | ${'stock lots hold'} | ${'stock lots hold'}                                      | ${'lots stock'}
  ${'only what changes'}                  | ${''}     | ${'changed'} | ${'stock lots see'}  | ${'stock lots hold'} | ${'stock lots hold prices book see'}                      | ${'book lots prices stock'}
  ${'what is typed among what is ticked'} | ${'hold'} | ${'ticked'}  | ${'lots hold see'}   | ${''}                | ${'stock lots hold'}                                      | ${'lots stock'}
`('sought: $title', ({ typed, shown, ticked, before, found, open }) => {
  const answer = soughtIn(TREE, { words: typed, shown: shown as Shown, ticked: set(ticked), before: set(before) });
  expect(idsOf(answer.nodes).join(' ')).toBe(found);
  expect(words(answer.open)).toBe(open);
});

test('a search that finds more than can be read at once opens the way to it, not the pages', () => {
  const many = [node('store', ...Array.from({ length: 40 }, (_, at) => node(`page ${at}`, node(`act ${at}`))))];
  const { nodes, open } = soughtIn(many, { words: 'page', shown: 'all', ticked: set(''), before: set('') });
  expect(idsOf(nodes).length).toBe(81);
  expect(open).toEqual(['store']);
});
