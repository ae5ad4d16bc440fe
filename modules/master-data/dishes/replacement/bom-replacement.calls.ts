/** Calls by which one material is put in the place of another in every recipe, and taken back. */
import { contract } from '../../../../kernel/core/contract.ts';
import { flag, json, longtext, text } from '../../../../kernel/core/field.ts';
import { label } from '../../../../kernel/core/label.ts';
import { shape } from '../../../../kernel/core/shape.ts';
import { bomReplacement } from './bom-replacement.resource.ts';
import { foodShapes } from '../dish-bom.calls.ts';
import { dishBom } from '../dish-bom.resource.ts';

const PERMISSION = 'bomreplacement_replace';
const { service } = dishBom;

/** A dish as it is before or after. */
const seen = shape.object({
  ...foodShapes,
  /** Of a portion; null where it is not known, or not for the caller. */
  cost: shape.nullable(shape.money),
});

/** [own] Makes new versions of the recipes from a day on; with `dryRun` it only answers what they would be. */
export const replaceMaterial = contract({
  method: 'POST',
  service,
  path: `${dishBom.segment}/replaceMaterial`,
  permission: PERMISSION,
  summary: label('在配方中替换物料', 'Replace a material in recipes'),
  input: {
    materialId: text('原物料', 'Material', { optional: true }),
    toMaterialId: text('换成', 'With', { optional: true }),
    /** So much of the new one for one of the old, 1 where nothing is named. */
    ratio: text('用量比', 'Ratio', { optional: true }),
    /** Tomorrow where none is named. */
    startDate: text('生效日期', 'From', { optional: true }),
    /** Only these dishes; all where none is named. */
    dishIds: json('菜品', 'Dishes', { optional: true }),
    reason: longtext('原因', 'Reason', { optional: true }),
    dryRun: flag('仅预览', 'Preview only', { optional: true }),
  },
  answer: shape.object({
    /** Of the replacement, to take it back by; empty of a preview. */
    id: shape.text,
    materialName: shape.text,
    toMaterialName: shape.text,
    startDate: shape.day,
    versions: shape.integer,
    dishes: shape.list(
      shape.object({
        dishId: shape.id,
        dishName: shape.text,
        dishCode: shape.text,
        /** 0 where only a semi-finished dish in it has the material. */
        direct: shape.flag,
        before: seen,
        after: seen,
      }),
    ),
    /** Drafts with the material, which stay as they are. */
    drafts: shape.integer,
    /** Differences of places with the material, which stay as they are. */
    variants: shape.list(shape.object({ dishName: shape.text, deptName: shape.text })),
  }),
});

/** [own] Puts the versions of before back, as far as nobody changed those that were made. */
export const undoReplacement = contract({
  method: 'POST',
  service,
  path: `${bomReplacement.segment}/undo`,
  permission: PERMISSION,
  summary: label('撤销配方换料', 'Undo a replacement in recipes'),
  input: { id: text('配方换料', 'Replacement', { optional: true }) },
  answer: shape.object({ back: shape.integer, left: shape.integer }),
});
