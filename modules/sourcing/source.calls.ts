/** Questions about sources: which rule wins for a material at a place, and what the materials of a place come from. */
import { contract, pageInput } from '../../kernel/core/contract.ts';
import { text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';

const permission = ['sourceinventoryconfigure_view', 'purchasedirectdeliveryrules_view', 'invrequireplan_view'];

/** A department or a warehouse, and a day, today where none is named. The first of the places named counts. */
const place = {
  deptId: text('部门', 'Department', { optional: true }),
  bladeProjectDeptId: text('项目部', 'Site', { optional: true }),
  warehouseId: text('仓库', 'Warehouse', { optional: true }),
  factoryId: text('工厂', 'Factory', { optional: true }),
  date: text('到货日期', 'Delivery day', { optional: true }),
};

const source = {
  sourceKind: shape.oneOf('direct', 'warehouse', 'factory', 'self'),
  sourceKindName: shape.text,
  level: shape.text,
  /** The rule that won; empty, as its id, code and link, where the material's own channel decided. */
  ruleKind: shape.text,
  ruleId: shape.text,
  ruleCode: shape.text,
  ruleLink: shape.text,
  /** Empty where nobody offers it, or it comes from a store or a factory. */
  supplierId: shape.text,
  supplierName: shape.text,
  /** The store or factory that sends; empty for other kinds. */
  outWarehouseId: shape.text,
  factoryDeptId: shape.text,
};

/** [own] The rule that won, those passed over, the suppliers in their order, and until when to order. */
export const testSource = contract({
  method: 'GET',
  service: 'store-management',
  path: 'sourceinventoryconfigure/testSource',
  permission,
  summary: label('货源试算', 'Try where a material comes from'),
  input: {
    ...place,
    materialId: text('物料', 'Material', { optional: true }),
    qty: text('数量', 'Quantity', {
      optional: true,
      hint: label('基本单位；不填则不看起送数量', 'Base unit; leave empty to ignore minimum quantities'),
    }),
  },
  answer: shape.object({
    materialName: shape.text,
    deptName: shape.text,
    date: shape.day,
    ...source,
    reason: shape.text,
    supplierReason: shape.text,
    trail: shape.list(shape.object({ code: shape.text, verdict: shape.text })),
    others: shape.list(shape.object({ supplierId: shape.id, supplierName: shape.text, reason: shape.text })),
    deliveryDate: shape.day,
    orderBefore: shape.moment,
    late: shape.flag,
    /** Why no delivery can be named; empty where one can. */
    note: shape.text,
  }),
});

/**
 * Materials as a picker shows them, each with its source at a place, of one kind where it is named. Filters of
 * materials.
 */
export const materialsBySource = contract({
  method: 'GET',
  service: 'master-data',
  path: 'material/selectMaterialPageBySourceRule',
  permission,
  summary: label('按货源规则选择物料', 'Materials of a place with their source'),
  input: { ...place, sourceKind: text('货源', 'Source', { optional: true }), ...pageInput },
  answer: shape.page(
    shape.open({ ...source, channel: shape.oneOf('straight', 'uniform', 'self'), explain: shape.text }),
  ),
});
