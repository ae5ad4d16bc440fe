import { resource } from '../../kernel/core/declaration.ts';
import { choice, json, moment, ref, refs, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

/** A saved question over one kind of record. Whoever opens it gets the answer that is his to see. */
export const report = resource('report', {
  label: label('报表', 'Report'),
  service: 'blade-report',
  segment: 'report/rest',
  permission: 'report',
  path: '/report/reportlist',
  purpose: label(
    '把常看的列、分组和汇总存成报表；每个人打开时只看到自己权限内的数据',
    'Save the columns, groups and sums you look at often as a report; everybody who opens it sees only the data they have access to',
  ),
  keyword: ['name'],
  sort: 'name',
  scope: null,
  excelKey: ['name'],
  calls: ['list', 'page', 'detail', 'submit', 'remove'],
  few: true,
  fields: {
    name: text('报表名称', 'Name', { max: 100, search: true, list: true }),
    resource: text('数据对象', 'Records', { max: 60, search: true, list: true }),
    config: json('报表设计', 'Design'),
    shareScope: choice(
      '共享范围',
      'Shared with',
      [
        ['private', '私有', 'Nobody'],
        ['role', '角色', 'Roles'],
        ['tenant', '全员', 'Everybody'],
      ],
      { default: 'private', search: true, list: true },
    ),
    shareIds: refs('共享角色', 'Roles', 'role', { optional: true }),
    ownerUserId: ref('创建人', 'Owner', 'user', { optional: true, readonly: true, search: true, list: true }),
    lastRunTime: moment('最近运行', 'Last run', { optional: true, readonly: true, list: true }),
  },
  unique: [['ownerUserId', 'name']],
});
