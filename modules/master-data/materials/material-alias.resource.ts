import { resource } from '../../../kernel/core/declaration.ts';
import { choice, flag, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { remark } from './validity.fields.ts';

/**
 * Another name by which people, suppliers and sheets call a material; search, paste and import know it. Within one
 * context a name leads to one material. It is never removed but retired, so that old sheets can be explained.
 */
export const materialAlias = resource('materialAlias', {
  label: label('物料别名', 'Material alias'),
  service: 'master-data',
  segment: 'materialalias',
  path: '/masterdata/materialalias',
  purpose: label(
    '同一物料的其他叫法。搜索、粘贴和导入时按别名也能找到物料。',
    'Other names of a material: search, paste and import find it by them.',
  ),
  fields: {
    alias: text('别名', 'Alias', { max: 64, list: true, search: true }),
    materialId: ref('物料', 'Material', 'material', { list: true, search: true }),
    aliasKind: choice(
      '别名类型',
      'Kind',
      [
        ['local', '地方叫法', 'Local name'],
        ['supplier', '供应商品名', 'Supplier’s name'],
        ['client', '客户叫法', 'Client’s name'],
        ['brand', '商品名', 'Brand name'],
        ['old', '旧名称', 'Former name'],
      ],
      { default: 'local', list: true, search: true },
    ),
    supplierId: ref('供应商', 'Supplier', 'supplier', {
      optional: true,
      list: true,
      search: true,
      hint: label('不填则处处通用', 'Leave empty for everywhere'),
    }),
    deptId: ref('部门', 'Department', 'dept', {
      optional: true,
      list: true,
      search: true,
      hint: label('不填则处处通用', 'Leave empty for everywhere'),
    }),
    origin: choice(
      '来源',
      'From',
      [
        ['manual', '人工', 'Entered'],
        ['learned', '匹配学习', 'Learned'],
      ],
      { readonly: true, default: 'manual', list: true, search: true },
    ),
    /** What names are compared by. */
    aliasKey: text('匹配键', 'Match key', { readonly: true, optional: true, max: 64 }),
    frozen: flag('冻结', 'Frozen', {
      default: 0,
      list: true,
      search: true,
      hint: label('冻结后不再匹配，记录保留', 'No longer matched; the record stays'),
    }),
    remark,
  },
  calls: ['page', 'detail', 'submit', 'exportExcel', 'downloadExcelTemplate', 'importExcelTemplate'],
  title: 'alias',
  keyword: ['alias'],
  excelKey: ['alias', 'supplierId', 'deptId'],
  sort: 'alias',
  indexes: [['aliasKey'], ['alias', 'id']],
  scope: null,
});
