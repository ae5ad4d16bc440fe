import { expect, test } from 'vitest';
import { heldBy, type MenuPlace, ticksOf, withinTopMenu } from './top-menu.rules.ts';

const place = (id: string, parentId = '0'): MenuPlace => ({ id, parentId });
const MENUS = [
  place('stock'),
  place('lots', 'stock'),
  place('moves', 'stock'),
  place('prices'),
  place('settings', 'prices'),
  place('formula', 'settings'),
  place('home'),
];
const above = new Map(MENUS.map(({ id, parentId }) => [id, parentId]));

test.each`
  title                                          | granted                 | within
  ${'nothing'}                                   | ${''}                   | ${''}
  ${'a page, with the group above it'}           | ${'lots'}               | ${'lots stock'}
  ${'a group, with all that is below'}           | ${'prices'}             | ${'formula prices settings'}
  ${'a group and some of its pages: only those'} | ${'stock lots'}         | ${'lots stock'}
  ${'a group within a group, whole'}             | ${'prices settings'}    | ${'formula prices settings'}
  ${'of several areas'}                          | ${'moves formula home'} | ${'formula home moves prices settings stock'}
`('in a top menu: $title', ({ granted, within }) => {
  const grants = (granted as string)
    .split(' ')
    .filter(Boolean)
    .map((menuId) => ({ topMenuId: '1', menuId, parentId: above.get(menuId)! }));
  expect([...withinTopMenu(MENUS, grants)].toSorted().join(' ')).toBe(within);
});

test('what the person does not hold is not shown, and a group all of whose chosen pages are withheld shows no others', () => {
  const held = MENUS.filter(({ id }) => id !== 'lots');
  const grants = [
    { topMenuId: '1', menuId: 'stock', parentId: '0' },
    { topMenuId: '1', menuId: 'lots', parentId: 'stock' },
  ];
  expect([...withinTopMenu(held, grants)]).toEqual(['stock']);
});

const node = (id: string, ...children: { id: string; title: string }[]) => ({
  id,
  title: id,
  ...(children.length === 0 ? {} : { children }),
});
const TREE = [
  node('stock', node('lots'), node('moves')),
  node('prices', node('settings', node('formula'))),
  node('home'),
];

test.each`
  title                                        | held                   | ticks                                   | saved
  ${'nothing'}                                 | ${''}                  | ${''}                                   | ${''}
  ${'a group alone stands whole'}              | ${'stock'}             | ${'lots moves stock'}                   | ${'lots moves stock'}
  ${'a group and one of its pages: that page'} | ${'stock moves'}       | ${'moves stock'}                        | ${'moves stock'}
  ${'a group within a group, whole'}           | ${'prices settings'}   | ${'formula prices settings'}            | ${'formula prices settings'}
  ${'a page of no group'}                      | ${'home'}              | ${'home'}                               | ${'home'}
  ${'whole ones beside parts'}                 | ${'prices stock lots'} | ${'formula lots prices settings stock'} | ${'formula lots prices settings stock'}
`('ticked in the dialog of a top menu: $title', ({ held, ticks, saved }) => {
  const ticked = ticksOf(TREE, new Set((held as string).split(' ')));
  expect([...ticked].toSorted().join(' ')).toBe(ticks);
  expect(heldBy(TREE, ticked).toSorted().join(' ')).toBe(saved);
});

test('a group of which no page is ticked any more is not saved: alone it would stand whole', () => {
  expect(heldBy(TREE, new Set(['stock', 'home']))).toEqual(['home']);
});
