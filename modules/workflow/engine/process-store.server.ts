/**
 * What runs, as rows: read behind the lock of its documents, written with one statement a table however many
 * processes move.
 */
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import type { Facts } from './condition.rules.ts';
import { sendMessages, settleMessages } from '../../messages/send-messages.server.ts';
import { definitions } from './definitions.server.ts';
import type { Graph, Token } from './graph.rules.ts';
import { messagesOf, settledBy } from './process-messages.server.ts';
import type { Mode } from './signing.rules.ts';

export interface Process {
  readonly id: string;
  readonly definitionId: string;
  readonly name: string;
  readonly businessResource: string;
  readonly billType: string;
  readonly businessId: string;
  readonly businessCode: string;
  readonly facts: Facts;
  readonly tokens: readonly Token[];
  readonly startUser: string;
  readonly startDept: string | null;
  readonly graph: Graph;
  /** Of the process itself or of its definition: nothing moves. */
  readonly suspended: boolean;
}

const processColumns = sql`i.id, i.process_definition_id as definition_id, i.process_definition_name as name,
  i.business_resource, i.bill_type, i.business_id, i.business_code, i.facts, i.tokens, i.start_user, i.start_dept,
  d.graph, (i.suspension_state = 2 or d.suspension_state = 2) as suspended`;

/** Processes that run over these documents; the documents are locked, so they stay as they are. */
export const runningOver = (context: Context, resource: string, ids: readonly string[]): Promise<Process[]> =>
  context.tx.rows<Process>(sql`
    select ${processColumns} from flow_instance i join ${definitions} d on d.id = i.process_definition_id
    where i.business_resource = ${resource} and i.business_id = any(${ids as string[]}::bigint[])
      and i.state = 'running' order by i.id`);

/** The same by its own id; also one that is over. */
export const processById = (
  context: Context,
  id: string,
): Promise<(Process & { readonly state: string }) | undefined> =>
  context.tx.row(
    sql`select ${processColumns}, i.state from flow_instance i join ${definitions} d on d.id = i.process_definition_id
      where i.id = ${id}::bigint`,
  );

type TaskState = 'queued' | 'open' | 'claimed' | 'approved' | 'rejected' | 'returned' | 'transferred' | 'cancelled';
export interface Task {
  readonly id: string;
  readonly processId: string;
  readonly nodeId: string;
  readonly visit: number;
  readonly seq: number;
  readonly taskName: string;
  readonly mode: Mode;
  readonly added: number;
  readonly state: TaskState;
  readonly assignee: string | null;
  readonly ownerUserId: string | null;
  readonly createTime: string;
  readonly dueTime: string | null;
  readonly candidates: readonly string[];
  /** Known where the process was read as well. */
  readonly process?: Process;
}
/** May be decided now. */
export const isOpen = (task: Task): boolean => task.state === 'open' || task.state === 'claimed';
/** Is still to be decided: now, or after others. */
export const isWaiting = (task: Task): boolean => isOpen(task) || task.state === 'queued';

/** Every task of these processes, those done as well: they are the votes. */
export const tasksOf = (context: Context, processIds: readonly string[]): Promise<Task[]> =>
  context.tx.rows<Task>(sql`
    select t.id, t.process_instance_id as process_id, t.node_id, t.visit, t.seq, t.task_name, t.mode, t.added, t.state,
      t.assignee, t.owner_user_id, t.create_time, t.due_time,
      coalesce((select array_agg(c.user_id::text order by c.user_id) from flow_task_candidate c
      where c.tenant_id = t.tenant_id and c.task_id = t.id), '{}') as candidates
    from flow_task t where t.process_instance_id = any(${processIds as string[]}::bigint[])
    order by t.process_instance_id, t.node_id, t.visit, t.seq, t.id`);

interface ClosedTask {
  readonly task: Task;
  readonly state: TaskState;
  readonly assignee?: string | null;
  readonly ownerUserId?: string | null;
  readonly comment?: string;
}
interface NewTask {
  readonly process: Process;
  readonly nodeId: string;
  readonly visit: number;
  readonly seq: number;
  readonly taskName: string;
  readonly mode: Mode;
  readonly added?: boolean;
  readonly state: 'queued' | 'open' | 'claimed';
  readonly assignee: string | null;
  readonly ownerUserId?: string | null;
  readonly dueHours?: number | undefined;
  readonly dueTime?: string | null;
  readonly candidates: readonly { readonly userId: string; readonly kind: string; readonly ref: string }[];
}
interface ProcessMove {
  readonly process: Process;
  readonly tokens: readonly Token[];
  readonly routes: readonly string[];
  readonly state: 'running' | 'approved' | 'rejected' | 'withdrawn' | 'cancelled';
  readonly reason?: string;
}
type HistoryKind =
  | 'start'
  | 'task'
  | 'gateway'
  | 'end'
  | 'cc'
  | 'urge'
  | 'transfer'
  | 'add-sign'
  | 'return'
  | 'withdraw'
  | 'overdue'
  | 'cancel';
interface Happened {
  readonly processId: string;
  readonly nodeId: string;
  readonly nodeName: string;
  readonly kind: HistoryKind;
  readonly assignee: string | null;
  readonly onBehalfOf?: string | null;
  readonly otherUserId?: string | null;
  readonly result?: string;
  readonly comment?: string;
  /** When it began to wait; the end is now. */
  readonly since?: string;
}

/** Everything one act changes, gathered before anything is written. */
export class Changes {
  readonly closed: ClosedTask[] = [];
  readonly opened: NewTask[] = [];
  readonly moves: ProcessMove[] = [];
  readonly history: Happened[] = [];

  /** Writes it all. A task that is no longer as it was read ends the transaction: somebody forgot the lock. */
  async write(context: Context): Promise<void> {
    const { tx } = context;
    const at = sql`${context.now}::timestamptz`;
    if (this.closed.length > 0) {
      const rows = this.closed.map(({ task, state, assignee, ownerUserId, comment }) => ({
        id: task.id,
        was: task.state,
        state,
        assignee: assignee ?? task.assignee,
        owner: ownerUserId ?? task.ownerUserId,
        comment: comment ?? null,
        ended: state !== 'open' && state !== 'claimed' && state !== 'queued',
      }));
      const written = await tx.run(sql`
        update flow_task t set state = c.state, assignee = c.assignee, owner_user_id = c.owner,
          comment = coalesce(c.comment, t.comment), claim_time = case when c.state = 'open' then null
          else coalesce(t.claim_time, ${at}) end, end_time = case when c.ended then ${at} end
        from ${recordset(
          rows,
          sql`id bigint, was text, state text, assignee bigint, owner bigint, comment text,
          ended boolean`,
        )} where t.id = c.id and t.state = c.was`);
      if (written !== this.closed.length)
        throw new Error(`${written} of ${this.closed.length} tasks were as they were read`);
    }
    if (this.opened.length > 0) await this.#open(context);
    if (this.moves.length > 0) {
      const rows = this.moves.map(({ process, tokens, routes, state, reason }) => ({
        id: process.id,
        tokens,
        routes,
        state,
        reason: reason ?? null,
      }));
      await tx.run(sql`
        update flow_instance i set tokens = c.tokens, trail = i.trail || c.routes, state = c.state,
          delete_reason = coalesce(c.reason, i.delete_reason), end_time = case when c.state <> 'running' then ${at} end
        from ${recordset(rows, sql`id bigint, tokens jsonb, routes text[], state text, reason text`)} where i.id =
          c.id`);
    }
    await writeHistory(context, this.history);
    await settleMessages(context, 'approval.todo', settledBy(this));
    await sendMessages(context, messagesOf(this, context.user.userId));
  }

  async #open(context: Context): Promise<void> {
    const ids = await context.tx.rows<{ id: string }>(
      sql`select new_id() as id from generate_series(1, ${this.opened.length}::integer)`,
    );
    const rows = this.opened.map((task, index) => ({
      id: ids[index]!.id,
      process: task.process.id,
      node: task.nodeId,
      visit: task.visit,
      seq: task.seq,
      name: task.taskName,
      mode: task.mode,
      added: task.added ? 1 : 0,
      state: task.state,
      assignee: task.assignee,
      owner: task.ownerUserId ?? null,
      hours: task.dueHours ?? null,
      due: task.dueTime ?? null,
    }));
    const candidates = this.opened.flatMap((task, index) =>
      task.candidates.map((candidate) => ({
        task: ids[index]!.id,
        user: candidate.userId,
        kind: candidate.kind,
        ref: candidate.ref,
      })),
    );
    await context.tx.run(sql`
      insert into flow_task (id, process_instance_id, node_id, visit, seq, task_name, mode, added, state, assignee,
        owner_user_id, claim_time, create_time, due_time)
      select c.id, c.process, c.node, c.visit, c.seq, c.name, c.mode, c.added, c.state, c.assignee, c.owner, case
        when c.state = 'claimed' then ${context.now}::timestamptz end, ${context.now}::timestamptz, coalesce(c.due,
        ${context.now}::timestamptz + make_interval(hours => c.hours))
      from ${recordset(
        rows,
        sql`id bigint, process bigint, node text, visit integer, seq integer, name text,
        mode text, added smallint, state text, assignee bigint, owner bigint, hours integer, due timestamptz`,
      )} order
        by c.id`);
    if (candidates.length > 0) {
      await context.tx.run(
        sql`insert into flow_task_candidate (task_id, user_id, kind, ref) select c.task, c."user", c.kind, c.ref
          from ${recordset(candidates, sql`task bigint, "user" bigint, kind text, ref text`)}`,
      );
    }
  }
}

/** Rows as a table `c`. */
const recordset = (rows: readonly object[], shape: Sql): Sql =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(${shape})`;

/** Adds to the history of processes, in the order given. */
export async function writeHistory(context: Context, history: readonly Happened[]): Promise<void> {
  if (history.length === 0) return;
  const rows = history.map((each) => ({
    process: each.processId,
    node: each.nodeId,
    name: each.nodeName,
    kind: each.kind,
    assignee: each.assignee,
    behalf: each.onBehalfOf ?? null,
    other: each.otherUserId ?? null,
    result: each.result ?? '',
    comment: each.comment ?? '',
    since: each.since ?? context.now,
  }));
  await context.tx.run(sql`
    insert into flow_history (process_instance_id, history_activity_id, history_activity_name, kind, assignee,
      on_behalf_of, other_user_id, result, comment, create_time, end_time)
    select c.process, c.node, c.name, c.kind, c.assignee, c.behalf, c.other, c.result, c.comment, c.since,
      ${context.now}::timestamptz
    from ${recordset(
      rows,
      sql`process bigint, node text, name text, kind text, assignee bigint, behalf bigint,
      other bigint, result text, comment text, since timestamptz`,
    )}`);
}
