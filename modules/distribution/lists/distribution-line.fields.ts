import {
  choice,
  day,
  factor,
  integer,
  flag,
  moment,
  money,
  percent,
  price,
  quantity,
  ref,
  text,
} from '../../../kernel/core/field.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';

/** Which of the two work lists a bill or line belongs to. */
export type DistributionKind = 'straight' | 'uniform';
/** What asks. */
export type SourceType = 'request' | 'distribution';

export const KINDS = [
  ['straight', '直配', 'Direct'],
  ['uniform', '统配', 'Through a centre'],
] as const;
export const UNIFORM_TYPES = [
  ['factory', '工厂统配', 'From a factory'],
  ['warehouse', '中心仓统配', 'From a central warehouse'],
] as const;
const SOURCE_TYPES = [
  ['request', '请购单', 'Purchase request'],
  ['distribution', '配送单', 'Distribution'],
] as const;
const SOURCE_KINDS = [
  ['direct', '供应商直送', 'Supplier direct'],
  ['warehouse', '中心仓', 'Central warehouse'],
  ['factory', '工厂', 'Factory'],
] as const;
export const SUPPLY_MODES = [
  ['stock', '库存发货', 'From stock'],
  ['produce', '工厂生产', 'Made there'],
  ['purchase', '集中采购', 'Bought for the centre'],
] as const;
const LINE_STATES = [
  ['open', '待处理', 'Open', 'next'],
  ['documented', '已制单', 'On a document', 'waiting'],
  ['ordered', '已下单', 'Ordered', 'waiting'],
  ['received', '已到货', 'Received', 'done'],
  ['closed', '已关闭', 'Closed', 'plain'],
] as const;

/** What a line of a work list says; `segment` names whose rights show prices, `shown` how its columns are listed. */
export const lineFields = (segment: string, shown: { readonly list?: true; readonly search?: true } = {}) => {
  const plain = { readonly: true, optional: true } as const;
  const priced = { ...plain, right: `${segment}_view_cost` } as const;
  const kept = { readonly: true } as const;
  const inUnit = { ...kept, unit: 'unitId', default: '0', min: 0 } as const;
  return {
    sourceType: choice('来源类型', 'Asked by', SOURCE_TYPES, { ...kept, ...shown }),
    sourceDetailId: text('来源行', 'Line asked', { ...kept, max: 20 }),
    sourceCode: text('来源单号', 'Number asked', { ...kept, ...shown, max: 40 }),
    bladeProjectDeptId: ref('项目部', 'Project department', 'dept', { ...kept, ...shown, offer: OFFER.sites }),
    warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', { ...kept, ...shown }),
    materialId: ref('物料', 'Material', 'material', { ...kept, ...shown }),
    originMaterialId: ref('原物料', 'Asked material', 'material', plain),
    ratio: factor('替代系数', 'Ratio', { ...kept, default: '1' }),
    unitId: ref('单位', 'Unit', 'materialUnit', { ...kept, ...shown }),
    factor: factor('换算系数', 'Factor', { ...kept, default: '1' }),
    baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', kept),
    baseQty: quantity('基本数量', 'Base quantity', { ...kept, default: '0', unit: 'baseUnitId' }),
    qty: quantity('数量', 'Quantity', { ...inUnit, ...shown }),
    needDate: day('需求日期', 'Needed on', { ...kept, ...shown }),
    deliveryDate: day('配送日期', 'Delivery', { ...kept, ...shown }),
    orderBefore: moment('最晚下单时间', 'Order before', { ...plain, ...shown }),
    lateFlag: flag('截单后', 'After the cut-off', { ...kept, default: 0 }),
    lateReason: text('截单后原因', 'Why after it', { ...plain, max: 200 }),
    sourceKind: choice('货源', 'Source', SOURCE_KINDS, { ...kept, ...shown }),
    sourceReason: text('货源依据', 'Why from there', { ...plain, max: 400, worded: true }),
    outWarehouseId: ref('中心仓', 'Central warehouse', 'warehouse', plain),
    outFactoryWarehouseId: ref('发货工厂仓', 'Factory store', 'factoryWarehouse', plain),
    supplierId: ref('供应商', 'Supplier', 'supplier', { ...plain, ...shown }),
    // Says what his price is.
    supplierReason: text('供应商依据', 'Why this supplier', { ...priced, max: 400, worded: true }),
    supplyMode: choice('供给方式', 'Supplied', SUPPLY_MODES, plain),
    arriveDate: day('到中心日期', 'At the centre on', plain),
    price: price('含税单价', 'Price', { ...priced, ...shown, unit: 'unitId' }),
    taxRate: percent('税率', 'Tax rate', priced),
    priceNoTax: price('不含税单价', 'Price without tax', { ...priced, unit: 'unitId' }),
    amount: money('含税金额', 'Amount', { ...priced, ...shown, total: true }),
    priceReason: text('取价说明', 'Where the price comes from', { ...priced, max: 400, worded: true }),
    splitFromId: text('拆分自', 'Split from', { ...plain, max: 20 }),
    documentedQty: quantity('已制单', 'On documents', inUnit),
    orderedQty: quantity('已订购', 'Ordered', inUnit),
    shippedQty: quantity('已发货', 'Shipped', inUnit),
    receivedQty: quantity('已收货', 'Received', inUnit),
    cancelledQty: quantity('取消', 'Cancelled', inUnit),
    lineStatus: choice('行状态', 'Progress', LINE_STATES, { ...kept, ...shown, default: 'open' }),
    revision: integer('改动次数', 'Changes', { ...kept, default: 0 }),
  };
};
