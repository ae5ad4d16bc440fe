import { resource } from '../../../kernel/core/declaration.ts';
import { choice, dictionary, percent, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { nutrients } from './material-nutrient.resource.ts';

/**
 * How much of a nutrient survives a way of cooking: of the nearest type a material belongs to, else of everything
 * cooked so.
 */
export const nutrientRetention = resource('nutrientRetention', {
  label: label('营养素保留率', 'Nutrient retention'),
  service: 'master-data',
  segment: 'nutrientretention',
  path: '/masterdata/nutrientretention',
  purpose: label(
    '某种烹调方法后各营养素还剩多少。没有录入的按 100% 计，并注明未计烹调损失。',
    'How much of a nutrient is left after a way of cooking. Where nothing is entered all of it counts, and the figure says so.',
  ),
  few: true,
  fields: {
    cookingMethod: dictionary('烹调方法', 'Cooking method', 'cookingMethod', { list: true, search: true }),
    materialTypeId: ref('物料类型', 'Material type', 'materialType', {
      optional: true,
      list: true,
      search: true,
      hint: label(
        '含下级类型，就近优先；不填为全部物料',
        'And the types below it, the nearest counts; leave empty for all materials',
      ),
    }),
    nutrient: choice(
      '营养素',
      'Nutrient',
      Object.entries(nutrients).map(([name, field]) => [name, field.label.zh, field.label.en] as const),
      { list: true, search: true },
    ),
    retention: percent('保留率(%)', 'Retention (%)', {
      min: 0,
      max: 120,
      list: true,
      hint: label(
        '烹调后的量占生料的百分比；加盐等可超过 100',
        'Of what was in the raw goods; more than 100 where cooking adds to it',
      ),
    }),
    sourceNote: text('出处', 'Where it stands', { optional: true, max: 200, list: true }),
  },
  excelKey: ['cookingMethod', 'materialTypeId', 'nutrient'],
  constraints: { once_uq: 'unique nulls not distinct (tenant_id, cooking_method, material_type_id, nutrient)' },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'exportExcel', 'downloadExcelTemplate', 'importExcelTemplate'],
  title: 'nutrient',
  sort: 'cookingMethod,materialTypeId,nutrient',
  scope: null,
});
