import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { distribution as askedDistribution } from './bills/distribution.document.ts';
import { purchaseDocument } from './documents/purchase-document.document.ts';
import { factoryOrder } from './factory-orders/factory-order.document.ts';
import { distributionBill } from './lists/distribution-bill.document.ts';
import { distributionChange } from './lists/distribution-change.resource.ts';
import { distributionStraightLine, distributionUniformLine } from './lists/distribution-line.resource.ts';
import { shortageSplit } from './shortage/shortage-split.document.ts';
import { distributionStatementLog } from './sorting/distribution-statement-log.resource.ts';

/** What sites need, line by line: from whom, from where, until when, and how it is sorted, shared out and sent. */
export const distribution: Module = {
  name: 'distribution',
  label: label('配送', 'Distribution'),
  declarations: [
    askedDistribution,
    distributionBill,
    distributionStraightLine,
    distributionUniformLine,
    distributionChange,
    purchaseDocument,
    factoryOrder,
    distributionStatementLog,
    shortageSplit,
  ] as readonly unknown[] as readonly Declaration[],
  menu: [
    {
      code: 'purchasing',
      label: label('采购管理', 'Purchasing'),
      children: [
        {
          code: 'purchasedocument',
          label: label('采购单据', 'Purchase documents'),
          icon: 'snippets',
          path: '/purchasing/purchasedocument',
          resource: 'purchaseDocument',
        },
      ],
    },
    {
      code: 'distribution',
      label: label('配送管理', 'Distribution'),
      icon: 'branches',
      rank: 7,
      path: '/distribution',
      children: [
        {
          code: 'dispatch',
          label: label('配送调度', 'Dispatch'),
          icon: 'control',
          path: '/distribution/dispatch',
          rank: 1,
          resource: 'distributionStraightLine',
        },
        {
          code: 'invdistribution',
          label: label('配送单', 'Distributions'),
          icon: 'carry-out',
          path: '/distribution/invdistribution',
          rank: 2,
          resource: 'distribution',
        },
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
        {
          code: 'factoryorder',
          label: label('工厂订单', 'Factory orders'),
          icon: 'shop',
          path: '/distribution/factoryorder',
          rank: 5,
          resource: 'factoryOrder',
        },
        {
          code: 'sortingtable',
          label: label('分拣台', 'Sorting table'),
          icon: 'appstore',
          path: '/distribution/sortingtable',
          rank: 11,
        },
        {
          code: 'distributionstatementlogs',
          label: label('配送流水', 'Sorting lines'),
          icon: 'ordered-list',
          path: '/distribution/distributionstatementlogs',
          rank: 12,
          resource: 'distributionStatementLog',
        },
        {
          code: 'shortagesplit',
          label: label('缺货分摊', 'Shortage split'),
          icon: 'pie-chart',
          path: '/distribution/shortagesplit',
          rank: 13,
          resource: 'shortageSplit',
        },
        {
          code: 'shortagereasons',
          label: label('缺货说明', 'Why short'),
          icon: 'question-circle',
          path: '/distribution/shortagereasons',
          rank: 14,
        },
        {
          code: 'sortreport',
          label: label('分拣报表', 'Sort report'),
          icon: 'table',
          path: '/store/sortreport',
          rank: 15,
        },
      ],
    },
  ],
  parameters: {
    'purchasing.order.on-complete': {
      label: label(
        '采购单据完成后订单为（draft 草稿，pending 待审批）',
        'Orders of completed documents (draft, pending)',
      ),
      value: 'draft',
    },
    'distribution.sort.before-shipping': {
      label: label('工厂订单发货前须分拣（关闭则按先到期先出发货）', 'Sort factory orders before shipping'),
      value: '1',
    },
    'distribution.split.rule': {
      label: label(
        '缺货分摊规则（priority 按优先级，proportional 按比例，equal 平均）',
        'How a shortage is shared (priority, proportional, equal)',
      ),
      value: 'priority',
    },
    'distribution.sort.tolerance': {
      label: label('称重分拣允差（%）', 'Tolerance of weighed sorting (%)'),
      value: '3',
    },
  },
  buttons: [
    { code: 'invdistribution_late', label: label('截单后审批', 'Approve after the cut-off'), menu: 'invdistribution' },
    { code: 'invdistribution_view_cost', label: label('查看价格', 'See prices'), menu: 'invdistribution' },
    ...(['distributionstraight', 'distributionuniform'] as const).flatMap((menu) => [
      { code: `${menu}_generate`, label: label('生成', 'Generate'), menu },
      { code: `${menu}_edit`, label: label('调整', 'Change'), menu },
      { code: `${menu}_view_cost`, label: label('查看价格', 'See prices'), menu },
    ]),
    { code: 'purchasedocument_generate', label: label('制单', 'Make documents'), menu: 'purchasedocument' },
    {
      code: 'purchasedocument_late',
      label: label('截单后完成', 'Complete after the cut-off'),
      menu: 'purchasedocument',
    },
    {
      code: 'purchasedocument_view_cost',
      label: label('查看采购价与金额', 'See purchase prices'),
      menu: 'purchasedocument',
    },
    {
      code: 'purchasedocument_view_settlement',
      label: label('查看结算价与金额', 'See settlement prices'),
      menu: 'purchasedocument',
    },
    { code: 'factoryorder_view_cost', label: label('查看结算价与金额', 'See settlement prices'), menu: 'factoryorder' },
    { code: 'distributionstatementlogs_sort', label: label('分拣', 'Sort'), menu: 'distributionstatementlogs' },
    {
      code: 'shortagereasons_view',
      label: label('查看本项目部缺货原因', 'Read why one’s own site is short'),
      menu: 'shortagereasons',
    },
    { code: 'sortreport_view', label: label('分拣报表', 'Sort report'), menu: 'sortreport' },
    { code: 'sortreport_export', label: label('导出', 'Export'), menu: 'sortreport' },
  ],
};
