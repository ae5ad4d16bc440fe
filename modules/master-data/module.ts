import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { masterDataRefusals } from './master-data.refusals.ts';
import { masterDataMenu } from './menu.ts';
import { materialType } from './material-type.resource.ts';
import { materialUnit } from './material-unit.resource.ts';
import { material } from './material.resource.ts';
import { basicUnitConversion, itemUnitConversion } from './unit-conversion.resource.ts';

export const masterData: Module = {
  name: 'master-data',
  label: label('主数据', 'Master data'),
  declarations: [materialUnit, basicUnitConversion, materialType, material, itemUnitConversion],
  menu: masterDataMenu,
  refusals: masterDataRefusals,
};
