import { resource } from '../../../kernel/core/declaration.ts';
import { choice, day, flag, integer, money, ref, refs, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { frozen, validity } from '../../master-data/materials/validity.fields.ts';
import { OFFER_SENDERS, senderStores } from './sender.fields.ts';

/** Groups of the form. */
const SECTION = {
  whose: label('谁的日历', 'Whose calendar'),
  day: label('配送日', 'Day'),
  late: label('截单之后', 'After the cut-off'),
  valid: label('有效期', 'Valid'),
};
const ALL_SITES = label('不填为所有项目部', 'Leave empty for all sites');
const SENDER: [string, string] = ['calendarType', 'sender'];
const TIME = label('例 14:00', 'For example 14:00');

export const WEEKDAYS = [
  ['1', '周一', 'Monday'],
  ['2', '周二', 'Tuesday'],
  ['3', '周三', 'Wednesday'],
  ['4', '周四', 'Thursday'],
  ['5', '周五', 'Friday'],
  ['6', '周六', 'Saturday'],
  ['7', '周日', 'Sunday'],
] as const;

/** What becomes of an order after its moment. */
export const LATE_MODES = [
  ['refuse', '拒绝', 'Refused'],
  ['fee', '收费', 'For a fee'],
  ['approve', '审批', 'Approved'],
] as const;

/** 配送日历: on which weekdays a factory or central warehouse sends to which sites, or a site receives. */
export const deliveryCalendar = resource('deliveryCalendar', {
  label: label('配送日历', 'Delivery calendar'),
  service: 'store-management',
  segment: 'deliverycalendar',
  path: '/purchasing/deliverycalendar',
  purpose: label(
    '工厂和中心仓每周哪几天给哪些项目部送货、何时截单，项目部哪几天收货。没有日历时每天可送；供应商的送货日在供应商资料中。',
    'On which weekdays factories and central warehouses send to which sites and until when to order, and when a site receives. Without a calendar every day; suppliers have theirs in their own records.',
  ),
  fields: {
    calendarType: choice(
      '日历类型',
      'Kind',
      [
        ['sender', '发货日历', 'Sends'],
        ['receiver', '收货日历', 'Receives'],
      ],
      { default: 'sender', list: true, search: true, section: SECTION.whose },
    ),
    outOrgId: ref('发货组织', 'Sent by', 'dept', {
      offer: OFFER_SENDERS,
      optional: true,
      list: true,
      search: true,
      onlyWith: SENDER,
      section: SECTION.whose,
      hint: label(
        '发货日历必填：工厂，或中心仓的公司',
        'Needed where it sends: a factory, or the company of a warehouse',
      ),
    }),
    factoryWarehouseId: {
      ...senderStores.factoryWarehouseId,
      rules: { ...senderStores.factoryWarehouseId.rules, onlyWith: SENDER, section: SECTION.whose },
    },
    outWarehouseId: {
      ...senderStores.outWarehouseId,
      rules: { ...senderStores.outWarehouseId.rules, onlyWith: SENDER, section: SECTION.whose },
    },
    projectDeptSysId: ref('项目部', 'Site', 'projectDeptSystem', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.whose,
      hint: ALL_SITES,
    }),
    warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.whose,
      hint: label('不填为项目部的全部仓库', 'Leave empty for all warehouses of the site'),
    }),
    weekday: choice('配送日', 'Weekday', WEEKDAYS, { list: true, search: true, section: SECTION.day }),
    available: flag('可送', 'Open', { default: 1, list: true, section: SECTION.day }),
    cutOffTime: text('截单时间', 'Cut-off', {
      optional: true,
      max: 5,
      list: true,
      onlyWith: SENDER,
      section: SECTION.day,
      hint: label('例 14:00；可送时必填', 'For example 14:00; needed on open days'),
    }),
    advanceDays: integer('提前天数', 'Days ahead', {
      optional: true,
      min: 0,
      max: 30,
      list: true,
      onlyWith: SENDER,
      section: SECTION.day,
      hint: label('送货日前几天截单；可送时必填', 'So many days before the delivery; needed on open days'),
    }),
    receiveLeadDays: integer('收货提前天数', 'Receiving lead', {
      default: 0,
      min: 0,
      max: 30,
      list: true,
      onlyWith: ['calendarType', 'receiver'],
      section: SECTION.day,
      hint: label('需求日前几天到货', 'There so many days before the need'),
    }),
    windowStart: text('送达时段起', 'Arrives from', { optional: true, max: 5, section: SECTION.day, hint: TIME }),
    windowEnd: text('送达时段止', 'Arrives until', { optional: true, max: 5, section: SECTION.day, hint: TIME }),
    lateMode: choice('截单后', 'After the cut-off', LATE_MODES, {
      default: 'approve',
      list: true,
      onlyWith: SENDER,
      section: SECTION.late,
    }),
    lateFeeKind: choice(
      '加急费方式',
      'Fee by',
      [
        ['fixed', '固定', 'Amount'],
        ['percent', '比例', 'Share'],
      ],
      {
        optional: true,
        onlyWith: ['lateMode', 'fee'],
        section: SECTION.late,
        hint: label('收费时必填', 'Needed where it is for a fee'),
      },
    ),
    lateFee: money('加急费', 'Fee', {
      optional: true,
      min: 0,
      onlyWith: ['lateMode', 'fee'],
      section: SECTION.late,
      hint: label('元，或订单金额的百分之几', 'An amount, or per cent of the order'),
    }),
    startDate: { ...validity.startDate, rules: { ...validity.startDate.rules, section: SECTION.valid } },
    endDate: { ...validity.endDate, rules: { ...validity.endDate.rules, section: SECTION.valid } },
    // Both sides of it see it: the sender and the site.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { readonly: true, optional: true, weak: true }),
    frozen,
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
  excelKey: ['calendarType', 'outOrgId', 'projectDeptSysId', 'warehouseId', 'weekday', 'startDate'],
  sort: 'calendarType,outOrgId,projectDeptSysId,weekday',
  scope: 'visibleDeptIds',
  constraints: {
    days_ck: 'check (end_date is null or end_date >= start_date)',
    whose_ck:
      "check (case when calendar_type = 'sender' then out_org_id is not null and num_nonnulls(factory_warehouse_id, out_warehouse_id) <= 1 else project_dept_sys_id is not null and num_nonnulls(out_org_id, factory_warehouse_id, out_warehouse_id) = 0 end)",
    cut_off_ck:
      "check (calendar_type = 'receiver' or available = 0 or (cut_off_time is not null and advance_days is not null))",
    fee_ck: "check (late_mode <> 'fee' or (late_fee_kind is not null and late_fee is not null))",
  },
  indexes: [['outOrgId', 'weekday']],
});

/** 日历例外: a day on which a sender or a site does not do as its week says. */
export const deliveryCalendarException = resource('deliveryCalendarException', {
  label: label('日历例外', 'Calendar exception'),
  service: 'store-management',
  segment: 'deliverycalendar/exception',
  permission: 'deliverycalendar',
  fields: {
    outOrgId: ref('发货组织', 'Sent by', 'dept', {
      offer: OFFER_SENDERS,
      optional: true,
      list: true,
      search: true,
      hint: label('发货组织和项目部填一个', 'Either this or a site'),
    }),
    ...senderStores,
    projectDeptSysId: ref('项目部', 'Site', 'projectDeptSystem', { optional: true, list: true, search: true }),
    warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', { optional: true, list: true, search: true }),
    exceptionDate: day('日期', 'Day', { list: true, search: true }),
    shift: choice(
      '处理方式',
      'Then',
      [
        ['before', '提前', 'Delivered before'],
        ['after', '顺延', 'Delivered after'],
        ['none', '不送', 'Not delivered'],
        ['extra', '加送', 'Delivered as well'],
      ],
      { default: 'before', list: true, search: true },
    ),
    cutOffTime: text('截单时间', 'Cut-off', { optional: true, max: 5, list: true, hint: TIME }),
    advanceDays: integer('提前天数', 'Days ahead', { optional: true, min: 0, max: 30, list: true }),
    reason: text('原因', 'Reason', { max: 100, list: true, search: true }),
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { readonly: true, optional: true, weak: true }),
  },
  calls: ['list', 'submit', 'remove'],
  title: 'reason',
  keyword: ['reason'],
  sort: 'exceptionDate',
  scope: 'visibleDeptIds',
  constraints: {
    whose_ck:
      'check (num_nonnulls(out_org_id, project_dept_sys_id) = 1 and num_nonnulls(factory_warehouse_id, out_warehouse_id) <= case when out_org_id is null then 0 else 1 end and (warehouse_id is null or project_dept_sys_id is not null))',
  },
  indexes: [['exceptionDate']],
});
