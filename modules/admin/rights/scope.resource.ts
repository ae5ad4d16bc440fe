import { resource } from '../../../kernel/core/declaration.ts';
import { code, dictionary, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** Further rows of one record kind that a role may see and change, beyond its own base scope. */
export const dataScope = resource('dataScope', {
  label: label('数据权限', 'Data scope'),
  service: 'blade-system',
  segment: 'data-scope',
  permission: 'data_scope',
  path: '/authority/datascope',
  purpose: label(
    '给角色加看某类记录的范围；只增不减，删除不会让人看到更多',
    'Lets roles see more of one record kind; scopes only add, and deleting one never shows more',
  ),
  title: 'scopeName',
  keyword: ['scopeName', 'resourceCode'],
  sort: 'resourceCode',
  scope: null,
  excelKey: ['resourceCode'],
  few: true,
  fields: {
    scopeName: text('权限名称', 'Name', { max: 50, search: true, list: true }),
    resourceCode: code('权限编号', 'Code', { max: 80, unique: true, search: true, list: true }),
    menuId: ref('所属菜单', 'Menu', 'menu', { search: true, list: true }),
    scopeClass: text('作用资源', 'Record kind', {
      max: 60,
      list: true,
      hint: label('资源名称，如 supplier、purchaseOrder', 'Name of a record kind, such as supplier or purchaseOrder'),
    }),
    scopeColumn: text('权限字段', 'By field', {
      max: 40,
      default: 'createDept',
      hint: label(
        'createUser、createDept，或该资源中指向部门的字段',
        'createUser, createDept, or a field of the record that names a department',
      ),
    }),
    scopeType: dictionary('权限类型', 'Which', 'data_scope_type', { numeric: true, max: 1, list: true }),
    scopeValue: text('取值来源', 'Values', {
      max: 500,
      optional: true,
      hint: label('自定义时：my-company，或 dept:部门编号，…', 'For custom: my-company, or dept:<id>,…'),
    }),
    scopeField: text('可见字段', 'Fields', { max: 60, default: '*' }),
    remark: text('备注', 'Remark', { max: 255, optional: true }),
  },
});

/** Calls that a role may make without their buttons; for machines. */
export const apiScope = resource('apiScope', {
  label: label('接口权限', 'API scope'),
  service: 'blade-system',
  segment: 'api-scope',
  permission: 'api_scope',
  path: '/authority/apiscope',
  purpose: label(
    '不经按钮允许调用某个接口，多用于对接程序；只增不减',
    'Permits a call without its button, mostly for programs; scopes only add',
  ),
  title: 'scopeName',
  keyword: ['scopeName', 'resourceCode', 'scopePath'],
  sort: 'resourceCode',
  scope: null,
  excelKey: ['resourceCode'],
  few: true,
  fields: {
    scopeName: text('权限名称', 'Name', { max: 50, search: true, list: true }),
    resourceCode: code('权限编号', 'Code', { max: 80, unique: true, search: true, list: true }),
    menuId: ref('所属菜单', 'Menu', 'menu', { search: true, list: true }),
    scopePath: text('接口地址', 'Address', {
      max: 120,
      list: true,
      hint: label(
        '如 /api/master-data/material/list，末段可为 *',
        'Such as /api/master-data/material/list; the last part may be *',
      ),
    }),
    scopeType: dictionary('权限类型', 'Kind', 'api_scope_type', { numeric: true, max: 1, default: '2', list: true }),
    remark: text('备注', 'Remark', { max: 255, optional: true }),
  },
});
