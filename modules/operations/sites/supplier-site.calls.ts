/** Calls on which sites a supplier serves. */
import { addressOf, contract } from '../../../kernel/core/contract.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { supplierProject } from '../../suppliers/supplier-material.resource.ts';
import { supplier } from '../../suppliers/supplier.resource.ts';

const at = (name: string, button: string, ofSupplier: string) => ({
  ...addressOf(supplier, name),
  permission: [permissionOf(supplierProject, button), permissionOf(supplier, ofSupplier)],
});
const supplierId = text('供应商', 'Supplier', { optional: true });

/**
 * Sites by their profile or their department, as a list or parted by commas; each may be an object with what the
 * supplier is bound to there.
 */
export const addSupplierSites = contract({
  method: 'POST',
  ...at('addSupplierProject', 'add', 'edit'),
  summary: label('新增供应商项目部', 'Tie sites to a supplier'),
  input: {
    supplierId,
    projectDeptSysIds: json('项目部', 'Sites', { optional: true }),
    projects: json('项目部', 'Sites', { optional: true }),
    bladeProjectDeptIds: json('项目部', 'Sites', { optional: true }),
  },
  answer: shape.done,
});

/** The body is what changes of the tie. */
export const changeSupplierSite = contract({
  method: 'POST',
  ...at('updateSupplierProject', 'edit', 'edit'),
  summary: label('修改供应商项目部', 'Change how a supplier serves a site'),
  input: { id: text('供应商项目部', 'Supplier site', { optional: true }) },
  answer: shape.done,
});

/** With the site's name and profile beside each tie. */
export const supplierSites = contract({
  method: 'GET',
  ...at('getSupplierProject', 'view', 'view'),
  summary: label('供应商项目部', 'Sites of a supplier'),
  input: { supplierId },
  answer: shape.list(shape.row(supplierProject)),
});
