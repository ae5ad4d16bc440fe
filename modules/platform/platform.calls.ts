/** Calls on regions, tenants and tools of development beyond the ordinary ones. */
import { chosenIds, contract, SESSION } from '../../kernel/core/contract.ts';
import { integer, json, moment, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';

import { region } from './region.resource.ts';
import { tenant } from './tenant.resource.ts';

const ofRegions = { service: 'blade-system' } as const;
/** The code of a region; clients of this family say `code` here and `id` there. */
const regionCode = { ...chosenIds, code: json('区划编号', 'Code', { optional: true }) };

/** Option nodes of one level; without a parent, the country. */
export const regionTree = contract({
  ...ofRegions,
  method: 'GET',
  path: 'region/lazy-tree',
  permission: SESSION,
  summary: label('行政区划（逐级）', 'Regions, level by level'),
  input: {
    parentCode: text('父区划编号', 'Parent', { optional: true }),
    parentId: text('父区划编号', 'Parent', { optional: true }),
  },
  answer: shape.list(
    shape.object({
      id: shape.text,
      parentId: shape.text,
      title: shape.text,
      key: shape.text,
      value: shape.text,
      hasChildren: shape.boolean,
    }),
  ),
});

export const regionDetail = contract({
  ...ofRegions,
  method: 'GET',
  path: 'region/detail',
  permission: ['region_view', 'region_edit'],
  summary: label('行政区划详情', 'One region'),
  input: regionCode,
  answer: shape.row(region),
});

export const removeRegions = contract({
  ...ofRegions,
  method: 'POST',
  path: 'region/remove',
  permission: 'region_delete',
  summary: label('删除行政区划', 'Remove regions'),
  input: regionCode,
  answer: shape.done,
});

/**
 * The body is a whole region. The code decides: a row that comes back under its own code is changed, any other is a new
 * region.
 */
export const submitRegion = contract({
  ...ofRegions,
  method: 'POST',
  path: 'region/submit',
  permission: ['region_add', 'region_edit'],
  summary: label('保存行政区划', 'Save a region'),
  input: {
    code: json('区划编号', 'Code', { optional: true }),
    parentCode: json('上级区划', 'Above', { optional: true }),
  },
  answer: shape.row(region),
});

/** The regions below `code`, the provinces where none is named; with `keyword` or `ids` the choice list of all. */
export const selectRegion = contract({
  ...ofRegions,
  method: 'GET',
  path: 'region/select',
  permission: SESSION,
  summary: label('选择行政区划', 'Choose a region'),
  input: { code: json('区划编号', 'Code', { optional: true }) },
  answer: shape.list(shape.open({ id: shape.text, title: shape.text })),
});

const ofTenants = { method: 'POST', service: 'blade-system' } as const;
const tenantId = text('租户编号', 'Tenant', { optional: true });

/**
 * The body is a whole tenant. A new one comes with all it begins with; its administrator's first password is answered
 * this once.
 */
export const submitTenant = contract({
  ...ofTenants,
  path: 'tenant/submit',
  permission: ['tenant_add', 'tenant_edit'],
  summary: label('保存租户', 'Save a tenant'),
  input: {},
  answer: shape.row(tenant),
});

/** Nobody signs in any more, sessions end at once; what was written stays. */
export const removeTenants = contract({
  ...ofTenants,
  path: 'tenant/remove',
  permission: 'tenant_delete',
  summary: label('删除租户', 'Remove tenants'),
  input: chosenIds,
  answer: shape.done,
});

/** How many may use it and until when; empty or -1: without limit, empty: for ever. */
export const limitTenants = contract({
  ...ofTenants,
  path: 'tenant/setting',
  permission: 'tenant_setting',
  summary: label('租户配置', 'Limits of tenants'),
  input: {
    ...chosenIds,
    accountNumber: integer('账号额度', 'Accounts', { optional: true, min: -1 }),
    expireTime: moment('过期时间', 'Ends at', { optional: true }),
  },
  answer: shape.done,
});

/** Hangs a data source onto a tenant; empty takes it away. */
export const setDataSource = contract({
  ...ofTenants,
  path: 'tenant/datasource',
  permission: 'tenant_datasource',
  summary: label('租户数据源', 'Data source of a tenant'),
  input: { tenantId, datasourceId: text('数据源', 'Data source', { optional: true }) },
  answer: shape.done,
});

/** Hangs a package onto a tenant; empty takes it away. */
export const setPackage = contract({
  ...ofTenants,
  path: 'tenant/package-setting',
  permission: 'tenant_package',
  summary: label('租户套餐设置', 'Package of a tenant'),
  input: { tenantId, packageId: text('租户套餐', 'Package', { optional: true }) },
  answer: shape.done,
});

/** The package of a tenant, named by its number or the id of its row; no keys where it has none. */
export const packageDetail = contract({
  method: 'GET',
  service: 'blade-system',
  path: 'tenant/package-detail',
  permission: ['tenant_package', 'tenant_view'],
  summary: label('租户套餐详情', 'The package of a tenant'),
  input: { tenantId },
  answer: shape.object({
    id: shape.optional(shape.id),
    packageName: shape.optional(shape.text),
    menuId: shape.optional(shape.text),
    remark: shape.optional(shape.text),
  }),
});

/** Prints declarations of tables that are there; the file hangs on the record. */
export const generateCode = contract({
  method: 'POST',
  service: 'blade-develop',
  path: 'code/gen-code',
  permission: 'code_gen',
  summary: label('生成代码', 'Print declarations'),
  input: { ...chosenIds, system: text('系统', 'System', { optional: true }) },
  answer: shape.done,
});

export const copyCode = contract({
  method: 'POST',
  service: 'blade-develop',
  path: 'code/copy',
  permission: 'code_add',
  summary: label('复制代码生成', 'Copy a code generation'),
  input: chosenIds,
  answer: shape.done,
});

/** Data sources to choose, for whoever lists them or gives them to tenants. */
export const selectDataSource = contract({
  method: 'GET',
  service: 'blade-develop',
  path: 'datasource/select',
  permission: SESSION,
  summary: label('数据源下拉', 'Data sources to choose'),
  input: {},
  answer: shape.list(shape.object({ id: shape.id, name: shape.text, title: shape.text })),
});
