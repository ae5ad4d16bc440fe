/** Calls on roles beyond the ordinary ones: trees, and what roles may do. */
import { addressOf, callOf, contract, SESSION } from '../../../kernel/core/contract.ts';
import { json } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { optionTree } from '../trees.calls.ts';
import { menu } from '../menus/menu.resource.ts';
import { role } from './role.resource.ts';

/** All roles; takes the filters of the list. */
export const roleList = contract({
  method: 'GET',
  ...callOf(role, 'list', 'view'),
  summary: label('角色列表', 'Roles'),
  input: {},
  answer: shape.tree(shape.row(role, { tenantId: shape.text, parentName: shape.text })),
});

/** Roles to choose from. */
export const roleTree = contract({
  method: 'GET',
  ...addressOf(role, 'tree'),
  permission: SESSION,
  summary: label('角色树', 'Role tree'),
  input: {},
  answer: optionTree,
});
/** One role with those below it; nothing where there is no such role. */
export const roleBranch = contract({
  method: 'GET',
  ...addressOf(role, 'tree-by-id'),
  permission: SESSION,
  summary: label('角色及下级', 'A role and those below'),
  input: { roleId: json('角色', 'Role', { optional: true }), id: json('角色', 'Role', { optional: true }) },
  answer: optionTree,
});

const roleIds = {
  roleIds: json('角色', 'Roles', { optional: true }),
  id: json('角色', 'Role', { optional: true }),
};

/**
 * These roles hold exactly the ticked menus and buttons afterwards. Scopes are left alone where `dataScopeIds` or
 * `apiScopeIds` is absent, and taken where it is empty.
 */
export const grantRoles = contract({
  method: 'POST',
  ...callOf(role, 'grant', 'grant'),
  summary: label('角色授权', 'Grant'),
  input: {
    ...roleIds,
    menuIds: json('菜单', 'Menus', { optional: true }),
    dataScopeIds: json('数据权限', 'Data scopes', { optional: true }),
    apiScopeIds: json('接口权限', 'API scopes', { optional: true }),
  },
  answer: shape.done,
});

/** What the caller may pass on: menus with their buttons, and scopes below the menus that own them. */
export const grantTree = contract({
  method: 'GET',
  ...addressOf(role, 'grant-tree'),
  permission: ['role_grant', 'topmenu_setting'],
  summary: label('可授权菜单', 'Menus to grant'),
  input: {},
  answer: shape.object({ menu: optionTree, dataScope: optionTree, apiScope: optionTree }),
});
/** Ids of exactly the ticked nodes of those trees that these roles hold. */
export const heldKeys = contract({
  method: 'GET',
  ...addressOf(role, 'role-tree-keys'),
  permission: ['role_grant', 'role_view'],
  summary: label('角色已有菜单', 'Menus of roles'),
  input: roleIds,
  answer: shape.object({
    menu: shape.list(shape.id),
    dataScope: shape.list(shape.id),
    apiScope: shape.list(shape.id),
  }),
});
/** Both reads of the grant dialog under the addresses that existing clients ask. */
export const menuGrantTree = contract({ ...grantTree, ...addressOf(menu, 'grant-tree') });
export const menuHeldKeys = contract({ ...heldKeys, ...addressOf(menu, 'role-tree-keys') });
