/**
 * Calls on materials that may be one: finding them, saying that they are two, merging them and taking that back. All
 * [own].
 */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { longtext, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { materialUse } from '../materials/material.calls.ts';
import { material } from '../materials/material.resource.ts';
import { materialMerge } from './material-merge.resource.ts';

const goods = shape.object({
  id: shape.id,
  code: shape.text,
  name: shape.text,
  spec: shape.text,
  typeName: shape.text,
  unitName: shape.text,
  /** Dishes that are cooked with it, for whoever lists recipes; what is available, for whoever lists stock. */
  dishes: shape.optional(shape.integer),
  availableQty: shape.optional(shape.quantity),
});
const pair = {
  materialId: text('物料', 'Material', { optional: true }),
  otherMaterialId: text('另一物料', 'Other material', { optional: true }),
};
const merging = {
  materialId: text('物料', 'Material', { optional: true }),
  /** The one that stays. */
  intoMaterialId: text('合并到', 'Into', { optional: true }),
};

/**
 * Probable duplicates, surest first: at most 200 pairs. With `apart=1` those that somebody said are two, the latest
 * first.
 */
export const findDuplicates = contract({
  method: 'GET',
  ...callOf(material, 'duplicates', 'merge'),
  summary: label('疑似重复的物料', 'Probable duplicates'),
  input: {
    apart: text('已标记不同', 'Said to be two', { optional: true }),
    /** A type, with those below it. */
    materialType: text('物料类型', 'Type', { optional: true }),
    keyword: text('关键字', 'Search', { optional: true }),
  },
  answer: shape.object({
    pairs: shape.list(
      shape.object({
        /** The same name; one called as the other is; names that look alike; said to be two. */
        kind: shape.oneOf('same', 'alias', 'alike', 'apart'),
        one: goods,
        other: goods,
        /** Who said that they are two, and when. */
        markedBy: shape.optional(shape.text),
      }),
    ),
    /** How many materials were compared. */
    looked: shape.integer,
    /** 0 where there were too many to look for names that are alike. */
    alikeTold: shape.flag,
  }),
});

/** These two are not one, and are no longer offered as duplicates. */
export const markDifferent = contract({
  method: 'POST',
  ...callOf(material, 'tellApart', 'merge'),
  summary: label('标记两种物料不是同一物料', 'These two materials are not one'),
  input: pair,
  answer: shape.done,
});

/** They may be one after all. */
export const unmarkDifferent = contract({
  method: 'POST',
  ...callOf(material, 'tellTogether', 'merge'),
  summary: label('撤销“不是同一物料”标记', 'They may be one after all'),
  input: pair,
  answer: shape.done,
});

const merged = shape.object({
  id: shape.id,
  code: shape.text,
  name: shape.text,
  baseUnitId: shape.id,
  frozen: shape.flag,
  mergedIntoId: shape.nullable(shape.id),
});

/** What a merge would move, and what would stay with the merged one. */
export const previewMerge = contract({
  method: 'GET',
  ...callOf(material, 'mergePreview', 'merge'),
  summary: label('合并物料的影响', 'What a merge would move'),
  input: merging,
  answer: shape.object({
    from: merged,
    into: merged,
    moves: shape.list(materialUse),
    /** What stays because its unit is worth something else of the other. */
    otherUnits: shape.list(materialUse),
    /** Released, posted and in stock: counted as the other from now on, but untouched. */
    stays: shape.list(materialUse),
    /** What is a fact about the merged one itself. */
    kept: shape.list(materialUse),
  }),
});

/** Moves what may still change, freezes the merged one and makes its names aliases of the other. */
export const mergeMaterials = contract({
  method: 'POST',
  ...callOf(material, 'merge', 'merge'),
  summary: label('合并物料', 'Merge materials'),
  input: { ...merging, reason: longtext('原因', 'Reason', { optional: true }) },
  answer: shape.object({ id: shape.id, moved: shape.integer }),
});

/** Puts back what a merge moved, as far as it is as the merge left it. */
export const undoMerge = contract({
  method: 'POST',
  service: materialMerge.service,
  path: `${materialMerge.segment}/undo`,
  permission: 'material_merge',
  summary: label('撤销合并', 'Undo a merge'),
  input: { id: text('物料合并', 'Merge', { optional: true }) },
  answer: shape.object({ back: shape.integer, left: shape.integer }),
});
