import { resource } from '../../kernel/core/declaration.ts';
import { choice, integer, json, moment, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { languageChoices, paperChoices } from './papers.rules.ts';

/** 打印记录: who printed what and when, with what stood on the paper. Never changed. */
export const printLog = resource('printLog', {
  label: label('打印记录', 'Print record'),
  service: 'blade-report',
  segment: 'printlog',
  path: '/print/printlog',
  purpose: label(
    '打印或下载 PDF 后自动留下记录，并保存当时打印的内容',
    'Printing or downloading a PDF leaves a record here, with what stood on the paper',
  ),
  keyword: ['title'],
  sort: '-printTime',
  title: 'title',
  calls: ['list', 'page', 'detail'],
  fields: {
    title: text('单据', 'Printed', { max: 200, readonly: true, search: true, list: true }),
    printed: text('打印对象', 'Kind', { max: 60, readonly: true, search: true, list: true }),
    recordId: text('记录', 'Record', { max: 19, readonly: true }),
    printTime: moment('打印时间', 'Printed at', { readonly: true, search: true, list: true }),
    printUserId: ref('打印人', 'Printed by', 'user', { readonly: true, search: true, list: true }),
    output: choice(
      '方式',
      'Way',
      [
        ['printer', '浏览器打印', 'Printer'],
        ['pdf', 'PDF', 'PDF'],
      ],
      { readonly: true, search: true, list: true },
    ),
    paper: choice('纸张', 'Paper', paperChoices, { readonly: true, search: true, list: true }),
    language: choice('语言', 'Language', languageChoices, { readonly: true, list: true }),
    templateName: text('模板', 'Template', { max: 60, optional: true, readonly: true, list: true }),
    copies: integer('份数', 'Copies', { readonly: true, list: true }),
    content: json('内容', 'Content', { readonly: true, right: 'printlog_content' }),
  },
  indexes: [['-printTime'], ['printed', 'recordId']],
});
