import { document, type Life, type HeaderRow } from '../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  day,
  factor,
  flag,
  integer,
  json,
  longtext,
  moment,
  money,
  percent,
  pictures,
  price,
  quantity,
  ref,
  refs,
  text,
} from '../../kernel/core/field.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { label } from '../../kernel/core/label.ts';
import { dueTabs } from '../../kernel/core/life.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { MAY_BE_FROZEN } from '../master-data/materials/material.resource.ts';

const SEES_COST = 'invcheck_view_cost';
const reason = { reason: text('原因', 'Reason', { min: 2, max: 200 }) };

export type StockCheckState = 'draft' | 'pending' | 'rejected' | 'approved' | 'counting' | 'counted' | 'done' | 'void';
type StockCheckAction =
  | 'toApply'
  | 'withdraw'
  | 'doApply'
  | 'refuse'
  | 'generateDetail'
  | 'doCheck'
  | 'doCheckApproval'
  | 'recount'
  | 'void';

/** From where on differences are counted again, where a tenant says nothing: a value, and percent points. */
export const recountDefaults = { amount: '200.00', percent: '5' } as const;

/** Approving the plan of a count is optional (`store.check.plan-approval`); approving its differences is not. */
export const stockCheckLife: Life<StockCheckState, StockCheckAction> = {
  prefix: 'PD',
  states: {
    draft: { label: label('草稿', 'Draft'), tone: 'plain' },
    pending: { label: label('待审批', 'Pending'), tone: 'waiting' },
    rejected: { label: label('已驳回', 'Rejected'), tone: 'look' },
    approved: { label: label('待盘点', 'To count'), tone: 'next' },
    counting: { label: label('盘点中', 'Counting'), tone: 'next' },
    counted: { label: label('待审核', 'To review'), tone: 'waiting' },
    done: { label: label('已完成', 'Done'), tone: 'done' },
    void: { label: label('已作废', 'Void'), tone: 'plain' },
  },
  tabs: [
    ...dueTabs('planDate', label('未完成', 'Open'), { status: 'draft,pending,rejected,approved,counting,counted' }),
    'draft',
    'pending',
    'rejected',
    'approved',
    'counting',
    'counted',
    'done',
    'void',
  ],
  first: 'draft',
  editable: ['draft', 'rejected'],
  removable: ['draft', 'rejected'],
  done: ['counted', 'done', 'rejected', 'void'],
  actions: {
    generateDetail: {
      label: label('开始盘点', 'Start counting'),
      from: ['draft', 'approved'],
      to: 'counting',
      button: 'generate_detail',
      next: true,
      page: true,
    },
    toApply: {
      label: label('提交审批', 'Send for approval'),
      from: ['draft', 'rejected'],
      to: 'pending',
      button: 'to_apply',
    },
    withdraw: { label: label('撤回', 'Withdraw'), from: ['pending'], to: 'draft', button: 'withdraw' },
    doApply: {
      label: label('批准盘点', 'Approve the plan'),
      from: ['pending'],
      to: 'approved',
      button: 'do_apply',
      notByApplicant: true,
      next: true,
    },
    refuse: {
      label: label('驳回', 'Reject'),
      from: ['pending'],
      to: 'rejected',
      button: 'refuse',
      ask: reason,
      notByApplicant: true,
      danger: true,
    },
    doCheck: { label: label('盘点完成', 'Counting done'), from: ['counting'], to: 'counted', button: 'do_check' },
    doCheckApproval: {
      label: label('审核差异', 'Review differences'),
      from: ['counted'],
      to: 'done',
      button: 'do_check_approval',
      next: true,
      page: true,
    },
    recount: {
      label: label('退回复盘', 'Count again'),
      from: ['counted'],
      to: 'counting',
      button: 'refuse',
      ask: reason,
      page: true,
      danger: true,
    },
    void: {
      label: label('作废', 'Void'),
      from: ['draft', 'pending', 'rejected', 'approved', 'counting', 'counted'],
      to: 'void',
      button: 'void',
      ask: reason,
      danger: true,
    },
  },
  // The plan is approved once, by whoever has the button; a process decides on what was found.
  stages: [
    { send: 'toApply', approve: 'doApply', reject: 'refuse', back: 'withdraw' },
    { send: 'doCheck', approve: 'doCheckApproval', reject: 'recount', back: 'recount' },
  ],
  facts: { amount: 'lossAmount' },
};

const countCauses = [
  ['missing-bill', '漏单', 'Missing document'],
  ['miscount', '错盘', 'Miscount'],
  ['found', '找到', 'Found'],
  ['expired', '过期', 'Expired'],
  ['used', '已耗用', 'Used up'],
  ['lost', '丢失', 'Lost'],
  ['unit-mistake', '单位错误', 'Wrong unit'],
  ['wrong-lot', '批次错误', 'Wrong lot'],
] as const;
const countWays = [
  ['manual', '手工', 'By hand'],
  ['scan', '扫码', 'Scanned'],
  ['scale', '电子秤', 'Scale'],
  ['sheet', '表格', 'Sheet'],
] as const;

/** What a person says of one lot. A line without `id` is a lot that is not in the book. */
export const countedFields = {
  countQty: quantity('实盘数量', 'Counted', { optional: true, min: 0, unit: 'unitId' }),
  unitId: ref('单位', 'Unit', 'materialUnit', { optional: true }),
  countAuxQty: quantity('实盘件数', 'Pieces counted', {
    optional: true,
    min: 0,
    hint: label('按件双计量的物料必填', 'Required for catch-weight goods'),
  }),
  countTime: moment('盘点时间', 'Counted at', { optional: true }),
  countWay: choice('盘点方式', 'How', countWays, { default: 'manual' }),
  skipReason: text('未盘原因', 'Why not counted', { optional: true, max: 200 }),
  pictures: pictures('照片', 'Pictures', { optional: true, max: 9 }),
} as const;
/** What a found lot says of itself. */
export const foundLotFields = {
  materialId: ref('物料', 'Material', 'material', MAY_BE_FROZEN),
  supplierId: ref('供应商', 'Supplier', 'supplier', { optional: true }),
  supplierBatchNo: text('供应商批号', "Supplier's lot number", { optional: true, max: 60 }),
  productionDate: day('生产日期', 'Produced on', { optional: true }),
  expiryDate: day('到期日', 'Expires on', { optional: true }),
} as const;

const derived = { readonly: true, optional: true } as const;
const inBase = { ...derived, unit: 'baseUnitId' } as const;

/** 盘点单: what lies at a place, counted lot by lot while work goes on, and what of it the book did not know. */
export const stockCheck = document('stockCheck', {
  label: label('盘点单', 'Stock count'),
  service: 'store-management',
  segment: 'invcheck',
  path: '/store/invcheck',
  purpose: label(
    '盘点仓库或档口的实物。选地点和范围，开始后按位置逐批次填数；盘点期间照常收发，差异审核后过账。',
    'Counts what a warehouse or stall really has. Choose place and scope, then count lot by lot while work goes on; differences post once reviewed.',
  ),
  signed: [label('盘点', 'Counted by'), label('监盘', 'Witnessed by')],
  scope: 'visibleDeptIds',
  where: { placeKind: 'site' },
  faces: {
    factoryinvcheck: {
      label: label('工厂盘点单', 'Factory count'),
      path: '/store/factoryinvcheck',
      purpose: label(
        '盘点工厂仓库的实物。选仓库和范围，开始后逐批次填数；盘点期间照常收货和发货，差异审核后过账。',
        'Counts what a store of a factory really has, lot by lot while goods come and ship; differences post once reviewed.',
      ),
      where: { placeKind: 'factory' },
      prefix: 'GPD',
      calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
      actions: Object.keys(stockCheckLife.actions),
    },
  },
  fields: {
    checkName: text('盘点名称', 'Name', {
      optional: true,
      max: 60,
      list: true,
      search: true,
      hint: label('不填则为地点和日期', 'Leave empty to name it by place and day'),
    }),
    warehouseId: ref('仓库', 'Warehouse', 'warehouse', { optional: true, list: true, search: true }),
    factoryWarehouseId: ref('工厂仓库', 'Factory warehouse', 'factoryWarehouse', { optional: true, search: true }),
    gearOperationDeptId: ref('档口', 'Stall', 'dept', {
      offer: OFFER.stalls,
      optional: true,
      search: true,
      hint: label('盘档口时填，仓库留空', 'For a stall; leave the warehouse empty then'),
    }),
    planDate: day('计划日期', 'Planned for', { optional: true, list: true, search: true }),
    placeKind: choice(
      '地点类别',
      'Kind of place',
      [
        ['site', '项目仓库或档口', 'Warehouse or stall of a site'],
        ['factory', '工厂仓', 'Factory warehouse'],
      ],
      { readonly: true, default: 'site' },
    ),
    shortBills: longtext('占用被削减的单据', 'Documents that lost reservations', { ...derived, max: 2000 }),
    lineCount: integer('行数', 'Lines', { readonly: true, computed: true, list: true, total: true }),
    countedCount: integer('已盘', 'Counted', { readonly: true, computed: true, list: true }),
    varianceCount: integer('差异行', 'Differences', { ...derived, list: true }),
    gainAmount: money('盘盈金额', 'Gain', { ...derived, right: SEES_COST, list: true, total: true }),
    lossAmount: money('盘亏金额', 'Loss', { ...derived, right: SEES_COST, list: true, total: true }),
    checkType: choice(
      '盘点方式',
      'Kind',
      [
        ['full', '全盘', 'Full'],
        ['cycle', '循环', 'Cycle'],
        ['spot', '抽盘', 'Spot'],
        ['period-end', '月末', 'Month end'],
      ],
      { default: 'full', search: true },
    ),
    scopeType: choice(
      '盘点范围',
      'Scope',
      [
        ['all', '全部', 'Everything'],
        ['type', '按类型', 'By type'],
        ['material', '指定物料', 'Chosen materials'],
        ['batch', '指定批次', 'Chosen lots'],
      ],
      { default: 'all' },
    ),
    materialTypeIds: refs('物料类型', 'Material types', 'materialType', { optional: true }),
    materialIds: refs('物料', 'Materials', 'material', { optional: true }),
    batchIds: refs('批次', 'Lots', 'batch', { optional: true }),
    blind: flag('盲盘', 'Blind', { default: 1, hint: label('盘点人看不到账面数量', 'Counters do not see the book') }),
    includeZero: flag('含零库存', 'With empty lots', { default: 0 }),
    counterIds: refs('盘点人', 'Counters', 'user', { optional: true }),
    billDate: day('业务日期', 'Date', { readonly: true, optional: true, list: true, search: true }),
    recountAmount: money('复盘金额', 'Second count above (value)', { optional: true, min: 0 }),
    recountPercent: percent('复盘比例(%)', 'Second count above (%)', { optional: true, min: 0 }),
    snapshotTime: moment('快照时间', 'Book as of', derived),
    checkTime: moment('盘点完成', 'Counting done', derived),
    locationId: ref('地点', 'Place', 'stockLocation', derived),
    companyDeptId: ref('公司', 'Company', 'dept', derived),
    projectDeptId: ref('项目部', 'Project department', 'dept', { ...derived, search: true }),
    // Derived from the place counted, which holds its departments itself.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { ...derived, weak: true }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 9 }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
  },
  lines: {
    details: {
      label: label('盘点明细', 'Lines'),
      readonly: true,
      fields: {
        storagePlace: text('位置', 'Storage place', { ...derived, max: 60 }),
        materialId: ref('物料', 'Material', 'material', { readonly: true }),
        batchId: ref('批次', 'Lot', 'batch', derived),
        expiryDate: day('到期日', 'Expires on', derived),
        baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', derived),
        // While a blind count runs the book stands nowhere: these are written when counting is done.
        snapshotQty: quantity('账面数量', 'Book at start', inBase),
        snapshotAmount: money('账面金额', 'Book value', { ...derived, right: SEES_COST }),
        moveQty: quantity('期间变动', 'Moved since', inBase),
        expectedQty: quantity('应有数量', 'Expected', inBase),
        countQty: quantity('实盘数量', 'Counted', { ...derived, unit: 'unitId' }),
        unitId: ref('单位', 'Unit', 'materialUnit', derived),
        factor: factor('换算系数', 'Factor', derived),
        countBaseQty: quantity('实盘(基本单位)', 'Counted (base unit)', inBase),
        parts: json('分次称量', 'Partial weighings', derived),
        countAuxQty: quantity('实盘件数', 'Pieces counted', derived),
        varianceQty: quantity('差异数量', 'Difference', inBase),
        varianceCost: price('单价', 'Unit cost', { ...inBase, right: SEES_COST }),
        varianceAmount: money('差异金额', 'Value of difference', { ...derived, right: SEES_COST, total: true }),
        cause: choice('差异原因', 'Cause', countCauses, derived),
        causeRemark: text('说明', 'Explanation', { ...derived, max: 200 }),
        lineState: choice(
          '行状态',
          'State',
          [
            ['waiting', '待盘', 'To count', 'waiting'],
            ['counted', '已盘', 'Counted', 'done'],
            ['recount', '待复盘', 'Count again', 'look'],
            ['agreed', '已定', 'Agreed', 'done'],
            ['skipped', '未盘', 'Not counted', 'plain'],
          ],
          { readonly: true, default: 'waiting' },
        ),
        countTime: moment('盘点时间', 'Counted at', derived),
        countUserId: ref('盘点人', 'Counted by', 'user', derived),
        countWay: choice('方式', 'How', countWays, { ...derived, default: 'manual' }),
        firstQty: quantity('初盘', 'First count', inBase),
        needSecond: flag('需复盘', 'Second count', { readonly: true, default: 0 }),
        secondQty: quantity('复盘', 'Second count', inBase),
        secondUserId: ref('复盘人', 'Counted again by', 'user', derived),
        secondTime: moment('复盘时间', 'Counted again at', derived),
        skipReason: text('未盘原因', 'Why not counted', { ...derived, max: 200 }),
        supplierId: ref('供应商', 'Supplier', 'supplier', derived),
        supplierBatchNo: text('供应商批号', "Supplier's lot number", { ...derived, max: 60 }),
        productionDate: day('生产日期', 'Produced on', derived),
        pictures: pictures('照片', 'Pictures', derived),
        // The last move of the lot the count knew of: parts moves of the same second into before and after.
        countSeq: text('流水序号', 'Last move seen', { ...derived, max: 20 }),
      },
    },
  },
  indexes: [['locationId', 'status']],
  opensAt: 'open',
  calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
  life: stockCheckLife,
});

/** A count as it is stored, without its lines; and one of its lines as it is answered. */
export type StockCheckRow = HeaderRow<typeof stockCheck>;
export type StockCheckLine = WholeRecord<typeof stockCheck>['details'][number];
