import { resource } from '../../../kernel/core/declaration.ts';
import { code, dictionary, integer, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { remark } from '../materials/validity.fields.ts';

/** A word dishes and their BOMs are marked with: for whom they are, how they taste, what is to be watched. */
export const dishBomTag = resource('dishBomTag', {
  label: label('BOM标签', 'BOM tag'),
  service: 'master-data',
  segment: 'dishbomtags',
  path: '/masterdata/dishbomtags',
  purpose: label(
    '给菜品和BOM做的标记，如素食、清真、儿童。先建标签，再在菜品和BOM上选用。',
    'Marks for dishes and BOMs: vegetarian, halal, for children. Make them here, then choose them on a dish or BOM.',
  ),
  few: true,
  fields: {
    code: code('标签编码', 'Code', { unique: true, max: 20, list: true, search: true }),
    name: text('标签名称', 'Name', { unique: true, max: 20, list: true, search: true }),
    tagGroup: dictionary('标签分组', 'Group', 'bomTagGroup', { list: true, search: true }),
    color: text('颜色', 'Colour', {
      optional: true,
      max: 7,
      list: true,
      hint: label('#加6位十六进制数，如 #2F7D32', '# and 6 hexadecimal digits, such as #2F7D32'),
    }),
    sort: integer('排序', 'Order', { default: 0, min: 0, list: true }),
    dishCount: integer('菜品数', 'Dishes', { readonly: true, default: 0, computed: true, list: true }),
    remark,
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'select'],
  keyword: ['code', 'name'],
  sort: 'tagGroup,sort,code',
  scope: null,
});
