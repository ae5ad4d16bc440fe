/** What people do with their tasks: claim, decide, hand over, ask another, send back, urge. */
import type { InputOf } from '../../../kernel/core/contract.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Life } from '../../../kernel/core/declaration.ts';
import { label } from '../../../kernel/core/label.ts';
import { decidedStage, stagesOf } from '../../../kernel/core/life.ts';
import { refuse, Refused, sentenceOf } from '../../../kernel/core/refusal.ts';
import { notPermitted, type Call, type Context } from '../../../kernel/server/context.ts';
import { ident, sql } from '../../../parts/postgres/database.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { readIds, runAction } from '../../../kernel/server/run-action.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { sendMessages } from '../../messages/send-messages.server.ts';
import { approvalsBy, approveButton, endProcesses } from '../engine/approvals.server.ts';
import { namesOf } from '../engine/candidates.server.ts';
import { isApproved } from '../engine/definitions.server.ts';
import { actsAs, deputies } from '../engine/deputies.server.ts';
import { kindOfBill } from '../engine/flow-kinds.ts';
import { goBack } from '../engine/token.rules.ts';
import { enterNodes, nameOf, nodeOf, separated } from '../engine/nodes.server.ts';
import { Changes, isOpen, isWaiting, writeHistory } from '../engine/process-store.server.ts';
import { taskStates } from '../engine/task-states.ts';
import { actsOn, commentOf, holdTask, lockProcess, unscoped, type Held } from './held-task.server.ts';
import * as calls from './work-acts.calls.ts';

async function claim(context: Context, input: InputOf<typeof calls.claimTask.input>): Promise<boolean> {
  const { task, process } = await holdTask(context, input);
  if (task.state === 'claimed') {
    if (task.assignee === context.user.userId) return true;
    throw new Refused(
      refuse('flow.claimed-by', { name: (await namesOf(context, [task.assignee!])).get(task.assignee!) ?? '' }),
    );
  }
  const as = actsAs(task, context.user.userId, process.billType, await deputies(context));
  if (as === null) throw new Refused(refuse('flow.not-candidate'));
  const changes = new Changes();
  changes.closed.push({
    task,
    state: 'claimed',
    assignee: context.user.userId,
    ownerUserId: as === context.user.userId ? null : as,
  });
  await changes.write(context);
  return true;
}

const SINGLE = /^single-([A-Za-z]+)-(\d{1,19})$/;

interface Decided {
  readonly taskId: string | null;
  /** Checked against the task where it is sent. */
  readonly processInstanceId: string | null;
  readonly comment: string | null;
}
/** Approves a task, or rejects it, which needs a comment. */
async function complete(context: Context, input: Decided, isYes: boolean): Promise<void> {
  const { registry } = context;
  const comment = commentOf(input);
  if (!isYes && comment === '') throw new Refused(refuse('document.reason', {}, { field: 'comment' }));
  const single = SINGLE.exec(input.taskId ?? '');
  if (single !== null) {
    const declaration = registry.declarations.find((each) => each.name === single[1] && isApproved(each));
    if (declaration === undefined) throw new Refused(refuse('flow.task-unknown'));
    const found = await context.tx.row<{ status: string }>(
      sql`select status from ${ident(tableOf(declaration))} where id = ${single[2]!}::bigint`,
    );
    const requested =
      stagesOf(declaration.life).find((stage) => declaration.life!.actions[stage.send]!.to === found?.status) ??
      decidedStage(declaration.life)!;
    const act = isYes ? requested.approve : requested.reject;
    if (!context.allowed(permissionOf(declaration, (declaration.life as Life).actions[act]!.button)))
      throw notPermitted();
    return runAction(declaration, act, context, { ids: single[2]!, reason: comment, comment });
  }
  const [taskId] = readIds({ taskId: input.taskId }, 'taskId');
  const seen = await context.tx.row<{
    process: string;
    state: keyof typeof taskStates;
    resource: string;
    business: string;
  }>(sql`
    select t.process_instance_id as process, t.state, i.business_resource as resource, i.business_id as business
    from flow_task t join flow_instance i on i.id = t.process_instance_id where t.id = ${taskId!}::bigint`);
  const given = input.processInstanceId;
  if (seen === undefined || (given !== null && given !== seen.process)) throw new Refused(refuse('flow.task-unknown'));
  if (seen.state !== 'open' && seen.state !== 'claimed')
    throw new Refused(refuse('flow.task-done', { state: taskStates[seen.state] }));
  const declaration = registry.find(seen.resource);
  const { approve, reject } = decidedStage(declaration.life)!;
  await runAction(
    unscoped(declaration),
    isYes ? approve : reject,
    context,
    { ids: seen.business, reason: comment, comment },
    approvalsBy(() => registry, { taskId: taskId!, comment }),
  );
}

const BATCH_MAX = 200;
/** Many at once, each for itself: what one of them is refused for does not keep the others. */
async function completeAll(
  context: Context,
  { taskIds, comment }: InputOf<typeof calls.completeTasks.input>,
): Promise<TypeOf<typeof calls.completeTasks.answer>> {
  const ids = [...new Set(listOf(taskIds ?? ''))].filter(Boolean);
  if (ids.length === 0) throw new Refused(refuse('ids.missing'));
  if (ids.length > BATCH_MAX) throw new Refused(refuse('flow.batch-max', { max: BATCH_MAX }));
  const answers: { taskId: string; ok: boolean; reason: string }[] = [];
  for (const taskId of ids) {
    await context.tx.run(sql`savepoint one_task`);
    try {
      await complete(context, { taskId, comment, processInstanceId: null }, true);
      await context.tx.run(sql`release savepoint one_task`);
      answers.push({ taskId, ok: true, reason: '' });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await context.tx.run(sql`rollback to savepoint one_task`);
      answers.push({
        taskId,
        ok: false,
        reason: error.refusals
          .map((refusal) => sentenceOf(refusal, context.language))
          .join(context.language === 'zh' ? '；' : '; '),
      });
    }
  }
  return answers;
}

/** Somebody else for a task: signs in, is not the one who asks, and not asked at this step already. */
async function requirePerson(context: Context, held: Held, given: string | null): Promise<string> {
  const [userId] = readIds({ userId: given }, 'userId');
  if (userId === context.user.userId) throw new Refused(refuse('flow.person-self', {}, { field: 'userId' }));
  const person = await context.tx.row<{ realName: string }>(
    sql`select real_name from app_user where id = ${userId!}::bigint and frozen = 0 and audit_state = 'approved'`,
  );
  if (person === undefined) throw new Refused(refuse('flow.person', {}, { field: 'userId' }));
  if (userId === held.process.startUser && (await separated(context)))
    throw new Refused(refuse('flow.person-applicant', {}, { field: 'userId' }));
  const round = held.tasks.filter(
    (each) =>
      each.nodeId === held.task.nodeId &&
      each.visit === held.task.visit &&
      !['transferred', 'cancelled', 'returned'].includes(each.state),
  );
  if (round.some((each) => each.assignee === userId))
    throw new Refused(refuse('flow.person-asked', { name: person.realName }, { field: 'userId' }));
  return userId!;
}

async function transfer(context: Context, input: InputOf<typeof calls.transferTask.input>): Promise<boolean> {
  const held = await holdTask(context, input);
  const { task, process } = held;
  const as = await actsOn(context, held, label('转办', 'handing it over'));
  if (!nodeOf(process, task.nodeId).task!.canTransfer) throw new Refused(refuse('flow.no-transfer'));
  const userId = await requirePerson(context, held, input.userId);
  const comment = commentOf(input);
  const changes = new Changes();
  changes.closed.push({
    task,
    state: 'transferred',
    assignee: context.user.userId,
    ownerUserId: as === context.user.userId ? null : as,
    comment,
  });
  changes.opened.push({
    process,
    nodeId: task.nodeId,
    visit: task.visit,
    seq: task.seq,
    taskName: task.taskName,
    mode: task.mode,
    added: task.added === 1,
    state: 'claimed',
    assignee: userId,
    dueTime: task.dueTime,
    candidates: [{ userId, kind: 'user', ref: '' }],
  });
  changes.history.push({
    processId: process.id,
    nodeId: task.nodeId,
    nodeName: task.taskName,
    kind: 'transfer',
    assignee: context.user.userId,
    onBehalfOf: as === context.user.userId ? null : as,
    otherUserId: userId,
    comment,
    since: task.createTime,
  });
  await changes.write(context);
  return true;
}

async function addSign(context: Context, input: InputOf<typeof calls.addSign.input>): Promise<boolean> {
  const held = await holdTask(context, input);
  const { task, process } = held;
  await actsOn(context, held, label('加签', 'asking another'));
  if (!nodeOf(process, task.nodeId).task!.canAddSign) throw new Refused(refuse('flow.no-add-sign'));
  const userId = await requirePerson(context, held, input.userId);
  const comment = commentOf(input);
  const changes = new Changes();
  changes.opened.push({
    process,
    nodeId: task.nodeId,
    visit: task.visit,
    seq: 1000 + held.tasks.length,
    taskName: task.taskName,
    mode: task.mode,
    added: true,
    state: 'claimed',
    assignee: userId,
    ownerUserId: null,
    dueTime: task.dueTime,
    candidates: [{ userId, kind: 'user', ref: '' }],
  });
  changes.history.push({
    processId: process.id,
    nodeId: task.nodeId,
    nodeName: task.taskName,
    kind: 'add-sign',
    assignee: context.user.userId,
    otherUserId: userId,
    comment,
  });
  await changes.write(context);
  return true;
}

/** Back to an earlier step: whatever came after it is asked again. */
async function sendBack(context: Context, input: InputOf<typeof calls.returnTask.input>): Promise<boolean> {
  const held = await holdTask(context, input);
  const { task, process, tasks } = held;
  const as = await actsOn(context, held, label('退回', 'sending it back'));
  const comment = commentOf(input);
  if (comment === '') throw new Refused(refuse('document.reason', {}, { field: 'comment' }));
  const to = input.nodeId ?? '';
  if (!nodeOf(process, task.nodeId).task!.returnTo.includes(to))
    throw new Refused(refuse('flow.no-return', {}, { field: 'nodeId' }));
  const step = goBack(process.graph, process.tokens, to);
  const current = new Set(
    step.tokens.filter((token) => token.via === undefined && token.node !== to).map((token) => token.node),
  );
  const changes = new Changes();
  changes.closed.push({
    task,
    state: 'returned',
    assignee: context.user.userId,
    ownerUserId: as === context.user.userId ? null : as,
    comment,
  });
  for (const each of tasks)
    if (each.id !== task.id && isWaiting(each) && !current.has(each.nodeId))
      changes.closed.push({ task: each, state: 'cancelled' });
  changes.moves.push({ process, tokens: step.tokens, routes: [], state: 'running' });
  changes.history.push({
    processId: process.id,
    nodeId: task.nodeId,
    nodeName: task.taskName,
    kind: 'return',
    assignee: context.user.userId,
    onBehalfOf: as === context.user.userId ? null : as,
    result: nameOf(process, to),
    comment,
    since: task.createTime,
  });
  await enterNodes(context, changes, [{ process, nodeId: to, before: tasks }], () => approveButton(held.declaration));
  await changes.write(context);
  return true;
}

const requireProcess = ({ processInstanceId }: { readonly processInstanceId: string | null }): string =>
  readIds({ processInstanceId }, 'processInstanceId')[0]!;

/** The applicant asks those whose turn it is to hurry, once an hour. */
async function urge(context: Context, input: InputOf<typeof calls.urgeTask.input>): Promise<boolean> {
  const { process, tasks } = await lockProcess(context, requireProcess(input));
  if (process.startUser !== context.user.userId) throw new Refused(refuse('flow.urge-yours'));
  const lately = await context.tx.row(
    sql`select 1 as one from flow_history where process_instance_id = ${process.id}::bigint and kind = 'urge'
      and end_time > ${context.now}::timestamptz - interval '1 hour'`,
  );
  if (lately !== undefined) throw new Refused(refuse('flow.urge-again'));
  const open = tasks.filter(isOpen);
  await context.tx.run(
    sql`update flow_task set remind_count = remind_count + 1 where id = any(${open.map((task) => task.id)}::bigint[])`,
  );
  await writeHistory(
    context,
    [...new Map(open.map((task) => [task.nodeId, task])).values()].map((task) => ({
      processId: process.id,
      nodeId: task.nodeId,
      nodeName: task.taskName,
      kind: 'urge' as const,
      assignee: context.user.userId,
      comment: (input.comment ?? '').slice(0, 500),
    })),
  );
  const kind = kindOfBill(process.billType)?.label ?? { zh: process.name, en: process.name };
  await sendMessages(context, [
    {
      userIds: open.flatMap((task) => (task.state === 'claimed' ? [task.assignee!] : task.candidates)),
      topic: 'approval.todo',
      level: 'warning',
      title: {
        zh: `催办：${kind.zh} ${process.businessCode} 等您审批`,
        en: `Please hurry: ${kind.en} ${process.businessCode} waits for you`,
      },
      act: { link: `/work/task/${process.id}`, label: { zh: '去审批', en: 'Review' } },
      about: { resource: process.businessResource, recordId: process.businessId },
      senderUserId: context.user.userId,
    },
  ]);
  return true;
}

/** Whoever looks after processes ends one; its document is what it was before it was sent. */
async function cancelProcess(context: Context, input: InputOf<typeof calls.cancelProcess.input>): Promise<boolean> {
  const reason = (input.deleteReason ?? input.reason ?? '').slice(0, 500);
  const { process, declaration, tasks } = await lockProcess(context, requireProcess(input));
  await endProcesses(context, [process], tasks, 'cancelled', reason);
  const { back } = decidedStage(declaration.life)!;
  await runAction(
    unscoped(declaration),
    back,
    context,
    {
      ids: process.businessId,
      ...(declaration.life!.actions[back]!.ask === undefined
        ? {}
        : { reason: reason.length > 1 ? reason : '流程已终止' }),
    },
    null,
  );
  return true;
}

export const workActs: readonly Call[] = [
  serve(calls.claimTask, claim),
  serve(calls.completeTask, async (context, input) => {
    const { flag, pass } = input;
    await complete(context, input, flag === 'ok' || pass === true || pass === 'true');
    return true;
  }),
  serve(calls.completeTasks, completeAll),
  serve(calls.transferTask, transfer),
  serve(calls.addSign, addSign),
  serve(calls.returnTask, sendBack),
  serve(calls.urgeTask, urge),
  serve(calls.cancelProcess, cancelProcess),
];
