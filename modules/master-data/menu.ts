import { label } from '../../kernel/core/label.ts';
import type { MenuNode } from '../../kernel/core/module.ts';

/** Menu of master data: materials first, then what they are cooked into. */
export const masterDataMenu: readonly MenuNode[] = [
  {
    code: 'masterdata', label: label('基础资料', 'Master data'), icon: 'database', path: '/masterdata',
    children: [
      {
        code: 'masterdata_material', label: label('物料', 'Materials'), icon: 'gold',
        children: [
          { code: 'materialtype', label: label('物料类型', 'Material types'), icon: 'apartment', path: '/masterdata/materialtype', resource: 'materialType' },
          { code: 'material', label: label('物料档案', 'Materials'), icon: 'gold', path: '/masterdata/material', resource: 'material' },
          { code: 'materialunit', label: label('计量单位', 'Units'), icon: 'number', path: '/masterdata/materialunit', resource: 'materialUnit' },
          { code: 'basicunitconversion', label: label('通用单位换算', 'General conversions'), icon: 'swap', path: '/masterdata/basicunitconversion', resource: 'basicUnitConversion' },
          { code: 'itemunitconversion', label: label('物料单位换算', 'Material conversions'), icon: 'retweet', path: '/masterdata/itemunitconversion', resource: 'itemUnitConversion' },
        ],
      },
    ],
  },
];
