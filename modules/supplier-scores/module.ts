import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { supplierScore } from './supplier-score.resource.ts';
import { WEIGHTS } from './supplier-score.rules.ts';

/** How suppliers did, month by month. */
export const supplierScores: Module = {
  name: 'supplier-scores',
  label: label('供应商评分', 'Supplier scores'),
  declarations: [supplierScore] as readonly Declaration[],
  menu: [
    {
      code: 'supplier_area',
      label: label('供应商管理', 'Suppliers'),
      icon: 'team',
      rank: 5,
      path: '/supplier',
      children: [
        {
          code: 'supplierscore',
          label: label('供应商评分', 'Supplier scores'),
          icon: 'trophy',
          path: '/supplier/supplierscore',
          resource: 'supplierScore',
        },
      ],
    },
  ],
  parameters: {
    'supplier.scoreWeights': {
      label: label(
        '评分权重：准时、足量、拒收、价格、效期、答复、农残',
        'Weights: on time, in full, refused, price, life, answers, residue',
      ),
      value: WEIGHTS,
    },
    'supplier.answerHours': { label: label('订单答复时限(小时)', 'Hours to answer an order'), value: '24' },
  },
  buttons: [
    { code: 'supplierscore_compute', label: label('计算评分', 'Reckon scores'), menu: 'supplierscore' },
    { code: 'supplier_grade', label: label('采纳等级', 'Adopt grades'), menu: 'supplier' },
  ],
};
