import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, flag, integer, parent, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** A bundle of menus and buttons with a data scope. The tree groups; nothing is inherited. */
export const role = resource('role', {
  label: label('角色', 'Role'),
  service: 'blade-system',
  segment: 'role',
  path: '/authority/role',
  purpose: label(
    '角色决定能打开哪些页面、按哪些按钮、看到哪些部门的数据',
    'A role decides which pages, buttons and departments a person has',
  ),
  title: 'roleName',
  keyword: ['roleName', 'roleAlias'],
  sort: 'sort',
  scope: null,
  excelKey: ['roleAlias'],
  calls: ['page', 'detail', 'submit', 'remove', 'select'],
  few: true,
  fields: {
    roleName: text('角色名称', 'Name', { max: 50, unique: true, search: true, list: true }),
    roleAlias: code('角色别名', 'Alias', { max: 50, unique: true, search: true, list: true }),
    parentId: parent('上级角色', 'Above', { optional: true }),
    sort: integer('排序', 'Order', { min: 0, max: 9999, default: 1, list: true }),
    dataScopeType: choice(
      '基础数据范围',
      'Data scope',
      [
        ['1', '全部', 'Everything'],
        ['2', '仅本人', 'Own records'],
        ['3', '本部门', 'Own departments'],
        ['4', '本部门及以下', 'Own departments and below'],
        ['5', '自定义', 'Custom'],
      ],
      { default: '2', list: true },
    ),
    dataScopeValue: text('范围取值', 'Scope value', {
      max: 500,
      optional: true,
      hint: label(
        '自定义时：my-company、my-warehouses 或 dept:部门编号，…',
        'For custom: my-company, my-warehouses or dept:<id>,…',
      ),
    }),
    isSystem: flag('内置', 'Built in', { default: 0, readonly: true }),
    frozen: flag('冻结', 'Frozen', { default: 0, list: true }),
    remark: text('备注', 'Remark', { max: 255, optional: true }),
  },
});

/** What the page of the list reads of a row beside the columns it shows. */
export const roleReads = ['roleName', 'dataScopeTypeName'] as const;
