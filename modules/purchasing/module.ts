import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { purchasingRefusals } from './purchasing.refusals.ts';

export const purchasing: Module = {
  name: 'purchasing',
  label: label('采购', 'Purchasing'),
  declarations: [],
  menu: [],
  refusals: purchasingRefusals,
};
