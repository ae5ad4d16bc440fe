/** Calls on suppliers beyond the ordinary ones. */
import { callOf, contract, SESSION } from '../../kernel/core/contract.ts';
import { text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { supplier } from './supplier.resource.ts';

const saved = shape.object({ id: shape.id });

/** Saves a new supplier; the body is the record, as `submit` reads it. */
export const addSupplier = contract({
  method: 'POST',
  ...callOf(supplier, 'addSupplier', 'add'),
  summary: label('新增供应商', 'Add a supplier'),
  input: {},
  answer: saved,
});

/** Saves a supplier that is there; the body is the record, as `submit` reads it. */
export const updateSupplier = contract({
  method: 'POST',
  ...callOf(supplier, 'updateSupplier', 'edit'),
  summary: label('修改供应商', 'Change a supplier'),
  input: { id: text('供应商', 'Supplier', { optional: true }) },
  answer: saved,
});

/** At most 200 suppliers that are not frozen, by name and by a material they deliver. */
export const supplierChoices = contract({
  method: 'GET',
  service: supplier.service,
  path: `${supplier.segment}/downBox`,
  permission: SESSION,
  summary: label('供应商下拉框', 'Suppliers for a drop-down'),
  input: {
    name: text('名称', 'Name', { optional: true }),
    materialId: text('物料', 'Material', { optional: true }),
  },
  answer: shape.list(
    shape.object({
      id: shape.id,
      code: shape.text,
      name: shape.text,
      shortName: shape.text,
      label: shape.text,
      value: shape.id,
    }),
  ),
});
