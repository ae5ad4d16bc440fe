import { resource } from '../../../kernel/core/declaration.ts';
import { day, factor, flag, percent, pictures, quantity, ref } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { remark } from '../materials/validity.fields.ts';

/** 出成率测试: what was left of a material once it was cleaned, weighed before and after. */
export const materialYieldTest = resource('materialYieldTest', {
  label: label('出成率测试', 'Yield test'),
  service: 'master-data',
  segment: 'materialyieldtest',
  path: '/masterdata/materialyieldtest',
  purpose: label(
    '称毛重、称净重，记一次出成率。够 5 次且和标准明显不同，系统提出建议，由人采纳。',
    'Weighed before and after cleaning. With 5 tests that differ from the standard a new yield is proposed; a person accepts it.',
  ),
  fields: {
    materialId: ref('物料', 'Material', 'material', { list: true, search: true }),
    supplierId: ref('供应商', 'Supplier', 'supplier', { optional: true, list: true, search: true }),
    deptId: ref('地点', 'Place', 'dept', { optional: true, list: true, search: true }),
    testDate: day('日期', 'Day', { list: true, search: true }),
    operatorUserId: ref('操作人', 'Weighed by', 'user', { optional: true, list: true }),
    grossQty: quantity('毛重', 'Gross', { positive: true, unit: 'unitId', list: true }),
    netQty: quantity('净重', 'Net', { positive: true, unit: 'unitId', list: true }),
    unitId: ref('单位', 'Unit', 'materialUnit', { list: true }),
    factor: factor('换算系数', 'Factor', {
      readonly: true,
      optional: true,
      hint: label('1 单位等于多少基本单位', 'Base units in one unit'),
    }),
    yieldRate: percent('出成率(%)', 'Yield (%)', { readonly: true, optional: true, list: true }),
    accepted: flag('采信', 'Counts', { default: 1, list: true, search: true }),
    pictures: pictures('照片', 'Photos', {
      optional: true,
      max: 3,
      hint: label('和以往相差太大时必须拍照', 'Needed where it is far from the others'),
    }),
    remark,
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'exportExcel'],
  title: 'testDate',
  sort: '-testDate,-id',
  indexes: [['materialId', 'testDate']],
  constraints: {},
  scope: null,
});
