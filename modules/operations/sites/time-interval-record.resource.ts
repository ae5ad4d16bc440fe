import { resource } from '../../../kernel/core/declaration.ts';
import { day, json, moment, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';

/**
 * 时段变更记录: how the serving hours of a stall changed, from when, why and by whom. Written when they are saved, never
 * changed.
 */
export const timeIntervalRecord = resource('timeIntervalRecord', {
  label: label('时段变更记录', 'Change of serving hours'),
  service: 'gear-operation',
  segment: 'gearoperationsysrecord',
  permission: 'gearoperationsys',
  title: 'id',
  fields: {
    gearOperationDeptId: ref('档口', 'Stall', 'dept', {
      readonly: true,
      list: true,
      search: true,
      offer: OFFER.stalls,
    }),
    effectiveFrom: day('生效', 'Valid from', { readonly: true, list: true }),
    before: json('变更前', 'Before', { readonly: true }),
    after: json('变更后', 'After', { readonly: true }),
    reason: text('原因', 'Reason', { readonly: true, optional: true, max: 200, list: true }),
    operatorId: ref('操作人', 'By', 'user', { readonly: true, list: true }),
    operateTime: moment('时间', 'At', { readonly: true, list: true }),
  },
  calls: ['page'],
  indexes: [['gearOperationDeptId', 'operateTime']],
  scope: 'gearOperationDeptId',
  sort: '-operateTime',
});
