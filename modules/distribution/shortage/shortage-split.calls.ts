/** Calls of the shortage split beyond the ordinary ones: what it would give, and what one's own sites may read. */
import { callOf, contract, optionalRows, pageInput } from '../../../kernel/core/contract.ts';
import { choice, day, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../../kernel/core/shape.ts';
import { shortageSplit, splitRules } from './shortage-split.document.ts';

const share = {
  logId: shape.id,
  orderNo: shape.text,
  siteDeptId: shape.id,
  siteName: shape.text,
  priorityClass: shape.text,
  priorityName: shape.text,
  stopSeq: shape.nullable(shape.integer),
  demandQty: shape.quantity,
  exactShare: shape.quantity,
  allocatedQty: shape.quantity,
  shortQty: shape.quantity,
  reason: shape.text,
};

/** What each site would get. Nothing is saved. */
export const preview = contract({
  method: 'POST',
  ...callOf(shortageSplit, 'preview', 'view'),
  summary: label('试算分摊', 'What each site would get'),
  input: {
    factoryWarehouseId: ref('工厂仓', 'Factory store', 'factoryWarehouse', { optional: true }),
    outWarehouseId: ref('中心仓', 'Central warehouse', 'warehouse', { optional: true }),
    deliveryDate: day('配送日期', 'Delivery date'),
    waveNo: text('波次', 'Wave', { optional: true, max: 10 }),
    materialId: ref('物料', 'Material', 'material'),
    supplyQty: quantity('可供数量', 'There is', { optional: true, min: 0 }),
    rule: choice('分摊规则', 'Rule', splitRules, { optional: true, hint: label('不填用参数', 'Empty: the parameter') }),
    step: quantity('步长', 'Step', { optional: true, positive: true }),
    details: optionalRows('手工份额', 'Shares by hand', {
      logId: text('分拣行', 'Sorting line', { max: 19 }),
      allocatedQty: quantity('分得', 'Share', { min: 0 }),
    }),
  },
  answer: shape.object({
    rule: shape.text,
    step: shape.quantity,
    unitId: shape.id,
    unitName: shape.text,
    supplyQty: shape.quantity,
    /** What is there for these orders. */
    thereQty: shape.quantity,
    demandQty: shape.quantity,
    shortQty: shape.quantity,
    details: shape.list(shape.object(share)),
  }),
});
export type SplitPreview = TypeOf<typeof preview.answer>;

/** What one's own sites got of confirmed splits, and why. Of others nothing. */
export const ownShares = contract({
  method: 'GET',
  service: shortageSplit.service,
  path: 'shortagesplit/ownShares',
  permission: ['shortagereasons_view', 'shortagesplit_view'],
  summary: label('本项目部缺货说明', 'Why one’s own sites are short'),
  input: {
    startDate: day('开始日期', 'From', { optional: true }),
    endDate: day('结束日期', 'To', { optional: true }),
    materialId: text('物料', 'Material', { optional: true, max: 19 }),
    ...pageInput,
  },
  answer: shape.page(
    shape.object({
      id: shape.id,
      billCode: shape.text,
      deliveryDate: shape.day,
      materialName: shape.text,
      unitName: shape.text,
      ...share,
    }),
  ),
});
