/** Time limits: whoever lets one pass is reminded once, or the task goes on without them as its step says. */
import { forEachTenant } from '../../../parts/jobs/tenant-tasks.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { decidedStage } from '../../../kernel/core/life.ts';
import { Refused } from '../../../kernel/core/refusal.ts';
import type { ScheduledTask, Registry, Services } from '../../../kernel/server/registry.ts';
import { runAction } from '../../../kernel/server/run-action.ts';
import { sendMessages } from '../../messages/send-messages.server.ts';
import { approvalsBy } from '../engine/approvals.server.ts';
import { kindOfBill } from '../engine/flow-kinds.ts';
import { nodeOf } from '../engine/nodes.server.ts';
import { Changes, isOpen, writeHistory, type Process, type Task } from '../engine/process-store.server.ts';
import { lockProcess } from './held-task.server.ts';

const FIVE_MINUTES = 300_000;
const AT_ONCE = 100;

/** Looks every five minutes for tasks past their time limit, of every tenant. */
export const watchTimeLimits = (services: Services): ScheduledTask => ({
  name: 'approval.overdue',
  everyMs: FIVE_MINUTES,
  run: () =>
    forEachTenant(services, 'approval.overdue', async ({ transaction }) => {
      const due = await transaction(
        ({ tx }) =>
          tx.rows<{ id: string; process: string }>(sql`
      select t.id, t.process_instance_id as process from flow_task t
      where t.state in ('open', 'claimed') and t.due_time < now() and t.overdue_time is null order by t.due_time
      limit ${AT_ONCE}`),
        { readOnly: true },
      );
      // Each for itself: what keeps one from going on does not keep the others; nor does one that another program has
      // ended meanwhile.
      const faults: unknown[] = [];
      for (const each of due) {
        await transaction((context) => passLimit(context.registry, context, each)).catch((error: unknown) => {
          if (!(error instanceof Refused)) faults.push(error);
        });
      }
      if (faults.length > 0) throw faults[0];
    }),
});

async function passLimit(
  registry: Registry,
  context: Context,
  due: { readonly id: string; readonly process: string },
): Promise<void> {
  const { process, tasks } = await lockProcess(context, due.process);
  const task = tasks.find((each) => each.id === due.id);
  if (task === undefined || !isOpen(task) || process.suspended) return;
  // Another program may have come first while this one waited for the process.
  if (
    (await context.tx.run(
      sql`update flow_task set overdue_time = ${context.now}::timestamptz
        where id = ${task.id}::bigint and overdue_time is null`,
    )) === 0
  )
    return;
  await writeHistory(context, [
    {
      processId: process.id,
      nodeId: task.nodeId,
      nodeName: task.taskName,
      kind: 'overdue',
      assignee: task.assignee,
      since: task.createTime,
    },
  ]);
  const { timeoutAction } = nodeOf(process, task.nodeId).task!;
  if (timeoutAction === 'reject' && (await rejected(registry, context, process, task))) return;
  if (timeoutAction === 'transfer-to-leader' && (await handedUp(context, process, tasks, task))) return;
  const kind = kindOfBill(process.billType)?.label ?? { zh: process.name, en: process.name };
  await sendMessages(context, [
    {
      userIds: task.assignee === null ? task.candidates : [task.assignee],
      topic: 'approval.overdue',
      level: 'urgent',
      title: {
        zh: `已超期：${kind.zh} ${process.businessCode} 等您审批`,
        en: `Overdue: ${kind.en} ${process.businessCode} waits for you`,
      },
      act: { link: `/work/task/${process.id}`, label: { zh: '去审批', en: 'Review' } },
      about: { resource: process.businessResource, recordId: process.businessId },
      ...(task.dueTime === null ? {} : { dueTime: task.dueTime }),
    },
  ]);
}

/** By the document's own action, as a person would; what the document refuses leaves the task where it is. */
async function rejected(registry: Registry, context: Context, process: Process, task: Task): Promise<boolean> {
  const comment = '超过审批时限，自动驳回';
  await context.tx.run(sql`savepoint time_limit`);
  try {
    const declaration = registry.find(process.businessResource);
    await runAction(
      { ...declaration, scope: null },
      decidedStage(declaration.life)!.reject,
      context,
      { ids: process.businessId, reason: comment },
      approvalsBy(() => registry, { taskId: task.id, comment, byClock: true }),
    );
    await context.tx.run(sql`release savepoint time_limit`);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await context.tx.run(sql`rollback to savepoint time_limit`);
    return false;
  }
}

/** To the leader of whoever had it, the applicant excepted; nobody above: it stays. */
async function handedUp(context: Context, process: Process, tasks: readonly Task[], task: Task): Promise<boolean> {
  const holder = task.assignee ?? task.candidates[0] ?? null;
  const leader = await context.tx.row<{ id: string }>(sql`
    with recursive up as (
      select d.id, d.parent_id, d.leader_user_id, 0 as depth from dept d where d.id = (select u.dept_id[1]
      from app_user u where u.id = ${holder}::bigint)
      union all select d.id, d.parent_id, d.leader_user_id, u.depth + 1 from dept d join up u on d.id = u.parent_id
      where u.depth < 10)
    select l.id from up join app_user l on l.id = up.leader_user_id and l.frozen = 0 and l.audit_state = 'approved'
    where l.id <> ${process.startUser}::bigint and l.id <>
      all(${tasks.flatMap((each) => each.assignee ?? [])}::bigint[]) order by up.depth limit 1`);
  if (leader === undefined) return false;
  const changes = new Changes();
  changes.closed.push({ task, state: task.assignee === null ? 'cancelled' : 'transferred' });
  changes.opened.push({
    process,
    nodeId: task.nodeId,
    visit: task.visit,
    seq: task.seq,
    taskName: task.taskName,
    mode: task.mode,
    added: task.added === 1,
    state: 'claimed',
    assignee: leader.id,
    dueHours: nodeOf(process, task.nodeId).task!.dueHours,
    candidates: [{ userId: leader.id, kind: 'upper-leader', ref: '' }],
  });
  changes.history.push({
    processId: process.id,
    nodeId: task.nodeId,
    nodeName: task.taskName,
    kind: 'transfer',
    assignee: task.assignee,
    otherUserId: leader.id,
    since: task.createTime,
  });
  await changes.write(context);
  return true;
}
