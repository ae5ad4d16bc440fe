import { resource } from '../../../kernel/core/declaration.ts';
import { choice, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { frozen, remark } from '../../master-data/materials/validity.fields.ts';

export const logKinds = [
  ['morning-check', '晨检', 'Morning check'],
  ['temperature', '温度', 'Temperature'],
  ['disinfection', '消毒', 'Disinfection'],
  ['accompany', '陪餐', 'Accompanying meal'],
  ['pest', '虫害防治', 'Pest control'],
] as const;
export type LogKind = (typeof logKinds)[number][0];

const dueDays = [
  ['every-day', '每天', 'Every day'],
  ['work-days', '周一至周五', 'Monday to Friday'],
  ['weekly', '每周一', 'Every Monday'],
  ['monthly', '每月1日', 'The first of a month'],
] as const;

/** 台账要求: which entry of which ledger is due at a stall, when, and within which limits. */
export const safetyDuty = resource('safetyDuty', {
  label: label('台账要求', 'Ledger duty'),
  service: 'gear-operation',
  segment: 'safetyduty',
  path: '/gear/safetyduty',
  purpose: label(
    '每个档口哪本台账几点前要记、记什么、限值多少。到点没记就提醒，看板上标红。',
    'Which ledger of a stall is due by when, about what and within which limits. What is missing is reported and stands red on the board.',
  ),
  fields: {
    gearOperationDeptId: ref('档口', 'Stall', 'dept', { offer: OFFER.stalls, list: true, search: true }),
    logKind: choice('台账', 'Ledger', logKinds, { list: true, search: true }),
    subject: text('对象', 'Subject', {
      max: 60,
      list: true,
      search: true,
      hint: label('如冷藏柜1、砧板刀具、午餐陪餐', 'For example fridge 1, boards and knives, lunch'),
    }),
    dueTime: text('应在几点前', 'Due by', { max: 5, list: true, hint: label('例 09:30', 'For example 09:30') }),
    dueDays: choice('哪些天', 'On which days', dueDays, { default: 'every-day', list: true }),
    lowLimit: quantity('下限(℃)', 'Lowest (°C)', {
      optional: true,
      min: -60,
      max: 300,
      places: 1,
      list: true,
      onlyWith: ['logKind', 'temperature'],
    }),
    highLimit: quantity('上限(℃)', 'Highest (°C)', {
      optional: true,
      min: -60,
      max: 300,
      places: 1,
      list: true,
      onlyWith: ['logKind', 'temperature'],
    }),
    frozen,
    remark,
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'select', 'freeze', 'thaw'],
  title: 'subject',
  keyword: ['subject'],
  unique: [['gearOperationDeptId', 'logKind', 'subject', 'dueTime']],
  sort: 'dueTime',
  scope: 'gearOperationDeptId',
});
