import { document, TODAY } from '../../../kernel/core/declaration.ts';
import { day, dictionary, integer, json, money, price, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { APPROVAL_STATES, approvalLife } from '../../../kernel/core/life.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';

/** Portions planned per day, meal and dish of one stall, usually for a week: the source of all need. */
export const salesPlan = document('salesPlan', {
  label: label('营销计划', 'Sales plan'),
  service: 'gear-operation',
  segment: 'gearsalesplan',
  path: '/gear/gearsalesplan',
  purpose: label(
    '档口一周每餐每道菜计划多少份。审批后由需求计划展开成用料。',
    'How many portions of each dish a stall plans for the week. Once approved, requirement plans turn them into materials.',
  ),
  fields: {
    planName: text('计划名称', 'Name', { optional: true, max: 60, search: true }),
    gearOperationDeptId: ref('档口', 'Stall', 'dept', { offer: OFFER.stalls, list: true, search: true }),
    startDate: day('开始', 'From', { list: true, search: true }),
    endDate: day('结束', 'To', { list: true, search: true }),
    planPortions: quantity('计划份数', 'Portions', { readonly: true, default: '0', list: true, total: true }),
    planIncome: money('预计收入', 'Income', { readonly: true, default: '0', list: true, total: true }),
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
      list: true,
      search: true,
    }),
    projectDeptSysId: ref('项目部体系', 'Site profile', 'projectDeptSystem', { readonly: true, optional: true }),
    dinerForecast: json('预计人次', 'Expected guests', { optional: true }),
    planVersion: integer('版本', 'Version', { readonly: true, default: 1 }),
    remark: text('备注', 'Remark', { optional: true, max: 200 }),
  },
  lines: {
    details: {
      label: label('菜品', 'Dishes'),
      table: 'sales_plan_detail',
      unique: ['mealDate', 'mealType', 'dishId', 'portionGroup'],
      min: 1,
      fields: {
        mealDate: day('日期', 'Day', { list: true }),
        mealType: dictionary('餐次', 'Meal', 'mealType', { list: true }),
        dishId: ref('菜品', 'Dish', 'dish', { list: true }),
        portionGroup: dictionary('份型', 'Portion size', 'portionGroup', { default: 'standard' }),
        portions: quantity('计划份数', 'Portions', {
          positive: true,
          max: 1_000_000,
          places: 0,
          list: true,
          total: true,
        }),
        price: price('售价', 'Price', {
          optional: true,
          positive: true,
          places: 2,
          list: true,
          hint: label('每份；不填取菜品的参考售价', 'Per portion; leave empty for the dish’s list price'),
        }),
        incomeAmount: money('收入', 'Income', { readonly: true, optional: true, list: true, total: true }),
        menuTemplateId: ref('来源菜谱', 'From menu', 'menuTemplate', { optional: true }),
        remark: text('备注', 'Remark', { optional: true, max: 100 }),
      },
    },
  },
  calls: ['list', 'page', 'donePage', 'detail', 'saveOrUpdate', 'submit', 'remove', 'exportExcel'],
  life: approvalLife('YX', {
    adopt: true,
    refuseAlias: ['reject'],
    facts: { amount: 'planIncome' },
    tabs: [
      {
        key: 'today',
        label: label('今天', 'Today'),
        where: { startDate_datele: TODAY, endDate_datege: TODAY },
      },
      {
        key: 'overdue',
        label: label('逾期未批', 'Overdue for approval'),
        where: { status: 'draft,pending,rejected', startDate_datele: TODAY },
        sort: 'startDate',
      },
      ...APPROVAL_STATES,
    ],
  }),
  keyword: ['billCode', 'planName'],
  scope: 'gearOperationDeptId',
  indexes: [
    ['gearOperationDeptId', 'startDate'],
    ['bladeProjectDeptId', 'startDate'],
  ],
});
