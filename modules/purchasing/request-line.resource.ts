import { resource } from '../../kernel/core/declaration.ts';
import { choice, day, flag, moment, money, price, quantity, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { purchaseRequest } from './purchase-request.document.ts';

const SEE = 'invpleasepurchase_view_cost';
const shown = { readonly: true, optional: true, list: true } as const;
const inUnit = { ...shown, unit: 'unitId' } as const;

/** 请购分配: the lines of approved requests, one a row, with what became of each along the chain. */
export const purchaseRequestLine = resource('purchaseRequestLine', {
  label: label('请购明细', 'Request line'),
  service: 'store-management',
  segment: 'invpleasepurchasedetail',
  permission: 'invpleasepurchase',
  title: 'billCode',
  fields: {
    requestId: ref('请购单', 'Request', 'purchaseRequest', { readonly: true }),
    billCode: text('请购单号', 'Request number', { ...shown, search: true }),
    requestType: purchaseRequest.fields.requestType,
    companyDeptId: ref('公司', 'Company', 'dept', shown),
    bladeProjectDeptId: ref('项目部', 'Project department', 'dept', { offer: OFFER.sites, ...shown, search: true }),
    warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', { ...shown, search: true }),
    materialId: ref('物料', 'Material', 'material', { ...shown, search: true }),
    materialTypeId: ref('物料类型', 'Material type', 'materialType', { ...shown, search: true }),
    unitId: ref('单位', 'Unit', 'materialUnit', shown),
    requestQty: quantity('请购数量', 'Quantity', inUnit),
    orderedQty: quantity('已订购', 'Ordered', inUnit),
    distributedQty: quantity('已分配', 'In distribution', inUnit),
    receivedQty: quantity('已收货', 'Received', inUnit),
    cancelledQty: quantity('取消', 'Cancelled', inUnit),
    openQty: quantity('未订购', 'To order', inUnit),
    needDate: day('需求日期', 'Needed on', { ...shown, search: true }),
    deliveryDate: day('到货日期', 'Delivery', { ...shown, search: true }),
    sourceKind: choice(
      '货源',
      'Source',
      [
        ['direct', '供应商直送', 'Supplier direct'],
        ['warehouse', '中心仓', 'Central warehouse'],
        ['factory', '工厂', 'Factory'],
        ['self', '自采', 'Self-purchase'],
      ],
      { ...shown, search: true },
    ),
    supplierId: ref('建议供应商', 'Suggested supplier', 'supplier', { ...shown, search: true }),
    price: price('预估单价', 'Est. price', { ...shown, unit: 'unitId', right: SEE }),
    amount: money('预估金额', 'Est. amount', { ...shown, right: SEE }),
    lineStatus: choice(
      '行状态',
      'Progress',
      [
        ['open', '待分配', 'To order', 'next'],
        ['partial', '部分订购', 'Partly ordered', 'waiting'],
        ['distributed', '已分配', 'In distribution', 'waiting'],
        ['ordered', '已订购', 'Ordered', 'waiting'],
        ['received', '已收货', 'Received', 'done'],
        ['cancelled', '已取消', 'Cancelled', 'plain'],
      ],
      { ...shown, search: true },
    ),
    orderBefore: moment('最晚下单时间', 'Order before', { readonly: true, optional: true, computed: true }),
    isLate: flag('已过截单', 'Past the cut-off', { readonly: true, optional: true, computed: true }),
  },
  calls: [],
  view: true,
  sort: 'deliveryDate,billCode',
  scope: 'bladeProjectDeptId',
});
