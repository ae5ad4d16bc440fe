import { document } from '../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  day,
  dictionary,
  flag,
  integer,
  moment,
  money,
  percent,
  price,
  quantity,
  ref,
  refs,
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { APPROVAL_STATES, approvalLife, dueTabs } from '../../kernel/core/life.ts';
import { materialLine } from '../issuing/pick.document.ts';
import { SEES } from '../prices/price-book/price.resource.ts';

const outStates = [
  ['none', '无', 'None'],
  ['to-pick', '待拣', 'To pick', 'next'],
  ['shipped', '在途', 'In transit', 'waiting'],
  ['received', '已收', 'Received', 'done'],
] as const;
const derivedQty = (zh: string, en: string) => quantity(zh, en, { readonly: true, default: '0', unit: 'unitId' });
const lying = (zh: string, en: string) =>
  quantity(zh, en, { readonly: true, optional: true, computed: true, unit: 'unitId' });
const charge = { readonly: true, optional: true, right: SEES.management } as const;

/** 调拨单: one warehouse sends goods to another. Approved, they are held and an out-store is made to pick them. */
export const allocation = document('allocation', {
  label: label('调拨单', 'Transfer'),
  service: 'store-management',
  segment: 'allocation',
  path: '/store/allocation',
  purpose: label(
    '仓库之间调货。选择调出仓、调入仓和物料，审批后调出仓拣货发出，调入仓签收入库。',
    'Goods go from one warehouse to another. Choose both and the materials; once approved one picks and ships, the other signs for them.',
  ),
  signed: [label('发货', 'Sent by'), label('收货', 'Received by')],
  fields: {
    billDate: day('业务日期', 'Date', { optional: true, search: true }),
    needTime: moment('需要时间', 'Needed at', { list: true, search: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, computed: true, list: true }),
    outLocationId: ref('调出仓', 'From', 'warehouse', { list: true, search: true }),
    inLocationId: ref('调入仓', 'To', 'warehouse', { list: true, search: true }),
    allocationReason: dictionary('调拨原因', 'Why', 'allocationReason', { list: true, search: true }),
    outState: choice('进度', 'Progress', outStates, { readonly: true, default: 'none', list: true, search: true }),
    outstoreId: ref('出库单', 'Out-store', 'outStore', { readonly: true, optional: true, list: true }),
    crossCompany: flag('跨公司', 'Between companies', { readonly: true, default: 0, search: true }),
    chargeAmount: money('管理价金额', 'At management prices', charge),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
    projectDeptId: ref('调出项目部', 'Sending project', 'dept', { readonly: true, optional: true, search: true }),
    inProjectDeptId: ref('调入项目部', 'Receiving project', 'dept', { readonly: true, optional: true, search: true }),
    // Derived from both warehouses, which hold their departments themselves.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { readonly: true, optional: true, weak: true }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 9 }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
  },
  lines: {
    details: {
      label: label('调拨明细', 'Lines'),
      unique: ['materialId', 'batchId'],
      min: 1,
      fields: {
        ...materialLine,
        batchId: ref('批次', 'Lot', 'batch', {
          optional: true,
          hint: label('不填按先到期先出；指定则占用该批次', 'Empty: first expired first; a lot that is named is held'),
        }),
        outAvailableQty: lying('调出可用', 'Available there'),
        inStockQty: lying('调入结存', 'In stock here'),
        reservedQty: derivedQty('已占用', 'Reserved'),
        pickedQty: derivedQty('已拣', 'Picked'),
        receivedQty: derivedQty('已收', 'Received'),
        settledQty: derivedQty('已结差异', 'Difference settled'),
        managementPrice: price('管理价', 'Management price', { ...charge, unit: 'unitId' }),
        managementTaxRate: percent('管理价税率(%)', 'Tax rate of it (%)', charge),
        remark: text('行备注', 'Remark', { optional: true, max: 200 }),
      },
    },
  },
  opensAt: 'open',
  life: approvalLife('DB', {
    tabs: [
      ...dueTabs('needTime', label('未收完', 'Not all received'), {
        status: 'draft,pending,approved,rejected',
        outState: 'none,to-pick,shipped',
      }),
      ...APPROVAL_STATES,
    ],
    facts: { amount: 'chargeAmount' },
    events: { complete: label('调入仓收货完成', 'Received at the other warehouse') },
  }),
  calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
  scope: 'visibleDeptIds',
});

/** What its list reads of a row beside the columns it shows. */
export const allocationReads = ['outstoreId', 'outstoreName'] as const;
