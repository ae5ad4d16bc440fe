/** The six lists of one's own work. They filter as other lists do: `name`, `name_like` and `name_equal` alike. */
import { contract, pageInput } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';

const filter = (zh: string, en: string) => text(zh, en, { optional: true });
const ofProcesses = {
  ...pageInput,
  category: filter('流程分类', 'Kind of process'),
  processDefinitionName: filter('流程名称', 'Process'),
};
const ofDocuments = {
  ...ofProcesses,
  businessResource: filter('单据', 'Document'),
  billCode: filter('编号', 'Number'),
  /** Least amount. */
  amount_ge: filter('金额', 'Amount'),
};
const list = (name: string, permission: string, zh: string, en: string) => ({
  method: 'GET' as const,
  service: 'blade-flow',
  path: `work/${name}`,
  permission,
  summary: label(zh, en),
  input: ofDocuments,
});

/** A document on its process. What is not known is empty, so is an amount the caller may not see. */
const onProcess = {
  /** The task, or the process where the row is of one. */
  id: shape.text,
  taskId: shape.text,
  taskName: shape.text,
  processInstanceId: shape.text,
  processDefinitionId: shape.text,
  processDefinitionName: shape.text,
  processDefinitionVersion: shape.integer,
  category: shape.text,
  categoryName: shape.text,
  billType: shape.text,
  businessId: shape.text,
  businessResource: shape.text,
  businessName: shape.text,
  billCode: shape.text,
  path: shape.text,
  title: shape.text,
  amount: shape.text,
  round: shape.integer,
  startUser: shape.text,
  startUserName: shape.text,
  ownerUserName: shape.text,
  startTime: shape.moment,
  createTime: shape.moment,
  warnings: shape.list(shape.oneOf('overdue', 'overBudget', 'afterCutoff', 'priceDeviation', 'again', 'urged')),
  /** A warning says that it breaks a rule. */
  exceptional: shape.boolean,
};
const task = shape.object({
  ...onProcess,
  dueTime: shape.moment,
  endTime: shape.moment,
  ownerUserId: shape.text,
  remindCount: shape.integer,
  taskState: shape.text,
  comment: shape.text,
  overBudget: shape.text,
  afterCutoff: shape.text,
  priceDeviation: shape.text,
});
const state = {
  state: shape.text,
  stateName: shape.text,
  processIsFinished: shape.oneOf('finished', 'unfinished'),
};

/**
 * Processes that run, with the page of their form for whoever may fill it in. `mode` 1 is common, 2 the tenant's own.
 */
export const startList = contract({
  ...list('start-list', 'work_start', '可发起的流程', 'Processes to start'),
  input: { ...ofProcesses, name: filter('名称', 'Name'), mode: filter('模式', 'Mode') },
  answer: shape.page(
    shape.object({
      id: shape.id,
      key: shape.text,
      name: shape.text,
      category: shape.text,
      categoryName: shape.text,
      version: shape.integer,
      suspensionState: shape.integer,
      deploymentTime: shape.moment,
      mode: shape.integer,
      processDefinitionId: shape.id,
      deploymentId: shape.id,
      tenantId: shape.text,
      path: shape.text,
    }),
  ),
});

/** Tasks for any of several people. */
export const claimList = contract({
  ...list('claim-list', 'work_claim', '待签任务', 'Tasks to claim'),
  answer: shape.page(task),
});

/** Also documents that no process decides on, unless `onProcess` is sent: their task is `single-<resource>-<id>`. */
export const todoList = contract({
  ...list('todo-list', 'work_todo', '待办任务', 'Tasks to do'),
  input: { ...ofDocuments, onProcess: text('仅流程', 'On processes alone', { optional: true }) },
  answer: shape.page(task),
});

/** `taskName` are the steps it is at, `waitsFor` the people there. */
export const sendList = contract({
  ...list('send-list', 'work_send', '我发起的流程', 'Processes I started'),
  answer: shape.page(
    shape.object({
      ...onProcess,
      ...state,
      endTime: shape.moment,
      deleteReason: shape.text,
      waitsFor: shape.text,
    }),
  ),
});

export const doneList = contract({
  ...list('done-list', 'work_done', '我办结的任务', 'Tasks I finished'),
  answer: shape.page(task),
});

/** At which step, by whom, and what was said there. */
export const copyList = contract({
  ...list('cc-list', 'work_cc', '抄送我的流程', 'Processes I am told of'),
  answer: shape.page(shape.object({ ...onProcess, ...state, toldBy: shape.text, comment: shape.text })),
});
