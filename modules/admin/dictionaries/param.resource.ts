import { resource } from '../../../kernel/core/declaration.ts';
import { code, longtext, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** A setting of one tenant. What the program reads is declared by the modules and seeded with its default. */
export const param = resource('param', {
  label: label('参数', 'Parameter'),
  service: 'blade-system',
  segment: 'param',
  path: '/system/param',
  purpose: label(
    '参数改变系统的行为，例如登录失败几次后锁定',
    'Parameters change how the system behaves, for example after how many failures an account locks',
  ),
  title: 'paramName',
  keyword: ['paramName', 'paramKey'],
  sort: 'paramKey',
  scope: null,
  excelKey: ['paramKey'],
  few: true,
  fields: {
    paramName: text('参数名称', 'Name', {
      max: 100,
      search: true,
      list: true,
      missing: label('请输入参数名称', 'Please enter the parameter name'),
    }),
    paramKey: code('参数键名', 'Key', {
      max: 100,
      unique: true,
      fixed: true,
      search: true,
      list: true,
      missing: label('请输入参数键名', 'Please enter the key name'),
    }),
    paramValue: longtext('参数键值', 'Value', {
      sealable: true,
      search: true,
      list: true,
      missing: label('请输入参数键值', 'Please enter the key value'),
    }),
    remark: text('备注', 'Remark', { max: 255, optional: true }),
  },
});

/** What the page of the list reads of a row beside the columns it shows. */
export const paramReads = ['paramKey'] as const;
