/** Calls on stall menus: read with what is proposed, saved, determined, and changed while their meal runs. */
import { callOf, chosenIds, contract } from '../../kernel/core/contract.ts';
import { permissionOf } from '../../kernel/core/declaration.ts';
import { flag, integer, json, price, quantity, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { gearMenu } from './gear-menu.resource.ts';

const EDIT = ['add', 'edit'].map((button) => permissionOf(gearMenu, button));
const period = {
  gearOperationDeptId: text('档口', 'Stall', { optional: true }),
  date: text('日期', 'Day', { optional: true }),
  startDate: text('开始', 'From', { optional: true }),
  endDate: text('结束', 'To', { optional: true }),
  mealType: text('餐次', 'Meal', { optional: true }),
};
const ask = (name: string, zh: string, en: string) => ({
  method: 'POST' as const,
  ...callOf(gearMenu, name, 'view'),
  summary: label(zh, en),
});
const write = (name: string, zh: string, en: string) => ({
  method: 'POST' as const,
  ...callOf(gearMenu, name, 'edit'),
  permission: EDIT,
  summary: label(zh, en),
});

export const menuLine = shape.object({
  /** "" where it is only proposed. */
  id: shape.text,
  dishId: shape.id,
  dishName: shape.text,
  dishCode: shape.text,
  portionGroup: shape.text,
  price: shape.nullable(shape.price),
  isFree: shape.flag,
  saleLimitQty: shape.nullable(shape.quantity),
  soldQty: shape.quantity,
  /** By hand, or because its limit is reached. */
  soldOut: shape.flag,
  soldOutBy: shape.oneOf('hand', 'limit', ''),
  /** Null without a limit. */
  leftQty: shape.nullable(shape.quantity),
  sort: shape.integer,
});
export const menuOfMeal = {
  id: shape.text,
  version: shape.nullable(shape.integer),
  gearOperationDeptId: shape.id,
  gearOperationDeptName: shape.text,
  useRestaurantDeptId: shape.text,
  menuDate: shape.day,
  mealType: shape.text,
  menuStatus: shape.oneOf('draft', 'determined'),
  gearSalesPlanId: shape.text,
  sourceTemplateId: shape.text,
  menuTemplateId: shape.text,
  determineTime: shape.moment,
  /** Made of the approved plan, or of the menu template in force; not stored. */
  proposed: shape.boolean,
  phase: shape.oneOf('coming', 'running', 'past'),
  details: shape.list(menuLine),
};

/** Menus of a stall on a day or in a period; a meal without one is proposed from the approved plan. */
export const menusOfStall = contract({
  ...ask('getMenu', '档口菜单', 'Menus of a stall'),
  input: period,
  answer: shape.list(shape.object(menuOfMeal)),
});

/** One menu, with what its dishes cost for whoever may see it. */
export const menuDetail = contract({
  ...ask('getDetail', '档口菜单详情', 'One stall menu'),
  input: { id: text('档口菜单', 'Stall menu', { optional: true }) },
  answer: shape.object({
    ...menuOfMeal,
    planBillCode: shape.text,
    soldPortions: shape.quantity,
    money: shape.optional(
      shape.object({
        /** Of the dishes whose cost is known, a portion each. */
        cost: shape.money,
        price: shape.money,
        foodCostPct: shape.nullable(shape.percent),
        unknown: shape.list(shape.text),
      }),
    ),
  }),
});

/** The body is the menu with its `details`; without an id it is the one of that stall, day and meal. */
export const saveMenu = contract({
  ...write('addOrUpdate', '保存档口菜单', 'Save a stall menu'),
  input: { id: json('档口菜单', 'Stall menu', { optional: true }) },
  answer: shape.done,
});

/** The body is the list of menus, all or none. */
export const saveMenus = contract({
  ...write('batchAddOrUpdate', '批量保存档口菜单', 'Save several stall menus'),
  input: { body: json('档口菜单', 'Stall menus', { optional: true }) },
  answer: shape.done,
});

/** Saves and determines in one act; with 1 also makes a draft menu template of the stall's week. */
export const submitMenu = contract({
  ...write('submit', '保存并确定档口菜单', 'Save a stall menu and determine it'),
  input: {
    id: json('档口菜单', 'Stall menu', { optional: true }),
    isGenerateMenuTemplate: text('生成菜谱模板', 'Make a menu template', { optional: true }),
  },
  answer: shape.done,
});

export const determineMenu = contract({
  ...write('DetermineGearMenu', '确定档口菜单', 'Determine stall menus'),
  input: chosenIds,
  answer: shape.done,
});

/** Whether a template was made from this menu's week. */
export const hasTemplate = contract({
  ...ask('isGenerateMenuTemplate', '是否已生成菜谱模板', 'Whether a menu template was made of this week'),
  input: { id: text('档口菜单', 'Stall menu', { optional: true }) },
  answer: shape.boolean,
});

/** Approved plan lines by day and meal. */
export const plannedDishes = contract({
  ...ask('getMenuSalesPlan', '档口的营销计划', 'What the approved plans of a stall hold'),
  input: period,
  answer: shape.list(
    shape.object({
      gearSalesPlanId: shape.id,
      billCode: shape.text,
      lineId: shape.id,
      mealDate: shape.day,
      mealType: shape.text,
      dishId: shape.id,
      dishName: shape.text,
      dishCode: shape.text,
      portionGroup: shape.text,
      portions: shape.quantity,
      price: shape.nullable(shape.price),
      menuTemplateId: shape.text,
    }),
  ),
});

/** What those plans take, beside what lies at the stall. */
export const plannedGoods = contract({
  ...ask('getMenuSalesPlanGoods', '档口计划的用料', 'What the plans of a stall take'),
  input: period,
  answer: shape.list(
    shape.object({
      materialId: shape.id,
      materialName: shape.text,
      unitId: shape.text,
      unitName: shape.text,
      needQty: shape.quantity,
      stockQty: shape.quantity,
      shortQty: shape.quantity,
      dishes: shape.list(shape.text),
    }),
  ),
});

/** [own] One dish while its menu is shown: sold out or not, how many, for how much. What is not sent stays. */
export const changeDish = contract({
  ...write('changeDish', '修改菜单上的菜品', 'Change a dish on a menu'),
  input: {
    id: text('菜品', 'Dish on the menu', { optional: true }),
    soldOut: flag('售罄', 'Sold out', { optional: true }),
    saleLimitQty: quantity('限量份数', 'Portions at most', {
      optional: true,
      positive: true,
      places: 0,
      max: 1_000_000,
    }),
    price: price('售价', 'Price', { optional: true, positive: true, places: 2 }),
  },
  answer: menuLine,
});

/** [own] Counts portions that were sold where no device sells: never more than the limit. */
export const countSold = contract({
  ...write('countSold', '登记售出份数', 'Count portions sold'),
  input: {
    id: text('菜品', 'Dish on the menu', { optional: true }),
    portions: integer('份数', 'Portions', { default: 1, min: 1, max: 1_000 }),
  },
  answer: menuLine,
});

/** [own] An event for each change of a menu of the stall's restaurant, as it happens. */
export const menuChanges = contract({
  method: 'GET',
  ...callOf(gearMenu, 'changes', 'view'),
  summary: label('菜单实时更新（事件流）', 'Changes of menus as they happen (event stream)'),
  input: { gearOperationDeptId: text('档口', 'Stall', { optional: true }) },
  answer: shape.any,
});

/** [own] Where anybody reads the menu of the stall's restaurant, and whether it is shown there. */
export const menuAddress = contract({
  method: 'GET',
  ...callOf(gearMenu, 'publicAddress', 'view'),
  summary: label('公开菜单的地址', 'Address of the public menu'),
  input: { gearOperationDeptId: text('档口', 'Stall', { optional: true }) },
  answer: shape.object({
    /** Below the address of the application: `/m/…`; "" for a stall that belongs to no restaurant. */
    path: shape.text,
    restaurant: shape.text,
    isPublic: shape.boolean,
  }),
});

/** [own] The meals a stall serves by its hours now and later. */
export const mealsServed = contract({
  method: 'GET',
  ...callOf(gearMenu, 'meals', 'view'),
  summary: label('档口供应的餐次', 'Meals a stall serves'),
  input: { gearOperationDeptId: text('档口', 'Stall', { optional: true }) },
  answer: shape.list(shape.text),
});

/** [own] What of the coming menus of a stall cannot be supplied on its day, asked together. */
export const supplyCheck = contract({
  ...ask('checkSupply', '检查菜单能否供应', 'What of coming menus cannot be supplied'),
  input: period,
  answer: shape.list(
    shape.object({
      /** May not be served there, frozen, without a price, too late to order. */
      why: shape.oneOf('forbidden', 'frozen', 'price', 'late'),
      date: shape.day,
      mealType: shape.text,
      dishId: shape.id,
      msg: shape.text,
    }),
  ),
});
