/** Calls that look at a shelf with what lies in store: for whoever sells from it or asks for goods. */
import { callOf, contract, pageInput } from '../../kernel/core/contract.ts';
import { day, flag, json, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { goodsSystem, goodsSystemMenuTemplate } from '../operations/goods-systems/goods-system.resource.ts';

/** A place takes the department's id or that of its profile. */
export const shelfGoods = contract({
  method: 'POST',
  ...callOf(goodsSystem, 'list', 'view'),
  summary: label('货架上的商品', 'Goods on the shelves'),
  input: {
    /** Each matches a code, a name, an alias or pinyin; any of them is enough. */
    materialCodeAndNameList: json('编码或名称', 'Codes or names', { optional: true }),
    materialIsRequireGoods: flag('可要货', 'May be asked for', { optional: true }),
    gearProjectDeptSysDeptId: text('项目部', 'Site', { optional: true }),
    gearOperationDeptId: text('档口', 'Stall', { optional: true }),
    warehouseId: text('仓库', 'Warehouse', { optional: true }),
    factoryId: text('工厂', 'Factory', { optional: true }),
    /** [own] One system, in use or not. */
    goodsSystemId: text('商品体系', 'Goods system', { optional: true }),
  },
  answer: shape.list(
    shape.object({
      id: shape.id,
      goodsSystemId: shape.id,
      goodsSystemName: shape.text,
      goodsKind: shape.oneOf('dish', 'material'),
      materialId: shape.text,
      dishId: shape.text,
      code: shape.text,
      name: shape.text,
      isRequireGoods: shape.flag,
      unitId: shape.text,
      unitName: shape.text,
      salePrice: shape.nullable(shape.price),
      minQty: shape.quantity,
      orderMultiple: shape.quantity,
      warehouseId: shape.text,
      warehouseName: shape.text,
      factoryId: shape.text,
      lineStatus: shape.oneOf('on', 'off'),
      frozen: shape.flag,
      /** In base unit; null for a dish, or where no warehouse serves it. */
      onHand: shape.nullable(shape.quantity),
      available: shape.nullable(shape.quantity),
      baseUnitName: shape.text,
      /** A base unit, as it last came; for who may see what stock costs. */
      lastPrice: shape.optional(shape.nullable(shape.price)),
    }),
  ),
});

/** Dishes of the linked menus on their days. */
export const dishesForPlan = contract({
  method: 'GET',
  ...callOf(goodsSystemMenuTemplate, 'salesPlanPage', 'view'),
  permission: ['geargoodssysmenutemplate_view', 'gearsalesplan_edit', 'gearsalesplan_add', 'gearmenu_edit'],
  summary: label('计划可选的菜品', 'Dishes a sales plan may take'),
  input: {
    ...pageInput,
    gearOperationDeptId: text('档口', 'Stall', { optional: true }),
    startDate: day('开始', 'From', { optional: true }),
    endDate: day('结束', 'To', { optional: true }),
    mealType: text('餐次', 'Meal', { optional: true }),
    name: text('菜品', 'Dish', { optional: true }),
  },
  answer: shape.page(
    shape.object({
      id: shape.text,
      dishId: shape.id,
      dishName: shape.text,
      dishCode: shape.text,
      mealDate: shape.day,
      mealType: shape.text,
      portionGroup: shape.text,
      price: shape.nullable(shape.price),
      menuTemplateId: shape.id,
      /** For who may see what dishes cost. */
      unitCost: shape.optional(shape.nullable(shape.money)),
      /** By allergen. */
      allergens: shape.map(shape.oneOf('contains', 'may-contain', 'unknown', 'free')),
      /** Portions on the stall's last determined menu with it; null where it never was on one. */
      lastSold: shape.nullable(shape.quantity),
    }),
  ),
});
