import { resource } from '../../../kernel/core/declaration.ts';
import { choice, day, pictures, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { frozen, remark } from '../../master-data/materials/validity.fields.ts';

const cardStates = [
  ['valid', '有效', 'Valid', 'done'],
  ['ending', '即将到期', 'Ending soon', 'look'],
  ['expired', '已过期', 'Expired', 'stop'],
] as const;
export type CardState = (typeof cardStates)[number][0];

/** 健康证: who works in a kitchen, and until when the card allows it. Who has left is frozen. */
export const healthCard = resource('healthCard', {
  label: label('健康证', 'Health card'),
  service: 'gear-operation',
  segment: 'healthcard',
  path: '/gear/healthcard',
  purpose: label(
    '厨房人员和健康证有效期。晨检按这里的名单；过期的人不能判定合格上岗。',
    'People of the kitchen and how long their health cards hold. The morning check goes by this list; nobody is passed as fit on an expired card.',
  ),
  fields: {
    gearOperationDeptId: ref('档口', 'Stall', 'dept', { offer: OFFER.stalls, list: true, search: true }),
    personName: text('姓名', 'Name', { max: 30, list: true, search: true }),
    postName: text('岗位', 'Post', { optional: true, max: 30, list: true }),
    userId: ref('用户', 'User', 'user', { optional: true }),
    cardNo: text('健康证号', 'Card number', { max: 30, list: true, search: true }),
    expireDate: day('有效期至', 'Valid until', { list: true, search: true, withYear: true }),
    cardState: choice('证件状态', 'Card', cardStates, { readonly: true, computed: true, optional: true, list: true }),
    pictures: pictures('照片', 'Photos', { optional: true, max: 3 }),
    frozen,
    remark,
  },
  tabs: [
    {
      key: 'toRenew',
      label: label('待换证', 'To renew'),
      where: { toRenew: '1' },
      sort: 'expireDate',
    },
  ],
  calls: [
    'list',
    'page',
    'detail',
    'submit',
    'remove',
    'select',
    'freeze',
    'thaw',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  title: 'personName',
  keyword: ['personName', 'cardNo'],
  unique: [['gearOperationDeptId', 'cardNo']],
  excelKey: ['gearOperationDeptId', 'cardNo'],
  sort: 'personName',
  scope: 'gearOperationDeptId',
});
