import { resource } from '../../kernel/core/declaration.ts';
import { choice, flag, json, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { languageChoices, paperChoices } from './papers.rules.ts';

/** 打印模板: how a company prints one kind of document or record on one paper, in place of the built-in print. */
export const printTemplate = resource('printTemplate', {
  label: label('打印模板', 'Print template'),
  service: 'blade-report',
  segment: 'printtemplate',
  path: '/print/printtemplate',
  purpose: label(
    '每种单据不建模板也能打印；要改版式、签字栏或标签时，在这里新建模板并设为默认',
    'Every document prints without a template; make one here to change what stands on paper, who signs or the label, and set it as default',
  ),
  keyword: ['name'],
  sort: 'name',
  scope: null,
  excelKey: ['name'],
  calls: [
    'list',
    'page',
    'detail',
    'submit',
    'remove',
    'freeze',
    'thaw',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  few: true,
  fields: {
    name: text('模板名称', 'Name', { max: 60, unique: true, search: true, list: true }),
    printed: text('打印对象', 'Prints', {
      max: 60,
      search: true,
      list: true,
      hint: label('所打印单据的名称，如 purchaseOrder', 'Name of the records it prints, such as purchaseOrder'),
    }),
    paper: choice('纸张', 'Paper', paperChoices, { default: 'a4', search: true, list: true }),
    language: choice('语言', 'Language', languageChoices, { default: 'zh', search: true, list: true }),
    isDefault: flag('默认模板', 'Default', {
      default: 0,
      search: true,
      list: true,
      hint: label(
        '打印这种单据、用这种纸时先用它；同一对象同一纸张只有一个默认',
        'Used first when these records are printed on this paper; there is one for each kind and paper',
      ),
    }),
    content: json('版式', 'Layout', {
      optional: true,
      hint: label('不填为内置版式', 'Leave empty for the built-in layout'),
    }),
    frozen: flag('冻结', 'Frozen', { readonly: true, default: 0, list: true, search: true }),
    remark: text('备注', 'Remark', { optional: true, max: 200 }),
  },
  indexes: [['printed', 'paper']],
});
