import { document } from '../../kernel/core/declaration.ts';
import { attachments, choice, day, dictionary, integer, moment, quantity, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { APPROVAL_STATES, approvalLife, dueTabs } from '../../kernel/core/life.ts';
import { materialLine } from '../issuing/pick.document.ts';

const outStates = [
  ['none', '无', 'None'],
  ['to-ship', '待站点出库', 'Sites to ship', 'next'],
  ['shipped', '在途', 'In transit', 'waiting'],
  ['received', '已收', 'Received', 'done'],
] as const;
const derivedQty = (zh: string, en: string) => quantity(zh, en, { readonly: true, default: '0', unit: 'unitId' });

/** 工厂退货单: a factory calls goods back from every site that has them. Approved, each site ships what it still has. */
export const factoryReturned = document('factoryReturned', {
  label: label('工厂退货单', 'Call-back'),
  service: 'store-management',
  segment: 'factoryreturned',
  path: '/store/factoryreturned',
  purpose: label(
    '工厂把货召回。填召回批次，审批后该批次在各处立即冻结，有货的站点各得一张退货出库单；也可以不填批次，逐行指定。',
    'A factory calls goods back. Name the lot: approved, it is held everywhere at once and every site that has some gets a return to ship. Or name sites and lots line by line.',
  ),
  signed: [label('召回', 'Called back by'), label('审批', 'Approved by')],
  fields: {
    billDate: day('业务日期', 'Date', { readonly: true, optional: true, search: true }),
    factoryWarehouseId: ref('收货工厂仓', 'To store', 'factoryWarehouse', { list: true, search: true }),
    returnReason: dictionary('退货原因', 'Why', 'returnReason', { list: true, search: true }),
    recallBatchId: ref('召回批次', 'Lot called back', 'batch', {
      optional: true,
      list: true,
      search: true,
      hint: label(
        '填写后由它生成明细，审批时各处冻结',
        'Lines follow from it; it is held everywhere with the approval',
      ),
    }),
    deadline: day('期限', 'Deadline', { optional: true, list: true, search: true }),
    siteCount: integer('站点数', 'Sites', { readonly: true, computed: true, list: true }),
    outState: choice('进度', 'Progress', outStates, { readonly: true, default: 'none', list: true, search: true }),
    calledTime: moment('召回时间', 'Called back at', { readonly: true, optional: true }),
    factoryId: ref('工厂', 'Factory', 'centralFactory', { readonly: true, optional: true, search: true }),
    sapFactory: text('SAP工厂', 'SAP plant', { readonly: true, optional: true, max: 10, search: true }),
    factoryDeptId: ref('工厂部门', 'Department', 'dept', { readonly: true, optional: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 9 }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
  },
  lines: {
    details: {
      label: label('退货明细', 'Lines'),
      unique: ['warehouseId', 'batchId'],
      fields: {
        warehouseId: ref('站点仓库', 'Warehouse', 'warehouse'),
        ...materialLine,
        unitId: ref('单位', 'Unit', 'materialUnit', { optional: true, takes: 'baseUnitId' }),
        batchId: ref('批次', 'Lot', 'batch'),
        shippedQty: derivedQty('已出库', 'Shipped'),
        receivedQty: derivedQty('已收', 'Received'),
        settledQty: derivedQty('已结差异', 'Difference settled'),
        remark: text('行备注', 'Remark', { optional: true, max: 200 }),
      },
    },
  },
  opensAt: 'open',
  life: approvalLife('GT', {
    tabs: [
      ...dueTabs('deadline', label('未收完', 'Not all received'), {
        status: 'draft,pending,approved,rejected',
        outState: 'none,to-ship,shipped',
      }),
      ...APPROVAL_STATES,
    ],
    events: { complete: label('工厂收货完成', 'Received by the factory'), reopen: label('重新收货', 'Received again') },
  }),
  calls: [
    'list',
    'page',
    'donePage',
    'detail',
    'submit',
    'remove',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  scope: 'factoryDeptId',
});
