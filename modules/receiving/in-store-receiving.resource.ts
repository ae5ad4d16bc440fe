import { resource } from '../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  code,
  day,
  factor,
  flag,
  integer,
  moment,
  pictures,
  price,
  quantity,
  ref,
  text,
  dictionary,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { SEES_COST } from './in-store.document.ts';

/** A line of an in-store, as something other records can point at. */
export const inStoreDetail = resource('inStoreDetail', {
  label: label('入库明细', 'In-store line'),
  service: 'store-management',
  segment: 'invinstoredetail',
  permission: 'invinstore',
  title: 'lineNo',
  fields: {
    lineNo: integer('行号', 'Line', { readonly: true }),
    materialId: ref('物料', 'Material', 'material', { readonly: true }),
  },
  calls: [],
  view: true,
  scope: null,
});

/** What a person says of a delivery as a whole. */
export const deliveryFields = {
  arriveTime: moment('到货时间', 'Arrived', { optional: true }),
  deliveryNo: text('送货单号', 'Delivery note', { optional: true, max: 40 }),
  plateNo: text('车牌', 'Number plate', { optional: true, max: 20 }),
  vehicleTemp: quantity('车厢温度', 'Vehicle temperature', { optional: true, min: -60, max: 60, places: 1 }),
  signerName: text('送货人', 'Delivered by', { optional: true, max: 40 }),
  signature: pictures('签名', 'Signature', { optional: true, max: 1 }),
} as const;

/** What a person says of one line of a delivery. A line may stand twice in a delivery: two lots of one material. */
export const deliveredLineFields = {
  detailId: ref('入库明细', 'Line', 'inStoreDetail'),
  acceptedQty: quantity('实收', 'Accepted', { default: '0', min: 0, unit: 'unitId' }),
  refusedQty: quantity('拒收', 'Refused', { default: '0', min: 0, unit: 'unitId' }),
  refuseReason: dictionary('拒收原因', 'Reason for refusal', 'refuseReason', { optional: true }),
  auxQty: quantity('件数', 'Pieces', { default: '0', min: 0 }),
  grossQty: quantity('毛重', 'Gross weight', { optional: true, min: 0 }),
  tareQty: quantity('皮重', 'Tare', { optional: true, min: 0 }),
  supplierBatchNo: text('批号', "Supplier's lot number", { optional: true, max: 60 }),
  productionDate: day('生产日期', 'Produced on', { optional: true }),
  expiryDate: day('到期日', 'Expires on', { optional: true }),
  origin: text('产地', 'Origin', { optional: true, max: 100 }),
  deliveredPrice: price('送货价', 'Delivered price', {
    optional: true,
    positive: true,
    places: 2,
    hint: label('按本行单位', 'In the unit of this line'),
  }),
  temperature: quantity('到货温度', 'Temperature', { optional: true, min: -60, max: 100, places: 1 }),
  residueResult: choice(
    '农残结果',
    'Residue test',
    [
      ['none', '未检', 'Not tested'],
      ['pass', '合格', 'Passed', 'done'],
      ['fail', '不合格', 'Failed', 'stop'],
    ],
    { default: 'none' },
  ),
  papers: attachments('证件', 'Papers', { optional: true, max: 9 }),
  paperKinds: dictionary('证件种类', 'Kinds of papers', 'materialPaper', {
    optional: true,
    several: true,
    hint: label('与证件一一对应；不填则为其他', 'One for each paper, in their order; leave empty for other papers'),
  }),
  pictures: pictures('照片', 'Photos', { optional: true, max: 9 }),
  overrideReason: text('放行原因', 'Reason for override', { optional: true, max: 200 }),
  pieceReason: text('件重说明', 'Reason for the piece weight', { optional: true, max: 200 }),
} as const;

/** The same as it is typed: in any unit of the material. */
export const typedLineFields = {
  ...deliveredLineFields,
  unitId: ref('单位', 'Unit', 'materialUnit', { optional: true }),
  receivedBefore: quantity('先前已收', 'Received before', {
    optional: true,
    min: 0,
    hint: label('填写时看到的已收数量；已变则拒绝', 'As it stood when the line was entered; refused where it changed'),
  }),
} as const;

/** 收货记录: one delivery on an in-store. Written by `doReceiving`, never edited; a mistake is reversed. */
export const inStoreReceiving = resource('inStoreReceiving', {
  label: label('收货记录', 'Delivery'),
  service: 'store-management',
  segment: 'invinstorereceiving',
  permission: 'invinstore',
  title: 'receivingCode',
  scope: null,
  fields: {
    receivingCode: code('收货单号', 'Number', { readonly: true, unique: true, max: 40, search: true }),
    instoreId: ref('入库单', 'In-store', 'inStore', { readonly: true }),
    ...deliveryFields,
    receiverId: ref('收货人', 'Received by', 'user', { readonly: true, optional: true }),
    state: choice(
      '状态',
      'State',
      [
        ['posted', '已过账', 'Posted', 'done'],
        ['reversed', '已冲销', 'Reversed', 'plain'],
      ],
      { readonly: true, default: 'posted' },
    ),
    reversedReason: text('冲销原因', 'Why reversed', { readonly: true, optional: true, max: 200 }),
  },
  lines: {
    details: {
      label: label('收货明细', 'Lines'),
      readonly: true,
      fields: {
        ...deliveredLineFields,
        materialId: ref('物料', 'Material', 'material', { readonly: true }),
        unitId: ref('单位', 'Unit', 'materialUnit', { readonly: true }),
        factor: factor('换算系数', 'Factor', { readonly: true, positive: true, default: '1' }),
        baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', { readonly: true, optional: true }),
        baseQty: quantity('基本数量', 'Base quantity', { readonly: true, default: '0', min: 0, unit: 'baseUnitId' }),
        priceDiffers: flag('价格不符', 'Price differs', { readonly: true, default: 0 }),
        batchId: ref('生成批次', 'Lot created', 'batch', { readonly: true, optional: true }),
        supplierId: ref('供应商', 'Supplier', 'supplier', { readonly: true, optional: true }),
        // What prices are measured by, apart from the bill so that the newest of a material are found at once. Nothing
        // once the delivery was taken back.
        arriveTime: moment('到货时间', 'Arrived', { readonly: true, optional: true }),
        companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
        paidPrice: price('采购单价', 'Price paid per base unit', {
          readonly: true,
          optional: true,
          unit: 'baseUnitId',
          right: SEES_COST,
        }),
        settledPrice: price('结算单价', 'Settlement price per base unit', {
          readonly: true,
          optional: true,
          unit: 'baseUnitId',
          right: SEES_COST,
        }),
        // Nothing once the delivery was taken back: it no longer says what a piece weighs.
        pieceWeight: factor('件重', 'Weight of a piece', { readonly: true, optional: true, positive: true }),
        bandMean: factor('件重均值', 'Mean weight of a piece', { readonly: true, optional: true }),
        bandSigma: factor('件重标准差', 'Standard deviation of a piece', { readonly: true, optional: true }),
        bandCount: integer('参照次数', 'Deliveries compared', { readonly: true, optional: true }),
      },
    },
  },
  calls: [],
  sort: '-createTime',
});
