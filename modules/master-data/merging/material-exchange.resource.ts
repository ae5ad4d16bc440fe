import { resource } from '../../../kernel/core/declaration.ts';
import { dictionary, factor, flag, integer, quantity, ref } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { remark, validity } from '../materials/validity.fields.ts';

const reason = dictionary('原因', 'Reason', 'replaceReason', { optional: true, list: true });
const scope = {
  deptId: ref('适用部门', 'Department', 'dept', {
    optional: true,
    list: true,
    search: true,
    hint: label('不填为全部', 'Leave empty for all'),
  }),
  dishId: ref('限定菜品', 'Only in dish', 'dish', { optional: true, list: true, search: true }),
};

/** Always applied when needs are computed: A is taken as B; the line keeps A and its quantity. */
export const materialReplace = resource('materialReplace', {
  label: label('物料替换', 'Material replacement'),
  service: 'master-data',
  segment: 'materialreplace',
  path: '/masterdata/materialreplace',
  purpose: label('计算需求时自动把一种物料换成另一种。', 'Takes one material for another whenever needs are computed.'),
  fields: {
    materialId: ref('原物料', 'Material', 'material', { list: true, search: true }),
    replaceMaterialId: ref('替换物料', 'Replaced by', 'material', { list: true, search: true }),
    qty: quantity('原数量', 'Quantity', { default: '1', positive: true, unit: 'unitId', list: true }),
    unitId: ref('单位', 'Unit', 'materialUnit', { list: true }),
    replaceQty: quantity('替换数量', 'Becomes', { positive: true, unit: 'replaceUnitId', list: true }),
    replaceUnitId: ref('替换单位', 'Of unit', 'materialUnit', { list: true }),
    /** Base units of the new material per base unit of the old. */
    ratio: factor('替换系数', 'Ratio', { readonly: true, optional: true, list: true }),
    ...scope,
    reason,
    ...validity,
    remark,
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'exportExcel', 'downloadExcelTemplate', 'importExcelTemplate'],
  excelKey: ['materialId', 'deptId', 'dishId', 'startDate'],
  sort: 'materialId,startDate',
  scope: null,
});

/** Offered to planner and storekeeper, never applied by itself. */
export const materialSubstitute = resource('materialSubstitute', {
  label: label('物料替代品', 'Material substitute'),
  service: 'master-data',
  segment: 'materialsubstitutes',
  alias: [['store-management', 'materialsubstitutes']],
  path: '/masterdata/materialsubstitutes',
  purpose: label(
    '缺货时可选的替代物料，由计划员或仓管决定是否使用。',
    'What may stand in when something is short; a person decides.',
  ),
  fields: {
    materialId: ref('原物料', 'Material', 'material', { list: true, search: true }),
    substituteMaterialId: ref('替代物料', 'Substitute', 'material', { list: true, search: true }),
    qty: quantity('原数量', 'Quantity', { default: '1', positive: true, unit: 'unitId', list: true }),
    unitId: ref('单位', 'Unit', 'materialUnit', { list: true }),
    substituteQty: quantity('替代数量', 'Becomes', { positive: true, unit: 'substituteUnitId', list: true }),
    substituteUnitId: ref('替代单位', 'Of unit', 'materialUnit', { list: true }),
    ratio: factor('替代系数', 'Ratio', { readonly: true, optional: true, list: true }),
    ...scope,
    priority: integer('优先级', 'Priority', {
      default: 1,
      min: 1,
      max: 99,
      list: true,
      hint: label('数字小者优先', 'The lowest goes first'),
    }),
    bothWays: flag('双向', 'Both ways', { default: 0, list: true }),
    reason,
    ...validity,
    remark,
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove'],
  sort: 'materialId,priority',
  scope: null,
});
