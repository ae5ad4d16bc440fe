/**
 * Calls on menu templates beyond the ordinary ones: read by stall and day, versions, the check while one is drawn up.
 */
import { callOf, contract, optionalRows, pageInput } from '../../../kernel/core/contract.ts';
import { day, dictionary, integer, json, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { cookedLines } from '../dishes/dish-bom.calls.ts';
import { menuTemplate } from './menu-template.document.ts';

const { service } = menuTemplate;
const VIEW = ['menutemplate_view', 'menutemplate_edit'];

const templateId = ref('菜谱模板', 'Menu template', 'menuTemplate', { optional: true });
const stallId = ref('档口', 'Stall', 'dept', { optional: true });
const date = day('日期', 'Day', { optional: true });
/** Of the cells only those of a day of the cycle, a meal, a stall. */
const cell = {
  dayNo: integer('第几天', 'Day of the cycle', { optional: true, min: 0, max: 999 }),
  mealType: dictionary('餐次', 'Meal', 'mealType', { optional: true }),
  gearOperationDeptId: stallId,
};

/** A template for each of the caller's stalls that it reaches; takes the filters of the list. */
export const templatesOfStalls = contract({
  method: 'GET',
  service,
  path: 'menutemplate/pageGearOperation',
  permission: VIEW,
  summary: label('档口的菜谱模板', 'Menu templates that reach a stall'),
  input: {
    ...pageInput,
    gearOperationDeptId: stallId,
    name: text('模板名称', 'Name', { optional: true }),
    enabled: text('启用', 'In use', { optional: true }),
  },
  answer: shape.page(
    shape.open({
      id: shape.id,
      name: shape.text,
      startDate: shape.day,
      endDate: shape.day,
      cycleDays: shape.nullable(shape.integer),
      enabled: shape.flag,
      frozen: shape.flag,
      gearOperationDeptId: shape.id,
      gearOperationDeptName: shape.text,
      /** Which day of the cycle today is; null where it serves nothing today. */
      dayNoToday: shape.nullable(shape.integer),
      /** 1 where it is made for the stall, 0 where for its restaurant. */
      own: shape.flag,
    }),
  ),
});

/** A dish in a cell, as a menu holds it; without a stall it is for all of them. */
const servedDish = {
  id: shape.id,
  dishName: shape.text,
  dishCode: shape.text,
  gearOperationDeptId: shape.text,
  planPortions: shape.nullable(shape.integer),
  salePrice: shape.nullable(shape.price),
  sort: shape.integer,
};
export const templateCell = shape.open({
  ...servedDish,
  dishId: shape.id,
  dayNo: shape.integer,
  mealType: shape.text,
});

/**
 * By id the whole of it; by stall the one in force for it, its own first. With a date that day only; without one, each
 * day of the cycle.
 */
export const templateByDay = contract({
  method: 'GET',
  service,
  path: 'menutemplate/getMenuTemplate',
  permission: VIEW,
  summary: label('菜谱模板按天排菜', 'A menu template day by day'),
  input: { id: templateId, gearOperationDeptId: stallId, date },
  /** Nothing of it where no menu is in force. */
  answer: shape.object({
    template: shape.optional(shape.row(menuTemplate)),
    meals: shape.optional(shape.list(shape.open({ mealType: shape.text }))),
    days: shape.optional(
      shape.list(
        shape.object({
          dayNo: shape.integer,
          /** When it is served next. */
          date: shape.day,
          meals: shape.list(
            shape.object({
              mealType: shape.text,
              dishes: shape.list(shape.open({ ...servedDish, dishId: shape.id })),
            }),
          ),
        }),
      ),
    ),
  }),
});

/** A row for each cell: the dish as its list shows it, with where and when it is served and for how much. */
export const dishesOfTemplate = contract({
  method: 'GET',
  service,
  path: 'dish/listDishPageListFromMenuTemplate',
  permission: ['dish_view', ...VIEW],
  summary: label('菜谱模板的菜品', 'Dishes of a menu template'),
  input: { ...pageInput, menuTemplateId: templateId, ...cell },
  answer: shape.page(
    shape.open({
      id: shape.id,
      name: shape.text,
      menuTemplateDetailId: shape.id,
      dayNo: shape.integer,
      mealType: shape.text,
      gearOperationDeptId: shape.text,
      sort: shape.integer,
      planPortions: shape.nullable(shape.integer),
      salePrice: shape.nullable(shape.price),
    }),
  ),
});

/**
 * One entry for each dish: its BOM in force on a day as the stall cooks, and its cells. The day is today, or the
 * template's first.
 */
export const bomsOfTemplate = contract({
  method: 'GET',
  service,
  path: 'dishbom/getDishBomFromMenuTemplate',
  permission: ['dishbom_view', ...VIEW],
  summary: label('菜谱模板的BOM', 'BOMs of a menu template'),
  input: { menuTemplateId: templateId, date, ...cell },
  answer: shape.list(
    shape.open({
      dishId: shape.id,
      dishCode: shape.text,
      dishName: shape.text,
      cells: shape.list(shape.open({ id: shape.id, dayNo: shape.integer, mealType: shape.text })),
      /** Empty where no BOM is in force; `missing` says so. */
      bomId: shape.text,
      details: cookedLines,
      missing: shape.boolean,
    }),
  ),
});

/** [own] Plans that were filled from these menus or from their versions before. */
export const builtPlans = contract({
  method: 'GET',
  service,
  path: 'menutemplate/plans',
  permission: VIEW,
  summary: label('按菜谱编制的计划', 'Plans built on menus, or on their versions before'),
  input: { ids: json('菜谱模板', 'Menu templates', { optional: true }) },
  answer: shape.object({
    /** Not over yet, within the reader's departments; the earliest first. */
    plans: shape.list(
      shape.object({
        /** Its declaration: from it come the words of its state and the route to it. */
        resource: shape.text,
        id: shape.id,
        billCode: shape.text,
        name: shape.text,
        place: shape.text,
        startDate: shape.day,
        endDate: shape.day,
        status: shape.text,
        ownerName: shape.text,
        /** Numbers of the menus it was filled from, of those named. */
        menus: shape.list(shape.text),
        dishes: shape.integer,
      }),
    ),
    /** How many there are in all that are not over yet: some may be those of other departments. */
    total: shape.integer,
    /** How many are over. */
    past: shape.integer,
  }),
});

/** [own] A draft with the same places, meals and dishes that follows an approved menu. */
export const newVersion = contract({
  method: 'POST',
  ...callOf(menuTemplate, 'newVersion', 'add'),
  summary: label('菜谱另存为新版本', 'A new version of a menu, as a draft'),
  input: { id: text('菜谱模板', 'Menu template', { optional: true }) },
  answer: shape.row(menuTemplate),
});

/**
 * [own] What speaks against a menu as it stands on a screen, what is to be looked at, and what its meals cost. What
 * says nothing yet is left aside.
 */
export const checkMenu = contract({
  method: 'POST',
  service,
  path: 'menutemplate/check',
  permission: ['menutemplate_view', 'menutemplate_add', 'menutemplate_edit'],
  summary: label('菜谱模板实时检查', 'Look at a menu as it is drawn up'),
  input: {
    billCode: text('单据编号', 'Number', { optional: true }),
    menuTemplateTypeId: text('模板类型', 'Type', { optional: true }),
    templateKind: text('适用层级', 'Made for', { optional: true }),
    cycleDays: text('循环天数', 'Days of the cycle', { optional: true }),
    startDate: text('生效日期', 'From', { optional: true }),
    useRestaurantDeptIds: json('适用餐厅', 'Restaurants', { optional: true }),
    gearOperationDeptIds: json('适用档口', 'Stalls', { optional: true }),
    meals: optionalRows('餐次', 'Meals', {
      mealType: text('餐次', 'Meal', { optional: true }),
      mealStandard: text('餐标(元/人)', 'Price per head', { optional: true }),
      plannedDiners: text('计划人数', 'Guests', { optional: true }),
    }),
    details: optionalRows('菜品', 'Dishes', {
      dayNo: text('第几天', 'Day', { optional: true }),
      mealType: text('餐次', 'Meal', { optional: true }),
      dishId: text('菜品', 'Dish', { optional: true }),
      gearOperationDeptId: text('档口', 'Stall', { optional: true }),
      planPortions: text('计划份数', 'Portions', { optional: true }),
    }),
  },
  answer: shape.object({
    /** Nothing speaks against sending it. */
    pass: shape.boolean,
    /** What speaks against it as a whole. */
    general: shape.list(shape.text),
    /** What is to be seen at a cell; with a line, counted from 1, it is about that dish. */
    cells: shape.list(
      shape.object({
        dayNo: shape.integer,
        mealType: shape.text,
        line: shape.nullable(shape.integer),
        level: shape.oneOf('warn', 'block'),
        code: shape.text,
        text: shape.text,
      }),
    ),
    /** Money a guest, for whoever may see costs. */
    meals: shape.list(
      shape.object({
        dayNo: shape.integer,
        mealType: shape.text,
        costPerDiner: shape.money,
        /** Dishes whose cost is not known. */
        unknown: shape.integer,
        /** Empty where the meal has none. */
        mealStandard: shape.text,
        over: shape.flag,
      }),
    ),
  }),
});
