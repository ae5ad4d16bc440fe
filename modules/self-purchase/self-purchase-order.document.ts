import { document, resource } from '../../kernel/core/declaration.ts';
import {
  choice,
  day,
  dictionary,
  integer,
  money,
  percent,
  pictures,
  price,
  quantity,
  ref,
  refs,
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { APPROVAL_STATES, approvalLife } from '../../kernel/core/life.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { baseQuantity, materialLine } from '../purchasing/purchase-line.fields.ts';

const derivedQty = (zh: string, en: string) =>
  quantity(zh, en, { readonly: true, default: '0', unit: 'unitId', min: 0 });

const proof = {
  max: 9,
  hint: label(
    '小票、称重单、索证；完成收货前至少一张',
    'Slip, scale slip, papers; at least one before it is completed',
  ),
} as const;

/** What a price at the market is measured by. */
export const REFERENCES = [
  ['agreed', '协议采购价', 'Agreed purchase price'],
  ['last', '最近采购价', 'Last price paid'],
  ['average', '近30天均价', 'Average of 30 days'],
] as const;

/** 自采单: what a site buys itself, inside its limits and with proof. Approved, it is received at its own in-store. */
export const selfPurchaseOrder = document('selfPurchaseOrder', {
  label: label('自采单', 'Self-purchase'),
  service: 'store-management',
  segment: 'selfpurchaseorder',
  path: '/purchasing/selfpurchaseorder',
  purpose: label(
    '项目自己买的货：填写商户、物料和单价，拍下小票。审批后在自采入库收货。',
    'What a site buys itself: enter the vendor, the goods and their prices, photograph the slip. Once approved it is received.',
  ),
  signed: [label('采购', 'Bought by'), label('验收', 'Inspected by')],
  fields: {
    // The camera first: the slip is in the other hand.
    proofPictures: pictures('凭证照片', 'Proof', { ...proof, optional: true }),
    vendorName: text('商户名称', 'Vendor', {
      optional: true,
      max: 60,
      list: true,
      search: true,
      hint: label('市场摊位或店铺；有档案的选供应商', 'A stall or a shop; choose the supplier where there is one'),
    }),
    supplierId: ref('供应商', 'Supplier', 'supplier', { optional: true, search: true }),
    purchaseDate: day('采购日期', 'Bought on', { begins: 'today', list: true, search: true }),
    purchaseReason: dictionary('自采原因', 'Why', 'selfPurchaseReason', { list: true, search: true }),
    warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', { list: true, search: true }),
    amount: money('金额', 'Amount', { readonly: true, default: '0', list: true, total: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, default: 0 }),
    receiveStatus: choice(
      '收货状态',
      'Receiving',
      [
        ['none', '待收货', 'To receive', 'waiting'],
        ['partial', '部分收货', 'Partly received', 'look'],
        ['difference', '差异处理', 'Difference', 'look'],
        ['all', '已完成', 'Received', 'done'],
      ],
      { readonly: true, default: 'none', list: true, search: true },
    ),
    payType: dictionary('付款方式', 'Paid by', 'payType', { default: 'self' }),
    purchaserId: ref('采购人', 'Buyer', 'user', { optional: true, search: true }),
    invoiceNo: text('票据号', 'Slip number', { optional: true, max: 40, search: true }),
    boughtAt: text('购买地点', 'Where bought', { optional: true, max: 100 }),
    useRestaurantDeptId: ref('餐厅', 'Restaurant', 'dept', { offer: OFFER.restaurants, optional: true, search: true }),
    gearOperationDeptId: ref('档口', 'Stall', 'dept', { offer: OFFER.stalls, optional: true, search: true }),
    limitAmount: money('单笔限额', 'Limit of one order', { readonly: true, optional: true, computed: true }),
    monthAmount: money('本月已用', 'Used this month', {
      readonly: true,
      optional: true,
      computed: true,
      hint: label(
        '本项目部本月待审批、已审批和已完成的自采',
        'Sent, approved and done orders of the site in that month',
      ),
    }),
    overrideReason: text('超限原因', 'Reason above the limit', {
      optional: true,
      max: 200,
      hint: label('超过限额且有权放行时填写', 'For whoever may send it above the limit'),
    }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true, search: true }),
    bladeProjectDeptId: ref('项目部', 'Project department', 'dept', {
      offer: OFFER.sites,
      readonly: true,
      optional: true,
      list: true,
      search: true,
    }),
    // Derived from the warehouse and the restaurant, which hold their departments themselves.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { readonly: true, optional: true, weak: true }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
  },
  lines: {
    details: {
      label: label('自采明细', 'Lines'),
      min: 1,
      fields: {
        ...materialLine,
        orderQty: quantity('数量', 'Quantity', { positive: true, unit: 'unitId', list: true }),
        price: price('含税单价', 'Price', { positive: true, places: 2, unit: 'unitId', list: true }),
        referencePrice: price('参考价', 'Reference', { readonly: true, optional: true, unit: 'unitId' }),
        referenceKind: choice('参考来源', 'Measured by', REFERENCES, { readonly: true, optional: true }),
        deviation: percent('偏离(%)', 'Deviation (%)', { readonly: true, optional: true }),
        deviationReason: text('偏离原因', 'Why above the reference', { optional: true, max: 200 }),
        amount: money('金额', 'Amount', { readonly: true, optional: true, total: true }),
        taxRate: percent('税率', 'Tax rate', { default: '0', min: 0, max: 100, places: 2 }),
        picture: pictures('照片', 'Photo', { optional: true, max: 3 }),
        baseQty: baseQuantity,
        receivedQty: derivedQty('已收', 'Received'),
        refusedQty: derivedQty('拒收', 'Refused'),
        settledQty: derivedQty('差异已结', 'Settled'),
        openQty: derivedQty('未收', 'Open'),
        remark: text('行备注', 'Remark', { optional: true, max: 200 }),
      },
    },
  },
  indexes: [
    ['bladeProjectDeptId', 'purchaseDate'],
    ['status', 'createTime'],
  ],
  opensAt: 'open',
  life: approvalLife('ZC', {
    tabs: [
      { key: 'open', label: label('未完成', 'Open'), where: { status: 'draft,pending,approved,rejected' } },
      'draft',
      'pending',
      {
        key: 'to-receive',
        label: label('待收货', 'To receive'),
        where: { status: 'approved', receiveStatus: 'none,partial' },
      },
      {
        key: 'difference',
        label: label('差异', 'Difference'),
        where: { status: 'approved', receiveStatus: 'difference' },
      },
      ...APPROVAL_STATES.filter((state) => !['draft', 'pending'].includes(state)),
    ],
    actions: {
      // What was bought after the approval is proved after it.
      addProof: {
        label: label('补传凭证', 'Add proof'),
        from: ['pending', 'approved'],
        button: 'edit',
        ask: { proofPictures: pictures('凭证照片', 'Proof', { ...proof, optional: true, needed: true }) },
      },
    },
    events: {
      received: label('收货完成', 'Received in full'),
      reopen: label('收货冲销，重新打开', 'Open again: a delivery was taken back'),
    },
  }),
  calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
  scope: 'visibleDeptIds',
});

/** Orders that were sent under a digest of their content: sent once more, the same order answers, removed or not. */
export const selfPurchaseSubmit = resource('selfPurchaseSubmit', {
  label: label('自采提交标识', 'Sent self-purchase'),
  service: 'store-management',
  segment: 'selfpurchasesubmit',
  permission: 'selfpurchaseorder',
  title: 'submitHash',
  scope: null,
  fields: {
    submitHash: text('提交标识', 'Digest', { readonly: true, unique: true, max: 128 }),
    contentDigest: text('内容摘要', 'Digest of what was saved', { readonly: true, max: 64 }),
    // The order may be removed; what was sent stays known.
    orderId: text('自采单', 'Order', { readonly: true, optional: true, max: 20 }),
    billCode: text('自采单号', 'Number', { readonly: true, optional: true, max: 40 }),
  },
  calls: [],
});
