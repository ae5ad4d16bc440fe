import { resource } from '../../../kernel/core/declaration.ts';
import { code, flag, integer, parent, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** A head has `parentId` "0" and this key; its entries carry the head's code. */
export const HEAD_KEY = '-1';

const fields = {
  parentId: parent('上级字典', 'Above', { optional: true }),
  code: code('字典编号', 'Code', {
    max: 64,
    search: true,
    list: true,
    missing: label('请输入字典编号', 'Please enter the dictionary code'),
  }),
  dictKey: text('字典键值', 'Key', { max: 32, default: HEAD_KEY, list: true }),
  dictValue: text('字典名称', 'Name', {
    max: 100,
    search: true,
    list: true,
    missing: label('请输入字典名称', 'Please enter the dictionary name'),
  }),
  dictValueEn: text('英文名称', 'English name', { max: 100, optional: true, list: true }),
  sort: integer('字典排序', 'Order', {
    min: 0,
    max: 99_999,
    default: 1,
    list: true,
    missing: label('请输入字典排序', 'Please enter the dictionary order'),
  }),
  isSealed: flag('封存', 'Sealed', {
    default: 0,
    list: true,
    missing: label('请选择封存', 'Please choose whether it is sealed'),
    hint: label(
      '封存后不再提供选择，旧数据照常显示',
      'Sealed entries are no longer offered; old records still show them',
    ),
  }),
  isSystem: flag('内置', 'Built in', { default: 0, readonly: true }),
  remark: text('备注', 'Remark', { max: 255, optional: true }),
};

/** Dictionaries of the platform. */
export const dict = resource('dict', {
  label: label('系统字典', 'Dictionary'),
  service: 'blade-system',
  segment: 'dict',
  path: '/system/dict',
  platform: true,
  title: 'dictValue',
  shown: 'called',
  keyword: ['code', 'dictValue'],
  sort: 'sort',
  scope: null,
  excelKey: ['code', 'dictKey'],
  calls: ['page', 'detail', 'submit', 'remove', 'select'],
  unique: [['code', 'dictKey']],
  few: true,
  fields,
});

/** Dictionaries a tenant extends. */
export const dictBiz = resource('dictBiz', {
  label: label('业务字典', 'Business dictionary'),
  service: 'blade-system',
  segment: 'dict-biz',
  permission: 'dictbiz',
  path: '/system/dictbiz',
  title: 'dictValue',
  shown: 'called',
  keyword: ['code', 'dictValue'],
  sort: 'sort',
  scope: null,
  excelKey: ['code', 'dictKey'],
  calls: ['page', 'detail', 'submit', 'remove', 'select'],
  unique: [['code', 'dictKey']],
  few: true,
  fields,
});
