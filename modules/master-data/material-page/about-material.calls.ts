/** What the page and the form of a material ask beside the ordinary calls. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { dishBom } from '../dishes/dish-bom.resource.ts';
import { material } from '../materials/material.resource.ts';

/** [own] What a material of a type begins with where it says nothing itself, each with the type that says so. */
export const inheritedOfType = contract({
  method: 'GET',
  ...callOf(material, 'inherited', 'view'),
  summary: label('物料从类型继承的设置', 'What a material inherits from its type'),
  input: { materialTypeId: text('物料类型', 'Type', { optional: true }) },
  answer: shape.list(
    shape.object({
      /** A field of the material. */
      name: shape.text,
      value: shape.text,
      typeName: shape.text,
    }),
  ),
});

/** [own] Dishes that a material goes into by released recipes, today or from a day to come; at most 500. */
export const dishesOfMaterial = contract({
  method: 'GET',
  ...callOf(dishBom, 'ofMaterial', 'view'),
  summary: label('用到某物料的菜品', 'Dishes a material goes into'),
  input: { materialId: text('物料', 'Material', { optional: true }) },
  answer: shape.list(
    shape.object({
      /** Of the recipe. */
      id: shape.id,
      dishId: shape.id,
      dishCode: shape.text,
      dishName: shape.text,
      dishKind: shape.oneOf('finished', 'semi'),
      frozen: shape.flag,
      bomVersion: shape.integer,
      startDate: shape.day,
      endDate: shape.day,
      /** Net, for one unit of what the recipe makes. */
      netQty: shape.quantity,
      unitName: shape.text,
      outputUnitName: shape.text,
    }),
  ),
});

/** [own] Gives one field of several materials the same value; what is refused stays as it was, and says why. */
export const changeMany = contract({
  method: 'POST',
  ...callOf(material, 'changeMany', 'edit'),
  summary: label('批量修改物料', 'Change many materials'),
  input: {
    ids: json('物料', 'Materials', { optional: true }),
    field: text('字段', 'Field', { optional: true }),
    /** Empty: none, or what the type says. */
    value: text('值', 'Value', { optional: true }),
  },
  answer: shape.object({
    changed: shape.integer,
    refused: shape.list(shape.object({ id: shape.id, code: shape.text, name: shape.text, reason: shape.text })),
  }),
});
