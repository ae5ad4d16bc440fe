import { resource } from '../../kernel/core/declaration.ts';
import { code, dictionary, integer, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

const pair = (zh: string, en: string) => ({
  code: text(`${zh}编号`, `${en} code`, { optional: true, computed: true, readonly: true }),
  name: text(`${zh}名称`, `${en} name`, { optional: true, computed: true, readonly: true }),
});
const [province, city, district, town, village] = [
  pair('省份', 'Province'),
  pair('地市', 'City'),
  pair('区县', 'District'),
  pair('乡镇', 'Town'),
  pair('村委', 'Village'),
] as const;

/** Administrative divisions of the country. The code is the key: `id` is the same number. */
export const region = resource('region', {
  label: label('行政区划', 'Region'),
  service: 'blade-system',
  segment: 'region',
  path: '/base/region',
  platform: true,
  purpose: label(
    '全国行政区划到区县；乡镇和村委按需新增',
    'Every division of the country down to counties; add towns and villages where they are needed',
  ),
  title: 'name',
  keyword: ['code', 'name'],
  alike: [],
  sort: 'code',
  scope: null,
  excelKey: ['code'],
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
  fields: {
    parentCode: text('上级区划', 'Above', {
      max: 12,
      optional: true,
      list: true,
      hint: label('上级的区划编号；国家没有上级', 'The code above; the country has none'),
    }),
    parentName: text('上级名称', 'Name above', { optional: true, computed: true, readonly: true, list: true }),
    code: code('区划编号', 'Code', {
      max: 12,
      unique: true,
      fixed: true,
      search: true,
      list: true,
      hint: label(
        '省 2 位、市 4 位、区县 6 位、乡镇 9 位、村委 12 位，以上级编号开头',
        'Province 2 digits, city 4, district 6, town 9, village 12, beginning with the code above',
      ),
    }),
    name: text('区划名称', 'Name', { max: 32, search: true, list: true }),
    level: dictionary('区划等级', 'Level', 'region', { numeric: true, max: 1, list: true }),
    sort: integer('排序', 'Order', { min: 0, max: 99_999, default: 1 }),
    remark: text('备注', 'Remark', { max: 255, optional: true }),
    provinceCode: province.code,
    provinceName: province.name,
    cityCode: city.code,
    cityName: city.name,
    districtCode: district.code,
    districtName: district.name,
    townCode: town.code,
    townName: town.name,
    villageCode: village.code,
    villageName: village.name,
  },
});

/** The country. */
export const COUNTRY = '00';
