import { resource } from '../../../kernel/core/declaration.ts';
import { money, percent, quantity, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** 周转筐: what goods are weighed and carried in: what it weighs itself, and what is charged for one that is lost. */
export const crateType = resource('crateType', {
  label: label('周转筐', 'Crate'),
  service: 'store-management',
  segment: 'cratetype',
  path: '/store/cratetype',
  purpose: label(
    '登记周转筐、皮重和押金。称重时点一下扣掉一只筐的皮重；丢失的按押金结算。',
    'Enter crates with tare and deposit. One press takes a crate off the gross weight; one that is lost is charged at its deposit.',
  ),
  fields: {
    name: text('名称', 'Name', { max: 20, unique: true, list: true, search: true }),
    tareKg: quantity('皮重(千克)', 'Tare (kg)', { positive: true, max: 500, places: 3, list: true }),
    deposit: money('押金(元/只)', 'Deposit for one', { optional: true, positive: true, list: true }),
    taxRate: percent('税率(%)', 'Tax rate (%)', { optional: true, min: 0 }),
    remark: text('备注', 'Remark', { optional: true, max: 200, list: true }),
  },
  title: 'name',
  sort: 'name',
  scope: null,
  calls: ['list', 'page', 'detail', 'submit', 'remove'],
});
