/** What people do with their tasks: claim, decide, hand over, ask another, send back, urge. */
import { contract } from '../../../kernel/core/contract.ts';
import { json, longtext, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';

const act = (path: string, permission: string, zh: string, en: string) => ({
  method: 'POST' as const,
  service: 'blade-flow',
  path,
  permission,
  summary: label(zh, en),
  answer: shape.done,
});
const taskId = text('任务', 'Task', { optional: true });
/** 500 characters at most, which the call refuses in words. */
const comment = longtext('审批意见', 'Comment', { optional: true });
const onTask = { taskId, comment };
const processInstanceId = text('流程', 'Process', { optional: true });
const userId = text('人员', 'Person', { optional: true });

export const claimTask = contract({
  ...act('work/claim-task', 'work_claim_sign', '签收任务', 'Claim a task'),
  input: { taskId },
});

/** `flag` ok or a true `pass` approves, anything else rejects and needs a comment. */
export const completeTask = contract({
  ...act('work/complete-task', 'work_todo_handle', '处理任务', 'Decide a task'),
  input: {
    ...onTask,
    processInstanceId,
    flag: json('结果', 'Verdict', { optional: true }),
    pass: json('通过', 'Approved', { optional: true }),
  },
});

/** Approves many tasks, each for itself: what one of them is refused for does not keep the others. */
export const completeTasks = contract({
  ...act('work/complete-batch', 'work_todo_batch', '批量通过', 'Approve tasks together'),
  input: { taskIds: json('任务', 'Tasks', { optional: true }), comment },
  answer: shape.list(shape.object({ taskId: shape.text, ok: shape.boolean, reason: shape.text })),
});

export const transferTask = contract({
  ...act('work/transfer-task', 'work_todo_transfer', '转办任务', 'Hand a task over'),
  input: { ...onTask, userId },
});

export const addSign = contract({
  ...act('work/add-sign', 'work_todo_sign', '加签', 'Ask another at this step'),
  input: { ...onTask, userId },
});

/** `nodeId` is the step it goes back to; whatever came after it is asked again. */
export const returnTask = contract({
  ...act('work/return-task', 'work_todo_return', '退回任务', 'Send back to an earlier step'),
  input: { ...onTask, nodeId: text('退回节点', 'Step', { optional: true }) },
});

/** The applicant asks those whose turn it is to hurry, once an hour. */
export const urgeTask = contract({
  ...act('work/urge-task', 'work_send_follow', '催办', 'Ask to hurry'),
  input: { processInstanceId, comment },
});

/** Its document is what it was before it was sent. */
export const cancelProcess = contract({
  ...act('follow/delete-process-instance', 'flow_follow_delete', '终止流程', 'Cancel a process'),
  input: {
    processInstanceId,
    deleteReason: longtext('终止原因', 'Reason', { optional: true }),
    reason: longtext('原因', 'Reason', { optional: true }),
  },
});
