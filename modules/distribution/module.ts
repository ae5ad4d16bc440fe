import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { distributionBill } from './lists/distribution-bill.document.ts';
import { distributionChange } from './lists/distribution-change.resource.ts';
import { distributionStraightLine, distributionUniformLine } from './lists/distribution-line.resource.ts';

/** What sites need, line by line: from whom, from where, and until when. */
export const distribution: Module = {
  name: 'distribution',
  label: label('配送', 'Distribution'),
  declarations: [
    distributionBill,
    distributionStraightLine,
    distributionUniformLine,
    distributionChange,
  ] as readonly unknown[] as readonly Declaration[],
  menu: [
    {
      code: 'distribution',
      label: label('配送管理', 'Distribution'),
      icon: 'branches',
      rank: 7,
      path: '/distribution',
      children: [
        {
          code: 'distributionstraight',
          label: label('直配单', 'Direct lists'),
          icon: 'send',
          path: '/distribution/distributionstraight',
          rank: 3,
          resource: 'distributionBill',
        },
        {
          code: 'distributionuniform',
          label: label('统配单', 'Central lists'),
          icon: 'apartment',
          path: '/distribution/distributionuniform',
          rank: 4,
          resource: 'distributionuniform',
        },
      ],
    },
  ],
  buttons: [
    ...(['distributionstraight', 'distributionuniform'] as const).flatMap((menu) => [
      { code: `${menu}_generate`, label: label('生成', 'Generate'), menu },
      { code: `${menu}_edit`, label: label('调整', 'Change'), menu },
      { code: `${menu}_view_cost`, label: label('查看价格', 'See prices'), menu },
      { code: `${menu}_view_settlement`, label: label('查看结算价', 'See settlement prices'), menu },
    ]),
  ],
};
