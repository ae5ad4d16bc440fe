import { resource } from '../../../../kernel/core/declaration.ts';
import { dictionary, quantity, ref } from '../../../../kernel/core/field.ts';
import { label } from '../../../../kernel/core/label.ts';
import { remark } from '../../materials/validity.fields.ts';

/** 份型折算: how much of a standard portion another size of a dish is. What a plan needs follows it. */
export const dishPortion = resource('dishPortion', {
  label: label('份型折算', 'Portion size of a dish'),
  service: 'master-data',
  segment: 'dishportion',
  path: '/masterdata/dishportion',
  purpose: label(
    '同一道菜给不同人群的份量：儿童份 0.6 就是用料为标准份的 60%。计划、采购、领料都按折算后的份数算。',
    'How large a portion is for a group of guests: 0.6 for children takes 60 % of the goods of a standard one. Plans, orders and picks go by it.',
  ),
  fields: {
    dishId: ref('菜品', 'Dish', 'dish', { fixed: true, list: true, search: true }),
    portionGroup: dictionary('份型', 'Portion size', 'portionGroup', { fixed: true, list: true, search: true }),
    ratio: quantity('折合标准份', 'Standard portions', {
      positive: true,
      places: 3,
      max: 20,
      list: true,
      hint: label('1 份这种份型等于几份标准份', 'How many standard portions one of this size is'),
    }),
    remark,
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'exportExcel', 'downloadExcelTemplate', 'importExcelTemplate'],
  title: 'portionGroup',
  unique: [['dishId', 'portionGroup']],
  excelKey: ['dishId', 'portionGroup'],
  sort: 'dishId,portionGroup',
  constraints: { standard_ck: "check (portion_group <> 'standard')" },
  scope: null,
});
