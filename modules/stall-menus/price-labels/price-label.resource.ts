import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, dictionary, flag, moment, price, ref } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { frozen, remark } from '../../master-data/materials/validity.fields.ts';

/** 价签: what stands before a dish at a stall, on paper or electronic, and what it says by the last report. */
export const priceLabel = resource('priceLabel', {
  label: label('价签', 'Price label'),
  service: 'gear-operation',
  segment: 'pricelabel',
  path: '/gear/pricelabel',
  purpose: label(
    '档口的价签：哪道菜、什么份型、现在写着多少钱。菜单变了，“价签跟踪”列出还没跟上的。',
    'Price labels of stalls: which dish, which size, and the price that stands on it. Where a menu changes, the follow-up lists those that are behind.',
  ),
  fields: {
    labelCode: code('价签编号', 'Code', { unique: true, max: 40, list: true, search: true }),
    gearOperationDeptId: ref('档口', 'Stall', 'dept', { offer: OFFER.stalls, list: true, search: true }),
    dishId: ref('菜品', 'Dish', 'dish', { offer: { dishKind: 'finished' }, list: true, search: true }),
    portionGroup: dictionary('份型', 'Portion size', 'portionGroup', { default: 'standard', list: true }),
    labelKind: choice(
      '类型',
      'Kind',
      [
        ['paper', '纸质', 'Paper'],
        ['electronic', '电子', 'Electronic'],
      ],
      { default: 'paper', list: true, search: true },
    ),
    shownPrice: price('所示价格', 'Price shown', {
      readonly: true,
      optional: true,
      places: 2,
      hint: label('每份', 'Per portion'),
      list: true,
    }),
    shownSoldOut: flag('所示售罄', 'Shown sold out', { readonly: true, default: 0, list: true }),
    shownTime: moment('更换时间', 'Shown since', { readonly: true, optional: true, list: true }),
    frozen,
    remark,
  },
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
  title: 'labelCode',
  keyword: ['labelCode'],
  excelKey: ['labelCode'],
  sort: 'labelCode',
  scope: 'gearOperationDeptId',
});
