/** The life of what is posted by being saved: there is no draft, and what was wrong is reversed and made anew. */
import type { Life } from '../../../kernel/core/declaration.ts';
import { ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';

/** posted → reversed. `locked`: the fields of the header that stay as they were posted. */
export const postedOnce = (prefix: string, locked: readonly string[]): Life<'posted' | 'reversed', 'reverse'> => ({
  prefix,
  states: {
    posted: { label: label('已过账', 'Posted'), tone: 'done' },
    reversed: { label: label('已冲销', 'Reversed'), tone: 'plain' },
  },
  first: 'posted',
  editable: ['posted'],
  locked: { posted: locked },
  removable: [],
  done: ['posted', 'reversed'],
  actions: {
    reverse: {
      label: label('冲销', 'Reverse'),
      from: ['posted'],
      to: 'reversed',
      button: 'delete',
      ask: { reason: text('原因', 'Reason', { optional: true, max: 200 }) },
      danger: true,
    },
  },
});

/** The departments a stall stands below, kept with what happens there. */
export const above = {
  companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
  bladeProjectDeptId: ref('项目部', 'Site', 'dept', {
    offer: OFFER.sites,
    readonly: true,
    optional: true,
    search: true,
  }),
  useRestaurantDeptId: ref('餐厅', 'Restaurant', 'dept', {
    offer: OFFER.restaurants,
    readonly: true,
    optional: true,
    search: true,
  }),
};
