import { document } from '../../../kernel/core/declaration.ts';
import { attachments, choice, day, integer, money, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { KINDS, lineFields, UNIFORM_TYPES } from './distribution-line.fields.ts';

const derived = { readonly: true, optional: true } as const;

/**
 * 直配单, 统配单: work lists in which each asked line gets its supplier, or its sender and supply. The face shows the
 * uniform ones.
 */
export const distributionBill = document('distributionBill', {
  label: label('直配单', 'Direct distribution'),
  service: 'store-management',
  segment: 'distributionstraight',
  path: '/distribution/distributionstraight',
  purpose: label(
    '供应商直送项目部的需求清单。在配送调度中由请购单或配送单生成，逐行定供应商后制单。',
    'Needs that suppliers bring to sites. Generated from requests or distributions; each line gets its supplier, then documents are made.',
  ),
  scope: 'companyDeptId',
  where: { kind: 'straight' },
  faces: {
    distributionuniform: {
      label: label('统配单', 'Central distribution'),
      path: '/distribution/distributionuniform',
      purpose: label(
        '由工厂或中心仓统一配送的需求清单。在配送调度中由请购单或配送单生成，定发货方和供给方式后制单。',
        'Needs that a factory or central warehouse serves. Generated from requests or distributions; each line gets its sender and supply.',
      ),
      where: { kind: 'uniform' },
      prefix: 'TP',
      calls: ['list', 'page', 'detail', 'exportExcel'],
      actions: ['void'],
    },
  },
  fields: {
    kind: choice('分配方式', 'Kind', KINDS, { readonly: true, default: 'straight' }),
    companyDeptId: ref('公司', 'Company', 'dept', { ...derived, list: true, search: true }),
    outOrgId: ref('发货组织', 'Sender', 'dept', { ...derived, list: true, search: true }),
    type: choice('统配类型', 'Sent from', UNIFORM_TYPES, { ...derived, list: true, search: true }),
    sourceCodes: text('来源单号', 'Asked by', { ...derived, max: 500, list: true, search: true }),
    dateFrom: day('配送日期起', 'Delivery from', { ...derived, list: true, search: true }),
    dateTo: day('配送日期止', 'Delivery until', { ...derived, list: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, default: 0, list: true, total: true }),
    openCount: integer('待处理', 'Open', { readonly: true, default: 0, list: true, total: true }),
    unassignedCount: integer('未定供应商', 'Without supplier', {
      readonly: true,
      default: 0,
      list: true,
      total: true,
    }),
    amount: money('金额', 'Amount', { ...derived, list: true, total: true, right: 'distributionstraight_view_cost' }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 20 }),
  },
  lines: {
    details: {
      label: label('明细', 'Lines'),
      readonly: true,
      fields: {
        ...lineFields('distributionstraight'),
        /** Asked, in base unit of the asked material: what it has of its source line. */
        needBaseQty: quantity('原需求基本数量', 'Asked base quantity', { readonly: true, default: '0' }),
        changeId: ref('最近调整', 'Last change', 'distributionChange', derived),
      },
    },
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  // Each of its faces is read in the order of its numbers.
  indexes: [['kind', 'billCode']],
  opensAt: 'open',
  life: {
    prefix: 'ZP',
    states: {
      open: { label: label('待处理', 'Open'), tone: 'next' },
      documented: { label: label('已制单', 'On documents'), tone: 'waiting' },
      done: { label: label('已完成', 'Done'), tone: 'done' },
      void: { label: label('已作废', 'Void'), tone: 'plain' },
    },
    first: 'open',
    editable: [],
    removable: [],
    done: ['documented', 'done', 'void'],
    actions: {
      void: {
        label: label('作废', 'Void'),
        from: ['open'],
        to: 'void',
        button: 'void',
        ask: { reason: text('原因', 'Reason', { min: 2, max: 500 }) },
        danger: true,
      },
    },
    events: {
      generate: label('由请购单或配送单生成', 'Generated from requests or distributions'),
      documented: label('已全部制单', 'All on documents'),
      reopen: label('重新待处理', 'Open again'),
      done: label('全部完成', 'All done'),
    },
  },
});
