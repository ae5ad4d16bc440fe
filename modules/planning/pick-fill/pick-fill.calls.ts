/** Pick bills filled from the plan: what the stalls of a restaurant still have to ask for, and the bills made of it. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { day, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../../kernel/core/shape.ts';
import { pick } from '../../issuing/pick.document.ts';

const asked = {
  useRestaurantDeptId: text('餐厅', 'Restaurant', { optional: true, max: 19 }),
  date: day('日期', 'Date', { optional: true }),
  mealType: text('餐次', 'Meal', { optional: true, max: 30 }),
};

const use = shape.object({
  dishId: shape.id,
  dishName: shape.text,
  portions: shape.quantity,
  /** Net of a portion, in base unit. */
  netQty: shape.quantity,
  yieldRate: shape.quantity,
  /** portions × net ÷ yield */
  qty: shape.quantity,
  prepTime: shape.text,
  station: shape.text,
  stationName: shape.text,
});
const line = shape.object({
  materialId: shape.id,
  materialName: shape.text,
  unitId: shape.id,
  unitName: shape.text,
  needQty: shape.quantity,
  handQty: shape.quantity,
  comingQty: shape.quantity,
  askQty: shape.quantity,
  /** What the warehouse lacks of it. */
  lackingQty: shape.quantity,
  /** No goods system in use lets the stall ask for it: it comes on no bill. */
  offShelf: shape.boolean,
  /** Lots that would go there, first expired first. */
  lots: shape.list(shape.object({ batchCode: shape.text, until: shape.nullable(shape.day), qty: shape.quantity })),
  uses: shape.list(use),
});

/** [own] What each stall of a restaurant still has to ask for on a day, meal by meal, and why. */
export const pickFromPlan = contract({
  method: 'GET',
  ...callOf(pick, 'fromPlan', 'add'),
  summary: label('按计划领料：还要领什么', 'What the plan still asks for'),
  input: asked,
  answer: shape.object({
    date: shape.day,
    restaurants: shape.list(shape.object({ id: shape.id, name: shape.text })),
    /** Empty where there is no restaurant in reach. */
    restaurantId: shape.text,
    bills: shape.list(
      shape.object({
        stallId: shape.id,
        stallName: shape.text,
        /** Empty where no warehouse serves the stall. */
        warehouseId: shape.text,
        warehouseName: shape.text,
        mealType: shape.text,
        mealName: shape.text,
        mealTime: shape.text,
        /** When the first of it is prepared. */
        needTime: shape.text,
        lines: shape.list(line),
      }),
    ),
    /** Dishes that cannot be reckoned, with what is wrong. */
    problems: shape.list(shape.object({ dishName: shape.text, problem: shape.text })),
  }),
});
export type PickFill = TypeOf<typeof pickFromPlan.answer>;
export type FilledBill = PickFill['bills'][number];
export type FilledLine = FilledBill['lines'][number];

/** [own] Makes the pick bills of these meals, one for each stall and meal that still needs something. */
export const fillPicks = contract({
  method: 'POST',
  ...callOf(pick, 'fillFromPlan', 'add'),
  summary: label('按计划生成领料单', 'Make pick bills from the plan'),
  input: { ...asked, useRestaurantDeptId: text('餐厅', 'Restaurant', { max: 19 }), date: day('日期', 'Date') },
  answer: shape.object({ ids: shape.list(shape.id) }),
});
