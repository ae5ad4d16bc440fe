import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, flag, integer, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { FROM_SAP } from '../materials/sap.fields.ts';
import { remark } from '../materials/validity.fields.ts';

/** A unit of measure. Its dimension decides whether conversions are general or belong to a material. */
export const materialUnit = resource('materialUnit', {
  label: label('计量单位', 'Unit'),
  service: 'master-data',
  segment: 'materialunit',
  path: '/masterdata/materialunit',
  purpose: label(
    '采购、库存和配方使用的单位。先建立千克、个、箱等单位，再建立物料。',
    'The units things are bought, kept and cooked in. Enter kilogram, piece and box first, then the materials.',
  ),
  few: true,
  fields: {
    code: code('单位编码', 'Code', { unique: true, max: 10, list: true, search: true }),
    name: text('单位名称', 'Name', { unique: true, max: 20, list: true, search: true }),
    symbol: text('符号', 'Symbol', {
      optional: true,
      max: 20,
      list: true,
      hint: label('英文界面以此显示，如 kg、box', 'What English screens call it, such as kg or box'),
    }),
    dimension: choice(
      '单位类别',
      'Dimension',
      [
        ['mass', '质量', 'Mass'],
        ['volume', '体积', 'Volume'],
        ['number', '计数', 'Number'],
        ['pack', '件·包装', 'Pack'],
      ],
      {
        list: true,
        search: true,
        hint: label(
          '计数只有「个」及其倍数（打、双）；箱、袋、瓶、只、条、份属于件·包装',
          'Number is for pieces and their multiples only (dozen, pair); box, bag, bottle and portion are packs',
        ),
      },
    ),
    isDimensionBase: flag('类别基准', 'Base of its dimension', { default: 0, search: true, list: true }),
    isCommon: flag('常用', 'Common', { default: 1, search: true, list: true }),
    decimals: integer('小数位数', 'Decimal places', { default: 3, min: 0, max: 6, list: true }),
    sapCode: text('SAP单位', 'SAP unit', {
      optional: true,
      max: 6,
      unique: true,
      hint: label('与SAP单位对应；同步按它找到本单位', 'Which unit of SAP it is; the sync finds it by this'),
    }),
    isoCode: text('ISO单位', 'ISO unit', { optional: true, max: 6 }),
    source: choice(
      '来源',
      'Source',
      [
        ['local', '本地', 'Local'],
        ['sap', 'SAP', 'SAP'],
        ['import', '导入', 'Import'],
      ],
      { readonly: true, default: 'local', search: true },
    ),
    remark,
  },
  foreign: { ...FROM_SAP, fields: ['code', 'name', 'sapCode', 'isoCode'] },
  calls: [
    'list',
    'page',
    'detail',
    'submit',
    'remove',
    'select',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  shown: 'called',
  keyword: ['code', 'name', 'symbol'],
  sort: 'code',
  scope: null,
});
