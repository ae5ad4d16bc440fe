import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, integer, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { flowKinds } from '../engine/flow-kinds.ts';

/** 流程模型: the drawing of a process, until it is deployed. Its XML and what it compiles to stand beside the row. */
export const flowModel = resource('flowModel', {
  label: label('流程模型', 'Process model'),
  service: 'blade-flow',
  segment: 'model',
  permission: 'flow_model',
  path: '/flow/model',
  purpose: label(
    '把谁来审批、按什么顺序画成流程，部署后绑定到单据',
    'Draw who approves and in which order; deploy it and bind it to documents',
  ),
  title: 'name',
  keyword: ['modelKey', 'name'],
  sort: '-updateTime',
  scope: null,
  excelKey: ['modelKey'],
  calls: ['list', 'detail', 'remove'],
  few: true,
  fields: {
    modelKey: code('模型标识', 'Key', { max: 64, unique: true, fixed: true, search: true, list: true }),
    name: text('模型名称', 'Name', { max: 100, search: true, list: true }),
    category: choice(
      '分类',
      'Kind',
      flowKinds.map(({ category, label: { zh, en } }) => [category, zh, en] as const),
      { search: true, list: true },
    ),
    deployedVersion: integer('部署版本', 'Deployed version', { readonly: true, default: 0, list: true }),
    description: text('说明', 'Description', { max: 500, optional: true }),
    checksum: text('内容校验', 'Checksum', { max: 64, optional: true, readonly: true }),
  },
});

/** What the page of the list reads of a row beside the columns it shows. */
export const flowModelReads = ['name', 'modelKey', 'category'] as const;
