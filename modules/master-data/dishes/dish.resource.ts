import { resource } from '../../../kernel/core/declaration.ts';
import {
  choice,
  code,
  dictionary,
  flag,
  integer,
  longtext,
  money,
  percent,
  pictures,
  price,
  quantity,
  ref,
  refs,
  text,
} from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { frozen, remark } from '../materials/validity.fields.ts';

/** Groups of the form. */
const SECTION = {
  selling: label('售卖', 'Selling'),
  process: label('工艺', 'Process'),
  range: label('范围', 'Range'),
  semi: label('半成品', 'Semi-finished'),
};

/** What is sold, or made to go into another dish. */
export const dish = resource('dish', {
  label: label('菜品', 'Dish'),
  service: 'master-data',
  segment: 'dish',
  path: '/masterdata/dish',
  purpose: label(
    '档口出售的菜品和半成品。建立菜品后维护其BOM，营销计划才能算出用料。',
    'What stalls sell, and what is made on the way. Give each dish its BOM: the need of materials comes from it.',
  ),
  fields: {
    code: code('菜品编码', 'Code', {
      optional: true,
      unique: true,
      max: 32,
      list: true,
      search: true,
      hint: label('不填自动编号', 'Leave empty to number automatically'),
    }),
    name: text('菜品名称', 'Name', { max: 60, list: true, search: true }),
    nameEn: text('英文名', 'English name', { optional: true, max: 100 }),
    dishTypeId: ref('菜品类型', 'Type', 'dishType', { list: true, search: true }),
    dishKind: choice(
      '菜品性质',
      'Kind',
      [
        ['finished', '成品', 'Finished'],
        ['semi', '半成品', 'Semi-finished'],
      ],
      { default: 'finished', list: true, search: true },
    ),
    images: pictures('图片', 'Pictures', { optional: true, max: 9 }),

    sellMode: choice(
      '售卖方式',
      'Sold by',
      [
        ['portion', '按份', 'Portion'],
        ['weight', '称重', 'Weight'],
      ],
      { default: 'portion', list: true, section: SECTION.selling },
    ),
    salePrice: price('参考售价', 'Price', {
      optional: true,
      positive: true,
      places: 2,
      list: true,
      section: SECTION.selling,
      hint: label('每份；档口可另定', 'Per portion; stalls may set their own'),
    }),
    todayCost: money('当前成本', 'Cost today', {
      computed: true,
      readonly: true,
      optional: true,
      list: true,
      right: 'dish_cost_view',
      section: SECTION.selling,
      hint: label('每份，按今天有效的BOM和采购价', 'Per portion, by the BOM and the purchase prices of today'),
    }),
    foodCostPct: percent('食材成本率', 'Food cost', {
      computed: true,
      readonly: true,
      optional: true,
      places: 2,
      list: true,
      right: 'dish_cost_view',
      section: SECTION.selling,
      hint: label('当前成本 ÷ 不含税售价', 'Cost today ÷ price without tax'),
    }),
    saleTaxRate: percent('税率(%)', 'Tax rate (%)', { default: '6', min: 0, max: 100, section: SECTION.selling }),
    portionWeight: quantity('每份净重(g)', 'Portion weight (g)', {
      optional: true,
      positive: true,
      section: SECTION.selling,
    }),

    cookingMethod: dictionary('烹调方法', 'Cooking method', 'cookingMethod', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.process,
    }),
    taste: dictionary('口味', 'Taste', 'taste', { optional: true, search: true, section: SECTION.process }),
    tagIds: refs('标签', 'Tags', 'dishBomTag', { optional: true, list: true, search: true, section: SECTION.process }),
    process: longtext('制作工艺', 'Method', { optional: true, section: SECTION.process }),
    prepLeadHours: integer('提前准备(小时)', 'Preparation lead (hours)', {
      default: 0,
      min: 0,
      max: 240,
      section: SECTION.process,
      hint: label('用料须在餐前这么多小时备好', 'Its materials are needed so many hours before the meal'),
    }),
    holdMinutes: integer('保温时限(分)', 'Holding time (minutes)', {
      default: 120,
      min: 0,
      max: 1440,
      section: SECTION.process,
    }),
    sampleRequired: flag('留样', 'Sample kept', { default: 1, section: SECTION.process }),

    useDeptIds: refs('适用部门', 'Used by', 'dept', {
      optional: true,
      section: SECTION.range,
      hint: label('不填为全部；含其下级', 'Leave empty for all; everything below is included'),
    }),
    makeDeptIds: refs('制作地点', 'Made at', 'dept', {
      optional: true,
      section: SECTION.semi,
      hint: label(
        '这些地点及其下级自制，其他地点按对应物料订货',
        'These places make it themselves; others order its material',
      ),
    }),
    stockable: flag('可入库', 'Kept in stock', { default: 0, section: SECTION.semi }),
    stockMaterialId: ref('对应物料', 'Its material', 'material', {
      optional: true,
      unique: true,
      section: SECTION.semi,
      hint: label('可入库的半成品在库存中的物料', 'The material a stockable semi-finished dish is kept as'),
    }),
    portionMaterialId: ref('成品物料', 'Portion material', 'material', { optional: true, readonly: true }),
    frozen,
    remark,
  },
  calls: [
    'list',
    'page',
    'detail',
    'submit',
    'remove',
    'select',
    'freeze',
    'thaw',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  keyword: ['code', 'name', 'nameEn'],
  sort: 'code',
  indexes: [['frozen']],
  scope: null,
});

/** What the page of the list reads of a row beside the columns it shows. */
export const dishReads = ['costMissing'] as const;
