import { resource } from '../../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  code,
  day,
  dictionary,
  moment,
  percent,
  price,
  quantity,
  ref,
  text,
} from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

export const lotStates = [
  ['free', '正常', 'Free', 'done'],
  ['hold', '冻结', 'On hold', 'stop'],
  ['provisional', '待核', 'Provisional', 'look'],
] as const;
export const residueResults = [
  ['none', '未检', 'Not tested'],
  ['pass', '合格', 'Passed', 'done'],
  ['fail', '不合格', 'Failed', 'stop'],
] as const;

/**
 * The identity of a lot; it keeps it through all transfers. Made by receipts, production and counts, read through
 * `stockbatch`.
 */
export const batch = resource('batch', {
  label: label('批次', 'Lot'),
  service: 'store-management',
  segment: 'batch',
  permission: 'stockbatch',
  title: 'batchCode',
  fields: {
    batchCode: code('批次号', 'Lot number', { readonly: true, unique: true, list: true, search: true, max: 40 }),
    materialId: ref('物料', 'Material', 'material', { readonly: true, list: true, search: true }),
    supplierId: ref('供应商', 'Supplier', 'supplier', { readonly: true, optional: true, list: true, search: true }),
    supplierBatchNo: text('供应商批号', "Supplier's lot number", {
      readonly: true,
      optional: true,
      max: 60,
      list: true,
      search: true,
    }),
    productionDate: day('生产日期', 'Produced on', { readonly: true, optional: true, list: true }),
    expiryDate: day('到期日', 'Expires on', { readonly: true, optional: true, list: true, search: true }),
    receivedDate: day('入库日期', 'Received on', { readonly: true, list: true }),
    originUnitCost: price('原始单价', 'Cost at receipt', {
      readonly: true,
      right: 'stockbatch_view_cost',
      hint: label('每基本单位', 'Per base unit'),
    }),
    originQty: quantity('原始数量', 'Received quantity', { readonly: true }),
    taxRate: percent('税率(%)', 'Tax rate (%)', { readonly: true, optional: true }),
    sourceBillType: text('来源类型', 'Source kind', { readonly: true, max: 40 }),
    sourceBillId: text('来源单据', 'Source document', { readonly: true, max: 20 }),
    sourceBillCode: text('来源单号', 'Source number', { readonly: true, max: 40, search: true }),
    sourceLineId: text('来源行', 'Source line', { readonly: true, max: 20 }),
    parentBatchId: ref('来源批次', 'Split from', 'batch', { readonly: true, optional: true }),
    lotState: choice('批次状态', 'Lot state', lotStates, { readonly: true, default: 'free', list: true, search: true }),
    holdReason: text('冻结原因', 'Reason for hold', { readonly: true, optional: true, max: 200 }),
    holdUserId: ref('冻结人', 'Held by', 'user', { readonly: true, optional: true }),
    holdTime: moment('冻结时间', 'Held at', { readonly: true, optional: true }),
    openedTime: moment('开封时间', 'Opened at', { readonly: true, optional: true }),
    thawedTime: moment('解冻时间', 'Thawed at', { readonly: true, optional: true }),
    useBy: moment('最迟使用', 'Use by', {
      readonly: true,
      optional: true,
      hint: label('开封或解冻后的时限', 'When its clock runs out, once opened or thawed'),
    }),
    originPlace: text('产地', 'Origin', { readonly: true, optional: true, max: 100 }),
    papers: attachments('证件', 'Papers', { readonly: true, optional: true }),
    /** One for each of them, in their order. */
    paperKinds: dictionary('证件种类', 'Kinds of papers', 'materialPaper', {
      readonly: true,
      optional: true,
      several: true,
    }),
    missingPapers: dictionary('缺少的证件', 'Papers missing', 'materialPaper', {
      readonly: true,
      optional: true,
      several: true,
    }),
    residueResult: choice('农残结果', 'Residue test', residueResults, { readonly: true, default: 'none' }),
  },
  constraints: {
    life_ck: 'check (production_date is null or expiry_date is null or expiry_date >= production_date)',
    hold_ck: "check (lot_state <> 'hold' or hold_reason is not null)",
  },
  calls: [],
  sort: '-createTime',
  scope: null,
});
