import { resource } from '../../../kernel/core/declaration.ts';
import { attachments, choice, percent, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { remark } from '../materials/validity.fields.ts';

/** Groups of the form. */
const SECTION = {
  source: label('来源', 'Source'),
  energy: label('能量与三大营养素', 'Energy and what makes it'),
  minerals: label('矿物质', 'Minerals'),
  vitamins: label('维生素', 'Vitamins'),
};

const gram = (zh: string, en: string, list = false) =>
  quantity(`${zh}(g)`, `${en} (g)`, { optional: true, min: 0, max: 100, list, section: SECTION.energy });
const mineral = (zh: string, en: string, of = 'mg', list = false) =>
  quantity(`${zh}(${of})`, `${en} (${of})`, { optional: true, min: 0, list, section: SECTION.minerals });
const vitamin = (zh: string, en: string, of = 'mg') =>
  quantity(`${zh}(${of})`, `${en} (${of})`, { optional: true, min: 0, section: SECTION.vitamins });

/** Per 100 g of the edible part. Empty is unknown and lowers the completeness; 0 is known to be none. */
export const nutrients = {
  energyKcal: quantity('能量(千卡)', 'Energy (kcal)', {
    optional: true,
    min: 0,
    list: true,
    section: SECTION.energy,
    hint: label('千卡与千焦填其一即可', 'One of kcal and kJ is enough'),
  }),
  energyKj: quantity('能量(千焦)', 'Energy (kJ)', { optional: true, min: 0, section: SECTION.energy }),
  waterG: gram('水分', 'Water'),
  proteinG: gram('蛋白质', 'Protein', true),
  fatG: gram('脂肪', 'Fat', true),
  carbohydrateG: gram('碳水化合物', 'Carbohydrate', true),
  fiberG: gram('膳食纤维', 'Fibre'),
  sugarG: gram('糖', 'Sugar'),
  satFatG: gram('饱和脂肪', 'Saturated fat'),
  transFatG: gram('反式脂肪', 'Trans fat'),
  ashG: gram('灰分', 'Ash'),
  cholesterolMg: quantity('胆固醇(mg)', 'Cholesterol (mg)', { optional: true, min: 0, section: SECTION.energy }),
  sodiumMg: mineral('钠', 'Sodium', 'mg', true),
  calciumMg: mineral('钙', 'Calcium'),
  phosphorusMg: mineral('磷', 'Phosphorus'),
  potassiumMg: mineral('钾', 'Potassium'),
  magnesiumMg: mineral('镁', 'Magnesium'),
  ironMg: mineral('铁', 'Iron'),
  zincMg: mineral('锌', 'Zinc'),
  copperMg: mineral('铜', 'Copper'),
  manganeseMg: mineral('锰', 'Manganese'),
  seleniumUg: mineral('硒', 'Selenium', 'µg'),
  vitAUgRae: vitamin('维生素A', 'Vitamin A', 'µg RAE'),
  caroteneUg: vitamin('胡萝卜素', 'Carotene', 'µg'),
  retinolUg: vitamin('视黄醇', 'Retinol', 'µg'),
  thiaminMg: vitamin('维生素B1', 'Thiamin'),
  riboflavinMg: vitamin('维生素B2', 'Riboflavin'),
  niacinMg: vitamin('烟酸', 'Niacin'),
  vitCMg: vitamin('维生素C', 'Vitamin C'),
  vitEMg: vitamin('维生素E', 'Vitamin E'),
} as const;

export const materialNutrient = resource('materialNutrient', {
  label: label('物料营养成分', 'Nutrients'),
  service: 'master-data',
  segment: 'materialnutrients',
  path: '/masterdata/materialnutrients',
  purpose: label(
    '每100克可食部的营养成分及其出处。没有数据的项目留空，不要填0。',
    'Nutrients per 100 g of the edible part and where they come from. Leave empty what is not known; 0 means none.',
  ),
  fields: {
    materialId: ref('物料', 'Material', 'material', { fixed: true, unique: true, list: true, search: true }),
    sourceKind: choice(
      '数据来源',
      'Source',
      [
        ['table', '食物成分表', 'Food table'],
        ['label', '包装标签', 'Label'],
        ['lab', '检测报告', 'Laboratory'],
        ['supplier', '供应商', 'Supplier'],
        ['estimate', '估算', 'Estimate', 'look'],
      ],
      { list: true, search: true, section: SECTION.source },
    ),
    foodCode: text('食物编码', 'Food code', { optional: true, max: 20, list: true, section: SECTION.source }),
    foodName: text('参照食物', 'Food it was read as', { optional: true, max: 100, section: SECTION.source }),
    sourceNote: text('出处', 'Where it stands', { optional: true, max: 200, section: SECTION.source }),
    sourceFile: attachments('附件', 'Evidence', { optional: true, max: 3, section: SECTION.source }),
    ediblePct: percent('可食部(%)', 'Edible part (%)', {
      default: '100',
      positive: true,
      max: 100,
      list: true,
      section: SECTION.source,
    }),
    ...nutrients,
    fillRate: percent('完整度(%)', 'Known (%)', { readonly: true, optional: true, list: true }),
    remark,
  },
  calls: ['list', 'page', 'detail', 'remove', 'submit', 'exportExcel', 'downloadExcelTemplate', 'importExcelTemplate'],
  excelKey: ['materialId'],
  title: 'materialId',
  sort: 'materialId',
  scope: null,
});
