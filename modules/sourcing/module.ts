import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { purchaseDirectDeliveryRule } from './direct-delivery-rule.resource.ts';
import { materialChannel } from './material-channel.resource.ts';
import { sourceInventoryConfigure } from './source-inventory.resource.ts';

/** Where goods come from for a place, from whom, and until when they must be ordered. */
export const sourcing: Module = {
  name: 'sourcing',
  label: label('货源', 'Sourcing'),
  declarations: [sourceInventoryConfigure, purchaseDirectDeliveryRule, materialChannel] as readonly Declaration[],
  menu: [
    {
      code: 'masterdata',
      label: label('基础资料', 'Master data'),
      children: [
        {
          code: 'masterdata_material',
          label: label('物料', 'Materials'),
          children: [
            {
              code: 'materialchannel',
              label: label('物料渠道', 'Material channels'),
              icon: 'fork',
              path: '/masterdata/materialchannel',
              resource: 'materialChannel',
            },
          ],
        },
      ],
    },
    {
      code: 'supplier_area',
      label: label('供应商管理', 'Suppliers'),
      icon: 'team',
      rank: 5,
      path: '/supplier',
      children: [
        {
          code: 'sourceinventoryconfigure',
          label: label('货源清单配置', 'Source rules'),
          icon: 'node-index',
          path: '/supplier/sourceinventoryconfigure',
          resource: 'sourceInventoryConfigure',
        },
      ],
    },
  ],
};
