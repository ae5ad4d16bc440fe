import { resource } from '../../../kernel/core/declaration.ts';
import { choice, integer, moment, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { flowKinds } from '../engine/flow-kinds.ts';

export const instanceStates = [
  ['running', '审批中', 'Running', 'waiting'],
  ['approved', '通过', 'Approved', 'done'],
  ['rejected', '驳回', 'Rejected', 'look'],
  ['withdrawn', '撤回', 'Withdrawn', 'plain'],
  ['cancelled', '终止', 'Cancelled', 'stop'],
] as const;

/** 流程跟踪: every process that runs or ran, for those who look after them. */
export const flowInstance = resource('flowInstance', {
  label: label('流程实例', 'Process instance'),
  service: 'blade-flow',
  segment: 'follow',
  permission: 'flow_follow',
  path: '/flow/follow',
  purpose: label('正在审批和已经结束的流程', 'Processes that run, and those that are over'),
  title: 'businessCode',
  sort: '-startTime',
  scope: null,
  view: true,
  calls: ['list'],
  fields: {
    startUserId: ref('申请人', 'Sent by', 'user', { search: true, list: true }),
    processDefinitionName: text('流程名称', 'Process', { max: 100, search: true, list: true }),
    processDefinitionKey: text('流程标识', 'Key', { max: 64, search: true }),
    category: choice(
      '分类',
      'Kind',
      flowKinds.map(({ category, label: { zh, en } }) => [category, zh, en] as const),
      { search: true, list: true },
    ),
    businessCode: text('单据编号', 'Document', { max: 40, search: true, list: true }),
    round: integer('第几次提交', 'Submission'),
    startTime: moment('发起时间', 'Started', { search: true, list: true }),
    endTime: moment('结束时间', 'Ended', { optional: true, list: true }),
    state: choice('状态', 'State', instanceStates, { search: true, list: true }),
    suspensionState: choice(
      '激活状态',
      'Suspension',
      [
        ['1', '激活', 'Active', 'done'],
        ['2', '挂起', 'Suspended', 'stop'],
      ],
      { list: true },
    ),
    currentTask: text('当前节点', 'Now at', { optional: true, list: true }),
    deleteReason: text('终止原因', 'Why cancelled', { optional: true }),
    processInstanceId: text('流程实例', 'Instance', { max: 20, search: true }),
    executionId: text('执行ID', 'Execution', { max: 20, search: true }),
  },
});

/** What the page of the list reads of a row beside the columns it shows. */
export const flowInstanceReads = ['businessCode', 'state'] as const;
