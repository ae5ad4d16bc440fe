/** Calls on suppliers beyond the ordinary ones. */
import { callOf, contract, SESSION } from '../../kernel/core/contract.ts';
import { choice, day, ref, text } from '../../kernel/core/field.ts';
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

/** [own] A person has looked at a paper: only then does it count. `id` is that of the paper. */
export const checkCertificate = contract({
  method: 'POST',
  ...callOf(supplier, 'checkCertificate', 'check'),
  summary: label('核验供应商证照', 'Check a paper of a supplier'),
  input: {
    id: text('证照', 'Paper', { max: 20 }),
    result: choice('核验结果', 'Result', [
      ['passed', '通过', 'Passed'],
      ['refused', '不通过', 'Refused'],
    ]),
    remark: text('核验意见', 'Remark', { optional: true, max: 200 }),
  },
  answer: shape.done,
});

/** [own] Orders may go to a supplier whose papers have ended, until a day and for a reason. */
export const supplierEmergency = contract({
  method: 'POST',
  ...callOf(supplier, 'supplierEmergency', 'emergency'),
  summary: label('应急放行供应商', 'Release a supplier'),
  input: {
    id: ref('供应商', 'Supplier', 'supplier'),
    until: day('应急放行至', 'Released until'),
    reason: text('应急原因', 'Reason', { min: 2, max: 200 }),
  },
  answer: shape.done,
});
