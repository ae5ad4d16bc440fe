import { resource } from '../../kernel/core/declaration.ts';
import { choice, day, dictionary, flag, integer, moment, price, quantity, ref } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { OFFER } from '../admin/people/dept.resource.ts';

/**
 * 档口菜单: what one stall sells at one meal of one day. Determined, it stands on boards and on the public page; while the
 * meal runs only prices and limits change, afterwards nothing.
 */
export const gearMenu = resource('gearMenu', {
  label: label('档口菜单', 'Stall menu'),
  service: 'gear-operation',
  segment: 'gearmenu',
  path: '/gear/gearmenu',
  purpose: label(
    '每个档口每天每餐卖什么、卖多少钱、限量多少份。从已审批的营销计划带入，确定后上屏。',
    'What each stall sells at each meal, for how much and how many. It comes from the approved sales plan; once determined it is shown.',
  ),
  fields: {
    gearOperationDeptId: ref('档口', 'Stall', 'dept', {
      offer: OFFER.stalls,
      fixed: true,
      list: true,
      search: true,
    }),
    menuDate: day('日期', 'Day', { fixed: true, list: true, search: true }),
    mealType: dictionary('餐次', 'Meal', 'mealType', { fixed: true, list: true, search: true }),
    gearSalesPlanId: ref('营销计划', 'Sales plan', 'salesPlan', { readonly: true, optional: true, list: true }),
    sourceTemplateId: ref('来源菜谱', 'From menu', 'menuTemplate', { readonly: true, optional: true }),
    menuTemplateId: ref('生成的菜谱', 'Menu made of it', 'menuTemplate', { readonly: true, optional: true }),
    menuStatus: choice(
      '状态',
      'State',
      [
        ['draft', '草稿', 'Draft', 'plain'],
        ['determined', '已确定', 'Determined', 'done'],
      ],
      { readonly: true, default: 'draft', list: true, search: true },
    ),
    determineUserId: ref('确定人', 'Determined by', 'user', { readonly: true, optional: true }),
    determineTime: moment('确定时间', 'Determined', { readonly: true, optional: true, list: true }),
    useRestaurantDeptId: ref('餐厅', 'Restaurant', 'dept', {
      offer: OFFER.restaurants,
      readonly: true,
      optional: true,
    }),
    bladeProjectDeptId: ref('项目部', 'Site', 'dept', { offer: OFFER.sites, readonly: true, optional: true }),
  },
  lines: {
    details: {
      label: label('菜品', 'Dishes'),
      table: 'gear_menu_detail',
      unique: ['dishId', 'portionGroup'],
      fields: {
        dishId: ref('菜品', 'Dish', 'dish', { offer: { dishKind: 'finished' }, list: true }),
        portionGroup: dictionary('份型', 'Portion size', 'portionGroup', { default: 'standard' }),
        price: price('售价', 'Price', {
          optional: true,
          positive: true,
          places: 2,
          list: true,
          hint: label(
            '每份；不填取商品体系或菜品的售价',
            'Per portion; where left empty that of the shelf or the dish',
          ),
        }),
        isFree: flag('免费', 'Free', { default: 0 }),
        saleLimitQty: quantity('限量份数', 'Portions at most', {
          optional: true,
          positive: true,
          places: 0,
          max: 1_000_000,
          list: true,
        }),
        soldQty: quantity('已售', 'Sold', { readonly: true, default: '0', list: true }),
        soldOut: flag('售罄', 'Sold out', {
          readonly: true,
          default: 0,
          list: true,
          hint: label('手工售罄；售出达到限量时也算售罄', 'By hand; a dish that reached its limit is sold out as well'),
        }),
        sort: integer('排序', 'Order', { default: 0, min: 0 }),
      },
    },
  },
  calls: ['list', 'detail'],
  title: 'menuDate',
  sort: '-menuDate,gearOperationDeptId,mealType',
  unique: [['gearOperationDeptId', 'menuDate', 'mealType']],
  indexes: [['useRestaurantDeptId', 'menuDate']],
  constraints: {},
  scope: 'gearOperationDeptId',
});
