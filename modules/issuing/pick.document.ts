import { document } from '../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  day,
  dictionary,
  factor,
  integer,
  moment,
  quantity,
  ref,
  refs,
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { APPROVAL_STATES, approvalLife, dueTabs } from '../../kernel/core/life.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { MAY_BE_FROZEN } from '../master-data/materials/material.resource.ts';

const outStates = [
  ['none', '无', 'None'],
  ['to-pick', '待拣', 'To pick', 'next'],
  ['shipped', '在途', 'In transit', 'waiting'],
  ['received', '已收', 'Received', 'done'],
] as const;

/** A line of material in a document: as the person entered it, and in base unit with the factor used. */
export const materialLine = {
  materialId: ref('物料', 'Material', 'material', { list: true, ...MAY_BE_FROZEN }),
  unitId: ref('单位', 'Unit', 'materialUnit', { optional: true, takes: 'issueUnitId' }),
  qty: quantity('数量', 'Quantity', { positive: true, unit: 'unitId', total: true }),
  factor: factor('换算系数', 'Factor', { readonly: true, optional: true }),
  baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', { readonly: true, optional: true }),
  baseQty: quantity('基本数量', 'Base quantity', { readonly: true, optional: true, unit: 'baseUnitId' }),
};
const derivedQty = (zh: string, en: string) => quantity(zh, en, { readonly: true, default: '0', unit: 'unitId' });
const plannedQty = (zh: string, en: string) => quantity(zh, en, { readonly: true, optional: true, unit: 'baseUnitId' });

/**
 * A stall or a restaurant asks a warehouse for materials. Approved, the goods are held and an out-store is made to pick
 * them.
 */
export const pick = document('pick', {
  label: label('领料单', 'Pick bill'),
  service: 'store-management',
  segment: 'pick',
  path: '/store/pick',
  purpose: label(
    '餐厅或档口向仓库要料。选择仓库和物料，审批后仓库拣货。',
    'A restaurant or stall asks a warehouse for goods. Choose warehouse and materials; once approved the warehouse picks.',
  ),
  signed: [label('发料', 'Issued by'), label('领料', 'Taken by')],
  fields: {
    billDate: day('业务日期', 'Date', { optional: true, search: true }),
    needTime: moment('用料时间', 'Needed at', { list: true, search: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, computed: true, list: true }),
    warehouseId: ref('发料仓库', 'Warehouse', 'warehouse', { list: true, search: true }),
    useRestaurantDeptId: ref('餐厅', 'Restaurant', 'dept', { offer: OFFER.restaurants, list: true, search: true }),
    gearOperationDeptId: ref('档口', 'Stall', 'dept', {
      offer: OFFER.stalls,
      optional: true,
      list: true,
      search: true,
      hint: label('不填则为餐厅公共库', 'Leave empty for the restaurant’s shared store'),
    }),
    outState: choice('出库进度', 'Picking', outStates, { readonly: true, default: 'none', list: true, search: true }),
    pickType: choice(
      '领料类型',
      'Kind',
      [
        ['plan', '按计划', 'Planned'],
        ['extra', '补领', 'Extra'],
        ['public', '公共领用', 'Shared'],
      ],
      { default: 'plan', search: true },
    ),
    mealType: dictionary('餐次', 'Meal', 'mealType', { optional: true, search: true }),
    outstoreId: ref('出库单', 'Out-store', 'outStore', { readonly: true, optional: true, list: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
    projectDeptId: ref('项目部', 'Project department', 'dept', { readonly: true, optional: true, search: true }),
    // Derived from the places of the bill, which hold their departments themselves.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { readonly: true, optional: true, weak: true }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 9 }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
  },
  lines: {
    details: {
      label: label('领料明细', 'Lines'),
      unique: ['materialId'],
      min: 1,
      fields: {
        ...materialLine,
        reservedQty: derivedQty('已占用', 'Reserved'),
        pickedQty: derivedQty('已拣', 'Picked'),
        receivedQty: derivedQty('已收', 'Received'),
        shortQty: derivedQty('缺货', 'Short'),
        // Of a bill that was filled from the plan, in base unit: asked = need − at the stall − on its way.
        needQty: plannedQty('餐次需用', 'Meal needs'),
        handQty: plannedQty('档口已有', 'At the stall'),
        comingQty: plannedQty('已要未到', 'On its way'),
        remark: text('行备注', 'Remark', { optional: true, max: 200 }),
      },
    },
  },
  opensAt: 'open',
  life: approvalLife('LL', {
    tabs: [
      ...dueTabs('needTime', label('未领完', 'Not all taken'), {
        status: 'draft,pending,approved,rejected',
        outState: 'none,to-pick,shipped',
      }),
      ...APPROVAL_STATES,
    ],
    // With less than was asked for: each line holds what there is, and the picker says why the rest is short.
    actions: {
      approveShort: {
        label: label('缺货审批', 'Approve short'),
        from: ['pending'],
        to: 'approved',
        button: 'short',
        notByApplicant: true,
      },
    },
    events: { complete: label('档口收货完成', 'Received at the stall') },
  }),
  calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
  scope: 'visibleDeptIds',
});

/** What the page of the list reads of a row beside the columns it shows. */
export const pickReads = ['billCode', 'outstoreId', 'outstoreName'] as const;
