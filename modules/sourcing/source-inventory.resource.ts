import { resource } from '../../kernel/core/declaration.ts';
import { ref } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { orderFields, scopeFields, SECTION, sharePercent, sourceKind } from './source-rule.fields.ts';

/**
 * Where a material comes from for a place: from which supplier, central warehouse or factory, or bought by the site
 * itself.
 */
export const sourceInventoryConfigure = resource('sourceInventoryConfigure', {
  label: label('货源清单配置', 'Source rule'),
  service: 'store-management',
  segment: 'sourceinventoryconfigure',
  path: '/supplier/sourceinventoryconfigure',
  purpose: label(
    '规定每个部门的物料从哪里来：供应商直送、中心仓、工厂或自采。范围越窄越优先；没有规则时按物料的默认货源。',
    'Says where each place gets its goods: from a supplier, a central warehouse, a factory, or by itself. The narrower rule goes first; without one the material’s own channel counts.',
  ),
  fields: {
    ...scopeFields,
    sourceKind,
    supplierId: ref('供应商', 'Supplier', 'supplier', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.source,
      hint: label(
        '直送可不填：按协议、份额和价格选择；自采时为建议',
        'Leave empty to choose by agreement, share and price. For self-purchase it is a suggestion.',
      ),
    }),
    warehouseId: ref('中心仓', 'Central warehouse', 'warehouse', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.source,
      hint: label('货源为中心仓时必填', 'Needed for a central warehouse'),
    }),
    factoryDeptId: ref('工厂', 'Factory', 'dept', {
      offer: OFFER.factories,
      optional: true,
      list: true,
      search: true,
      section: SECTION.source,
      hint: label('货源为工厂时必填', 'Needed for a factory'),
    }),
    sharePercent,
    ...orderFields,
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'exportExcel', 'downloadExcelTemplate', 'importExcelTemplate'],
  title: 'code',
  keyword: ['code', 'agreementNo', 'remark'],
  sort: 'code',
  scope: 'companyDeptId',
  constraints: {
    what_ck: 'check (material_id is null or material_type_id is null)',
    days_ck: 'check (end_date is null or end_date >= start_date)',
  },
  indexes: [
    ['companyDeptId', 'materialId'],
    ['companyDeptId', 'materialTypeId'],
  ],
});
