import { resource } from '../../../kernel/core/declaration.ts';
import { ref } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/**
 * Two materials that look like one, of which somebody said that they are not. The older one is named first, so that a
 * pair stands once.
 */
export const materialDistinction = resource('materialDistinction', {
  label: label('不是同一物料', 'Not one material'),
  service: 'master-data',
  segment: 'materialdistinction',
  fields: {
    materialId: ref('物料', 'Material', 'material', { readonly: true }),
    otherMaterialId: ref('另一物料', 'The other', 'material', { readonly: true }),
  },
  calls: [],
  title: 'materialId',
  unique: [['materialId', 'otherMaterialId']],
  constraints: { once_ck: 'check (material_id < other_material_id)' },
  scope: null,
});
