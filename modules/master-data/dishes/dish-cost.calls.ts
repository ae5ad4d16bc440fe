/** The cost card of a dish. */
import { contract } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../../kernel/core/shape.ts';
import { dishBom } from './dish-bom.resource.ts';

/** Figures of one line, per portion or per unit of a semi-finished dish; null is unknown. */
const line = {
  kind: shape.oneOf('material', 'dish', 'byproduct'),
  /** Empty where the line is none, as the other two ids are. */
  materialId: shape.text,
  subDishId: shape.text,
  name: shape.text,
  code: shape.text,
  unitName: shape.text,
  net: shape.nullable(shape.quantity),
  /** Yield of cleaning and working together, in percent points. */
  yieldRate: shape.percent,
  gross: shape.nullable(shape.quantity),
  /** Per base unit. */
  unitPrice: shape.nullable(shape.price),
  /** Negative for a by-product. */
  cost: shape.nullable(shape.price),
  supplierId: shape.text,
  supplierName: shape.text,
  supplierMaterialId: shape.text,
  /** Where the price comes from, or why there is none. */
  priceReason: shape.text,
};
const lineShape = shape.object(line);
const part = {
  auxiliary: shape.price,
  /** What the loss of the batch adds; null where the cost is not known. */
  loss: shape.nullable(shape.price),
};

/** One line, and what a semi-finished dish in it is made of. */
export interface CardLine extends TypeOf<typeof lineShape> {
  readonly below?: CardPart;
}
export interface CardPart {
  readonly lines: readonly CardLine[];
  readonly auxiliary: string;
  readonly loss: string | null;
  /** One unit of output. */
  readonly unitCost: string | null;
}
const lines = shape.list(
  shape.object({
    ...line,
    below: shape.optional(
      shape.object({ ...part, unitCost: shape.nullable(shape.price), lines: shape.list(shape.deeper<CardLine>()) }),
    ),
  }),
);

/** What a portion costs on a day at a place, line by line, by purchase prices or those of a kind that is charged. */
export const costCard = contract({
  method: 'GET',
  service: dishBom.service,
  path: `${dishBom.segment}/costCard`,
  permission: 'dish_cost_view',
  summary: label('菜品成本卡', 'Cost card of a dish'),
  input: {
    dishId: text('菜品', 'Dish', { optional: true }),
    /** Today where none is named. */
    date: text('日期', 'Day', { optional: true }),
    deptId: text('地点', 'Place', { optional: true }),
    /** The version in force on the day where none is named. */
    bomId: text('BOM', 'BOM', { optional: true }),
    priceType: text('价格类型', 'Kind of price', { optional: true }),
  },
  answer: shape.object({
    dishId: shape.id,
    dishName: shape.text,
    date: shape.day,
    deptId: shape.text,
    /** Empty where no BOM is in force. */
    bomId: shape.text,
    bomVersion: shape.nullable(shape.integer),
    outputUnitName: shape.text,
    priceType: shape.text,
    /** Kinds of price the caller may choose from. */
    priceTypes: shape.list(shape.object({ type: shape.text, name: shape.text })),
    withTax: shape.flag,
    /** 1 where nothing is unknown. */
    complete: shape.flag,
    costPerPortion: shape.nullable(shape.money),
    salePrice: shape.nullable(shape.price),
    salePriceNoTax: shape.nullable(shape.money),
    foodCostPct: shape.nullable(shape.percent),
    targetFoodCost: shape.nullable(shape.percent),
    /** What is not known, in words. */
    missing: shape.list(shape.text),
    lines,
    ...part,
    unitCost: shape.optional(shape.nullable(shape.price)),
    processLossRate: shape.percent,
  }),
});
