import { expect, test } from 'vitest';
import { label } from '../../kernel/core/label.ts';
import {
  codesOf,
  destinationOf,
  type Entry,
  entryOf,
  flowRoutesOf,
  leavesOf,
  openWith,
  type MenuRow,
  startingWith,
  titleOf,
  trailOf,
  visibleTo,
} from './menu.rules.ts';

const row = (code: string, more: Partial<MenuRow> = {}): MenuRow => ({
  id: code,
  code,
  name: code,
  path: `/${code}`,
  ...more,
});

test('RULE-076 RULE-239: an entry is shown when it names no role, or one of mine', () => {
  const rows = [
    row('free', { meta: { roles: [] } }),
    row('mine', { meta: { roles: ['chef', 'user'] } }),
    row('other', { meta: { roles: ['finance'] } }),
    row('group', { children: [row('inner', { meta: { roles: ['finance'] } }), row('plain')] }),
  ];
  expect(visibleTo(rows, ['chef']).map(({ code }) => code)).toEqual(['free', 'mine', 'group']);
  expect(visibleTo(rows, ['chef'])[2]!.children!.map(({ code }) => code)).toEqual(['plain']);
});

test.each([
  ['/masterdata/material', '/masterdata/material'],
  ['/help/x.html', '/myiframe/page?src=%2Fhelp%2Fx.html&name=%E6%8A%A5%E8%A1%A8&icon=book'],
  ['http://example.com', '/myiframe/page?src=http%3A%2F%2Fexample.com&name=%E6%8A%A5%E8%A1%A8&icon=book'],
  [
    'https://bi.example.com/a?b=1',
    '/myiframe/page?src=https%3A%2F%2Fbi.example.com%2Fa%3Fb%3D1&name=%E6%8A%A5%E8%A1%A8&icon=book',
  ],
  ['ftp://example.com', 'ftp://example.com'],
  ['www.example.com', 'www.example.com'],
])('RULE-040 RULE-041 RULE-234: an entry with path %s leads to %s', (path, to) => {
  expect(destinationOf(row('page', { path, name: '报表', source: 'book' }))).toBe(to);
});

const entry = (code: string, more: Partial<Entry> = {}): Entry => ({
  code,
  title: code,
  zh: code,
  icon: undefined,
  to: `/${code}`,
  group: [],
  children: [],
  ...more,
});
const MENU: readonly Entry[] = [
  entry('base', {
    to: undefined,
    children: [
      entry('unit', { to: '/base/unit', title: 'Units', zh: '计量单位' }),
      entry('unittype', { to: '/base/unittype', title: 'Unit types', zh: '单位类型' }),
    ],
  }),
  entry('bill', { to: '/bill', title: 'Bills', zh: '单据', group: ['/bill/print', '/paper'] }),
];
const LEAVES = leavesOf(MENU);

test.each([
  ['/base/unit', 'unit'],
  ['/base/unit/index', 'unit'],
  ['/base/unit/17', 'unit'],
  ['/base/unittype', 'unittype'],
  ['/base', undefined],
  ['/paper', 'bill'],
  ['/bill/print', 'bill'],
  ['/papers', undefined],
])('RULE-077: at %s the entry %s is active', (path, code) => {
  expect(entryOf(LEAVES, path)?.code).toBe(code);
});

test('RULE-082: all leaves and nothing else; above each stand its groups', () => {
  expect(LEAVES.map(({ code }) => code)).toEqual(['unit', 'unittype', 'bill']);
  expect(trailOf(MENU, 'unit').map(({ code }) => code)).toEqual(['base', 'unit']);
});

const GROUPS: readonly Entry[] = [
  entry('store', {
    to: undefined,
    children: [
      entry('in', { to: undefined, children: [entry('receive')] }),
      entry('out', { to: undefined, children: [entry('pick')] }),
    ],
  }),
  entry('price', { to: undefined, children: [entry('book')] }),
  entry('console'),
];
test.each([
  ['a group', [], ['store'], ['store']],
  ['another closes the first with all in it', ['store', 'in'], ['price'], ['price']],
  ['a child group leaves its siblings open', ['store', 'in'], ['out'], ['store', 'in', 'out']],
  ['a page opens the groups above it', ['price'], ['store', 'out', 'pick'], ['store', 'out']],
  [
    'a page of an open group changes nothing',
    ['store', 'in', 'out'],
    ['store', 'in', 'receive'],
    ['store', 'in', 'out'],
  ],
  ['a page outside all groups leaves what is open', ['store', 'in'], ['console'], ['store', 'in']],
  ['a page of no menu leaves what is open', ['store'], [], ['store']],
])('one top group is open: %s', (_what, open, opened, then) => {
  expect(openWith(GROUPS, open, opened)).toEqual(then);
});

const spellings = (word: string): readonly string[] =>
  ({ 计量单位: ['jiliangdanwei', 'jldw'], 单位类型: ['danweileixing', 'dwlx'], 单据: ['danju', 'dj'] })[word] ?? [];
test.each([
  ['', ['unit', 'unittype', 'bill']],
  ['uNIT', ['unit', 'unittype']],
  ['单', ['unittype', 'bill']],
  ['位', []],
  ['nits', []],
  ['dan', ['unittype', 'bill']],
  ['JLDW', ['unit']],
  ['wei', []],
])('RULE-083 RULE-085 RULE-320: "%s" finds %j, by the beginning of the name and without case', (typed, found) => {
  expect(startingWith(LEAVES, typed, spellings).map(({ code }) => code)).toEqual(found);
});

test('RULE-017 RULE-080: what stands in no menu is found by its name alone', () => {
  const all = [...LEAVES, entry('console', { title: 'Console', zh: '控制台', isUnlisted: true })];
  expect([startingWith(all, '').length, startingWith(all, '控').map(({ code }) => code)]).toEqual([3, ['console']]);
});

const NAMED: Readonly<Record<string, ReturnType<typeof label>>> = {
  'menu.key': label('键', 'By key'),
  unit: label('单位', 'By code'),
};
test.each([
  ['zh', { code: 'unit', name: '计量单位', nameEn: 'Units' }, '计量单位'],
  ['en', { code: 'unit', name: '计量单位', nameEn: 'Units', meta: { i18n: 'menu.key' } }, 'By key'],
  ['en', { code: 'unit', name: '计量单位', nameEn: 'Units', meta: { i18n: 'unknown' } }, 'By code'],
  ['en', { code: 'own', name: '自建', nameEn: 'Own page' }, 'Own page'],
  ['en', { code: 'own', name: '自建', nameEn: '' }, '自建'],
] as const)('RULE-078: in %s, %j is called %s', (language, entryRow, title) => {
  expect(titleOf(row(entryRow.code, entryRow), language, (key) => NAMED[key])).toBe(title);
});

test('RULE-137 RULE-236: nested codes are made flat, and only the leaves count', () => {
  expect([
    ...codesOf([row('a', { children: [row('b'), row('c', { children: [row('d')] })] }), row('e', { children: [] })]),
  ]).toEqual(['b', 'd', 'e']);
});

test('RULE-144: the folder of a workflow goes by code and key', () => {
  expect(
    flowRoutesOf([
      { code: 'flow', dictKey: '1', remark: '/x' },
      { code: 'flow', dictKey: '2', remark: 'leave' },
    ]),
  ).toEqual({ flow_1: '/x', flow_2: 'leave' });
});
