import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { cooperationType } from './cooperation-type.document.ts';
import { enterprise } from './enterprise.document.ts';
import { supplierMaterial, supplierProject } from './supplier-material.resource.ts';
import { supplier } from './supplier.resource.ts';

/** Who delivers what, at which price, to which sites. */
export const suppliers: Module = {
  name: 'suppliers',
  label: label('供应商', 'Suppliers'),
  declarations: [cooperationType, enterprise, supplier, supplierMaterial, supplierProject] as readonly Declaration[],
  menu: [
    {
      code: 'supplier_area',
      label: label('供应商管理', 'Suppliers'),
      icon: 'team',
      rank: 5,
      path: '/supplier',
      children: [
        {
          code: 'supplier',
          label: label('供应商档案', 'Suppliers'),
          icon: 'team',
          path: '/supplier/supplier',
          resource: 'supplier',
        },
        {
          code: 'suppliermaterial',
          label: label('供应商物料与价格', 'Materials and prices'),
          icon: 'pay-circle',
          path: '/supplier/suppliermaterial',
          resource: 'supplierMaterial',
        },
        {
          code: 'enterprise',
          label: label('合作企业', 'Enterprises'),
          icon: 'bank',
          path: '/supplier/enterprise',
          resource: 'enterprise',
        },
        {
          code: 'cooperationtype',
          label: label('合作类型', 'Cooperation types'),
          icon: 'appstore',
          path: '/supplier/cooperationtype',
          resource: 'cooperationType',
        },
      ],
    },
  ],
  dictionaries: {
    certificate_kind: {
      label: label('证照类型', 'Kinds of paper'),
      entries: [
        ['business-license', '营业执照', 'Business licence'],
        ['food-operation', '食品经营许可证', 'Food business licence'],
        ['food-production', '食品生产许可证', 'Food production licence'],
        ['animal-epidemic', '动物防疫条件合格证', 'Animal epidemic certificate'],
        ['produce-promise', '农产品承诺达标合格证', 'Produce conformity'],
        ['system', '体系认证', 'System certificate'],
        ['authorisation', '授权书', 'Authorisation'],
        ['liability', '责任险', 'Liability insurance'],
        ['other', '其他', 'Other'],
      ],
    },
  },
  parameters: {
    'supplier.cooperationTypeApproval': {
      label: label('合作类型须审批，否则保存即生效', 'Cooperation types are approved, or else hold as saved'),
      value: '1',
    },
    'supplier.fromPoolOnly': {
      label: label('新供应商须从企业池中选择', 'New suppliers come from the pool of enterprises only'),
      value: '0',
    },
  },
  buttons: [
    { code: 'supplier_finance', label: label('查看银行账号', 'See bank accounts'), menu: 'supplier' },
    { code: 'supplier_check', label: label('核验证照', 'Check papers'), menu: 'supplier' },
    { code: 'supplier_emergency', label: label('应急放行', 'Release in an emergency'), menu: 'supplier' },
    { code: 'supplier_price', label: label('调整价格', 'Change prices'), menu: 'suppliermaterial' },
    { code: 'dish_cost_view', label: label('查看菜品成本', 'See what dishes cost'), menu: 'dish' },
    { code: 'purchaseprice_see', label: label('查看采购价', 'See purchase prices'), menu: 'suppliermaterial' },
    ...(['view', 'add', 'edit', 'delete'] as const).map((button) => ({
      code: `supplierproject_${button}`,
      label: label(
        { view: '查看供货项目', add: '新增供货项目', edit: '修改供货项目', delete: '删除供货项目' }[button],
        { view: 'See sites', add: 'Add sites', edit: 'Change sites', delete: 'Remove sites' }[button],
      ),
      menu: 'supplier',
    })),
  ],
};
