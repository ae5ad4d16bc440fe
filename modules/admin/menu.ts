import { label } from '../../kernel/core/label.ts';
import type { MenuNode } from '../../kernel/core/module.ts';

/** Where other areas put theirs beside ours. */
export const systemGroup = {
  code: 'system',
  label: label('系统管理', 'System'),
  icon: 'setting',
  rank: 22,
  path: '/system',
} as const satisfies MenuNode;

/** Administration in the menu. Codes and paths are those existing clients count on. */
export const adminMenu: readonly MenuNode[] = [
  {
    code: 'authority',
    label: label('权限管理', 'Permissions'),
    icon: 'lock',
    rank: 21,
    path: '/authority',
    children: [
      { code: 'role', label: label('角色管理', 'Roles'), icon: 'team', path: '/authority/role', resource: 'role' },
      {
        code: 'data_scope',
        label: label('数据权限', 'Data scopes'),
        icon: 'filter',
        path: '/authority/datascope',
        resource: 'dataScope',
      },
      {
        code: 'api_scope',
        label: label('接口权限', 'API scopes'),
        icon: 'api',
        path: '/authority/apiscope',
        resource: 'apiScope',
      },
      {
        code: 'permission_explain',
        label: label('权限诊断', 'Explain rights'),
        icon: 'question-circle',
        path: '/authority/explain',
      },
      { code: 'field_right', label: label('字段权限', 'Field rights'), icon: 'eye' },
    ],
  },
  {
    ...systemGroup,
    children: [
      { code: 'user', label: label('用户管理', 'Users'), icon: 'user', path: '/system/user', resource: 'user' },
      {
        code: 'dept',
        label: label('部门管理', 'Departments'),
        icon: 'apartment',
        path: '/system/dept',
        resource: 'dept',
      },
      { code: 'post', label: label('岗位管理', 'Posts'), icon: 'idcard', path: '/system/post', resource: 'post' },
      { code: 'dict', label: label('系统字典', 'Dictionary'), icon: 'book', path: '/system/dict', resource: 'dict' },
      {
        code: 'dictbiz',
        label: label('业务字典', 'Business dictionary'),
        icon: 'book',
        path: '/system/dictbiz',
        resource: 'dictBiz',
      },
      {
        code: 'param',
        label: label('参数管理', 'Parameters'),
        icon: 'sliders',
        path: '/system/param',
        resource: 'param',
      },
      { code: 'menu', label: label('菜单管理', 'Menus'), icon: 'menu', path: '/system/menu', resource: 'menu' },
      {
        code: 'topmenu',
        label: label('顶部菜单', 'Top menus'),
        icon: 'appstore',
        path: '/system/topmenu',
        resource: 'topMenu',
      },
      { code: 'client', label: label('应用管理', 'Clients'), icon: 'key', path: '/system/client', resource: 'client' },
      {
        code: 'social_provider',
        label: label('第三方登录', 'Sign-in providers'),
        icon: 'login',
        path: '/system/social',
        resource: 'socialProvider',
      },
    ],
  },
];

/** Pages of the platform's own tenant; no other tenant ever gets them. */
export const PLATFORM_PAGES: readonly string[] = ['menu', 'client', 'dict', 'tenant', 'tenantpackage', 'tool'];
