import { document } from '../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  day,
  factor,
  flag,
  integer,
  json,
  money,
  percent,
  price,
  quantity,
  ref,
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { approvalLife } from '../../kernel/core/life.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { MAY_BE_FROZEN } from '../master-data/materials/material.resource.ts';
import { remark } from '../master-data/materials/validity.fields.ts';

/** What is paid to suppliers is seen with one right everywhere. */
const SEE = 'purchaseprice_see';
const reckoned = { readonly: true, default: '0', right: SEE } as const;

const life = approvalLife('BC', {
  actions: { generateDetail: { label: label('重新生成', 'Find again'), from: ['draft', 'rejected'], button: 'edit' } },
  tabs: ['draft', 'pending', 'approved', 'rejected', 'void'],
  facts: { amount: 'diffAmount' },
});

/**
 * 补差单: a price agreed late or wrong. The difference is charged for what was received; what was posted stays as it was.
 */
export const priceCorrection = document('priceCorrection', {
  label: label('补差单', 'Price correction'),
  service: 'master-data',
  segment: 'pricecorrection',
  path: '/price/pricecorrection',
  purpose: label(
    '采购价谈晚了或录错了：写明供应商、期间和新价，保存后自动找出该期间已收货的明细并算出差额，审批后应付、库存和差异一次更正。',
    'A price was agreed late or entered wrong: name supplier, days and new prices; what was received in these days is found when it is saved, and on approval payable, stock and variance are put right in one act.',
  ),
  scope: 'companyDeptId',
  fields: {
    supplierId: ref('供应商', 'Supplier', 'supplier', { list: true, search: true }),
    companyDeptId: ref('公司', 'Company', 'dept', {
      offer: OFFER.companies,
      search: true,
      hint: label('只补该公司的收货', 'Only what this company received'),
    }),
    startDate: day('收货日期起', 'Received from', { list: true, search: true }),
    endDate: day('收货日期止', 'Received until', { list: true, search: true }),
    diffAmount: money('应付差额', 'Payable', { ...reckoned, list: true }),
    stockAmount: money('其中库存', 'Of which stock', { ...reckoned, list: true }),
    varianceAmount: money('其中价格差异', 'Of which variance', { ...reckoned, list: true }),
    taxAmount: money('其中进项税', 'Of which tax', reckoned),
    diffNoTax: money('不含税差额', 'Without tax', reckoned),
    correctionReason: text('补差原因', 'Why', { min: 2, max: 200 }),
    postDate: day('入账日期', 'Booked on', {
      optional: true,
      list: true,
      hint: label('所在期间须未月结；不填为当天', 'In an open period; leave empty for today'),
    }),
    publishes: flag('同时更新采购价', 'Publish the prices', {
      default: 1,
      hint: label(
        '审批后该期间的采购价改为新价；不勾选只补差额',
        'On approval the prices hold for these days; off: only the difference is charged',
      ),
    }),
    lineCount: integer('明细行数', 'Lines', { readonly: true, default: 0, list: true }),
    files: attachments('附件', 'Attachments', { optional: true }),
    remark,
    /** Prices as they stood before these were published. */
    published: json('已发布的价格', 'Published', { readonly: true, optional: true }),
  },
  lines: {
    prices: {
      label: label('新价', 'New prices'),
      fields: {
        materialId: ref('物料', 'Material', 'material', { list: true, ...MAY_BE_FROZEN }),
        unitId: ref('计价单位', 'Unit', 'materialUnit', { list: true, takes: 'purchaseUnitId' }),
        factor: factor('换算率', 'Factor', { readonly: true, optional: true }),
        /** Needed, though not of who may not see it. */
        newPrice: price('新价', 'New price', {
          optional: true,
          positive: true,
          places: 2,
          unit: 'unitId',
          list: true,
          right: SEE,
          hint: label('含税，每计价单位', 'With tax, per unit'),
        }),
        startDate: day('起', 'From', {
          optional: true,
          list: true,
          hint: label('不填同单据', 'Leave empty to use the document’s'),
        }),
        endDate: day('止', 'Until', {
          optional: true,
          list: true,
          hint: label('不填同单据', 'Leave empty to use the document’s'),
        }),
        result: text('结果', 'Result', { readonly: true, optional: true, max: 200, list: true }),
      },
    },
    details: {
      label: label('补差明细', 'Differences'),
      fields: {
        sourceBillCode: text('来源单据', 'Document', { readonly: true, max: 40, list: true }),
        priceDate: day('收货日期', 'Came', { readonly: true, list: true }),
        materialId: ref('物料', 'Material', 'material', { readonly: true, list: true }),
        qty: quantity('数量', 'Quantity', { readonly: true, unit: 'unitId', list: true }),
        unitId: ref('单位', 'Unit', 'materialUnit', { readonly: true, list: true }),
        oldPrice: price('原价', 'Old', {
          readonly: true,
          unit: 'unitId',
          list: true,
          right: SEE,
          hint: label('已补差的按上次补差后的价格', 'As last corrected'),
        }),
        newPrice: price('新价', 'New', { readonly: true, unit: 'unitId', list: true, right: SEE }),
        diffPrice: price('价差', 'Change', { readonly: true, unit: 'unitId', list: true, right: SEE }),
        diffAmount: money('应付差额', 'Payable', { ...reckoned, list: true, total: true }),
        stockAmount: money('库存', 'Stock', { ...reckoned, list: true, total: true }),
        varianceAmount: money('价格差异', 'Variance', { ...reckoned, list: true, total: true }),
        taxAmount: money('进项税', 'Tax', { ...reckoned, total: true }),
        deptId: ref('项目部', 'Site', 'dept', { readonly: true, optional: true, list: true }),
        exclude: flag('不补', 'Leave out', { default: 0, list: true }),
        excludeReason: text('不补原因', 'Why left out', { optional: true, max: 200 }),
        diffNoTax: money('不含税差额', 'Without tax', reckoned),
        taxRate: percent('税率(%)', 'Tax rate (%)', { readonly: true, default: '0' }),
        factor: factor('换算率', 'Factor', { readonly: true, default: '1' }),
        baseQty: quantity('基本数量', 'Base quantity', { readonly: true, default: '0' }),
        batchId: ref('批次', 'Lot', 'batch', { readonly: true, optional: true }),
        sourceBillType: text('来源类型', 'Of', { readonly: true, max: 40 }),
        sourceBillId: text('来源', 'Document id', { readonly: true, max: 20 }),
        sourceLineId: text('来源行', 'Line id', { readonly: true, max: 20 }),
        billLineId: text('单据行', 'Line of the document', { readonly: true, max: 20 }),
        correctsLineId: text('上次补差', 'Corrected before', { readonly: true, optional: true, max: 20 }),
        lineState: choice(
          '行状态',
          'State',
          [
            ['proposed', '待生效', 'Proposed'],
            ['live', '生效', 'In effect', 'done'],
            ['replaced', '已再次补差', 'Corrected again', 'plain'],
            ['taken-back', '已撤回', 'Taken back', 'plain'],
          ],
          { readonly: true, default: 'proposed' },
        ),
      },
    },
  },
  constraints: {
    days_ck: 'check (end_date >= start_date)',
    legs_ck: 'check (diff_amount = stock_amount + variance_amount + tax_amount)',
  },
  indexes: [
    ['status', 'startDate'],
    ['supplierId', 'startDate'],
  ],
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'exportExcel', 'downloadExcelTemplate', 'importExcelTemplate'],
  life,
});
