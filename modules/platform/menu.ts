import { label } from '../../kernel/core/label.ts';
import type { MenuNode } from '../../kernel/core/module.ts';
import { systemGroup } from '../admin/menu.ts';

/** Codes and paths are those existing clients count on. */
export const platformMenu: readonly MenuNode[] = [
  {
    code: 'base',
    label: label('基础配置', 'Base'),
    icon: 'environment',
    rank: 23,
    path: '/base',
    children: [
      {
        code: 'region',
        label: label('行政区划', 'Regions'),
        icon: 'environment',
        path: '/base/region',
        resource: 'region',
      },
    ],
  },
  {
    ...systemGroup,
    children: [
      {
        code: 'tenant',
        label: label('租户管理', 'Tenants'),
        icon: 'cluster',
        path: '/system/tenant',
        resource: 'tenant',
      },
      {
        code: 'tenantpackage',
        label: label('租户套餐', 'Packages'),
        icon: 'block',
        path: '/system/tenantpackage',
        resource: 'tenantPackage',
      },
    ],
  },
  {
    code: 'tool',
    label: label('研发工具', 'Tools'),
    icon: 'tool',
    rank: 27,
    path: '/tool',
    children: [
      {
        code: 'datasource',
        label: label('数据源', 'Data sources'),
        icon: 'database',
        path: '/tool/datasource',
        resource: 'dataSource',
      },
      {
        code: 'code',
        label: label('代码生成', 'Code generation'),
        icon: 'code',
        path: '/tool/code',
        resource: 'codeGeneration',
      },
    ],
  },
];
