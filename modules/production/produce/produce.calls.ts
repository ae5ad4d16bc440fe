/** Calls on production beyond the ordinary ones: what a pot needs, the pots of a plan in one tap, taken back. */
import { callOf, chosenIds, contract } from '../../../kernel/core/contract.ts';
import { choice, day, json, quantity, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { gearProduce, produceTypes } from './produce.document.ts';

export const STALL = text('档口', 'Stall', { max: 19 });

/** Takes bills back as a whole: goods return, what was made goes. */
export const removeProduce = contract({
  method: 'POST',
  ...callOf(gearProduce, 'remove', 'delete'),
  summary: label('冲销加工生产', 'Reverse production'),
  input: { ...chosenIds, reason: text('原因', 'Reason', { optional: true, max: 200 }) },
  answer: shape.done,
});

/** [own] What a pot takes by the BOM in force, and what there is of it where its goods come from. */
export const produceNeed = contract({
  method: 'GET',
  ...callOf(gearProduce, 'need', 'view'),
  summary: label('加工用料', 'What a pot takes'),
  input: {
    gearOperationDeptId: text('档口', 'Stall', { optional: true, max: 19 }),
    factoryWarehouseId: text('入库工厂仓', 'Into factory store', { optional: true, max: 19 }),
    fromFactoryWarehouseId: text('领料工厂仓', 'Goods from', { optional: true, max: 19 }),
    produceType: choice('类型', 'Kind', produceTypes, { default: 'cook' }),
    dishId: text('菜品', 'Dish', { optional: true, max: 19 }),
    splitBomId: text('分割BOM', 'Cutting list', { optional: true, max: 19 }),
    actualQty: quantity('数量', 'Quantity', { positive: true }),
    bizDate: day('日期', 'Date', { optional: true }),
  },
  answer: shape.object({
    lines: shape.list(
      shape.object({
        materialId: shape.id,
        materialName: shape.text,
        materialCode: shape.text,
        unitId: shape.id,
        unitName: shape.text,
        stdQty: shape.quantity,
        availableQty: shape.quantity,
      }),
    ),
    outputs: shape.list(
      shape.object({
        materialId: shape.id,
        materialName: shape.text,
        materialCode: shape.text,
        unitId: shape.id,
        unitName: shape.text,
        stdQty: shape.quantity,
      }),
    ),
  }),
});

/** [own] Each dish of a meal that is not made yet, as it was planned: one bill a dish, all or none. */
export const produceAsPlanned = contract({
  method: 'POST',
  ...callOf(gearProduce, 'asPlanned', 'add'),
  summary: label('按计划登记生产', 'Produce as planned'),
  input: {
    gearOperationDeptId: STALL,
    bizDate: day('日期', 'Date', { optional: true }),
    mealType: text('餐次', 'Meal', { max: 30 }),
    dishIds: json('菜品', 'Dishes', { optional: true }),
    coreTemp: quantity('中心温度(℃)', 'Core temperature (°C)', { optional: true, min: -60, max: 400 }),
  },
  answer: shape.object({ made: shape.list(shape.object({ id: shape.id, billCode: shape.text, dishId: shape.id })) }),
});

/**
 * [own] What a factory makes for a day: of what it keeps a safety stock of and makes itself, what is missing of it; and
 * the pots of that day.
 */
export const toMake = contract({
  method: 'GET',
  ...callOf(gearProduce, 'toMake', 'view'),
  summary: label('工厂待产', 'What a factory makes'),
  input: {
    centralFactoryId: text('工厂', 'Factory', { optional: true, max: 19 }),
    date: day('日期', 'Date', { optional: true }),
  },
  answer: shape.object({
    date: shape.day,
    /** Factories in reach; the one in front, empty where there is none. */
    factories: shape.list(shape.object({ id: shape.id, name: shape.text })),
    centralFactoryId: shape.text,
    /** Its store of raw materials, the first to take goods from; empty where it has none. */
    rawStoreId: shape.text,
    rawStoreName: shape.text,
    lines: shape.list(
      shape.object({
        materialId: shape.id,
        materialName: shape.text,
        materialCode: shape.text,
        unitName: shape.text,
        factoryWarehouseId: shape.id,
        factoryWarehouseName: shape.text,
        wantedQty: shape.quantity,
        /** Free, and good on that day. */
        thereQty: shape.quantity,
        toMakeQty: shape.quantity,
        /** Empty where no dish is kept as the material. */
        dishId: shape.text,
        dishName: shape.text,
        /** Version of the BOM in force; empty where there is none. */
        bomVersion: shape.text,
      }),
    ),
    made: shape.list(
      shape.object({
        id: shape.id,
        billCode: shape.text,
        name: shape.text,
        produceType: shape.text,
        actualQty: shape.quantity,
        unitName: shape.text,
        operatorName: shape.text,
        produceTime: shape.text,
        /** Empty where none was taken. */
        coreTemp: shape.text,
        /** Made ÷ by the BOM in percent; empty of a piece that was cut up. */
        yieldPct: shape.text,
      }),
    ),
  }),
});
