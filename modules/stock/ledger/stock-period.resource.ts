import { resource } from '../../../kernel/core/declaration.ts';
import { choice, day, json, moment, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** A company's closed month. Nothing posts into it afterwards and it is never reopened; its balances are kept. */
export const stockPeriod = resource('stockPeriod', {
  label: label('库存月结', 'Month end'),
  service: 'store-management',
  segment: 'stockperiod',
  path: '/store/stockperiod',
  purpose: label(
    '每月结账后，该月不能再过账，期初期末余额固定。',
    'Once a month is closed nothing can be posted to it, and its opening and closing balances are fixed.',
  ),
  few: true,
  fields: {
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, list: true, search: true }),
    month: text('月份', 'Month', { readonly: true, unique: ['companyDeptId'], max: 7, list: true, search: true }),
    startDate: day('开始日期', 'From', { readonly: true, list: true }),
    endDate: day('结束日期', 'To', { readonly: true, list: true }),
    state: choice(
      '状态',
      'State',
      [
        ['open', '未结', 'Open'],
        ['closed', '已结', 'Closed', 'done'],
      ],
      { readonly: true, default: 'closed', list: true },
    ),
    closeUserId: ref('结账人', 'Closed by', 'user', { readonly: true, optional: true, list: true }),
    closeTime: moment('结账时间', 'Closed at', { readonly: true, optional: true, list: true }),
    checks: json('月结检查', 'Checks', { readonly: true, optional: true }),
  },
  calls: ['page', 'detail'],
  title: 'month',
  sort: '-month',
  scope: 'companyDeptId',
});
