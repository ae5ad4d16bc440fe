import { resource } from '../../../../kernel/core/declaration.ts';
import { choice, day, factor, integer, json, moment, ref, text } from '../../../../kernel/core/field.ts';
import { label } from '../../../../kernel/core/label.ts';

/**
 * One material that took the place of another in recipes: the versions that were made, so that they can be taken back.
 */
export const bomReplacement = resource('bomReplacement', {
  label: label('配方换料', 'Replaced in recipes'),
  service: 'master-data',
  segment: 'bomreplacement',
  path: '/masterdata/bomreplacement',
  purpose: label(
    '把配方中的一种物料全部换成另一种。在物料档案中选“在配方中替换”，看过成本、过敏原和营养的变化再执行；可以撤销。',
    'One material put in the place of another in every recipe. Choose “Replace in recipes” on a material, look at what it does to cost, allergens and nutrients, then do it; it can be undone.',
  ),
  fields: {
    materialId: ref('原物料', 'Instead of', 'material', { readonly: true, list: true, search: true }),
    toMaterialId: ref('换成', 'Now', 'material', { readonly: true, list: true, search: true }),
    ratio: factor('用量比', 'Ratio', {
      readonly: true,
      default: '1',
      list: true,
      hint: label('1 基本单位原物料换成多少基本单位新物料', 'Base units of the new for one of the old'),
    }),
    startDate: day('生效日期', 'From', { withYear: true, readonly: true, list: true }),
    bomCount: integer('新版本数', 'New versions', { readonly: true, default: 0, list: true }),
    replacementState: choice(
      '状态',
      'State',
      [
        ['done', '已替换', 'Replaced', 'done'],
        ['undone', '已撤销', 'Undone', 'plain'],
      ],
      { readonly: true, default: 'done', list: true, search: true },
    ),
    reason: text('原因', 'Reason', { readonly: true, optional: true, max: 200, list: true }),
    undoneTime: moment('撤销时间', 'Undone', { readonly: true, optional: true, list: true }),
    leftCount: integer('撤销时未能恢复', 'Not put back', { readonly: true, default: 0 }),
    /** Of each version made: which it followed, and how that one stood. */
    made: json('明细', 'Details', { readonly: true, optional: true }),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  title: 'materialId',
  sort: '-createTime',
  constraints: { differ_ck: 'check (material_id <> to_material_id)' },
  scope: null,
});

/** What the page of the list reads of a row beside the columns it shows. */
export const bomReplacementReads = ['materialName', 'toMaterialName', 'replacementState'] as const;
