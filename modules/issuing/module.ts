import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { issuingRefusals } from './issuing.refusals.ts';

export const issuing: Module = {
  name: 'issuing',
  label: label('领料出库', 'Issuing'),
  declarations: [],
  menu: [],
  refusals: issuingRefusals,
};
