import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, integer, moment, money, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { flowKinds } from '../engine/flow-kinds.ts';
import { instanceStates } from './flow-instance.resource.ts';

/** The lists of one's own work as a list shows them: no tables, answered by `work/…-list`. */
const kinds = flowKinds.map(({ category, label: { zh, en } }) => [category, zh, en] as const);
const shown = { computed: true, list: true } as const;
const few = { ...shown, max: 20 } as const;
const sentence = { ...shown, max: 200 } as const;
const startUserName = text('申请人', 'Sent by', few);
const numbered = {
  billCode: code('编号', 'Number', { ...shown, search: true }),
  businessName: text('单据', 'Document', few),
};
const about = {
  category: choice('单据类型', 'Kind', kinds, { computed: true, search: true }),
  title: text('摘要', 'About', sentence),
  amount: money('金额', 'Amount', { ...shown, optional: true }),
};
const view = {
  service: 'blade-flow',
  segment: 'work',
  view: true,
  scope: null,
  title: 'billCode',
  calls: ['list'],
} as const;

export const todoItem = resource('workTodo', {
  ...view,
  label: label('待办事务', 'To do'),
  purpose: label('等您审批的单据会出现在这里', 'Documents that wait for your decision stand here'),
  fields: {
    ...numbered,
    startUserName,
    ...about,
    taskName: text('节点', 'Step', few),
    dueTime: moment('期限', 'Due', { ...shown, optional: true }),
    warnings: text('提示', 'To note', { ...few, optional: true }),
    createTime: moment('到达时间', 'Since', shown),
  },
});
export const doneItem = resource('workDone', {
  ...view,
  label: label('办结事务', 'Done'),
  purpose: label('您处理过的任务', 'What you have decided'),
  fields: {
    ...numbered,
    startUserName,
    ...about,
    taskName: text('节点', 'Step', few),
    taskState: text('处理结果', 'What you said', few),
    comment: text('意见', 'Words', sentence),
    endTime: moment('处理时间', 'Decided', shown),
  },
});
export const sentItem = resource('workSent', {
  ...view,
  label: label('已发事务', 'Sent'),
  purpose: label('您提交审批的单据和它们走到了哪里', 'What you have sent, and where it stands'),
  fields: {
    ...numbered,
    ...about,
    state: choice('状态', 'State', instanceStates, shown),
    taskName: text('当前节点', 'Now at', few),
    waitsFor: text('等待', 'Waits for', shown),
    round: integer('第几次提交', 'Submission', { computed: true }),
    startTime: moment('提交时间', 'Sent', shown),
    endTime: moment('结束时间', 'Ended', { ...shown, optional: true }),
  },
});
export const copyItem = resource('workCc', {
  ...view,
  label: label('抄送我的', 'Copies to me'),
  purpose: label(
    '流程走到抄送您的节点后，会出现在这里',
    'Processes you are told of stand here once the step is decided',
  ),
  fields: {
    ...numbered,
    startUserName,
    ...about,
    taskName: text('节点', 'Step', few),
    toldBy: text('处理人', 'Decided by', few),
    comment: text('意见', 'Words', sentence),
    state: choice('状态', 'State', instanceStates, shown),
    createTime: moment('抄送时间', 'Told', shown),
  },
});
export const startItem = resource('workStart', {
  ...view,
  label: label('发起事务', 'Start'),
  purpose: label('可以发起的流程', 'Processes you may start'),
  title: 'name',
  fields: {
    name: text('流程名称', 'Process', { ...shown, search: true }),
    categoryName: text('单据类型', 'Kind', shown),
    category: choice('单据类型', 'Kind', kinds, { computed: true, search: true }),
    version: integer('版本', 'Version', shown),
    deploymentTime: moment('部署时间', 'Deployed', shown),
  },
});
/** What the lists of one's own work answer of a row beside its fields. */
export interface WorkRow {
  readonly id: string;
  readonly taskId?: unknown;
  readonly billCode?: unknown;
  readonly processInstanceId?: unknown;
  /** The document, the page of its kind, and its declaration. */
  readonly businessId?: unknown;
  readonly businessResource?: unknown;
  readonly businessName?: unknown;
  readonly path?: unknown;
  /** Absent for who does not see amounts. */
  readonly amount?: unknown;
  readonly warnings?: unknown;
  readonly dueTime?: unknown;
  /** It breaks a rule. */
  readonly exceptional?: unknown;
}
/** The page of the task, or of the process, of such a row. */
export const taskPath = ({ processInstanceId }: WorkRow): string => `/work/task/${String(processInstanceId)}`;
/** A person to choose. */
export const personField = (zh: string, en: string) => ref(zh, en, 'user');
