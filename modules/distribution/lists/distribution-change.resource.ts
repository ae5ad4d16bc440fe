import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, integer, json, money, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { KINDS } from './distribution-line.fields.ts';

const plain = { readonly: true, optional: true } as const;

/** 配送调整记录: what one bulk change made of the lines it touched, so that it can be looked at and taken back. */
export const distributionChange = resource('distributionChange', {
  label: label('配送调整记录', 'Distribution change'),
  service: 'store-management',
  segment: 'distributionchange',
  permission: 'distributionstraight',
  title: 'batchNo',
  fields: {
    batchNo: code('批次号', 'Batch', { readonly: true, unique: true, max: 40, list: true, search: true }),
    billType: choice('单据类型', 'List', KINDS, { readonly: true, list: true, search: true }),
    changeType: choice(
      '调整类型',
      'Change',
      [
        ['supplier', '换供应商', 'Supplier'],
        ['material', '换物料', 'Material'],
        ['both', '换供应商和物料', 'Supplier and material'],
        ['split', '拆分', 'Split'],
        ['source', '改货源', 'Source'],
        ['undo', '撤销', 'Undo'],
      ],
      { readonly: true, list: true, search: true },
    ),
    lineCount: integer('行数', 'Lines', { readonly: true, default: 0, list: true }),
    detailIds: json('行', 'Lines changed', plain),
    before: json('调整前', 'Before', { ...plain, right: 'distributionstraight_view_cost' }),
    after: json('调整后', 'After', { ...plain, right: 'distributionstraight_view_cost' }),
    amountDiff: money('金额差', 'Difference', { ...plain, list: true, right: 'distributionstraight_view_cost' }),
    reason: text('原因', 'Reason', { ...plain, max: 200, list: true }),
    undoneById: ref('撤销记录', 'Undone by', 'distributionChange', { ...plain, list: true }),
  },
  calls: [],
  sort: '-createTime',
  scope: null,
});
