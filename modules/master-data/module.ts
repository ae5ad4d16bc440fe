import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { masterDataRefusals } from './master-data.refusals.ts';

export const masterData: Module = {
  name: 'master-data',
  label: label('主数据', 'Master data'),
  declarations: [],
  menu: [],
  refusals: masterDataRefusals,
};
