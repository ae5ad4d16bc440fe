import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, percent, price, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { frozen, remark } from '../../master-data/materials/validity.fields.ts';

const shareModes = [
  ['price', '按售价', 'By price'],
  ['weight', '按重量', 'By weight'],
  ['fixed', '固定占比', 'Fixed share'],
] as const;
export type ShareMode = (typeof shareModes)[number][0];

/** 分割BOM: what one piece is cut into, and how its value falls on the cuts. */
export const splitBom = resource('splitBom', {
  label: label('分割BOM', 'Cutting list'),
  service: 'gear-operation',
  segment: 'splitbom',
  path: '/gear/splitbom',
  purpose: label(
    '一种原料分割成几种物料：每单位各得多少、成本怎样分摊。',
    'One material cut up into several: how much of each a unit gives, and how the cost is shared.',
  ),
  fields: {
    code: code('编码', 'Code', {
      optional: true,
      unique: true,
      max: 32,
      list: true,
      search: true,
      hint: label('不填自动编号', 'Leave empty to number automatically'),
    }),
    name: text('名称', 'Name', { max: 60, list: true, search: true }),
    materialId: ref('分割原料', 'Cut up', 'material', { list: true, search: true }),
    shareMode: choice('分摊方式', 'Cost shared', shareModes, { default: 'price', list: true, search: true }),
    frozen,
    remark,
  },
  lines: {
    outputs: {
      label: label('产出', 'Cuts'),
      unique: ['materialId'],
      fields: {
        materialId: ref('物料', 'Material', 'material', {}),
        outputQty: quantity('每单位得', 'Per unit', {
          positive: true,
          total: true,
          hint: label('每一基本单位原料得多少（基本单位）', 'Of one base unit of what is cut up, in its own base unit'),
        }),
        outputPrice: price('单价', 'Price', {
          optional: true,
          positive: true,
          hint: label('每基本单位', 'Per base unit'),
        }),
        outputShare: percent('占比(%)', 'Share (%)', { optional: true, positive: true, max: 100, total: true }),
      },
    },
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'select', 'freeze', 'thaw'],
  keyword: ['code', 'name'],
  sort: 'code',
  few: true,
  scope: null,
});
