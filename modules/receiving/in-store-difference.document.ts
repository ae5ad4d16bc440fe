import { document, TODAY, type LifeTab } from '../../kernel/core/declaration.ts';
import { choice, day, moment, money, pictures, quantity, ref, refs, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { bearers, differenceTypes, outcomes } from '../issuing/claims/difference-choices.ts';

/** What a person says of a difference on one line. */
export const claimFields = {
  detailId: ref('明细', 'Line', 'inStoreDetail'),
  differenceType: choice('差异类型', 'Type', differenceTypes, { list: true, search: true }),
  qty: quantity('差异数量', 'Quantity', { positive: true }),
  cause: text('原因说明', 'Cause', { min: 1, max: 200 }),
  bearer: choice('责任方', 'Bearer', bearers, { default: 'supplier', list: true }),
  outcome: choice('处理方式', 'Outcome', outcomes, { list: true }),
  pictures: pictures('照片', 'Photos', { optional: true, max: 9 }),
} as const;

const MINE: LifeTab = {
  key: 'mine',
  label: label('待我处理', 'Waits for me'),
  where: { turn: 'mine' },
  sort: 'deadline',
};
const THEIRS: LifeTab = {
  key: 'theirs',
  label: label('待对方', 'Waits for others'),
  where: { turn: 'theirs' },
  sort: 'deadline',
};
const OVERDUE: LifeTab = {
  key: 'overdue',
  label: label('逾期', 'Overdue'),
  where: { status: 'waiting,disputed', deadline_datelt: TODAY },
  sort: 'deadline',
};

/** 入库差异: a disagreement between what was sent and what was received, settled once. */
export const inStoreDifference = document('inStoreDifference', {
  label: label('入库差异', 'Difference'),
  service: 'store-management',
  segment: 'invinstoredifference',
  path: '/store/invinstoredifference',
  purpose: label(
    '发货与实收不符的记录。收货时登记差异，由发货方或主管在此确认处理。',
    'Where sent and received disagree. Differences are recorded with the receipt, then confirmed and settled here.',
  ),
  scope: 'visibleDeptIds',
  fields: {
    materialId: ref('物料', 'Material', 'material', { readonly: true, list: true, search: true }),
    differenceQty: quantity('差异数量', 'Difference', { readonly: true, unit: 'unitId', list: true }),
    differenceType: choice('差异类型', 'Type', differenceTypes, { readonly: true, list: true, search: true }),
    deadline: day('处理期限', 'Deadline', { readonly: true, optional: true, list: true, search: true }),
    sentQty: quantity('发货数量', 'Sent', { readonly: true, unit: 'unitId', list: true }),
    receivedQty: quantity('实收数量', 'Received', { readonly: true, unit: 'unitId' }),
    cause: text('原因说明', 'Cause', { readonly: true, worded: true, max: 200 }),
    bearer: choice('责任方', 'Bearer', bearers, { readonly: true }),
    outcome: choice('处理方式', 'Outcome', outcomes, { readonly: true, list: true, search: true }),
    instoreId: ref('入库单', 'In-store', 'inStore', { readonly: true, optional: true, list: true, search: true }),
    pictures: pictures('照片', 'Photos', { readonly: true, optional: true, max: 9 }),
    detailId: ref('明细', 'Line', 'inStoreDetail', { readonly: true, optional: true }),
    outstoreId: ref('出库单', 'Out-store', 'outStore', { readonly: true, optional: true, list: true, search: true }),
    outstoreDetailId: text('出库明细', 'Out-store line', { readonly: true, optional: true, max: 20 }),
    // The lot that was picked: every case of an out-store hangs on one.
    outstorePickId: text('拣货批次', 'Lot picked', { readonly: true, optional: true, max: 20 }),
    pairId: ref('对应差异', 'Goes with', 'inStoreDifference', { readonly: true, optional: true }),
    fromLocationId: ref('发货方', 'Sender', 'stockLocation', { readonly: true, optional: true, search: true }),
    locationId: ref('收货方', 'Receiver', 'stockLocation', { readonly: true, optional: true }),
    supplierId: ref('供应商', 'Supplier', 'supplier', { readonly: true, optional: true, search: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
    bladeProjectDeptId: ref('项目部', 'Project department', 'dept', {
      offer: OFFER.sites,
      readonly: true,
      optional: true,
      search: true,
    }),
    // Derived from both places, which hold their departments themselves.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { readonly: true, optional: true, weak: true }),
    batchId: ref('批次', 'Lot', 'batch', { readonly: true, optional: true }),
    // Of goods between our own places: exactly what is in transit, which another unit may round.
    baseQty: quantity('基本数量', 'Base quantity', { readonly: true, optional: true }),
    auxQty: quantity('件数', 'Pieces', { readonly: true, optional: true }),
    unitId: ref('单位', 'Unit', 'materialUnit', { readonly: true, list: true }),
    arrivedQty: quantity('已补送', 'Came later', { readonly: true, default: '0', unit: 'unitId', min: 0 }),
    agreedQty: quantity('确认数量', 'Agreed quantity', { readonly: true, optional: true, unit: 'unitId' }),
    settledQty: quantity('结算数量', 'Settled', { readonly: true, default: '0', unit: 'unitId' }),
    amount: money('差异金额', 'Value', {
      readonly: true,
      default: '0',
      total: true,
      right: 'invinstoredifference_view_cost',
    }),
    bearAmount: money('承担金额', 'Borne', {
      readonly: true,
      optional: true,
      right: 'invinstoredifference_view_cost',
    }),
    requireDeptId: ref('待处理部门', 'Waits for', 'dept', { readonly: true, optional: true, list: true }),
    requireSide: choice(
      '待处理方',
      'Whose turn',
      [
        ['project', '项目', 'Project', 'next'],
        ['factory', '工厂', 'Factory', 'waiting'],
        ['none', '无', 'Nobody', 'plain'],
      ],
      { readonly: true, default: 'none', list: true, search: true },
    ),
    // Of whoever reads it: does he confirm it, or answer for what was claimed?
    myPart: choice(
      '我方',
      'My part',
      [
        ['decide', '确认', 'Confirms', 'next'],
        ['answer', '答复', 'Answers', 'waiting'],
        ['none', '无', 'Neither', 'plain'],
      ],
      { readonly: true, computed: true, optional: true },
    ),
    overdueTime: moment('逾期提醒', 'Overdue, noticed', { readonly: true, optional: true }),
    confirmUserId: ref('确认人', 'Confirmed by', 'user', { readonly: true, optional: true }),
    confirmTime: moment('确认时间', 'Confirmed', { readonly: true, optional: true }),
    disputeReason: text('异议', 'Dispute', { readonly: true, optional: true, max: 200 }),
    resendOutstoreId: ref('补发出库单', 'Sent again with', 'outStore', { readonly: true, optional: true }),
    heldBatchId: ref('冻结批次', 'Held as lot', 'batch', { readonly: true, optional: true }),
    remark: text('备注', 'Remark', { readonly: true, optional: true, max: 200 }),
  },
  indexes: [['requireSide', 'status', 'deadline']],
  calls: ['list', 'page', 'detail', 'exportExcel'],
  opensAt: 'mine',
  life: {
    prefix: 'CY',
    tabs: [MINE, THEIRS, 'disputed', OVERDUE, 'confirmed'],
    states: {
      waiting: { label: label('待确认', 'Waiting'), tone: 'next' },
      disputed: { label: label('有异议', 'Disputed'), tone: 'look' },
      confirmed: { label: label('已确认', 'Confirmed'), tone: 'done' },
    },
    first: 'waiting',
    editable: [],
    removable: [],
    done: ['confirmed'],
    actions: {
      confirm: {
        label: label('确认', 'Confirm'),
        from: ['waiting', 'disputed'],
        to: 'confirmed',
        button: 'confirm',
        next: true,
        page: true,
      },
      batchConfirm: {
        label: label('批量确认', 'Confirm all'),
        from: ['waiting', 'disputed'],
        to: 'confirmed',
        button: 'batch_confirm',
        page: true,
      },
      dispute: {
        label: label('提出异议', 'Dispute'),
        from: ['waiting'],
        to: 'disputed',
        button: 'confirm',
        page: true,
      },
      insist: {
        label: label('坚持或修改', 'Insist or change'),
        from: ['disputed'],
        to: 'waiting',
        button: 'insist',
        next: true,
        page: true,
      },
    },
  },
});

/** What the page of the list reads of a row beside the columns it shows. */
export const inStoreDifferenceReads = ['status', 'fromLocationId'] as const;
