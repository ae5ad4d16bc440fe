import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { adminRefusals } from './admin.refusals.ts';

export const admin: Module = {
  name: 'admin',
  label: label('系统管理', 'Administration'),
  declarations: [],
  menu: [],
  refusals: adminRefusals,
};
