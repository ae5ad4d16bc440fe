/** Calls on conversions of units: which ones reach a material, and how one would read before it is saved. */
import { contract, SESSION } from '../../../kernel/core/contract.ts';
import { permissionOf, type Declaration } from '../../../kernel/core/declaration.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { basicUnitConversion, itemUnitConversion } from './unit-conversion.resource.ts';

const addressOf = ({ service, segment }: Pick<Declaration, 'service' | 'segment'>, name: string) => ({
  service,
  path: `${segment}/${name}`,
});
const choices = shape.list(shape.object({ value: shape.text, label: shape.text }));

/** A conversion as its list shows it, with what it comes to for the material. */
export const conversion = shape.open({
  id: shape.id,
  fromQty: shape.quantity,
  fromUnitId: shape.id,
  fromUnitName: shape.text,
  toQty: shape.quantity,
  toUnitId: shape.id,
  toUnitName: shape.text,
  startDate: shape.day,
  endDate: shape.day,
  /** Base units of the material in one `fromUnit`; null where no path leads there. */
  baseFactor: shape.nullable(shape.factor),
  pathSentence: shape.text,
  /** 1 where the material's path begins with this conversion. */
  applies: shape.flag,
});

/** The dimensions general conversions are kept by. */
export const generalTypes = contract({
  method: 'GET',
  ...addressOf(basicUnitConversion, 'getUnitType'),
  permission: SESSION,
  summary: label('换算类别', 'Dimensions of general conversions'),
  input: {},
  answer: choices,
});

/** The uses conversions of a material are kept for. */
export const materialTypes = contract({
  method: 'GET',
  ...addressOf(itemUnitConversion, 'getUnitType'),
  permission: SESSION,
  summary: label('换算用途', 'Uses of material conversions'),
  input: {},
  answer: choices,
});

/** General conversions from whose unit a path leads to the material's base unit; `type` is a dimension. */
export const generalOfMaterial = contract({
  method: 'GET',
  ...addressOf(basicUnitConversion, 'getByMaterialIdAndType'),
  permission: SESSION,
  summary: label('物料适用的通用换算', 'General conversions that reach a material'),
  input: {
    materialId: text('物料', 'Material', { optional: true }),
    type: text('换算类别', 'Dimension', { optional: true }),
  },
  answer: shape.list(conversion),
});

/** The material's own conversions in force on a day, today where none is named; `type` is a use. */
export const conversionsOfMaterial = contract({
  method: 'GET',
  ...addressOf(itemUnitConversion, 'getByMaterialIdAndType'),
  permission: SESSION,
  summary: label('物料的单位换算', 'Conversions of a material'),
  input: {
    materialId: text('物料', 'Material', { optional: true }),
    type: text('用途', 'Use', { optional: true }),
    date: text('日期', 'Day', { optional: true }),
  },
  answer: shape.list(conversion),
});

/**
 * What is typed may be no equation yet: everything is read as text, and without a whole equation nothing is answered.
 */
const equation = {
  id: text('换算', 'Conversion', { optional: true }),
  fromQty: text('数量', 'Quantity', { optional: true }),
  fromUnitId: text('单位', 'Unit', { optional: true }),
  toQty: text('等于数量', 'Equals', { optional: true }),
  toUnitId: text('等于单位', 'Of unit', { optional: true }),
  startDate: text('生效日期', 'From', { optional: true }),
};
const reading = shape.object({
  /** Both ways and down to the base unit; empty while it is no equation. */
  sentence: shape.text,
  /** What speaks against saving it. */
  against: shape.list(shape.text),
  /** What is doubtful and stops nothing. */
  doubts: shape.list(shape.text),
});
const previewOf = (declaration: Declaration) => ({
  method: 'POST' as const,
  ...addressOf(declaration, 'preview'),
  permission: ['view', 'add', 'edit'].map((button) => permissionOf(declaration, button)),
});

/** A conversion of one material as it would read. */
export const previewOfMaterial = contract({
  ...previewOf(itemUnitConversion),
  summary: label('物料单位换算预览', 'A conversion as it would read'),
  input: { ...equation, materialId: text('物料', 'Material', { optional: true }) },
  answer: reading,
});

/** A general conversion as it would read. */
export const previewOfGeneral = contract({
  ...previewOf(basicUnitConversion),
  summary: label('通用单位换算预览', 'A general conversion as it would read'),
  input: equation,
  answer: reading,
});
