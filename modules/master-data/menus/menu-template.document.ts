import { document } from '../../../kernel/core/declaration.ts';
import {
  choice,
  day,
  dictionary,
  flag,
  integer,
  moment,
  money,
  price,
  ref,
  refs,
  text,
} from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { approvalLife } from '../../../kernel/core/life.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { CYCLE_DAYS_MAX } from './menu-cycle.rules.ts';
import { frozen, remark, validity } from '../materials/validity.fields.ts';

/** Groups of the form. */
const SECTION = { range: label('适用范围', 'For whom'), cycle: label('周期', 'Cycle'), use: label('版本', 'Version') };
const reason = { reason: text('原因', 'Reason', { min: 2, max: 500 }) };

const life = approvalLife('CP', {
  actions: {
    enable: {
      label: label('启用', 'Put into use'),
      from: ['approved'],
      button: 'enable',
      when: ['enabled', 0],
      next: true,
    },
    stop: {
      label: label('停用', 'Take out of use'),
      from: ['approved'],
      button: 'stop',
      when: ['enabled', 1],
      danger: true,
    },
    void: {
      label: label('作废', 'Void'),
      from: ['approved'],
      to: 'void',
      button: 'void',
      when: ['enabled', 0],
      ask: reason,
      danger: true,
    },
  },
  editableWhen: ['frozen', 0],
  tabs: [
    'draft',
    'pending',
    'approved',
    { key: 'in-use', label: label('启用中', 'In use'), where: { enabled: '1', frozen: '0' } },
    { key: 'frozen', label: label('已冻结', 'Frozen'), where: { frozen: '1' } },
    'rejected',
    'void',
  ],
});

/** Dishes by day and meal over a cycle, for restaurants or stalls; approved, then put into use. */
export const menuTemplate = document('menuTemplate', {
  label: label('菜谱模板', 'Menu template'),
  service: 'master-data',
  segment: 'menutemplate',
  path: '/masterdata/menutemplate',
  purpose: label(
    '按周期的每天每餐排好菜品，适用于餐厅或档口。审批后启用，同一地点同一餐次同时只有一份。',
    'Dishes for each day and meal of a cycle, for restaurants or stalls. Approved, then put into use; a place has one at a time for each meal.',
  ),
  fields: {
    name: text('模板名称', 'Name', { max: 60, list: true, search: true }),
    menuTemplateTypeId: ref('模板类型', 'Type', 'menuTemplateType', { list: true, search: true }),
    enabled: flag('启用', 'In use', { readonly: true, default: 0, list: true, search: true }),
    effective: flag('当前生效', 'In force', {
      computed: true,
      readonly: true,
      optional: true,
      list: true,
      search: true,
    }),
    costPerDiner: money('人均成本', 'Cost a guest', {
      computed: true,
      readonly: true,
      optional: true,
      list: true,
      right: 'dish_cost_view',
      hint: label(
        '一餐一人，按各餐计划人数加权；有成本未知的菜品时为已知部分',
        'For one meal, weighed by the guests of each meal; of what is known where costs are missing',
      ),
    }),
    overBudgetCells: integer('超标格', 'Over standard', {
      computed: true,
      readonly: true,
      optional: true,
      list: true,
      right: 'dish_cost_view',
      hint: label('人均成本超过餐标的天×餐', 'Meals of a day that cost more than their standard'),
    }),
    missingCells: integer('缺数据格', 'Without costs', {
      computed: true,
      readonly: true,
      optional: true,
      list: true,
      right: 'dish_cost_view',
      hint: label('有菜品成本未知的天×餐', 'Meals of a day with dishes whose cost is not known'),
    }),
    ...validity,
    templateKind: choice(
      '适用层级',
      'Made for',
      [
        ['restaurant', '餐厅', 'Restaurants'],
        ['gear', '档口', 'Stalls'],
      ],
      { default: 'restaurant', fixed: true, list: true, search: true, section: SECTION.range },
    ),
    bladeProjectDeptId: ref('项目部', 'Site', 'dept', {
      offer: OFFER.sites,
      list: true,
      search: true,
      section: SECTION.range,
    }),
    useRestaurantDeptIds: refs('适用餐厅', 'Restaurants', 'dept', {
      offer: OFFER.restaurants,
      optional: true,
      list: true,
      search: true,
      section: SECTION.range,
      hint: label('适用层级为餐厅时必填', 'Needed for restaurants'),
    }),
    gearOperationDeptIds: refs('适用档口', 'Stalls', 'dept', {
      offer: OFFER.stalls,
      optional: true,
      list: true,
      search: true,
      section: SECTION.range,
      hint: label('适用层级为档口时必填', 'Needed for stalls'),
    }),
    companyDeptId: ref('公司', 'Company', 'dept', {
      offer: OFFER.companies,
      readonly: true,
      optional: true,
      list: true,
      search: true,
      section: SECTION.range,
    }),
    cycleDays: integer('周期天数', 'Cycle (days)', {
      optional: true,
      min: 1,
      max: CYCLE_DAYS_MAX,
      list: true,
      section: SECTION.cycle,
      hint: label('不填取模板类型的周期', 'Leave empty to inherit from the type'),
    }),
    cycleStartDate: day('周期起点', 'Day 1', {
      list: true,
      section: SECTION.cycle,
      hint: label('这一天为第1天，须为供餐日', 'This day is day 1; it has to be a day of service'),
    }),
    serviceWeekdays: text('供餐星期', 'Weekdays of service', {
      optional: true,
      max: 20,
      section: SECTION.cycle,
      hint: label('不填为每天', 'Leave empty for every day'),
    }),
    versionNo: integer('版本', 'Version', { readonly: true, default: 1, list: true, section: SECTION.use }),
    previousId: ref('上一版', 'Version before', 'menuTemplate', {
      optional: true,
      fixed: true,
      section: SECTION.use,
      hint: label('启用新版时，上一版自动停用', 'It is taken out of use when this one is put into use'),
    }),
    enabledTime: moment('启用时间', 'In use since', { readonly: true, optional: true, section: SECTION.use }),
    stopTime: moment('停用时间', 'Out of use since', { readonly: true, optional: true, section: SECTION.use }),
    frozen,
    remark,
  },
  lines: {
    meals: {
      label: label('餐次', 'Meals'),
      table: 'menu_template_meal',
      unique: ['mealType'],
      min: 1,
      fields: {
        mealType: dictionary('餐次', 'Meal', 'mealType', { list: true }),
        mealStandard: money('餐标(元/人)', 'Price per head', { optional: true, positive: true, list: true }),
        plannedDiners: integer('计划人数', 'Guests', { optional: true, min: 1, list: true }),
      },
    },
    details: {
      label: label('菜品', 'Dishes'),
      table: 'menu_template_detail',
      unique: ['dayNo', 'mealType', 'gearOperationDeptId', 'dishId'],
      min: 1,
      fields: {
        dayNo: integer('第几天', 'Day', { min: 1, max: CYCLE_DAYS_MAX, list: true }),
        mealType: dictionary('餐次', 'Meal', 'mealType', { list: true }),
        gearOperationDeptId: ref('档口', 'Stall', 'dept', {
          offer: OFFER.stalls,
          optional: true,
          list: true,
          hint: label('不填为全部档口', 'Leave empty for all stalls'),
        }),
        dishId: ref('菜品', 'Dish', 'dish', { offer: { dishKind: 'finished' }, list: true }),
        portionGroup: dictionary('份型', 'Portion size', 'portionGroup', { default: 'standard' }),
        planPortions: integer('计划份数', 'Portions', { optional: true, min: 0, list: true }),
        salePrice: price('售价', 'Price', {
          optional: true,
          positive: true,
          places: 2,
          list: true,
          hint: label('每份；不填取菜品的参考售价', 'Per portion; leave empty for the dish’s list price'),
        }),
        featured: flag('主推', 'Featured', { default: 0 }),
        sort: integer('排序', 'Order', { default: 0, min: 0 }),
        remark: text('备注', 'Remark', { optional: true, max: 100 }),
      },
    },
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'select', 'freeze', 'thaw'],
  life,
  keyword: ['billCode', 'name'],
  scope: 'bladeProjectDeptId',
  namedByAll: true,
  indexes: [['status']],
});

/** What the page of the list reads of a row beside the columns it shows. */
export const menuTemplateReads = ['name', 'version', 'previousId'] as const;
