import { label } from '../../kernel/core/label.ts';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Module } from '../../kernel/core/module.ts';
import { client } from './sign-in/client.resource.ts';
import { dept } from './people/dept.resource.ts';
import { dict, dictBiz } from './dictionaries/dict.resource.ts';
import { adminParameters, commonDictionaries } from './dictionaries/dictionaries.ts';
import { adminMenu } from './menu.ts';
import { menu, topMenu } from './menus/menu.resource.ts';
import { param } from './dictionaries/param.resource.ts';
import { post } from './people/post.resource.ts';
import { role } from './rights/role.resource.ts';
import { apiScope, dataScope } from './rights/scope.resource.ts';
import { socialProvider } from './sign-in/social-provider.resource.ts';
import { user } from './people/user.resource.ts';

/** Tenants, organisation, people, rights, dictionaries and parameters. */
export const admin: Module = {
  name: 'admin',
  label: label('系统管理', 'Administration'),
  declarations: [
    dept,
    user,
    role,
    post,
    menu,
    topMenu,
    param,
    dict,
    dictBiz,
    client,
    socialProvider,
    dataScope,
    apiScope,
  ] as readonly Declaration[],
  menu: adminMenu,
  dictionaries: commonDictionaries as NonNullable<Module['dictionaries']>,
  parameters: adminParameters,
  buttons: [
    { code: 'permission_explain_view', label: label('权限诊断', 'Explain rights'), menu: 'permission_explain' },
    // Existing clients open their dialogs of scopes by these.
    { code: 'data_scope_setting', label: label('数据权限配置', 'Set data scopes'), menu: 'data_scope' },
    { code: 'api_scope_setting', label: label('接口权限配置', 'Set API scopes'), menu: 'api_scope' },
  ],
};
