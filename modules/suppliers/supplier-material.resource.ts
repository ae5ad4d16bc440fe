import { resource } from '../../kernel/core/declaration.ts';
import {
  choice,
  day,
  factor,
  flag,
  integer,
  money,
  percent,
  price,
  quantity,
  ref,
  refs,
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { FROM_SAP, localOrSap } from '../master-data/materials/sap.fields.ts';
import { frozen, remark } from '../master-data/materials/validity.fields.ts';
import { baseUnit } from '../master-data/units/base-unit.fields.ts';

/**
 * What a supplier delivers, in his pack, at his price, for a span of days. Also the home of his unit conversions and,
 * with an agreement number, of the contract's. A new price or pack is a new dated row; the old one ends the day before.
 */
export const supplierMaterial = resource('supplierMaterial', {
  label: label('供应商物料', 'Supplier material'),
  service: 'store-management',
  segment: 'suppliermaterial',
  alias: [['store-management', 'purchaseprice']],
  path: '/supplier/suppliermaterial',
  permission: 'suppliermaterial',
  purpose: label(
    '供应商能供哪些物料、用什么包装、什么价格。采购订单由此取价。',
    'What each supplier delivers, in which pack and at which price. Orders take their price here.',
  ),
  fields: {
    supplierId: ref('供应商', 'Supplier', 'supplier', { fixed: true, list: true, search: true }),
    materialId: ref('物料', 'Material', 'material', { fixed: true, list: true, search: true }),
    supplierMaterialCode: text('供方编码', 'Supplier’s code', { optional: true, max: 40, search: true }),
    supplierMaterialName: text('供方品名', 'Supplier’s name', { optional: true, max: 100 }),
    packText: text('包装规格', 'Pack', { optional: true, max: 60, list: true }),
    barcode: text('条码', 'Barcode', { optional: true, max: 32, search: true }),
    unitId: ref('采购单位', 'Unit', 'materialUnit', { list: true }),
    factor: factor('换算率', 'Factor', {
      optional: true,
      positive: true,
      list: true,
      hint: label(
        '1 采购单位等于多少基本单位；不填按物料换算',
        'Base units in one unit; leave empty for the material’s conversions',
      ),
    }),
    price: price('采购价', 'Price', {
      optional: true,
      positive: true,
      places: 2,
      unit: 'unitId',
      list: true,
      right: 'purchaseprice_see',
      hint: label('含税，每采购单位', 'With tax, per unit'),
    }),
    basePrice: price('折基本单位价', 'Price per base unit', {
      readonly: true,
      optional: true,
      unit: 'baseUnit',
      list: true,
      right: 'purchaseprice_see',
    }),
    baseUnit,
    taxRate: percent('税率(%)', 'Tax rate (%)', {
      optional: true,
      min: 0,
      max: 100,
      list: true,
      hint: label('不填取供应商的默认税率', 'Leave empty to use the supplier’s tax rate'),
    }),
    agreementNo: text('协议编号', 'Agreement', {
      optional: true,
      max: 60,
      list: true,
      search: true,
      hint: label('填写后为合同价，优先', 'If filled in, this is a contract price and comes first'),
    }),
    startDate: day('有效期起', 'Valid from', { withYear: true, list: true }),
    endDate: day('有效期止', 'Valid until', { withYear: true, optional: true, list: true }),
    minOrderQty: quantity('起订量', 'Minimum order', { default: '0', min: 0, unit: 'unitId' }),
    orderMultiple: quantity('订货倍数', 'Order multiple', { default: '1', positive: true, unit: 'unitId' }),
    leadDays: integer('提前期(天)', 'Lead time (days)', {
      optional: true,
      min: 0,
      max: 90,
      hint: label('不填取供应商的提前期', 'Leave empty to use the supplier’s lead time'),
    }),
    sharePercent: percent('供货比例(%)', 'Share (%)', { optional: true, min: 0, max: 100, list: true }),
    isDefault: flag('默认供应商', 'Default', { default: 0, list: true, search: true }),
    source: localOrSap,
    sapKey: text('SAP主键', 'SAP key', { readonly: true, optional: true, unique: true, max: 80 }),
    minLifePercent: percent('到货最低剩余效期(%)', 'Minimum remaining life (%)', { optional: true, min: 0, max: 100 }),
    frozen,
    remark,
  },
  calls: [
    'list',
    'page',
    'detail',
    'submit',
    'remove',
    'freeze',
    'thaw',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  foreign: {
    ...FROM_SAP,
    fields: ['supplierId', 'materialId', 'unitId', 'factor', 'price', 'taxRate', 'agreementNo', 'startDate', 'endDate'],
  },
  excelKey: ['supplierId', 'materialId', 'unitId', 'startDate'],
  sort: 'supplierId,materialId,startDate',
  indexes: [['materialId', 'startDate'], ['barcode']],
  scope: null,
});

/** Which sites a supplier serves. Without any row he serves all sites of his company. */
export const supplierProject = resource('supplierProject', {
  label: label('供应商项目部', 'Supplier site'),
  service: 'store-management',
  segment: 'supplierproject',
  permission: 'supplierproject',
  fields: {
    supplierId: ref('供应商', 'Supplier', 'supplier', { fixed: true, list: true, search: true }),
    bladeProjectDeptId: ref('项目部', 'Site', 'dept', {
      offer: OFFER.sites,
      fixed: true,
      list: true,
      search: true,
      unique: ['supplierId'],
    }),
    materialTypeIds: refs('限定品类', 'Only types', 'materialType', {
      optional: true,
      hint: label('不填为全部', 'Leave empty for all'),
    }),
    deliveryKind: choice(
      '配送方式',
      'Delivery',
      [
        ['direct', '直配', 'Direct'],
        ['uniform', '统配', 'Uniform'],
        ['both', '均可', 'Both'],
      ],
      { default: 'both', list: true },
    ),
    leadDays: integer('提前期(天)', 'Lead time (days)', { optional: true, min: 0, max: 90 }),
    minOrderAmount: money('起送金额', 'Minimum order amount', { optional: true, min: 0 }),
    freeFreightAmount: money('免运费金额', 'Free carriage from', {
      optional: true,
      min: 0,
      hint: label('不填取供应商的', 'Leave empty for the supplier’s'),
    }),
    freightFee: money('运费', 'Freight fee', {
      optional: true,
      min: 0,
      hint: label('不填取供应商的', 'Leave empty for the supplier’s'),
    }),
    startDate: day('有效期起', 'Valid from', { withYear: true, optional: true, list: true }),
    endDate: day('有效期止', 'Valid until', { withYear: true, optional: true, list: true }),
    remark,
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove'],
  sort: 'supplierId,bladeProjectDeptId',
  scope: null,
});
