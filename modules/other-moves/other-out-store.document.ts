import { document } from '../../kernel/core/declaration.ts';
import {
  attachments,
  day,
  dictionary,
  integer,
  money,
  pictures,
  price,
  quantity,
  ref,
  refs,
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { materialLine } from '../issuing/pick.document.ts';
import { postedLife, reversalFields } from './posted-life.ts';

const SEE = 'otheroutstore_view_cost';
const worth = { readonly: true, optional: true, right: SEE } as const;

/** 其他出库: goods that leave without a pick bill. Approved, they are gone at once, lot by lot. */
export const otherOutStore = document('otherOutStore', {
  label: label('其他出库', 'Other issue'),
  service: 'store-management',
  segment: 'otheroutstore',
  path: '/store/otheroutstore',
  purpose: label(
    '没有领料单的出库：报废、留样、员工餐、捐赠、行政领用。选择仓库或工厂仓库、类型和承担部门，审批后立即出账。',
    'Goods that leave without a pick bill: scrap, samples, staff meals, donations, office use. Choose the warehouse or the store of a factory, the kind and the department that bears it; approved, they are gone at once.',
  ),
  signed: [label('发料', 'Issued by'), label('领用', 'Taken by')],
  fields: {
    billDate: day('业务日期', 'Date', { optional: true, list: true, search: true }),
    outType: dictionary('出库类型', 'Kind', 'otherOutType', { list: true, search: true }),
    warehouseId: ref('仓库', 'Warehouse', 'warehouse', { optional: true, list: true, search: true }),
    factoryWarehouseId: ref('工厂仓库', 'Factory store', 'factoryWarehouse', {
      optional: true,
      list: true,
      search: true,
      hint: label('工厂的单据填这里，仓库留空', 'For a factory; leave the warehouse empty then'),
    }),
    deptId: ref('承担部门', 'Borne by', 'dept', { list: true, search: true }),
    costSubject: dictionary('费用科目', 'Cost account', 'costSubject', { optional: true, search: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, computed: true, list: true, total: true }),
    amount: money('金额', 'Value', { ...worth, list: true, total: true }),
    ...reversalFields('otherOutStore'),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true, search: true }),
    projectDeptId: ref('项目部', 'Project department', 'dept', { readonly: true, optional: true, search: true }),
    // Derived from the place, which holds its department itself.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { readonly: true, optional: true, weak: true }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 9 }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
  },
  lines: {
    details: {
      label: label('出库明细', 'Lines'),
      min: 1,
      fields: {
        ...materialLine,
        unitId: ref('单位', 'Unit', 'materialUnit', { optional: true, takes: 'baseUnitId' }),
        // A reversal has it with a minus: above zero is asked of what people enter.
        qty: quantity('数量', 'Quantity', { unit: 'unitId', total: true }),
        batchId: ref('批次', 'Lot', 'batch', {
          optional: true,
          hint: label(
            '不填按先到期先出；报废过期或冻结的批次必须指定',
            'Empty: first expired first; expired and held lots are scrapped by name',
          ),
        }),
        auxQty: quantity('件数', 'Pieces', {
          optional: true,
          hint: label('按件计重的物料：除重量外另填件数', 'Goods of catch weight: the pieces beside the weight'),
        }),
        lotReason: text('选批原因', 'Why this lot', { optional: true, max: 200 }),
        pictures: pictures('照片', 'Photos', { optional: true, max: 9 }),
        unitCost: price('成本单价', 'Unit cost', { ...worth, unit: 'baseUnitId' }),
        amount: money('金额', 'Value', { ...worth, total: true }),
        remark: text('行备注', 'Remark', { optional: true, max: 200 }),
      },
    },
    lots: {
      label: label('出库批次', 'Lots issued'),
      readonly: true,
      fields: {
        detailLine: integer('明细行', 'Line', { readonly: true }),
        materialId: ref('物料', 'Material', 'material', { readonly: true }),
        batchId: ref('批次', 'Lot', 'batch', { readonly: true }),
        baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', { readonly: true }),
        baseQty: quantity('基本数量', 'Base quantity', { readonly: true, unit: 'baseUnitId' }),
        auxQty: quantity('件数', 'Pieces', { readonly: true, default: '0' }),
        unitCost: price('成本单价', 'Unit cost', { ...worth, unit: 'baseUnitId' }),
        amount: money('金额', 'Value', { ...worth, total: true }),
      },
    },
  },
  life: postedLife('QTC'),
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
