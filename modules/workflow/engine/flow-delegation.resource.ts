import { resource } from '../../../kernel/core/declaration.ts';
import { choice, moment, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/**
 * 委托代理: who decides for whom while somebody is away. Both may act meanwhile; what the agent does is logged in the
 * other's name.
 */
export const flowDelegation = resource('flowDelegation', {
  label: label('委托代理', 'Delegation'),
  service: 'blade-flow',
  segment: 'delegation',
  path: '/work/delegation',
  purpose: label(
    '外出期间由谁代为审批，到时自动生效和结束',
    'Who approves for you while you are away; begins and ends by itself',
  ),
  title: 'reason',
  sort: '-startTime',
  calls: ['list', 'page', 'detail', 'submit', 'remove'],
  few: true,
  fields: {
    userId: ref('委托人', 'On behalf of', 'user', {
      optional: true,
      list: true,
      search: true,
      hint: label('不填为本人', 'Leave empty for yourself'),
    }),
    agentUserId: ref('代理人', 'Agent', 'user', { list: true, search: true }),
    billTypes: text('单据范围', 'Documents', {
      max: 500,
      optional: true,
      list: true,
      hint: label(
        '单据类型的地址段，逗号分隔，例如 purchaseorder,pick；不填为全部',
        'Segments of document types, separated by commas, for example purchaseorder,pick; leave empty for all',
      ),
    }),
    startTime: moment('开始时间', 'From', { list: true }),
    endTime: moment('结束时间', 'Until', { list: true }),
    reason: text('原因', 'Reason', { max: 100, list: true }),
    state: choice(
      '状态',
      'State',
      [
        ['scheduled', '未开始', 'Scheduled', 'waiting'],
        ['active', '生效中', 'Active', 'done'],
        ['ended', '已结束', 'Ended', 'plain'],
      ],
      { readonly: true, computed: true, list: true },
    ),
  },
  indexes: [
    ['agentUserId', 'endTime'],
    ['userId', 'endTime'],
  ],
  constraints: { times_ck: 'check (end_time > start_time)', self_ck: 'check (agent_user_id <> user_id)' },
});
