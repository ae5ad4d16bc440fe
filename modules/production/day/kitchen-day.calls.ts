/** Calls of the day of a stall: its board, its end, and what is prepared when. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { day, flag, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../../kernel/core/shape.ts';
import { gearProduce } from '../produce/produce.document.ts';

const asked = {
  gearOperationDeptId: text('档口', 'Stall', { optional: true, max: 19 }),
  date: day('日期', 'Date', { optional: true }),
};
const stalls = shape.list(shape.object({ id: shape.id, name: shape.text }));

/** [own] The day of a stall: planned, made, left, wasted and served per dish, and which samples are missing or due. */
export const kitchenBoard = contract({
  method: 'GET',
  ...callOf(gearProduce, 'board', 'view'),
  summary: label('生产看板', 'Board of a day'),
  input: asked,
  answer: shape.object({
    date: shape.day,
    stalls,
    /** Empty where there is no stall in reach. */
    stallId: shape.text,
    stallName: shape.text,
    costMode: shape.text,
    isClosed: shape.boolean,
    /** Dishes that were cooked and have no sample; overdue once an hour has gone by. */
    missingSamples: shape.list(
      shape.object({
        produceId: shape.id,
        dishName: shape.text,
        mealType: shape.text,
        mealName: shape.text,
        produceTime: shape.moment,
        isOverdue: shape.boolean,
      }),
    ),
    /** Samples that were kept long enough. */
    toDestroy: shape.list(
      shape.object({
        id: shape.id,
        labelNo: shape.text,
        labelName: shape.text,
        weightG: shape.integer,
        sampleExpire: shape.moment,
      }),
    ),
    meals: shape.list(
      shape.object({
        mealType: shape.text,
        mealName: shape.text,
        mealTime: shape.text,
        dishes: shape.list(
          shape.object({
            dishId: shape.id,
            dishName: shape.text,
            planned: shape.quantity,
            made: shape.quantity,
            left: shape.quantity,
            wasted: shape.quantity,
            served: shape.quantity,
            /** Its pots, newest first. */
            pots: shape.list(
              shape.object({
                id: shape.id,
                billCode: shape.text,
                actualQty: shape.quantity,
                leftoverQty: shape.quantity,
              }),
            ),
          }),
        ),
      }),
    ),
  }),
});

/** A day of a stall as its board shows it. */
export type Board = TypeOf<typeof kitchenBoard.answer>;

/** [own] Ends a day of a stall: what was served leaves stock at its cost, and the day takes nothing more. */
export const closeKitchenDay = contract({
  method: 'POST',
  ...callOf(gearProduce, 'closeDay', 'close_day'),
  summary: label('档口日结', 'Close the day of a stall'),
  input: { gearOperationDeptId: text('档口', 'Stall', { max: 19 }), date: day('日期', 'Date') },
  answer: shape.object({ servedBills: shape.integer }),
});

/** [own] What is prepared on a day, by clock and station. */
export const prepList = contract({
  method: 'GET',
  ...callOf(gearProduce, 'prepList', 'view'),
  summary: label('备料单', 'Prep list'),
  input: asked,
  answer: shape.object({
    date: shape.day,
    stalls,
    /** Empty where there is no stall in reach. */
    stallId: shape.text,
    stallName: shape.text,
    slots: shape.list(
      shape.object({
        time: shape.text,
        station: shape.text,
        stationName: shape.text,
        items: shape.list(
          shape.object({
            key: shape.text,
            mealDate: shape.day,
            mealName: shape.text,
            dishName: shape.text,
            portions: shape.quantity,
            timing: shape.text,
            isDone: shape.boolean,
            doneBy: shape.text,
            goods: shape.list(shape.object({ materialName: shape.text, qty: shape.quantity, unitName: shape.text })),
          }),
        ),
      }),
    ),
  }),
});

/** [own] One item of the list is prepared, or is not after all. */
export const tickPrep = contract({
  method: 'POST',
  ...callOf(gearProduce, 'tickPrep', 'add'),
  summary: label('勾选备料', 'Tick what is prepared'),
  input: {
    gearOperationDeptId: text('档口', 'Stall', { max: 19 }),
    key: text('备料项', 'Item', { max: 100 }),
    done: flag('已备', 'Prepared'),
  },
  answer: shape.done,
});
