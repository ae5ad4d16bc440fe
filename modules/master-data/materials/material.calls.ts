/** Calls on materials beyond the ordinary ones: lists to choose from, what freezing touches, pictures of many. */
import { callOf, contract, pageInput, SESSION } from '../../../kernel/core/contract.ts';
import { json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { material } from './material.resource.ts';

const { service, segment } = material;
const picker = (name: string) => ({ method: 'GET', service, path: `${segment}/${name}`, permission: SESSION }) as const;

/** Where, when and what for it is to be used; what does not read as such is not asked. */
const use = {
  deptId: text('使用地点', 'Place', { optional: true }),
  date: text('日期', 'Day', { optional: true }),
  /** plan, buy, issue, cook or sale; any of them where none is named. */
  purpose: text('用途', 'Use', { optional: true }),
};
const choosing = {
  /** Exactly these, frozen ones included, so that stored values can be shown. */
  ids: json('物料', 'Materials', { optional: true }),
  keyword: text('关键字', 'Search', { optional: true }),
  name: text('物料名称', 'Name', { optional: true }),
  materialKind: text('物料性质', 'Kind', { optional: true }),
  /** A type, with those below it. */
  materialType: text('物料类型', 'Type', { optional: true }),
};

/**
 * A material as somebody who does not list materials is shown it: what a line is filled in with, and neither price nor
 * cost.
 */
export const choice = shape.open({ id: shape.id, code: shape.text, name: shape.text });

/** Materials the caller may use today, page by page; takes the filters of the list. */
export const usableMaterials = contract({
  ...picker('pageWithAuth'),
  summary: label('可用物料分页', 'Materials one may use'),
  input: pageInput,
  answer: shape.page(choice),
});

/**
 * Materials usable at a place; with `showUnavailable=1` the others too, each with why not. Takes the filters of the
 * list.
 */
export const materialsOfPlace = contract({
  ...picker('pageWithAuthNew'),
  summary: label('某地点可用的物料', 'Materials usable at a place'),
  input: { ...pageInput, ...use, showUnavailable: text('含不可用', 'Those not usable too', { optional: true }) },
  answer: shape.page(
    shape.open({
      id: shape.id,
      code: shape.text,
      name: shape.text,
      usable: shape.flag,
      /** Why it may not be used; empty where it may. */
      reason: shape.text,
    }),
  ),
});

/** At most 500 materials usable at a place. */
export const usableChoices = contract({
  ...picker('listWithAuthLimit'),
  summary: label('可用物料下拉', 'Materials one may use, for drop-downs'),
  input: { ...choosing, ...use },
  answer: shape.list(choice),
});

/** At most 200 materials, usable or not. */
export const choices = contract({
  ...picker('listForSelect'),
  summary: label('选择物料', 'Choose materials'),
  input: choosing,
  answer: shape.list(choice),
});

/** One kind of use of materials: how often, and the first of them by name. */
export const materialUse = shape.object({
  label: shape.text,
  count: shape.integer,
  first: shape.list(shape.text),
});

/** [own] What is planned, cooked, ordered or stored of materials that are about to be frozen. */
export const freezeImpact = contract({
  method: 'GET',
  ...callOf(material, 'freezeImpact', 'freeze'),
  summary: label('冻结物料的影响', 'What freezing materials touches'),
  input: { ids: json('物料', 'Materials', { optional: true }) },
  answer: shape.list(materialUse),
});

/**
 * Pictures named after the code or barcode of their material: V10001.jpg, V10001_2.jpg. A bad one leaves the others
 * alone.
 */
export const uploadPictures = contract({
  method: 'POST',
  ...callOf(material, 'batchUploadImage', 'upload'),
  summary: label('批量上传物料图片', 'Upload pictures of materials'),
  input: {},
  answer: shape.list(
    shape.object({
      fileName: shape.text,
      /** Empty where no material is called so. */
      materialId: shape.text,
      code: shape.text,
      ok: shape.flag,
      /** Why it was not stored. */
      reason: shape.text,
    }),
  ),
});
