import { document, type Life } from '../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  flag,
  integer,
  moment,
  percent,
  quantity,
  ref,
  refs,
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { lotStates } from '../stock/lots/batch.resource.ts';

type RecallState = 'draft' | 'running' | 'done' | 'void';
type RecallAction = 'start' | 'account' | 'finish' | 'void';

/** What becomes of the lots when a recall ends. */
const endings = [
  ['hold', '继续冻结', 'Stay on hold'],
  ['release', '解除本次冻结', 'Let go what this recall held'],
] as const;

const life: Life<RecallState, RecallAction> = {
  prefix: 'ZH',
  states: {
    draft: { label: label('草稿', 'Draft'), tone: 'plain' },
    running: { label: label('进行中', 'Running'), tone: 'next' },
    done: { label: label('已完成', 'Done'), tone: 'done' },
    void: { label: label('已撤销', 'Called off'), tone: 'plain' },
  },
  first: 'draft',
  editable: ['draft'],
  removable: ['draft'],
  done: ['running', 'done', 'void'],
  tabs: [
    { key: 'open', label: label('未完成', 'Open'), where: { status: 'draft,running' } },
    'draft',
    'running',
    'done',
    'void',
  ],
  actions: {
    start: { label: label('启动召回', 'Start'), from: ['draft'], to: 'running', button: 'start', next: true },
    account: { label: label('报数', 'Account'), from: ['running'], button: 'account', next: true, page: true },
    finish: {
      label: label('结束召回', 'Finish'),
      from: ['running'],
      to: 'done',
      button: 'finish',
      ask: {
        ending: choice('批次', 'Lots', endings, { default: 'hold' }),
        reason: text('未核清的原因', 'Why not all is accounted for', { optional: true, min: 2, max: 200 }),
      },
    },
    void: {
      label: label('撤销', 'Call off'),
      from: ['running'],
      to: 'void',
      button: 'void',
      ask: { reason: text('原因', 'Reason', { min: 2, max: 200 }) },
      danger: true,
    },
  },
};

const derived = { readonly: true, optional: true } as const;
const inBase = { ...derived, unit: 'baseUnitId' } as const;

/** 召回: a lot, or what a supplier sent under one number, is stopped everywhere and accounted for place by place. */
export const recallCase = document('recallCase', {
  label: label('召回', 'Recall'),
  service: 'store-management',
  segment: 'recall',
  path: '/store/recall',
  purpose: label(
    '按批次或供应商批号召回：启动即冻结各处的货并通知各地点，逐处报数，看覆盖率和用时。演练不冻结、不动账。',
    'Recalls a lot or a supplier’s lot: starting stops it everywhere and notifies every place; each accounts for what it had. A drill holds and posts nothing.',
  ),
  fields: {
    batchId: ref('批次', 'Lot', 'batch', {
      optional: true,
      list: true,
      search: true,
      hint: label('批次与供应商批号填一项', 'Either a lot or a supplier’s lot number'),
    }),
    supplierBatchNo: text('供应商批号', "Supplier's lot number", {
      optional: true,
      max: 60,
      list: true,
      search: true,
    }),
    supplierId: ref('供应商', 'Supplier', 'supplier', {
      optional: true,
      search: true,
      hint: label('几家供应商批号相同时填', 'Where several suppliers use the same number'),
    }),
    materialId: ref('物料', 'Material', 'material', {
      optional: true,
      list: true,
      search: true,
      hint: label('批次所属物料；供应商批号含几种物料时填', 'Taken from the lot; needed where a number has several'),
    }),
    cause: text('召回原因', 'Why', { min: 2, max: 200 }),
    drill: flag('演练', 'Drill', { default: 0, list: true, search: true }),
    baseUnitId: ref('单位', 'Unit', 'materialUnit', derived),
    startTime: moment('启动时间', 'Started at', { ...derived, list: true, search: true }),
    doneTime: moment('结束时间', 'Finished at', derived),
    receivedQty: quantity('收到', 'Received', { ...inBase, list: true }),
    accountedQty: quantity('已核', 'Accounted', { ...inBase, list: true }),
    coverage: percent('覆盖率(%)', 'Coverage (%)', { ...derived, list: true }),
    minutes: integer('用时(分钟)', 'Minutes', {
      ...derived,
      list: true,
      hint: label('从启动到最后一处报数', 'From the start to the last answer'),
    }),
    openCount: integer('未报数地点', 'Places not answered', { readonly: true, computed: true, list: true }),
    // Who started it and every place the lots came to, which hold their departments themselves.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { ...derived, weak: true }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 9 }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
  },
  lines: {
    places: {
      label: label('地点', 'Places'),
      readonly: true,
      unique: ['locationId', 'materialId'],
      fields: {
        locationId: ref('地点', 'Place', 'stockLocation', { readonly: true }),
        deptId: ref('部门', 'Department', 'dept', { readonly: true, weak: true }),
        materialId: ref('物料', 'Material', 'material', { readonly: true }),
        baseUnitId: ref('单位', 'Unit', 'materialUnit', { readonly: true }),
        receivedQty: quantity('应核', 'To account for', {
          readonly: true,
          unit: 'baseUnitId',
          hint: label('到过这里且没有转出的', 'What came here and was not sent on'),
        }),
        lyingQty: quantity('账面在库', 'In the book', { readonly: true, unit: 'baseUnitId' }),
        bookUsedQty: quantity('账面已用', 'Used, by the book', { readonly: true, unit: 'baseUnitId' }),
        bookDestroyedQty: quantity('账面已销毁', 'Destroyed, by the book', { readonly: true, unit: 'baseUnitId' }),
        bookReturnedQty: quantity('账面已退', 'Returned, by the book', { readonly: true, unit: 'baseUnitId' }),
        foundQty: quantity('找到', 'Found', inBase),
        usedQty: quantity('已用', 'Used', inBase),
        destroyedQty: quantity('已销毁', 'Destroyed', inBase),
        returnedQty: quantity('已退', 'Returned', inBase),
        accountedQty: quantity('已核', 'Accounted', { readonly: true, default: '0', unit: 'baseUnitId' }),
        coverage: percent('覆盖率(%)', 'Coverage (%)', { readonly: true, default: '0' }),
        minutes: integer('用时(分钟)', 'Minutes', derived),
        answerTime: moment('报数时间', 'Answered at', derived),
        answerUserId: ref('报数人', 'Answered by', 'user', derived),
        answerNo: integer('第几次报数', 'Answers', { readonly: true, default: 0 }),
        answerRemark: text('说明', 'Note', { ...derived, max: 200 }),
      },
    },
    lots: {
      label: label('批次', 'Lots'),
      readonly: true,
      unique: ['batchId'],
      fields: {
        batchId: ref('批次', 'Lot', 'batch', { readonly: true }),
        materialId: ref('物料', 'Material', 'material', { readonly: true }),
        lotState: choice('启动前状态', 'State before', lotStates, { readonly: true }),
        holdReason: text('启动前冻结原因', 'Held before for', { ...derived, max: 200 }),
        held: flag('本次冻结', 'Held by this recall', { readonly: true, default: 0 }),
      },
    },
  },
  life,
  calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
  scope: 'visibleDeptIds',
});

export type Recall = WholeRecord<typeof recallCase>;
export type RecallPlace = Recall['places'][number];
