import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { operationsRefusals } from './operations.refusals.ts';

export const operations: Module = {
  name: 'operations',
  label: label('现场运营', 'Site operations'),
  declarations: [],
  menu: [],
  refusals: operationsRefusals,
};
