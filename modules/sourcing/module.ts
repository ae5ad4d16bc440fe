import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { deliveryCalendar, deliveryCalendarException } from './calendar/delivery-calendar.resource.ts';
import { purchaseDirectDeliveryRule } from './direct-delivery-rule.resource.ts';
import { materialChannel } from './material-channel.resource.ts';
import { deliveryRoute } from './routes/delivery-route.resource.ts';
import { sourceInventoryConfigure } from './source-inventory.resource.ts';

/** Where goods come from for a place, from whom, and until when they must be ordered. */
export const sourcing: Module = {
  name: 'sourcing',
  label: label('货源', 'Sourcing'),
  declarations: [
    sourceInventoryConfigure,
    purchaseDirectDeliveryRule,
    materialChannel,
    deliveryCalendar,
    deliveryCalendarException,
    deliveryRoute,
  ] as readonly Declaration[],
  parameters: {
    'purchasing.late.mode': {
      label: label(
        '截单后下单（refuse 拒绝、fee 收费、approve 审批），日历另有规定的除外',
        'Orders after the cut-off (refuse, fee, approve), where no calendar says otherwise',
      ),
      value: 'approve',
    },
    'purchasing.late.fee': { label: label('截单后加急费', 'Fee of an order after the cut-off'), value: '0' },
  },
  menu: [
    {
      code: 'purchasing',
      label: label('采购管理', 'Purchasing'),
      icon: 'shopping-cart',
      rank: 6,
      path: '/purchasing',
      children: [
        {
          code: 'deliverycalendar',
          label: label('配送日历', 'Delivery calendar'),
          icon: 'calendar',
          rank: 2_000,
          path: '/purchasing/deliverycalendar',
          resource: 'deliveryCalendar',
        },
      ],
    },
    {
      code: 'distribution',
      label: label('配送管理', 'Distribution'),
      icon: 'cluster',
      rank: 7,
      path: '/distribution',
      children: [
        {
          code: 'deliveryroute',
          label: label('配送线路', 'Delivery routes'),
          icon: 'environment',
          rank: 2_000,
          path: '/distribution/deliveryroute',
          resource: 'deliveryRoute',
        },
      ],
    },
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
