import { resource } from '../../kernel/core/declaration.ts';
import { choice, code, ref } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { remark, validity } from '../master-data/materials/validity.fields.ts';
import { SECTION, sourceKind } from './source-rule.fields.ts';

/** 物料渠道: the ordinary way a material or a type reaches a place; read last, where no rule speaks of it. */
export const materialChannel = resource('materialChannel', {
  label: label('物料渠道', 'Material channel'),
  service: 'master-data',
  segment: 'materialchannel',
  path: '/masterdata/materialchannel',
  purpose: label(
    '物料到各部门的默认渠道。没有货源规则时生效；部门越近越优先，物料先于类型。',
    'The usual way goods reach a place. It applies where no source rule does; the nearer place first, a material before its type.',
  ),
  fields: {
    code: code('渠道编码', 'Code', {
      optional: true,
      unique: true,
      fixed: true,
      max: 32,
      list: true,
      search: true,
      hint: label('不填自动编号', 'Leave empty to number automatically'),
    }),
    deptId: ref('适用部门', 'Place', 'dept', {
      offer: OFFER.owners,
      optional: true,
      list: true,
      search: true,
      section: SECTION.scope,
      hint: label('公司、项目部或餐厅；不填为全部', 'Company, site or restaurant; leave empty for everywhere'),
    }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true, search: true }),
    materialId: ref('物料', 'Material', 'material', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.scope,
    }),
    materialTypeId: ref('物料类型', 'Material type', 'materialType', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.scope,
      hint: label('物料与类型填写一个', 'A material or a type, one of them'),
    }),
    sourceKind,
    channel: choice(
      '渠道',
      'Channel',
      [
        ['straight', '直配', 'Straight'],
        ['uniform', '统配', 'Consolidated'],
        ['self', '自采', 'Self-purchase'],
      ],
      { readonly: true, default: 'straight', list: true, search: true },
    ),
    supplierId: ref('供应商', 'Supplier', 'supplier', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.source,
      hint: label('直送可不填：按协议、份额和价格选择', 'Leave empty to choose by agreement, share and price'),
    }),
    warehouseId: ref('中心仓', 'Central warehouse', 'warehouse', {
      optional: true,
      list: true,
      section: SECTION.source,
      hint: label('货源为中心仓时必填', 'Needed for a central warehouse'),
    }),
    factoryDeptId: ref('工厂', 'Factory', 'dept', {
      offer: OFFER.factories,
      optional: true,
      list: true,
      section: SECTION.source,
      hint: label('货源为工厂时必填', 'Needed for a factory'),
    }),
    startDate: { ...validity.startDate, rules: { ...validity.startDate.rules, section: SECTION.terms } },
    endDate: { ...validity.endDate, rules: { ...validity.endDate.rules, section: SECTION.terms } },
    remark,
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'exportExcel', 'downloadExcelTemplate', 'importExcelTemplate'],
  title: 'code',
  keyword: ['code', 'remark'],
  sort: 'code',
  scope: null,
  constraints: {
    what_ck: 'check (num_nonnulls(material_id, material_type_id) = 1)',
    days_ck: 'check (end_date is null or end_date >= start_date)',
  },
});
