/**
 * What every act on a task begins with: the task behind the lock of its document, the comment, and as whom the caller
 * acts.
 */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { lockRows } from '../../../kernel/server/save.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { actsAs, deputies } from '../engine/deputies.server.ts';
import { isOpen, processById, tasksOf, type Process, type Task } from '../engine/process-store.server.ts';
import { taskStates } from '../engine/task-states.ts';

/** Everybody who has a task may act on its document: the task is the right, wherever the document lies. */
export const unscoped = (declaration: Declaration): Declaration => ({ ...declaration, scope: null });

/** A task with its process, behind the lock of its document. */
export interface Held {
  readonly process: Process;
  readonly declaration: Declaration;
  readonly tasks: readonly Task[];
  readonly task: Task;
}

/** A process behind the lock of its document, as every act on it takes it: document first, then what runs over it. */
export async function lockProcess(
  context: Context,
  id: string,
): Promise<{ readonly process: Process; readonly declaration: Declaration; readonly tasks: readonly Task[] }> {
  const seen = /^\d{1,19}$/.test(id)
    ? await context.tx.row<{ businessResource: string; businessId: string }>(
        sql`select business_resource, business_id from flow_instance where id = ${id}::bigint`,
      )
    : undefined;
  if (seen === undefined) throw new Refused(refuse('flow.task-unknown'));
  const declaration = context.registry.find(seen.businessResource);
  await lockRows(unscoped(declaration), context, [seen.businessId]);
  const process = await processById(context, id);
  if (process === undefined || process.state !== 'running') throw new Refused(refuse('flow.task-unknown'));
  return { process, declaration, tasks: await tasksOf(context, [id]) };
}

/**
 * A task that is still open, with its process locked. Refuses one that was decided, and one whose process is
 * suspended.
 */
export async function holdTask(context: Context, { taskId: given }: { readonly taskId: string | null }): Promise<Held> {
  const [taskId] = readIds({ taskId: given }, 'taskId');
  const seen = await context.tx.row<{ id: string; state: keyof typeof taskStates }>(
    sql`select process_instance_id as id, state from flow_task where id = ${taskId!}::bigint`,
  );
  if (seen === undefined) throw new Refused(refuse('flow.task-unknown'));
  if (seen.state !== 'open' && seen.state !== 'claimed')
    throw new Refused(refuse('flow.task-done', { state: taskStates[seen.state] }));
  const held = await lockProcess(context, seen.id);
  const task = held.tasks.find((each) => each.id === taskId)!;
  if (!isOpen(task)) throw new Refused(refuse('flow.task-done', { state: taskStates[task.state] }));
  if (held.process.suspended) throw new Refused(refuse('flow.suspended', { name: held.process.name }));
  return { ...held, task };
}

/** What was said, at most 500 characters. */
export const commentOf = (input: { readonly comment: string | null }): string => {
  const comment = input.comment ?? '';
  if ([...comment].length > 500)
    throw new Refused(
      refuse(
        'field.too-long',
        { name: label('审批意见', 'Comment'), max: 500, length: [...comment].length },
        { field: 'comment' },
      ),
    );
  return comment;
};
/**
 * As whom the caller acts on a task they claimed or may claim; refuses where it is neither. `action` is for the
 * sentence.
 */
export async function actsOn(
  context: Context,
  { task, process }: Held,
  action: { zh: string; en: string },
): Promise<string> {
  const as = actsAs(task, context.user.userId, process.billType, await deputies(context));
  if (as === null) throw new Refused(refuse('flow.not-assignee', { action }));
  return as;
}
