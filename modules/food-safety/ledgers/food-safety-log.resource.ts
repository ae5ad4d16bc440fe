import { resource, TODAY } from '../../../kernel/core/declaration.ts';
import {
  choice,
  day,
  dictionary,
  flag,
  integer,
  moment,
  pictures,
  quantity,
  ref,
  text,
} from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { logKinds } from './safety-duty.resource.ts';

export const methods = [
  ['heat', '热力消毒', 'Heat'],
  ['chlorine', '含氯消毒剂', 'Chlorine'],
  ['uv', '紫外线', 'Ultraviolet'],
  ['ozone', '臭氧', 'Ozone'],
] as const;

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
    offDuty: flag('休息', 'Off duty', { default: 0, onlyWith: ['logKind', 'morning-check'] }),
    temperature: quantity('温度(℃)', 'Temperature (°C)', {
      optional: true,
      min: -60,
      max: 300,
      places: 1,
      onlyWith: ['logKind', 'morning-check', 'temperature'],
    }),
    symptoms: dictionary('症状', 'Signs', 'healthSymptom', {
      optional: true,
      several: true,
      onlyWith: ['logKind', 'morning-check'],
    }),
    method: choice('消毒方式', 'Method', methods, { optional: true, onlyWith: ['logKind', 'disinfection'] }),
    minutes: integer('时长(分钟)', 'Minutes', {
      optional: true,
      min: 1,
      max: 1440,
      onlyWith: ['logKind', 'disinfection'],
    }),
    pestFound: flag('发现虫害', 'Pests found', { default: 0, onlyWith: ['logKind', 'pest'] }),
    opinion: text('意见', 'Opinion', { optional: true, max: 200, onlyWith: ['logKind', 'accompany'] }),
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
