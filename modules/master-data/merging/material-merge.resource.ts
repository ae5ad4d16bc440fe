import { resource } from '../../../kernel/core/declaration.ts';
import { choice, integer, json, moment, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** One material that became another: what was moved, row by row, so that it can be put back. */
export const materialMerge = resource('materialMerge', {
  label: label('物料合并', 'Material merge'),
  service: 'master-data',
  segment: 'materialmerge',
  path: '/masterdata/materialmerge',
  purpose: label(
    '同一物料建了两份时，把其中一份并入另一份。点“查找重复”开始；合并可以撤销。',
    'Where one material was entered twice, one is merged into the other. Begin with “Find duplicates”; a merge can be undone.',
  ),
  fields: {
    materialId: ref('并掉的物料', 'Merged', 'material', { readonly: true, list: true, search: true }),
    intoMaterialId: ref('并入物料', 'Into', 'material', { readonly: true, list: true, search: true }),
    mergeState: choice(
      '状态',
      'State',
      [
        ['merged', '已合并', 'Merged', 'done'],
        ['undone', '已撤销', 'Undone', 'plain'],
      ],
      { readonly: true, default: 'merged', list: true, search: true },
    ),
    reason: text('原因', 'Reason', { readonly: true, optional: true, max: 200, list: true }),
    movedCount: integer('改到新物料的记录', 'Records moved', { readonly: true, default: 0, list: true }),
    leftCount: integer('撤销时未能恢复', 'Not put back', { readonly: true, default: 0 }),
    undoneTime: moment('撤销时间', 'Undone', { readonly: true, optional: true, list: true }),
    /**
     * Places and ids of what was moved, the aliases that came with it, and the replacement that speaks for the rest.
     */
    moved: json('明细', 'Details', { readonly: true, optional: true }),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  title: 'materialId',
  sort: '-createTime',
  constraints: { differ_ck: 'check (material_id <> into_material_id)' },
  scope: null,
});

/** What the page of the list reads of a row beside the columns it shows. */
export const materialMergeReads = [
  'materialCode',
  'materialName',
  'intoMaterialCode',
  'intoMaterialName',
  'mergeState',
] as const;
