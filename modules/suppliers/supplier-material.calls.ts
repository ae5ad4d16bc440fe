/** Calls on what suppliers deliver and at which price. */
import { contract, pageInput } from '../../kernel/core/contract.ts';
import { json, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { supplierMaterial } from './supplier-material.resource.ts';

const service = 'store-management';

/**
 * Adds `materials`, or the one the body itself is; each is read as the record's `submit` does. Answers their ids in
 * order.
 */
export const addSupplierMaterials = contract({
  method: 'POST',
  service,
  path: 'supplier/addSupplierMaterial',
  permission: ['suppliermaterial_add', 'supplier_edit'],
  summary: label('新增供应商物料', 'Add materials of a supplier'),
  input: {
    supplierId: text('供应商', 'Supplier', { optional: true }),
    materialId: text('物料', 'Material', { optional: true }),
    materials: json('物料', 'Materials', { optional: true }),
  },
  answer: shape.list(shape.id),
});

/** A price from a day on: the row ends the day before, and one with everything else and the new price follows it. */
export const changeSupplierPrice = contract({
  method: 'POST',
  service,
  path: 'supplier/editSupplierMaterialPrice',
  permission: ['suppliermaterial_edit', 'supplier_price'],
  summary: label('调整供应商物料价格', 'Change a supplier’s price from a day on'),
  input: {
    id: text('供应商物料', 'Material of a supplier', { optional: true }),
    /** Today where none is named. What else is named is written over the row. */
    startDate: text('生效日期', 'From', { optional: true }),
  },
  answer: shape.object({
    id: shape.id,
    /** What is suspicious of the price. */
    warnings: shape.list(
      shape.object({
        id: shape.id,
        billCode: shape.text,
        level: shape.oneOf('warn', 'block'),
        status: shape.text,
        lineNo: shape.nullable(shape.integer),
        materialName: shape.text,
        sentence: shape.text,
      }),
    ),
  }),
});

/** Materials of one supplier page by page; takes the filters of the list. */
export const materialsOfSupplier = contract({
  method: 'GET',
  service,
  path: 'supplier/getSupplierMaterial',
  permission: ['suppliermaterial_view', 'supplier_view'],
  summary: label('供应商物料分页', 'Materials of a supplier'),
  input: { ...pageInput, supplierId: text('供应商', 'Supplier', { optional: true }) },
  answer: shape.page(shape.row(supplierMaterial)),
});
