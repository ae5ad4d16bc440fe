import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, integer, parent, percent, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { materialKinds, receivingTraits, storageTraits, withRules } from './material-traits.fields.ts';
import { FROM_SAP } from './sap.fields.ts';
import { remark } from './validity.fields.ts';

/** Groups of the form. */
const SECTION = { defaults: label('默认值', 'Defaults') };

/**
 * A class of materials; it hands its defaults down to what stands below it, the nearest ancestor with a value first.
 */
export const materialType = resource('materialType', {
  label: label('物料类型', 'Material type'),
  service: 'master-data',
  segment: 'materialtype',
  path: '/masterdata/materialtype',
  purpose: label(
    '按类型管理物料，并把税率、储存和收货要求传给其下物料。',
    'Sorts materials and hands tax rate, storage and receiving rules down to them.',
  ),
  few: true,
  fields: {
    parentId: parent('上级类型', 'Above'),
    code: code('类型编码', 'Code', { unique: true, max: 32, list: true, search: true }),
    name: text('类型名称', 'Name', { unique: ['parentId'], max: 64, list: true, search: true }),
    fullName: text('全路径', 'Path', { readonly: true, optional: true, list: true }),
    level: integer('层级', 'Level', { readonly: true, default: 1 }),
    sort: integer('排序', 'Order', { default: 0, min: 0, list: true }),
    materialKind: choice('物料性质', 'Kind', materialKinds, { optional: true, list: true, section: SECTION.defaults }),
    defaultTaxRate: percent('默认税率(%)', 'Tax rate (%)', {
      optional: true,
      min: 0,
      max: 100,
      list: true,
      section: SECTION.defaults,
    }),
    ...storageTraits,
    storageZone: withRules(storageTraits.storageZone, { list: true }),
    ...receivingTraits,
    sapMaterialGroup: text('SAP物料组', 'SAP group', { optional: true, max: 9, unique: true }),
    source: choice(
      '来源',
      'Source',
      [
        ['local', '本地', 'Local'],
        ['sap', 'SAP', 'SAP'],
        ['import', '导入', 'Import'],
      ],
      { readonly: true, default: 'local' },
    ),
    remark,
  },
  foreign: { ...FROM_SAP, fields: ['code', 'name', 'sapMaterialGroup'] },
  tree: { depthMax: 5 },
  calls: [
    'list',
    'page',
    'detail',
    'submit',
    'remove',
    'select',
    'lazy-tree',
    'tree',
    'setSeq',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  keyword: ['code', 'name'],
  sort: 'sort',
  scope: null,
});
