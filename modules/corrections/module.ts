import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { priceCorrection } from './price-correction.document.ts';

/** Prices put right after goods were received at them: what was posted stays, the difference is charged. */
export const corrections: Module = {
  name: 'corrections',
  label: label('补差', 'Corrections'),
  declarations: [priceCorrection] as readonly unknown[] as readonly Declaration[],
  menu: [
    {
      code: 'price_area',
      label: label('价格管理', 'Prices'),
      icon: 'account-book',
      rank: 4,
      path: '/price',
      children: [
        {
          code: 'price_set',
          label: label('定价', 'Set prices'),
          children: [
            {
              code: 'pricecorrection',
              label: label('补差单', 'Price corrections'),
              icon: 'diff',
              path: '/price/pricecorrection',
              resource: 'priceCorrection',
            },
          ],
        },
      ],
    },
  ],
};
