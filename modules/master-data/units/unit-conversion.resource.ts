import { resource } from '../../../kernel/core/declaration.ts';
import { choice, factor, flag, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { FROM_SAP } from '../materials/sap.fields.ts';
import { frozen, remark, validity } from '../materials/validity.fields.ts';

const EQUATION_HINT = label('例：1 箱 = 12 袋', 'For example: 1 box = 12 bags');
const equation = {
  fromQty: quantity('数量', 'Quantity', { positive: true, default: '1', list: true }),
  fromUnitId: ref('单位', 'Unit', 'materialUnit', { list: true, search: true, hint: EQUATION_HINT }),
  toQty: quantity('等于数量', 'Equals', { positive: true, list: true }),
  toUnitId: ref('等于单位', 'Of unit', 'materialUnit', { list: true }),
  /** toUnit in one fromUnit; the pair is the truth. */
  factor: factor('系数', 'Factor', { readonly: true, optional: true, list: true }),
  /** The equation both ways: 1 箱 = 12 袋；1 袋 = 0.083333 箱. */
  sentence: text('换算说明', 'In words', { readonly: true, optional: true, list: true }),
};

/** A conversion that holds for every material, inside one dimension: 1 斤 = 500 克. */
export const basicUnitConversion = resource('basicUnitConversion', {
  label: label('通用单位换算', 'General conversion'),
  service: 'master-data',
  segment: 'basicunitconversion',
  path: '/masterdata/basicunitconversion',
  purpose: label(
    '对所有物料都成立的换算，例如 1 斤 = 500 克。箱、袋等包装请按物料维护。',
    'Conversions true of every material, such as 1 jin = 500 g. Boxes and bags are entered per material.',
  ),
  few: true,
  fields: {
    type: choice(
      '换算类别',
      'Dimension',
      [
        ['mass', '质量', 'Mass'],
        ['volume', '体积', 'Volume'],
        ['number', '计数', 'Number'],
      ],
      { readonly: true, optional: true, list: true, search: true },
    ),
    ...equation,
    isSystem: flag('系统内置', 'Built in', { readonly: true, default: 0, list: true }),
    ...validity,
    frozen,
  },
  calls: ['list', 'page', 'detail', 'save', 'update', 'submit', 'freeze', 'thaw'],
  title: 'sentence',
  sort: 'fromUnitId,startDate',
  scope: null,
});

/**
 * A row defines its unit for one material: n fromUnit = m toUnit. Supplier packs stand with the supplier's materials.
 */
export const itemUnitConversion = resource('itemUnitConversion', {
  label: label('物料单位换算', 'Material conversion'),
  service: 'master-data',
  segment: 'itemunitconversion',
  path: '/masterdata/itemunitconversion',
  purpose: label(
    '某一物料的箱、袋、瓶等于多少基本单位。没有换算的单位不能用于单据。',
    'How much a box, bag or bottle of one material holds. A unit without a conversion cannot be used in documents.',
  ),
  fields: {
    materialId: ref('物料', 'Material', 'material', { fixed: true, list: true, search: true }),
    type: choice(
      '用途',
      'Use',
      [
        ['purchase', '采购', 'Purchase'],
        ['issue', '领用', 'Issue'],
        ['recipe', '配方', 'Recipe'],
        ['sale', '销售', 'Sale'],
        ['other', '其他', 'Other'],
      ],
      {
        default: 'purchase',
        list: true,
        search: true,
        hint: label('在哪里提供该单位，不影响系数', 'Where the unit is offered; it does not change the factor'),
      },
    ),
    ...equation,
    nature: choice(
      '换算性质',
      'Nature',
      [
        ['exact', '固定', 'Exact'],
        ['nominal', '标称', 'Nominal'],
      ],
      { default: 'exact', list: true, hint: label('标称：以过磅为准', 'Nominal: the scale decides') },
    ),
    packSpec: text('包装规格', 'Pack', { optional: true, max: 50 }),
    packBarcode: text('包装条码', 'Pack barcode', { optional: true, max: 32, unique: true, search: true }),
    grossWeight: quantity('毛重(kg)', 'Gross weight (kg)', { optional: true, min: 0 }),
    ...validity,
    frozen,
    source: choice(
      '来源',
      'Source',
      [
        ['local', '本地', 'Local'],
        ['sap', 'SAP', 'SAP'],
        ['import', '导入', 'Import'],
      ],
      { readonly: true, default: 'local' },
    ),
    remark,
  },
  foreign: {
    ...FROM_SAP,
    fields: ['materialId', 'fromQty', 'fromUnitId', 'toQty', 'toUnitId', 'startDate', 'endDate'],
  },
  calls: [
    'list',
    'page',
    'detail',
    'save',
    'update',
    'submit',
    'freeze',
    'thaw',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  title: 'sentence',
  excelKey: ['materialId', 'fromUnitId', 'toUnitId', 'startDate'],
  sort: 'materialId,fromUnitId,startDate',
  indexes: [['materialId', 'fromUnitId']],
  scope: null,
});
