/** Calls on the two work lists, the same under both segments. */
import { callOf, chosenIds, contract, pageInput, rows } from '../../../kernel/core/contract.ts';
import { choice, day, flag, json, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import type { DistributionKind } from './distribution-line.fields.ts';
import { distributionStraightLine, distributionUniformLine } from './distribution-line.resource.ts';

const SERVICE = 'store-management';
const reason = text('原因', 'Reason', { optional: true, max: 200 });
/** Which lines, and how often each had been changed when it was looked at. */
const chosen = {
  ids: json('明细', 'Lines', { optional: true }),
  revisions: json('改动次数', 'Changes seen', { optional: true }),
};
const supplierId = ref('供应商', 'Supplier', 'supplier', { optional: true });
const materialId = ref('物料', 'Material', 'material', { optional: true });

/** Of a line what a change touches; prices for those who see them. */
const side = {
  supplierId: shape.text,
  supplierName: shape.text,
  materialId: shape.id,
  materialName: shape.text,
  unitName: shape.text,
  qty: shape.quantity,
  price: shape.optional(shape.nullable(shape.price)),
  amount: shape.optional(shape.nullable(shape.money)),
  leadDays: shape.integer,
  grade: shape.text,
  deliveryDate: shape.day,
  orderBefore: shape.moment,
  isLate: shape.flag,
  afterNeed: shape.flag,
};

/** A line of the dispatch grid. */
const dispatchLine = shape.object({
  id: shape.id,
  revision: shape.integer,
  billCode: shape.text,
  lineNo: shape.integer,
  siteName: shape.text,
  warehouseName: shape.text,
  materialId: shape.id,
  materialCode: shape.text,
  materialName: shape.text,
  originMaterialName: shape.text,
  spec: shape.text,
  unitName: shape.text,
  qty: shape.quantity,
  supplierId: shape.text,
  supplierName: shape.text,
  supplierReason: shape.optional(shape.text),
  sourceKind: shape.text,
  sourceReason: shape.text,
  outOrgName: shape.text,
  supplyMode: shape.text,
  price: shape.optional(shape.nullable(shape.price)),
  amount: shape.optional(shape.nullable(shape.money)),
  needDate: shape.day,
  deliveryDate: shape.day,
  orderBefore: shape.moment,
  lineStatus: shape.text,
});

/** A sum of lines. */
const sumOfLines = shape.object({
  deliveryDate: shape.day,
  partnerId: shape.text,
  partnerName: shape.text,
  materialId: shape.id,
  materialName: shape.text,
  unitId: shape.id,
  unitName: shape.text,
  qty: shape.quantity,
  sites: shape.integer,
  lines: shape.integer,
  amount: shape.optional(shape.nullable(shape.money)),
});

/** Who can bring a material, at what price, when, and why not. */
const supplierOffer = shape.object({
  supplierId: shape.id,
  supplierName: shape.text,
  supplierCode: shape.text,
  grade: shape.text,
  price: shape.optional(shape.nullable(shape.price)),
  basePrice: shape.optional(shape.nullable(shape.price)),
  unitId: shape.id,
  unitName: shape.text,
  taxRate: shape.optional(shape.percent),
  endDate: shape.day,
  agreementNo: shape.text,
  share: shape.nullable(shape.percent),
  leadDays: shape.integer,
  minOrderQty: shape.nullable(shape.quantity),
  orderBefore: shape.moment,
  lastPrice: shape.optional(shape.nullable(shape.price)),
  score: shape.nullable(shape.number),
  /** Lines he can bring, of those that were named. */
  lines: shape.integer,
  allowed: shape.flag,
  reason: shape.text,
});

/** What may stand for a material, and what it changes. */
const substitute = shape.object({
  materialId: shape.id,
  materialName: shape.text,
  materialCode: shape.text,
  ratio: shape.nullable(shape.factor),
  kind: shape.oneOf('replace', 'substitute'),
  priority: shape.integer,
  priceDiff: shape.optional(shape.nullable(shape.price)),
  availableQty: shape.quantity,
  expiringQty: shape.quantity,
  allergens: shape.list(shape.text),
  nutrientDelta: shape.any,
  allowed: shape.flag,
  reason: shape.text,
});

/** What a change would make of lines. */
const previewed = shape.object({
  lines: shape.list(
    shape.object({
      id: shape.id,
      old: shape.object(side),
      new: shape.object(side),
      /** Keys of allergens the line did not have before. */
      allergens: shape.list(shape.text),
    }),
  ),
  /** Words of the allergens that are brought. */
  allergenNames: shape.list(shape.text),
  amountBefore: shape.optional(shape.nullable(shape.money)),
  amountAfter: shape.optional(shape.nullable(shape.money)),
  amountDiff: shape.optional(shape.nullable(shape.money)),
  lateCount: shape.integer,
  afterNeedCount: shape.integer,
  allergenCount: shape.integer,
  noPriceCount: shape.integer,
  worseCount: shape.integer,
  /** What stands against it, in words; empty where it can be saved. */
  refusals: shape.list(shape.text),
});

/** Both kinds of lines have the same fields. */
type Line = typeof distributionStraightLine;

/** What the calls of a list share: their address and what they are called. */
interface ListNames {
  readonly of: { readonly service: string; readonly segment: string };
  readonly about: (zh: string, en: string) => Label;
}

/** Reads lines, one by one, as the grid needs them and summed, and their changes. */
const readCalls = ({ of, about }: ListNames, line: Line) => ({
  /** Lines, one a row. Filters of lines. */
  detailPage: contract({
    method: 'GET',
    ...callOf(of, 'detailPage', 'view'),
    summary: about('明细', 'lines'),
    input: pageInput,
    answer: shape.page(shape.row(line)),
  }),
  /** Lines as the dispatch grid needs them, as many as there are. Filters of lines. */
  dispatchLines: contract({
    method: 'GET',
    ...callOf(of, 'dispatchLines', 'view'),
    summary: about('调度台明细', 'lines of the dispatch grid'),
    input: {},
    answer: shape.object({
      total: shape.integer,
      now: shape.moment,
      lines: shape.list(dispatchLine),
    }),
  }),
  /** Sums a delivery day, sender or supplier, material and unit. Filters of lines. */
  summaryPage: contract({
    method: 'GET',
    ...callOf(of, 'summaryPage', 'view'),
    summary: about('汇总', 'sums'),
    input: pageInput,
    answer: shape.page(sumOfLines),
  }),
  /** Changes of this list, the newest first. */
  changePage: contract({
    method: 'GET',
    ...callOf(of, 'changePage', 'view'),
    summary: about('调整记录', 'changes'),
    input: pageInput,
    answer: shape.page(
      shape.object({
        id: shape.id,
        batchNo: shape.text,
        changeType: shape.text,
        lineCount: shape.integer,
        amountDiff: shape.optional(shape.nullable(shape.money)),
        reason: shape.text,
        undoneById: shape.text,
        userName: shape.text,
        time: shape.moment,
      }),
    ),
  }),
  exportDetailExcel: contract({
    method: 'GET+POST',
    ...callOf(of, 'exportDetailExcel', 'export'),
    summary: about('导出明细', 'lines as a sheet'),
    input: {},
    answer: shape.file,
  }),
});

/** Who can bring a material, and what may stand for it. */
const choiceCalls = ({ of, about }: ListNames) => ({
  /** Who can bring a material to these lines, in the order of the supplier choice. */
  getSupplier: contract({
    method: 'GET',
    ...callOf(of, 'getSupplier', 'view'),
    summary: about('可选供应商', 'suppliers'),
    input: {
      materialId,
      ids: json('明细', 'Lines', { optional: true }),
      deliveryDate: day('配送日期', 'Delivery', { optional: true }),
    },
    answer: shape.list(supplierOffer),
  }),
  /** What may stand for a material at these lines, lowest priority number first. */
  getMaterialReplace: contract({
    method: 'GET',
    ...callOf(of, 'getMaterialReplace', 'view'),
    summary: about('可替代物料', 'substitutes'),
    input: { materialId, ids: json('明细', 'Lines', { optional: true }) },
    answer: shape.list(substitute),
  }),
});

/** Changes of suppliers and materials, looked at, made and taken back. */
const changeCalls = ({ of, about }: ListNames) => ({
  updateBatchSupplier: contract({
    method: 'POST',
    ...callOf(of, 'updateBatchSupplier', 'edit'),
    summary: about('批量换供应商', 'another supplier'),
    input: { ...chosen, supplierId, reason },
    answer: shape.done,
  }),
  updateBatchMaterial: contract({
    method: 'POST',
    ...callOf(of, 'updateBatchMaterial', 'edit'),
    summary: about('批量换物料', 'another material'),
    input: {
      ...chosen,
      materialId,
      reason,
      confirmAllergens: flag('确认过敏原', 'Allergens are known', { optional: true }),
    },
    answer: shape.done,
  }),
  updateBatchSupplierOrMaterial: contract({
    method: 'POST',
    ...callOf(of, 'updateBatchSupplierOrMaterial', 'edit'),
    summary: about('批量换供应商或物料', 'another supplier or material'),
    input: {
      ...chosen,
      supplierId,
      materialId,
      reason,
      confirmAllergens: flag('确认过敏原', 'Allergens are known', { optional: true }),
    },
    answer: shape.done,
  }),
  /** What the change would make of each line; nothing is saved. */
  previewBatch: contract({
    method: 'POST',
    ...callOf(of, 'previewBatch', 'edit'),
    summary: about('预览批量调整', 'preview of a change'),
    input: { ...chosen, supplierId, materialId },
    answer: previewed,
  }),
  /** Takes back a change, all of it; without an id the caller's last one that still can be. */
  undoBatch: contract({
    method: 'POST',
    ...callOf(of, 'undoBatch', 'edit'),
    summary: about('撤销调整', 'undo a change'),
    input: { id: ref('调整记录', 'Change', 'distributionChange', { optional: true }) },
    answer: shape.done,
  }),
});

/** Changes of a single line or of where lines come from. */
const lineCalls = ({ of, about }: ListNames) => ({
  splitDetail: contract({
    method: 'POST',
    ...callOf(of, 'splitDetail', 'edit'),
    summary: about('拆分明细', 'split a line'),
    input: {
      id: text('明细', 'Line', { max: 20 }),
      revisions: chosen.revisions,
      parts: rows('拆分', 'Parts', { qty: quantity('数量', 'Quantity'), supplierId }),
      reason,
    },
    answer: shape.done,
  }),
  changeSource: contract({
    method: 'POST',
    ...callOf(of, 'changeSource', 'edit'),
    summary: about('改货源', 'change the source'),
    input: {
      ...chosen,
      sourceKind: choice('货源', 'Source', [
        ['direct', '供应商直送', 'Supplier direct'],
        ['warehouse', '中心仓', 'Central warehouse'],
        ['factory', '工厂', 'Factory'],
        ['self', '自采', 'Self-purchase'],
      ]),
      outWarehouseId: ref('中心仓', 'Central warehouse', 'warehouse', { optional: true }),
      outFactoryWarehouseId: ref('发货工厂仓', 'Factory store', 'factoryWarehouse', { optional: true }),
      supplierId,
      reason,
    },
    answer: shape.done,
  }),
});

const callsOf = (kind: DistributionKind) => {
  const segment = kind === 'straight' ? 'distributionstraight' : 'distributionuniform';
  const of = { service: SERVICE, segment };
  const line = kind === 'straight' ? distributionStraightLine : distributionUniformLine;
  const name: Label = kind === 'straight' ? label('直配', 'Direct list') : label('统配', 'Central list');
  const about = (zh: string, en: string): Label => label(`${name.zh}：${zh}`, `${name.en}: ${en}`);
  const names = { of, about };
  return {
    ...readCalls(names, line),
    ...choiceCalls(names),
    ...changeCalls(names),
    ...lineCalls(names),
    generate: contract({
      method: 'POST',
      ...callOf(of, kind === 'straight' ? 'generateDistributionStraight' : 'generateDistributionUniform', 'generate'),
      summary: about('由请购单或配送单生成', 'generate from requests or distributions'),
      input: {
        ...chosenIds,
        ...(kind === 'straight'
          ? {}
          : {
              type: choice(
                '统配类型',
                'Sent from',
                [
                  ['factory', '工厂', 'Factory'],
                  ['warehouse', '中心仓', 'Central warehouse'],
                ],
                { optional: true },
              ),
            }),
      },
      answer: shape.done,
    }),
  } as const;
};

const straightCalls = callsOf('straight');
const uniformCalls = callsOf('uniform');
export type ListCalls = typeof straightCalls;
export const listCalls: Readonly<Record<DistributionKind, ListCalls>> = {
  straight: straightCalls,
  uniform: uniformCalls as unknown as ListCalls,
};
