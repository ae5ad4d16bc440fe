import { document } from '../../kernel/core/declaration.ts';
import {
  attachments,
  day,
  dictionary,
  integer,
  money,
  price,
  quantity,
  ref,
  refs,
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { materialLine } from '../issuing/pick.document.ts';
import { postedLife, reversalFields } from './posted-life.ts';

const SEE = 'otherinstore_view_cost';
const worth = { readonly: true, optional: true, right: SEE } as const;

/** 其他入库: goods that come in without an order. Approved, each line becomes a lot at the warehouse. */
export const otherInStore = document('otherInStore', {
  label: label('其他入库', 'Other receipt'),
  service: 'store-management',
  segment: 'otherinstore',
  path: '/store/otherinstore',
  purpose: label(
    '没有采购订单的入库：期初、赠品、无单到货、加工入库。选择仓库或工厂仓库和类型，填写物料与批次，审批后立即入账。',
    'Goods that come in without an order: opening stock, gifts, deliveries nobody ordered, own production. Choose the warehouse or the store of a factory and the kind, enter materials and lots; approved, they are in stock at once.',
  ),
  signed: [label('交货', 'Handed over by'), label('入库', 'Put away by')],
  fields: {
    billDate: day('业务日期', 'Date', { optional: true, list: true, search: true }),
    inType: dictionary('入库类型', 'Kind', 'otherInType', { list: true, search: true }),
    warehouseId: ref('仓库', 'Warehouse', 'warehouse', { optional: true, list: true, search: true }),
    factoryWarehouseId: ref('工厂仓库', 'Factory store', 'factoryWarehouse', {
      optional: true,
      list: true,
      search: true,
      hint: label('工厂的单据填这里，仓库留空', 'For a factory; leave the warehouse empty then'),
    }),
    supplierId: ref('供应商', 'Supplier', 'supplier', { optional: true, list: true, search: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, computed: true, list: true, total: true }),
    amount: money('金额', 'Value', { ...worth, list: true, total: true }),
    ...reversalFields('otherInStore'),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true, search: true }),
    projectDeptId: ref('项目部', 'Project department', 'dept', { readonly: true, optional: true, search: true }),
    // Derived from the place, which holds its department itself.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { readonly: true, optional: true, weak: true }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 9 }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
  },
  lines: {
    details: {
      label: label('入库明细', 'Lines'),
      min: 1,
      fields: {
        ...materialLine,
        unitId: ref('单位', 'Unit', 'materialUnit', { optional: true, takes: 'baseUnitId' }),
        // A reversal has it with a minus: above zero is asked of what people enter.
        qty: quantity('数量', 'Quantity', { unit: 'unitId', total: true }),
        auxQty: quantity('件数', 'Pieces', {
          optional: true,
          hint: label('按件计重的物料：除重量外另填件数', 'Goods of catch weight: the pieces beside the weight'),
        }),
        price: price('单价', 'Price', {
          optional: true,
          places: 2,
          unit: 'unitId',
          right: SEE,
          hint: label(
            '不填按该仓库的平均成本，没有结存的按最近成本；赠品可为 0',
            'Empty: the average cost at the warehouse, the last one where nothing lies there; a gift may cost 0',
          ),
        }),
        expiryDate: day('到期日', 'Expires on', { optional: true }),
        productionDate: day('生产日期', 'Produced on', { optional: true }),
        supplierBatchNo: text('批号', "Supplier's lot number", { optional: true, max: 60 }),
        origin: text('产地', 'Origin', { optional: true, max: 100 }),
        batchId: ref('批次', 'Lot', 'batch', { readonly: true, optional: true }),
        unitCost: price('成本单价', 'Unit cost', { ...worth, unit: 'baseUnitId' }),
        amount: money('金额', 'Value', { ...worth, total: true }),
        remark: text('行备注', 'Remark', { optional: true, max: 200 }),
      },
    },
  },
  life: postedLife('QTR'),
  constraints: { place_ck: 'check (num_nonnulls(warehouse_id, factory_warehouse_id) = 1)' },
  opensAt: 'pending',
  calls: [
    'list',
    'page',
    'donePage',
    'detail',
    'submit',
    'remove',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  scope: 'visibleDeptIds',
});
