import { expect, test } from 'vitest';
import { countBelow, groupIds, kindOf, type MenuBranch, soughtMenus } from './menu-tree.rules.ts';

const node = (
  code: string,
  name: string,
  category: number,
  children: readonly MenuBranch[] = [],
  more: Partial<MenuBranch> = {},
): MenuBranch => ({
  id: code,
  code,
  name,
  nameEn: null,
  path: null,
  category,
  ...(children.length === 0 ? {} : { children }),
  ...more,
});
const USER = node('user', '用户管理', 1, [node('user_add', '新增', 2), node('user_edit', '编辑', 2)], {
  nameEn: 'Users',
  path: '/system/user',
});
const LOGS = node('log', '日志', 1, [node('log_usual', '通用日志', 1, [node('log_usual_view', '查看', 2)])]);
const TREE = [node('system', '系统管理', 1, [USER, LOGS]), node('home', '首页', 1)];

test.each([
  ['system', TREE[0]!, 'group', { pages: 2, buttons: 3 }],
  ['log', LOGS, 'group', { pages: 1, buttons: 1 }],
  ['user', USER, 'page', { pages: 0, buttons: 2 }],
  ['home', TREE[1]!, 'page', { pages: 0, buttons: 0 }],
  ['user_add', USER.children![0]!, 'button', { pages: 0, buttons: 0 }],
] as const)('%s is what it is, with so much below it', (_code, of, kind, below) => {
  expect([kindOf(of), countBelow(of)]).toEqual([kind, below]);
});

test('opened to the pages, groups are open and pages are not', () => {
  expect(groupIds(TREE)).toEqual(['system', 'log']);
});

const codesOf = (nodes: readonly MenuBranch[]): readonly string[] =>
  nodes.flatMap((each) => [each.code, ...codesOf(each.children ?? [])]);
test.each`
  typed             | found                                                                 | open
  ${''}             | ${'system user user_add user_edit log log_usual log_usual_view home'} | ${''}
  ${' 首页 '}       | ${'home'}                                                             | ${''}
  ${'用户'}         | ${'system user user_add user_edit'}                                   | ${'system'}
  ${'USERS'}        | ${'system user user_add user_edit'}                                   | ${'system'}
  ${'/system/user'} | ${'system user user_add user_edit'}                                   | ${'system'}
  ${'log_usual_v'}  | ${'system log log_usual log_usual_view'}                              | ${'log log_usual system'}
  ${'不存在'}       | ${''}                                                                 | ${''}
`('"$typed" finds "$found"', ({ typed, found, open }) => {
  const sought = soughtMenus(TREE, typed);
  expect(codesOf(sought.nodes).join(' ')).toBe(found);
  expect([...sought.open].toSorted().join(' ')).toBe(open);
});
