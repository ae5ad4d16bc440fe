import { document, type Life } from '../../../kernel/core/declaration.ts';
import { choice, code, day, dictionary, integer, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import type { WholeRecord } from '../../../kernel/core/shape.ts';

export const splitRules = [
  ['priority', '按优先级', 'By priority'],
  ['proportional', '按比例', 'In proportion'],
  ['equal', '平均', 'Equally'],
  ['manual', '手工', 'By hand'],
] as const;

/** What lies in the store for these orders; or a figure, while the goods are still on their way. */
const supplyKinds = [
  ['stock', '库存', 'Stock'],
  ['entered', '手工填写', 'A figure'],
] as const;

type SplitState = 'draft' | 'confirmed' | 'void';
const life: Life<SplitState, 'confirm' | 'void'> = {
  prefix: 'QF',
  states: {
    draft: { label: label('草稿', 'Draft'), tone: 'plain' },
    confirmed: { label: label('已确认', 'Confirmed'), tone: 'done' },
    void: { label: label('已作废', 'Void'), tone: 'plain' },
  },
  first: 'draft',
  editable: ['draft'],
  removable: ['draft'],
  done: ['confirmed', 'void'],
  actions: {
    confirm: { label: label('确认分摊', 'Confirm'), from: ['draft'], to: 'confirmed', button: 'confirm', next: true },
    void: {
      label: label('作废', 'Void'),
      from: ['confirmed'],
      to: 'void',
      button: 'void',
      ask: { reason: text('原因', 'Reason', { min: 2, max: 200 }) },
      danger: true,
    },
  },
};

const derived = { readonly: true, optional: true } as const;
const inUnit = { readonly: true, default: '0', unit: 'unitId', min: 0 } as const;

/** 缺货分摊: what there is of a material is shared among the sites that asked for more. */
export const shortageSplit = document('shortageSplit', {
  label: label('缺货分摊', 'Shortage split'),
  service: 'store-management',
  segment: 'shortagesplit',
  path: '/distribution/shortagesplit',
  purpose: label(
    '可供数量不够时，把现有的货分给要货的项目部：按优先级、按比例、平均或手工。合计等于可供数量，每个项目部都能看到原因。',
    'When there is less than sites asked for, shares what there is: by priority, in proportion, equally or by hand. Shares add up to the supply, and every site reads why.',
  ),
  fields: {
    factoryWarehouseId: ref('工厂仓', 'Factory store', 'factoryWarehouse', {
      optional: true,
      list: true,
      search: true,
      hint: label('工厂仓与中心仓填一项', 'Either a factory store or a central warehouse'),
    }),
    outWarehouseId: ref('中心仓', 'Central warehouse', 'warehouse', {
      optional: true,
      search: true,
      offer: { warehouseType: 'central' },
    }),
    outOrgId: ref('发货组织', 'Sender', 'dept', { ...derived, search: true }),
    deliveryDate: day('配送日期', 'Delivery date', { list: true, search: true }),
    waveNo: text('波次', 'Wave', {
      optional: true,
      max: 10,
      list: true,
      search: true,
      hint: label('不填为当天所有波次', 'Empty: all waves of the day'),
    }),
    materialId: ref('物料', 'Material', 'material', { list: true, search: true }),
    unitId: ref('单位', 'Unit', 'materialUnit', { ...derived }),
    supplyFrom: choice('可供数量按', 'Supply by', supplyKinds, { default: 'stock' }),
    supplyQty: quantity('可供数量', 'There is', {
      optional: true,
      min: 0,
      unit: 'unitId',
      list: true,
      onlyWith: ['supplyFrom', 'entered'],
    }),
    demandQty: quantity('需求数量', 'Asked for', { ...inUnit, list: true }),
    shortQty: quantity('缺货数量', 'Short', { ...inUnit, list: true }),
    rule: choice('分摊规则', 'Rule', splitRules, { default: 'priority', list: true, search: true }),
    step: quantity('步长', 'Step', {
      optional: true,
      positive: true,
      unit: 'unitId',
      hint: label('不填：称重 0.01，计件 1', 'Empty: 0.01 weighed, 1 counted'),
    }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
  },
  lines: {
    details: {
      label: label('分摊明细', 'Shares'),
      fields: {
        logId: ref('分拣行', 'Sorting line', 'distributionStatementLog'),
        orderNo: code('订单号', 'Order number', { ...derived, max: 40, list: true }),
        siteDeptId: ref('项目部', 'Site', 'dept', { ...derived, list: true }),
        priorityClass: dictionary('优先级', 'Priority', 'deliveryPriority', { ...derived, list: true }),
        stopSeq: integer('停靠顺序', 'Stop', { ...derived, list: true }),
        unitId: ref('单位', 'Unit', 'materialUnit', derived),
        demandQty: quantity('需求', 'Asked for', { ...inUnit, list: true }),
        exactShare: quantity('理论份额', 'Exact share', { ...inUnit, list: true }),
        allocatedQty: quantity('分得', 'Share', { default: '0', unit: 'unitId', min: 0, list: true, total: true }),
        shortQty: quantity('缺货', 'Short', { ...inUnit, list: true }),
        reason: text('说明', 'Why', { ...derived, max: 600, worded: true, list: true }),
      },
    },
  },
  life,
  calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
  scope: 'outOrgId',
  constraints: { store_ck: 'check (num_nonnulls(factory_warehouse_id, out_warehouse_id) = 1)' },
  indexes: [['deliveryDate', 'materialId']],
});

export type Split = WholeRecord<typeof shortageSplit>;
