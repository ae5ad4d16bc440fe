import { resource, TODAY } from '../../../kernel/core/declaration.ts';
import { day, choice, dictionary, flag, json, moment, pictures, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { logKinds } from './safety-duty.resource.ts';

/** 食品安全台账: one entry of a ledger. It stays as it is from the second day on, and is never removed. */
export const foodSafetyLog = resource('foodSafetyLog', {
  label: label('食品安全台账', 'Food safety ledger'),
  service: 'gear-operation',
  segment: 'foodsafetylog',
  path: '/gear/foodsafetylog',
  purpose: label(
    '晨检、温度、消毒、陪餐、虫害防治的记录。不合格须写处理措施；当天和次日可改，之后不再改动。',
    'Morning checks, temperatures, disinfection, accompanying meals and pest control. What is not in order names what was done about it; entries may be changed on their day and the day after.',
  ),
  fields: {
    gearOperationDeptId: ref('档口', 'Stall', 'dept', { offer: OFFER.stalls, list: true, search: true }),
    logKind: choice('台账', 'Ledger', logKinds, { list: true, search: true }),
    bizDate: day('日期', 'Date', { optional: true, list: true, search: true, begins: 'today' }),
    mealType: dictionary('餐次', 'Meal', 'mealType', { optional: true, search: true }),
    dutyId: ref('台账要求', 'Duty', 'safetyDuty', { optional: true }),
    subject: text('对象', 'Subject', { optional: true, max: 60, list: true, search: true }),
    healthCardId: ref('人员', 'Person', 'healthCard', { optional: true, onlyWith: ['logKind', 'morning-check'] }),
    personName: text('姓名', 'Name', { optional: true, max: 30, list: true, search: true }),
    logValues: json('记录', 'Values', { optional: true }),
    valueText: text('记录内容', 'What was found', {
      readonly: true,
      optional: true,
      max: 300,
      list: true,
      worded: true,
    }),
    ok: flag('合格', 'In order', { default: 1, list: true, search: true }),
    correctiveAction: text('处理措施', 'Corrective action', { optional: true, max: 200, list: true }),
    logTime: moment('记录时间', 'Entered at', { readonly: true, optional: true, list: true }),
    operatorId: ref('记录人', 'Entered by', 'user', { readonly: true, optional: true, list: true }),
    pictures: pictures('照片', 'Photos', { optional: true, max: 9 }),
    remark: text('备注', 'Remark', { optional: true, max: 200 }),
  },
  tabs: [
    { key: 'today', label: label('今天', 'Today'), where: { bizDate_datege: TODAY } },
    { key: 'notOk', label: label('不合格', 'Not in order'), where: { ok: '0' } },
  ],
  calls: ['list', 'page', 'detail', 'submit', 'exportExcel'],
  title: 'subject',
  keyword: ['subject', 'personName'],
  unique: [
    ['bizDate', 'dutyId'],
    ['bizDate', 'healthCardId'],
  ],
  sort: '-logTime',
  scope: 'gearOperationDeptId',
  indexes: [['gearOperationDeptId', '-bizDate']],
});
