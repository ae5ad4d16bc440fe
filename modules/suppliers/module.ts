import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { suppliersRefusals } from './suppliers.refusals.ts';

export const suppliers: Module = {
  name: 'suppliers',
  label: label('供应商', 'Suppliers'),
  declarations: [],
  menu: [],
  refusals: suppliersRefusals,
};
