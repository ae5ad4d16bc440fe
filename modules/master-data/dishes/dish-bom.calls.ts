/** Calls on BOMs beyond the ordinary ones: their release, what they feed, and their lines one by one. */
import { callOf, contract, pageInput } from '../../../kernel/core/contract.ts';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { dishBom, dishBomSpecialGear } from './dish-bom.resource.ts';

const { service } = dishBom;
const VIEW = ['dishbom_view', 'dishbom_edit'];

/** [own] Puts versions in force that are drafts; those in force already stay as they are. */
const releaseOf = (bom: Pick<Declaration, 'service' | 'segment' | 'permission' | 'label'>) =>
  contract({
    method: 'POST',
    ...callOf(bom, 'release', 'release'),
    summary: label(`发布${bom.label.zh}`, `Release ${bom.label.en}`),
    input: { ids: json('BOM', 'BOMs', { optional: true }) },
    answer: shape.done,
  });
export const releaseBom = releaseOf(dishBom);
export const releaseVariant = releaseOf(dishBomSpecialGear);

/** What a dish is cooked from: base quantities and yields in percent points. */
export const cookedLines = shape.list(
  shape.object({
    /** Empty where the line is a semi-finished dish, as `subDishId` is where it is a material. */
    materialId: shape.text,
    subDishId: shape.text,
    name: shape.text,
    netBaseQty: shape.quantity,
    yieldRate: shape.percent,
    processYield: shape.percent,
  }),
);

/** Standard BOMs in force on a day with the stall's differences laid over them; takes the filters of the list. */
export const bomsOfStall = contract({
  method: 'GET',
  service,
  path: 'dishbom/getDishBomPageListByGearId',
  permission: VIEW,
  summary: label('档口当前BOM', 'BOMs a stall cooks by'),
  input: {
    ...pageInput,
    gearId: text('档口', 'Stall', { optional: true }),
    date: text('日期', 'Day', { optional: true }),
  },
  answer: shape.page(
    shape.open({
      id: shape.id,
      dishId: shape.id,
      /** Whether the stall cooks by the standard or by a difference of its own. */
      origin: shape.oneOf('standard', 'variant'),
      details: cookedLines,
    }),
  ),
});

/** What is in a dish and what a portion feeds. */
export const foodShapes = {
  /** Per portion, by nutrient; null is unknown. */
  nutrients: shape.map(shape.nullable(shape.quantity)),
  /** Nutrients that are reckoned as if cooking took nothing. */
  withoutLosses: shape.list(shape.text),
  /** Share of the weight with an energy value, in percent points; null without weight. */
  coverage: shape.nullable(shape.percent),
  allergens: shape.map(shape.oneOf('contains', 'may-contain', 'unknown', 'free')),
};

/** [own] Of a portion by the BOM in force today; nothing while there is none. */
export const foodToday = contract({
  method: 'GET',
  service,
  path: 'dishbom/food',
  permission: VIEW,
  summary: label('菜品营养与过敏原', 'What a portion feeds and contains'),
  input: { dishId: text('菜品', 'Dish', { optional: true }) },
  answer: shape.object({ dishId: shape.id, date: shape.day, hasBom: shape.flag, ...foodShapes }),
});

/** A line as its BOM holds it, with the BOM and the dish it belongs to. */
export const bomLine = shape.open({
  id: shape.id,
  bomId: shape.id,
  bomVersion: shape.integer,
  released: shape.flag,
  dishId: shape.id,
  dishName: shape.text,
  netQty: shape.quantity,
  unitName: shape.text,
});

/**
 * Lines of all BOMs: of one, or where a material or a semi-finished dish is used. `list` and `page` are the same call.
 */
const pageOfLines = (name: 'list' | 'page') =>
  contract({
    method: 'GET',
    service,
    path: `dishbomdetail/${name}`,
    permission: VIEW,
    summary: label('BOM用料分页', 'Page of BOM lines'),
    input: {
      ...pageInput,
      id: text('用料', 'Line', { optional: true }),
      bomId: text('BOM', 'BOM', { optional: true }),
      dishBomId: text('BOM', 'BOM', { optional: true }),
      materialId: text('物料', 'Material', { optional: true }),
      subDishId: text('半成品', 'Semi-finished dish', { optional: true }),
    },
    answer: shape.page(bomLine),
  });
export const lineList = pageOfLines('list');
export const linePage = pageOfLines('page');

export const lineDetail = contract({
  method: 'GET',
  service,
  path: 'dishbomdetail/detail',
  permission: VIEW,
  summary: label('BOM用料', 'One BOM line'),
  input: { id: text('用料', 'Line', { optional: true }) },
  answer: bomLine,
});

/** Adds a line to a BOM, or changes one by its id; its fields are those of a BOM's lines. */
export const saveLine = contract({
  method: 'POST',
  service,
  path: 'dishbomdetail/submit',
  permission: 'dishbom_edit',
  summary: label('保存BOM用料', 'Save a BOM line'),
  input: {
    id: text('用料', 'Line', { optional: true }),
    bomId: text('BOM', 'BOM', { optional: true }),
    dishBomId: text('BOM', 'BOM', { optional: true }),
  },
  answer: shape.done,
});

/** Removes lines of one BOM. */
export const removeLines = contract({
  method: 'POST',
  service,
  path: 'dishbomdetail/remove',
  permission: 'dishbom_edit',
  summary: label('删除BOM用料', 'Remove BOM lines'),
  input: { ids: json('用料', 'Lines', { optional: true }) },
  answer: shape.done,
});
