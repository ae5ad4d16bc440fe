import { resource } from '../../kernel/core/declaration.ts';
import { attachments, choice, day, money, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

/** 盘点凭证: the accounting side of a done count. One per count, kept with it. */
export const stockCheckVoucher = resource('stockCheckVoucher', {
  label: label('盘点凭证', 'Count voucher'),
  service: 'store-management',
  segment: 'invcheckvoucher',
  permission: 'invcheck',
  title: 'voucherNo',
  fields: {
    checkId: ref('盘点单', 'Stock count', 'stockCheck', { fixed: true, unique: true }),
    voucherNo: text('凭证号', 'Voucher number', { optional: true, max: 30 }),
    voucherDate: day('凭证日期', 'Voucher date'),
    gainAmount: money('盘盈金额', 'Gain', { readonly: true, optional: true }),
    lossAmount: money('盘亏金额', 'Loss', { readonly: true, optional: true }),
    sapVoucherNo: text('SAP凭证号', 'SAP voucher', { optional: true, max: 30 }),
    state: choice(
      '状态',
      'State',
      [
        ['draft', '草稿', 'Draft'],
        ['sent', '已传', 'Sent'],
      ],
      { readonly: true, default: 'draft' },
    ),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 9 }),
  },
  lines: {
    details: {
      label: label('分录', 'Entries'),
      min: 1,
      fields: {
        subjectCode: text('科目', 'Account', { max: 30 }),
        direction: choice('方向', 'Side', [
          ['debit', '借', 'Debit'],
          ['credit', '贷', 'Credit'],
        ]),
        amount: money('金额', 'Amount', { positive: true }),
        costDeptId: ref('成本部门', 'Cost department', 'dept', { optional: true }),
        cause: text('摘要', 'Text', { optional: true, max: 100 }),
      },
    },
  },
  calls: [],
  scope: null,
});
