import { resource } from '../../../kernel/core/declaration.ts';
import {
  choice,
  code,
  day,
  dictionary,
  flag,
  integer,
  json,
  percent,
  pictures,
  quantity,
  ref,
  refs,
  text,
} from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { localOrSap, SAP, sapSyncTime } from '../../master-data/materials/sap.fields.ts';
import { frozen, remark } from '../../master-data/materials/validity.fields.ts';

/** How people are reached is not for everybody who may see where they work. */
export const SEES_CONTACTS = 'field_contact';

/** Groups of the form. */
const SECTION = {
  receiving: label('收货', 'Receiving'),
  menu: label('菜单', 'Menu'),
  sapInfo: label('SAP信息', 'SAP'),
};

const NUMBERED = label('不填自动编号', 'Leave empty to number automatically');
/** Kinds a site or stall is of; what is frozen is chosen no more. */
const kinds = {
  operationTypeId: ref('经营类型', 'Operation type', 'operationType', { optional: true, list: true, search: true }),
  businessModelId: ref('经营模式', 'Business model', 'businessModel', { optional: true, list: true, search: true }),
};
const ancestors = {
  companyDeptId: ref('所属公司', 'Company', 'dept', { readonly: true, optional: true, list: true, search: true }),
  bladeProjectDeptId: ref('项目部', 'Site', 'dept', {
    offer: OFFER.sites,
    readonly: true,
    optional: true,
    list: true,
    search: true,
  }),
};

/** Profile of a project department: one client site or contract. */
export const projectDeptSystem = resource('projectDeptSystem', {
  label: label('项目部体系', 'Site'),
  service: 'gear-operation',
  segment: 'gearprojectdeptsys',
  path: '/gear/gearprojectdeptsys',
  purpose: label(
    '每个项目部的资料：联系人、收货提前期、餐标。先在部门中建立项目部，再添加到这里。',
    'What belongs to each site: contacts, receiving lead, meal standards. Create the department first, then add it here.',
  ),
  fields: {
    code: code('编码', 'Code', { optional: true, unique: true, max: 32, list: true, search: true, hint: NUMBERED }),
    projectDeptName: text('项目部名称', 'Name', { max: 100, list: true, search: true }),
    shortName: text('简称', 'Short name', { optional: true, max: 30 }),
    bladeProjectDeptId: ref('部门', 'Department', 'dept', {
      offer: OFFER.sites,
      unique: true,
      fixed: true,
      list: true,
      search: true,
    }),
    companyDeptId: ancestors.companyDeptId,
    projectDeptTypeId: ref('项目部类型', 'Type', 'projectDeptType', { optional: true, list: true, search: true }),
    districtId: ref('区域', 'District', 'district', { optional: true, list: true, search: true }),
    ...kinds,
    managerUserId: ref('项目经理', 'Manager', 'user', { optional: true, list: true }),
    linkman: text('联系人', 'Contact', { optional: true, max: 30, list: true }),
    phone: text('联系电话', 'Telephone', { optional: true, max: 20, right: SEES_CONTACTS }),
    address: text('地址', 'Address', { optional: true, max: 200 }),
    businessFormat: dictionary('业态', 'Kind of client', 'businessFormat', { optional: true, search: true }),
    deliveryPriority: dictionary('配送优先级', 'Delivery priority', 'deliveryPriority', {
      optional: true,
      search: true,
      hint: label(
        '缺货时先保谁；不填：学校和医院优先',
        'Who is served first in a shortage; empty: schools and hospitals',
      ),
    }),
    isChannelProvider: flag('渠道商', 'Channel provider', { default: 0, search: true }),
    openDate: day('进场日期', 'Opened', { optional: true }),
    closeDate: day('撤场日期', 'Closed', { optional: true }),
    receiveLeadDays: integer('收货提前期(天)', 'Receiving lead (days)', {
      default: 0,
      min: 0,
      max: 30,
      list: true,
      section: SECTION.receiving,
      hint: label('用餐前几天必须到货', 'Goods must be there so many days before the meal'),
    }),
    timeZone: text('时区', 'Time zone', {
      optional: true,
      max: 40,
      section: SECTION.receiving,
      hint: label(
        '例 Asia/Urumqi；截单时间按它，不填为本租户的时区',
        'For example Asia/Urumqi: cut-offs are read by it; leave empty for that of the company',
      ),
    }),
    mealTypes: json('供应餐次', 'Meals', { optional: true, section: SECTION.menu }),
    mealStandards: json('餐标', 'Meal standards', { optional: true, section: SECTION.menu }),
    targetFoodCostPct: percent('目标食材成本率(%)', 'Target food cost (%)', {
      default: '40',
      min: 0,
      max: 100,
      section: SECTION.menu,
    }),
    repeatLimitDays: integer('菜品不重复天数', 'Days without repeating a dish', {
      default: 7,
      min: 0,
      max: 30,
      section: SECTION.menu,
    }),
    sapCode: text('SAP编码', 'SAP code', { optional: true, unique: true, max: 20, section: SECTION.sapInfo }),
    sapFactory: text('SAP工厂', 'SAP plant', { optional: true, max: 20, section: SECTION.sapInfo }),
    sapPurchaseOrg: text('采购组织', 'Purchasing organisation', { optional: true, max: 20, section: SECTION.sapInfo }),
    sapSalesOrg: text('销售组织', 'Sales organisation', { optional: true, max: 20, section: SECTION.sapInfo }),
    sapCustomerCode: text('客户编码', 'Customer', { optional: true, max: 20, section: SECTION.sapInfo }),
    sapSyncTime: { ...sapSyncTime, rules: { ...sapSyncTime.rules, section: SECTION.sapInfo } },
    sapSource: {
      ...localOrSap,
      label: label('SAP信息来源', 'SAP facts from'),
      rules: { ...localOrSap.rules, search: false, section: SECTION.sapInfo },
    },
    pictures: pictures('图片', 'Pictures', { optional: true, max: 9 }),
    frozen,
    remark,
  },
  foreign: {
    when: ['sapSource', 'sap'],
    system: SAP,
    fields: ['sapCode', 'sapFactory', 'sapPurchaseOrg', 'sapSalesOrg', 'sapCustomerCode'],
  },
  calls: ['list', 'page', 'detail', 'submit', 'update', 'remove', 'select', 'freeze', 'thaw'],
  title: 'projectDeptName',
  keyword: ['code', 'projectDeptName', 'shortName'],
  sort: 'code',
  scope: 'bladeProjectDeptId',
});

/** Profile of a restaurant at a site. */
export const useRestaurant = resource('useRestaurant', {
  label: label('使用餐厅', 'Restaurant'),
  service: 'smart-meal',
  segment: 'userestaurant',
  path: '/smart-meal/userestaurant',
  purpose: label(
    '项目部下的餐厅。先在部门中建立餐厅，再在这里补充资料。',
    'The restaurants of a site. Create the department first, then its profile here.',
  ),
  fields: {
    code: code('编码', 'Code', { optional: true, unique: true, max: 32, list: true, search: true, hint: NUMBERED }),
    useRestaurantName: text('餐厅名称', 'Name', { max: 60, list: true, search: true }),
    useRestaurantDeptId: ref('餐厅部门', 'Department', 'dept', {
      offer: OFFER.restaurants,
      unique: true,
      fixed: true,
      list: true,
      search: true,
    }),
    ...ancestors,
    managerUserId: ref('餐厅经理', 'Manager', 'user', { optional: true, list: true }),
    phone: text('电话', 'Telephone', { optional: true, max: 20, right: SEES_CONTACTS }),
    floor: text('楼层', 'Floor', { optional: true, max: 20 }),
    area: quantity('面积(m²)', 'Area (m²)', { optional: true, positive: true, list: true }),
    seatCount: integer('座位数', 'Seats', { optional: true, min: 0, list: true }),
    openDate: day('开业日期', 'Opened', { optional: true }),
    unloadId: ref('卸货点', 'Unloading point', 'projectDeptUnload', { optional: true }),
    menuPublic: flag('公开菜单', 'Public menu', {
      default: 0,
      hint: label('任何人扫码即可查看当天已确定的菜单', 'Anybody who scans its code sees the day’s menu'),
    }),
    licenseNo: text('食品经营许可证号', 'Licence', { optional: true, max: 40 }),
    licenseExpire: day('许可证有效期', 'Licence until', { optional: true }),
    frozen: flag('冻结', 'Frozen', { default: 0, list: true, search: true }),
    remark,
  },
  calls: [
    'list',
    'page',
    'detail',
    'save',
    'update',
    'submit',
    'remove',
    'select',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  title: 'useRestaurantName',
  keyword: ['code', 'useRestaurantName'],
  sort: 'code',
  scope: 'useRestaurantDeptId',
});

/** Profile of a stall: where it stands, when it serves, from which warehouse it draws. */
export const operationSystem = resource('operationSystem', {
  label: label('档口体系', 'Stall'),
  service: 'gear-operation',
  segment: 'gearoperationsys',
  path: '/gear/gearoperationsys',
  purpose: label(
    '每个档口的资料和营业时段。营销计划按档口、日期和餐次编制。',
    'What belongs to each stall, and when it serves. Sales plans are made per stall, day and meal.',
  ),
  fields: {
    code: code('编码', 'Code', { optional: true, unique: true, max: 32, list: true, search: true, hint: NUMBERED }),
    gearOperationName: text('档口名称', 'Name', { max: 60, list: true, search: true }),
    gearOperationDeptId: ref('档口部门', 'Department', 'dept', {
      offer: OFFER.stalls,
      unique: true,
      fixed: true,
      list: true,
      search: true,
    }),
    useRestaurantDeptId: ref('所属餐厅', 'Restaurant', 'dept', {
      offer: OFFER.restaurants,
      readonly: true,
      optional: true,
      list: true,
      search: true,
    }),
    ...ancestors,
    ...kinds,
    managerUserId: ref('档口长', 'Head', 'user', { optional: true, list: true }),
    adminUserIds: refs('店铺管理员', 'Administrators', 'user', { optional: true }),
    phone: text('电话', 'Telephone', { optional: true, max: 20, right: SEES_CONTACTS }),
    businessStatus: choice(
      '经营状态',
      'State',
      [
        ['open', '营业', 'Open', 'done'],
        ['suspended', '停业', 'Suspended', 'look'],
        ['closed', '撤场', 'Closed', 'plain'],
      ],
      { default: 'open', list: true, search: true },
    ),
    costMode: choice(
      '耗用方式',
      'Use is booked',
      [
        ['produce', '按生产登记', 'By production'],
        ['backflush', '按销售倒冲', 'By sales'],
        ['day-end', '日终倒挤', 'At the end of the day'],
      ],
      { default: 'produce' },
    ),
    warehouseId: ref('领料仓库', 'Draws from', 'warehouse', { optional: true, list: true }),
    taxRate: percent('税率(%)', 'Tax rate (%)', { default: '6', min: 0, max: 100 }),
    targetFoodCostPct: percent('目标成本率(%)', 'Target food cost (%)', {
      optional: true,
      min: 0,
      max: 100,
      hint: label('不填取项目部的设置', 'Leave empty to use the site’s setting'),
    }),
    openDate: day('开业日期', 'Opened', { optional: true }),
    closeDate: day('撤场日期', 'Closed', { optional: true }),
    remark,
  },
  lines: {
    timeIntervals: {
      label: label('营业时段', 'Serving hours'),
      table: 'operation_system_interval',
      fields: {
        mealType: dictionary('餐次', 'Meal', 'mealType'),
        startTime: text('开始', 'From', { max: 5, hint: label('例 11:00', 'For example 11:00') }),
        endTime: text('结束', 'To', { max: 5, hint: label('不晚于开始则为次日', 'Not after the start: the next day') }),
        capacity: integer('出餐能力(份)', 'Portions at most', {
          optional: true,
          min: 1,
          max: 1_000_000,
          hint: label(
            '一餐最多能做多少份；超过时提醒',
            'What the stall can make for the meal; beyond it people are warned',
          ),
        }),
        weekdays: json('星期', 'Weekdays', {
          optional: true,
          hint: label('1 为周一；不填为每天', '1 is Monday; leave empty for every day'),
        }),
        effectiveFrom: day('生效', 'Valid from', { optional: true }),
        effectiveTo: day('失效', 'Valid until', { optional: true }),
      },
    },
    payTypes: {
      label: label('支付方式', 'Ways of payment'),
      table: 'operation_system_pay',
      unique: ['incomeMode'],
      fields: {
        incomeMode: dictionary('方式', 'Way', 'incomeMode'),
        enabled: flag('启用', 'In use', { default: 1 }),
        feeRate: percent('手续费率(%)', 'Fee (%)', { default: '0', min: 0, max: 10 }),
        merchantNo: text('子商户号', 'Merchant number', { optional: true, max: 40 }),
        sort: integer('排序', 'Order', { default: 0, min: 0 }),
      },
    },
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'select'],
  title: 'gearOperationName',
  keyword: ['code', 'gearOperationName'],
  sort: 'code',
  scope: 'gearOperationDeptId',
});
