import { expect, test } from 'vitest';
import { roleSeeds, type RoleSeed } from './demonstration-roles.ts';
import { codesOfRole, givesButton, type RightNode } from './role-rights.rules.ts';

const page = (code: string, parent: string | null, permission = code): RightNode => ({
  code,
  parent,
  category: 1,
  alias: 'menu',
  permission,
});
const button = (parent: string, permission: string, alias: string): RightNode => ({
  code: `${permission}_${alias}`,
  parent,
  category: 2,
  alias,
  permission,
});

const nodes: readonly RightNode[] = [
  page('purchasing', null),
  page('purchaseorder', 'purchasing'),
  page('authority', null),
  page('field_right', 'authority'),
  page('system', null),
  page('client', 'system'),
  ...['view', 'export', 'add', 'edit', 'to_apply', 'do_apply', 'refuse', 'receive'].map((alias) =>
    button('purchaseorder', 'purchaseorder', alias),
  ),
  button('purchaseorder', 'orderline', 'view'),
  button('client', 'client', 'view'),
  { code: 'purchaseprice_see', parent: 'field_right', category: 2, alias: 'field', permission: 'field_right' },
  ...['purchaseorder_view_cost', 'stock_view_cost'].map((code): RightNode => ({
    code,
    parent: 'field_right',
    category: 2,
    alias: 'field',
    permission: 'field_right',
  })),
  { code: 'field_bank', parent: 'field_right', category: 2, alias: 'field', permission: 'field_right' },
];
const seed = (more: Partial<RoleSeed>): RoleSeed => ({
  alias: 'x',
  label: { zh: 'x', en: 'x' },
  scope: '2',
  areas: {},
  ...more,
});
const held = (more: Partial<RoleSeed>): string[] => [...codesOfRole(seed(more), nodes)].toSorted();

test('letters: look, write, decide, carry out', () => {
  expect(
    ['view', 'add', 'do_apply', 'receive'].map((alias) =>
      ['V', 'E', 'A', 'O'].filter((letter) => givesButton(letter as 'V', alias)).join(''),
    ),
  ).toEqual(['VEAO', 'E', 'A', 'O']);
});

test('a page brings the groups above it and the buttons of its letter, but not the records that only lodge there', () => {
  expect(held({ areas: { A: 'purchaseorder' } })).toEqual([
    'purchaseorder',
    'purchaseorder_do_apply',
    'purchaseorder_export',
    'purchaseorder_refuse',
    'purchaseorder_view',
    'purchasing',
  ]);
  expect(held({ areas: { V: 'purchasing' } })).toContain('orderline_view');
});

test('field rights are named by word, and nothing else brings them', () => {
  expect(held({ areas: { V: '*' } })).not.toContain('field_bank');
  expect(held({ fields: 'purchase' })).toEqual(['authority', 'field_right', 'purchaseprice_see']);
  expect(held({ fields: 'orders' })).toEqual(['authority', 'field_right', 'purchaseorder_view_cost']);
  expect(held({ fields: 'cost' })).toEqual(['authority', 'field_right', 'purchaseorder_view_cost', 'stock_view_cost']);
});

test('a tenant admin has everything but the platform’s pages; a guest has nothing', () => {
  const { areas: _areas, ...everything } = seed({ alias: 'admin' });
  expect([...codesOfRole(everything, nodes)]).toEqual(
    nodes.filter((node) => !node.code.startsWith('client')).map((node) => node.code),
  );
  expect([
    ...codesOfRole(
      roleSeeds.find((role) => role.alias === 'guest')!,
      nodes,
    ),
  ]).toEqual([]);
});

test('who buys sees the prices he is to check, on requests and orders, and not what stock is worth', () => {
  const purchaser = codesOfRole(
    roleSeeds.find((role) => role.alias === 'purchaser')!,
    [
      ...nodes,
      {
        code: 'invpleasepurchase_view_cost',
        parent: 'field_right',
        category: 2,
        alias: 'field',
        permission: 'field_right',
      },
    ],
  );
  expect(
    ['purchaseprice_see', 'invpleasepurchase_view_cost', 'purchaseorder_view_cost', 'stock_view_cost'].map((code) =>
      purchaser.has(code),
    ),
  ).toEqual([true, true, true, false]);
});

test('aliases are unique and known to clients', () => {
  const aliases = roleSeeds.map((role) => role.alias);
  expect(new Set(aliases).size).toBe(aliases.length);
  expect(aliases).toEqual(expect.arrayContaining(['administrator', 'admin', 'user', 'guest']));
});
