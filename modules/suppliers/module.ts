import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { supplierMaterial, supplierProject } from './supplier-material.resource.ts';
import { supplier } from './supplier.resource.ts';
import { suppliersRefusals } from './suppliers.refusals.ts';

/** Who delivers what, at which price, to which sites. */
export const suppliers: Module = {
  name: 'suppliers',
  label: label('供应商', 'Suppliers'),
  declarations: [supplier, supplierMaterial, supplierProject] as readonly Declaration[],
  menu: [
    {
      code: 'supplier_area', label: label('供应商管理', 'Suppliers'), icon: 'team', rank: 5, path: '/supplier',
      children: [
        { code: 'supplier', label: label('供应商档案', 'Suppliers'), icon: 'team', path: '/supplier/supplier', resource: 'supplier' },
        { code: 'suppliermaterial', label: label('供应商物料与价格', 'Materials and prices'), icon: 'pay-circle', path: '/supplier/suppliermaterial', resource: 'supplierMaterial' },
      ],
    },
  ],
  refusals: suppliersRefusals,
  buttons: [
    { code: 'supplier_finance', label: label('查看银行账号', 'See bank accounts'), menu: 'supplier' },
    { code: 'supplier_price', label: label('调整价格', 'Change prices'), menu: 'suppliermaterial' },
    { code: 'dish_cost_view', label: label('查看菜品成本', 'See what dishes cost'), menu: 'dish' },
    { code: 'purchaseprice_see', label: label('查看采购价', 'See purchase prices'), menu: 'suppliermaterial' },
    ...(['view', 'add', 'edit', 'delete'] as const).map((button) => ({ code: `supplierproject_${button}`, label: label({ view: '查看供货项目', add: '新增供货项目', edit: '修改供货项目', delete: '删除供货项目' }[button], { view: 'See sites', add: 'Add sites', edit: 'Change sites', delete: 'Remove sites' }[button]), menu: 'supplier' })),
  ],
};
