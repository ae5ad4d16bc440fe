import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { planningRefusals } from './planning.refusals.ts';

export const planning: Module = {
  name: 'planning',
  label: label('需求计划', 'Planning'),
  declarations: [],
  menu: [],
  refusals: planningRefusals,
};
