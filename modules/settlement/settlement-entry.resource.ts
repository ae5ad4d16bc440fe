import { resource } from '../../kernel/core/declaration.ts';
import { choice, code, day, money, percent, price, quantity, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

const partyKinds = [
  ['supplier', '供应商', 'Supplier'],
  ['site', '项目部', 'Site'],
  ['stall', '档口', 'Stall'],
  ['client', '客户', 'Client'],
  ['company', '公司', 'Company'],
] as const;
export type PartyKind = (typeof partyKinds)[number][0];

const entryKinds = [
  ['purchase', '采购应付', 'Purchase'],
  ['charge', '结算应收', 'Charge'],
  ['return', '退货', 'Return'],
  ['difference', '差异扣款', 'Difference'],
  ['correction', '补差', 'Correction'],
  ['crate', '周转筐赔偿', 'Lost crates'],
] as const;
export type EntryKind = (typeof entryKinds)[number][0];

const SEE = 'settlemententry_view_cost';
const figure = { readonly: true, right: SEE } as const;

/** 结算流水: what each party owes of each posted line, written beside its move and never changed. */
export const settlementEntry = resource('settlementEntry', {
  label: label('结算流水', 'Money entry'),
  service: 'store-management',
  segment: 'settlemententry',
  path: '/store/settlemententry',
  purpose: label(
    '收货、退货、差异、补差、跨公司调拨和周转筐丢失时，各方应付应收多少。由单据过账产生，不能增删。',
    'What each party owes of receipts, returns, differences, corrections, transfers between companies and lost crates. Written by posted documents; nothing is added or removed by hand.',
  ),
  fields: {
    bizDate: day('业务日期', 'Date', { readonly: true, list: true, search: true }),
    partyKind: choice('往来方类型', 'Party', partyKinds, { readonly: true, list: true, search: true }),
    partyName: text('往来方', 'Who', { readonly: true, list: true }),
    entryKind: choice('类别', 'Kind', entryKinds, { readonly: true, list: true, search: true }),
    billCode: code('单号', 'Document', { readonly: true, list: true, search: true }),
    materialId: ref('物料', 'Material', 'material', { readonly: true, optional: true, list: true, search: true }),
    qty: quantity('数量', 'Quantity', { readonly: true, unit: 'unitId', list: true }),
    unitId: ref('单位', 'Unit', 'materialUnit', { readonly: true, optional: true }),
    crateTypeId: ref('周转筐', 'Crate', 'crateType', { readonly: true, optional: true, search: true }),
    price: price('单价', 'Price', { ...figure, unit: 'unitId', list: true }),
    taxRate: percent('税率(%)', 'Tax rate (%)', { ...figure }),
    amount: money('金额', 'Amount', { ...figure, list: true, total: true }),
    amountNoTax: money('不含税金额', 'Without tax', { ...figure, list: true }),
    taxAmount: money('税额', 'Tax', { ...figure, list: true }),
    supplierId: ref('供应商', 'Supplier', 'supplier', { readonly: true, optional: true, search: true }),
    partyDeptId: ref('往来部门', 'Department that owes', 'dept', { readonly: true, optional: true, search: true }),
    deptId: ref('部门', 'Department', 'dept', { readonly: true, optional: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true, search: true }),
    billType: text('单据类型', 'Document kind', { readonly: true, search: true }),
    billId: text('单据', 'Document id', { readonly: true }),
    moveId: text('库存流水', 'Move', { readonly: true, optional: true }),
    reversesEntryId: text('冲销流水', 'Takes back', { readonly: true, optional: true }),
    statementId: text('对账单', 'Statement', { readonly: true, optional: true }),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  view: true,
  title: 'billCode',
  sort: '-bizDate',
  scope: 'deptId',
});

/** What its list reads of a row beside the columns it shows. */
export const settlementEntryReads = ['billType', 'billId', 'billCode'] as const;
