import { resource } from '../../../kernel/core/declaration.ts';
import { quantity, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** 周转筐: what goods are weighed in, and what it weighs itself (joints H10). */
export const crateType = resource('crateType', {
  label: label('周转筐', 'Crate'),
  service: 'store-management',
  segment: 'cratetype',
  path: '/store/cratetype',
  purpose: label(
    '登记称重用的周转筐和皮重。收货称重时点一下就扣掉一只筐的皮重。',
    'Enter the crates goods are weighed in and what each weighs. At the dock one press takes a crate off the gross weight.',
  ),
  fields: {
    name: text('名称', 'Name', { max: 20, unique: true, list: true, search: true }),
    tareKg: quantity('皮重(千克)', 'Tare (kg)', { positive: true, max: 500, places: 3, list: true }),
    remark: text('备注', 'Remark', { optional: true, max: 200, list: true }),
  },
  title: 'name',
  sort: 'name',
  scope: null,
  calls: ['list', 'page', 'detail', 'submit', 'remove'],
});
