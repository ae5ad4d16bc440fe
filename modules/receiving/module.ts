import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { receivingRefusals } from './receiving.refusals.ts';

export const receiving: Module = {
  name: 'receiving',
  label: label('收货', 'Receiving'),
  declarations: [],
  menu: [],
  refusals: receivingRefusals,
};
