import { document, TODAY } from '../../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  day,
  dictionary,
  factor,
  integer,
  money,
  price,
  quantity,
  ref,
  text,
} from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { APPROVAL_STATES, approvalLife } from '../../../kernel/core/life.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';

/** Groups of the form. */
const SECTION = { party: label('客户', 'Party'), meal: label('用餐', 'Meal'), amount: label('金额', 'Money') };

/**
 * A one-off event meal with its own guests and dishes; planned for like a line of a sales plan, beside the stall's
 * daily trade.
 */
export const specialMeal = document('specialMeal', {
  label: label('特殊餐', 'Special meal'),
  service: 'gear-operation',
  segment: 'gearspecialmeal',
  path: '/gear/gearspecialmeal',
  purpose: label(
    '接待餐、宴会、茶歇等一次性用餐：登记人数、餐标和菜品，审批后与营销计划一起展开成用料。',
    'Receptions, banquets, tea breaks: enter guests, price per head and dishes. Once approved they become materials beside the sales plans.',
  ),
  fields: {
    mealName: text('名称', 'Name', { max: 60, list: true, search: true, section: SECTION.meal }),
    specialMealType: dictionary('类型', 'Kind', 'specialMealType', { list: true, search: true, section: SECTION.meal }),
    gearOperationDeptId: ref('承办档口', 'Stall', 'dept', {
      offer: OFFER.stalls,
      list: true,
      search: true,
      section: SECTION.meal,
    }),
    mealDate: day('用餐日期', 'Day', { list: true, search: true, section: SECTION.meal }),
    mealType: dictionary('餐次', 'Meal', 'mealType', { list: true, search: true, section: SECTION.meal }),
    startTime: text('开餐时间', 'Begins', {
      optional: true,
      max: 5,
      section: SECTION.meal,
      hint: label('例 12:00；不填取档口营业时段', 'For example 12:00; leave empty for when the stall opens'),
    }),
    place: text('地点', 'Place', { optional: true, max: 100, section: SECTION.meal }),
    headCount: integer('人数', 'Guests', { min: 1, max: 100_000, list: true, total: true, section: SECTION.meal }),
    customerName: text('客户名称', 'Client', { max: 60, list: true, search: true, section: SECTION.party }),
    linkman: text('联系人', 'Contact', { max: 30, section: SECTION.party }),
    phone: text('电话', 'Telephone', { max: 20, section: SECTION.party }),
    dietNotes: text('忌口与备注', 'Diets and remarks', { optional: true, max: 500, section: SECTION.party }),
    mealStandard: money('餐标(元/人)', 'Price per head', { positive: true, section: SECTION.amount }),
    serviceFee: money('服务费', 'Service fee', { default: '0', min: 0, section: SECTION.amount }),
    incomeMode: dictionary('结算方式', 'Paid by', 'incomeMode', { default: 'group-meal', section: SECTION.amount }),
    totalAmount: money('总额', 'Total', {
      readonly: true,
      default: '0',
      list: true,
      total: true,
      section: SECTION.amount,
      hint: label('总额 = 人数 × 餐标 + 服务费', 'Total = guests × price per head + service fee'),
    }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
    bladeProjectDeptId: ref('项目部', 'Site', 'dept', {
      offer: OFFER.sites,
      readonly: true,
      optional: true,
      list: true,
      search: true,
    }),
    useRestaurantDeptId: ref('餐厅', 'Restaurant', 'dept', {
      offer: OFFER.restaurants,
      readonly: true,
      optional: true,
      search: true,
    }),
    files: attachments('附件', 'Files', { optional: true, max: 20 }),
  },
  lines: {
    details: {
      label: label('菜品与物料', 'Dishes and goods'),
      table: 'special_meal_detail',
      min: 1,
      fields: {
        lineKind: choice(
          '类别',
          'Kind',
          [
            ['dish', '菜品', 'Dish'],
            ['material', '物料', 'Goods'],
          ],
          { default: 'dish', list: true },
        ),
        dishId: ref('菜品', 'Dish', 'dish', { optional: true, list: true }),
        materialId: ref('物料', 'Goods', 'material', { optional: true, list: true }),
        perHead: quantity('每人用量', 'Per head', {
          optional: true,
          positive: true,
          hint: label('填写后份数 = 每人用量 × 人数', 'Given: portions = per head × guests'),
        }),
        portions: quantity('份数或数量', 'Portions or quantity', {
          optional: true,
          positive: true,
          list: true,
          hint: label('不填时按每人用量计算', 'Leave empty to calculate from the portion per guest'),
        }),
        unitId: ref('单位', 'Unit', 'materialUnit', {
          optional: true,
          takes: 'issueUnitId',
          hint: label('物料行必填', 'Needed for goods'),
        }),
        portionGroup: dictionary('份型', 'Portion size', 'portionGroup', { default: 'standard' }),
        factor: factor('换算系数', 'Factor', { readonly: true, optional: true }),
        baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', { readonly: true, optional: true }),
        baseQty: quantity('基本数量', 'Base quantity', { readonly: true, optional: true, unit: 'baseUnitId' }),
        price: price('价格', 'Price', { optional: true, positive: true, places: 2, unit: 'unitId' }),
        remark: text('备注', 'Remark', { optional: true, max: 100 }),
      },
    },
  },
  calls: ['list', 'page', 'donePage', 'detail', 'submit', 'update', 'remove', 'exportExcel'],
  life: approvalLife('TS', {
    adopt: true,
    refuseAlias: ['reject'],
    facts: { amount: 'totalAmount' },
    tabs: [
      { key: 'today', label: label('今天', 'Today'), where: { mealDate_dateequal: TODAY } },
      { key: 'coming', label: label('今后', 'To come'), where: { mealDate_datege: TODAY }, sort: 'mealDate' },
      {
        key: 'overdue',
        label: label('逾期未批', 'Overdue for approval'),
        where: { status: 'draft,pending,rejected', mealDate_datele: TODAY },
        sort: 'mealDate',
      },
      ...APPROVAL_STATES,
    ],
  }),
  keyword: ['billCode', 'mealName', 'customerName', 'linkman'],
  scope: 'gearOperationDeptId',
  indexes: [
    ['gearOperationDeptId', 'mealDate'],
    ['bladeProjectDeptId', 'mealDate'],
  ],
});
