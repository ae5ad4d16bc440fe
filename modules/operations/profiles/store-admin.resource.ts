import { resource } from '../../../kernel/core/declaration.ts';
import { choice, moment, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { SEES_CONTACTS } from '../sites/sites.resource.ts';

/**
 * 店铺管理员: who looks after a stall's menu and devices. Rows come from the administrators of the stall; whoever is taken
 * off the list is stopped, and keeps the account.
 */
export const storeAdmin = resource('storeAdmin', {
  label: label('店铺管理员', 'Stall administrator'),
  service: 'gear-operation',
  segment: 'gearstoreadmin',
  path: '/gear/gearstoreadmin',
  purpose: label(
    '在档口体系中填写店铺管理员后，在这里启用或停用。停用后账号还在，但不能再操作该档口。',
    'Name administrators on the stall, then enable or stop them here. Whoever is stopped keeps the account and loses the stall.',
  ),
  title: 'id',
  fields: {
    gearOperationDeptId: ref('档口', 'Stall', 'dept', {
      offer: OFFER.stalls,
      readonly: true,
      list: true,
      search: true,
    }),
    userId: ref('管理员', 'Administrator', 'user', {
      readonly: true,
      unique: ['gearOperationDeptId'],
      list: true,
      search: true,
    }),
    phone: text('电话', 'Telephone', {
      readonly: true,
      computed: true,
      optional: true,
      max: 20,
      list: true,
      right: SEES_CONTACTS,
    }),
    adminStatus: choice(
      '状态',
      'State',
      [
        ['enabled', '启用', 'Enabled', 'done'],
        ['stopped', '停用', 'Stopped', 'stop'],
      ],
      { readonly: true, default: 'enabled', list: true, search: true },
    ),
    enableTime: moment('启用时间', 'Enabled', { readonly: true, optional: true, list: true }),
    stopTime: moment('停用时间', 'Stopped', { readonly: true, optional: true, list: true }),
    stopReason: text('停用原因', 'Why stopped', { readonly: true, optional: true, max: 200 }),
  },
  calls: ['list', 'detail'],
  sort: 'gearOperationDeptId,userId',
  scope: 'gearOperationDeptId',
});

/** What the page of the list reads of a row beside the columns it shows. */
export const storeAdminReads = ['adminStatus'] as const;
