import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { stockRefusals } from './stock.refusals.ts';

export const stock: Module = {
  name: 'stock',
  label: label('库存', 'Stock'),
  declarations: [],
  menu: [],
  refusals: stockRefusals,
};
