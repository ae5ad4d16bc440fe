/**
 * What processes have to say in the actions of documents. Sending one starts the process bound to it; approving and
 * rejecting decide
 * the task of whoever acts, and the document itself goes on when the process does; taking it back ends the process. The
 * to-do list
 * runs the same actions by the same runner, so that there is one way to decide, wherever it is done from.
 */
import { permissionOf, type Action, type Declaration, type Life } from '../../../kernel/core/declaration.ts';
import { decidedStage } from '../../../kernel/core/life.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Approvals, RequestedAction } from '../../../kernel/server/approvals.ts';
import type { Acting } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import type { Registry } from '../../../kernel/server/registry.ts';
import { moveState } from '../../../kernel/server/run-action.ts';
import { lockRows } from '../../../kernel/server/save.ts';
import { namesOf } from './candidates.server.ts';
import { isApproved } from './definitions.server.ts';
import { actsAs, deputies } from './deputies.server.ts';
import { enterNodes, nameOf, nodeOf, passedThrough, notifyCopies, type Entered } from './nodes.server.ts';
import { Changes, isOpen, isWaiting, runningOver, tasksOf, type Process, type Task } from './process-store.server.ts';
import { verdict } from './signing.rules.ts';
import { bindingsOf, processesFor, startProcesses, type BoundProcess } from './start-process.server.ts';
import { taskStates } from './task-states.ts';
import { advance } from './token.rules.ts';

/** From the to-do list: which task is meant, and what is said to it. */
interface Decision {
  readonly taskId?: string;
  readonly comment?: string;
  /** Nobody decided: a time limit passed. */
  readonly byClock?: boolean;
}

type Act = 'send' | 'approve' | 'reject' | 'takeBack' | 'other';
/**
 * What an action means to a process, told by where it leads: whichever way a document has of being approved counts as
 * approval.
 */
function actOf(life: Life, name: string): Act {
  const { send, approve, reject } = decidedStage(life)!;
  if (name === send) return 'send';
  const { to } = life.actions[name]!;
  if (to === life.actions[approve]!.to) return 'approve';
  if (to !== undefined && to === life.actions[reject]!.to) return 'reject';
  return to === life.first ? 'takeBack' : 'other';
}

/** Documents that name their process themselves ask for it without a binding. */
const NAMES_ITS_PROCESS = Symbol('names its process');

/** The say of processes in the actions of documents. `decision` is of the task somebody decides, where one does. */
export const approvalsBy = (registry: () => Registry, decision: Decision = {}): Approvals => ({
  appliesTo(declaration, name) {
    if (!isApproved(declaration)) return false;
    const life = declaration.life as Life;
    const { from, to } = life.actions[name]!;
    const { send } = decidedStage(life)!;
    return name === send || (to !== undefined && from.includes(life.actions[send]!.to!));
  },
  async preload(context, { declaration, action }, ids) {
    if (action !== decidedStage(declaration.life)!.send) {
      const running = await runningOver(context, declaration.name, ids);
      // A task that is over must not turn into an approval without one.
      if (decision.taskId !== undefined && running.length === 0) throw new Refused(refuse('flow.task-unknown'));
      return running;
    }
    const bindings = await bindingsOf(context, declaration);
    return declaration.fields['processDefinitionId'] === undefined ? bindings : [...bindings, NAMES_ITS_PROCESS];
  },
  async decide(context, asked, documents, known) {
    const act = actOf(asked.declaration.life as Life, asked.action);
    if (act === 'send') return documents;
    const processes = known as readonly Process[];
    const suspended = processes.filter((process) => process.suspended);
    if (suspended.length > 0)
      throw new Refused(...suspended.map((process) => refuse('flow.suspended', { name: process.name })));
    if (act === 'takeBack') return takeBack(context, documents, processes);
    if (act === 'other')
      throw new Refused(
        ...processes.map((process) =>
          refuse('flow.running', {
            billCode: process.businessCode,
            action: (asked.declaration.life as Life).actions[asked.action]!.label,
          }),
        ),
      );
    return decideTasks(registry(), context, asked, act, documents, processes, decision);
  },
  async afterTransition(context, { declaration, action }, documents, known) {
    if (action !== decidedStage(declaration.life)!.send) return;
    const bindings = known.filter((each): each is BoundProcess => each !== NAMES_ITS_PROCESS);
    // What was done on the way, sums of its lines for one, is what the process is chosen by.
    const rows = new Map(
      (
        await lockRows(
          declaration,
          context,
          documents.map((document) => document.id),
        )
      ).map((row) => [idOf(row), row]),
    );
    const sent = documents.map((document) => ({ ...document, row: rows.get(document.id) ?? document.row }));
    await startProcesses(
      context,
      declaration,
      await processesFor(context, declaration, sent, bindings),
      approveButton(declaration),
    );
  },
});

const idOf = ({ id }: Readonly<Record<string, unknown>>): string => String(id);

/** The right to approve a document. */
export const approveButton = (declaration: Declaration): string =>
  permissionOf(declaration, (declaration.life as Life).actions[decidedStage(declaration.life)!.approve]!.button);

/** The documents whose process is over with this; the others wait for more people. */
async function decideTasks(
  registry: Registry,
  context: Context,
  asked: RequestedAction,
  act: 'approve' | 'reject',
  documents: readonly Acting[],
  processes: readonly Process[],
  decision: Decision,
): Promise<readonly Acting[]> {
  const me = context.user.userId;
  const tasks = Map.groupBy(
    await tasksOf(
      context,
      processes.map((process) => process.id),
    ),
    (task) => task.processId,
  );
  const standIns = await deputies(context);
  const action = (asked.declaration.life as Life).actions[asked.action]!;
  const { comment: sent, reason } = asked.input;
  const comment = decision.comment ?? textOf(sent) ?? (act === 'reject' ? textOf(reason) : null) ?? '';
  const changes = new Changes();
  const entered: Entered[] = [];
  const done: { process: Process; nodeId: string }[] = [];
  const refusals: Refusal[] = [];
  const over = new Set<string>();
  const waiting: { readonly businessId: string; readonly words: string }[] = [];
  for (const process of processes) {
    const all = tasks.get(process.id) ?? [];
    const mine =
      decision.byClock === true ? clockTask(all, decision.taskId) : myTask(process, all, me, standIns, decision.taskId);
    if ('refusal' in mine) {
      refusals.push(await mine.refusal(context, action));
      continue;
    }
    const { task, as } = mine;
    if (act === 'approve' && comment === '' && nodeOf(process, task.nodeId).task!.commentRequired) {
      refusals.push(
        refuse('flow.comment-required', { billCode: process.businessCode, task: task.taskName }, { field: 'comment' }),
      );
      continue;
    }
    const state = act === 'approve' ? 'approved' : 'rejected';
    const by = decision.byClock === true ? null : me;
    const owner = by === null || as === me ? task.ownerUserId : as;
    changes.closed.push({ task, state, assignee: by, ownerUserId: owner, comment });
    changes.history.push({
      processId: process.id,
      nodeId: task.nodeId,
      nodeName: task.taskName,
      kind: 'task',
      assignee: by,
      onBehalfOf: owner,
      result: state,
      comment,
      since: task.createTime,
    });
    const outcome = finishNode(changes, process, all, task, state);
    if (outcome.isOver) over.add(process.businessId);
    else waiting.push({ businessId: process.businessId, words: [task.taskName, comment].filter(Boolean).join('：') });
    if (outcome.isPassed) done.push({ process, nodeId: task.nodeId });
    entered.push(...outcome.entered.map((nodeId) => ({ process, nodeId, before: all })));
  }
  if (refusals.length > 0) throw new Refused(...refusals);
  const button = (process: Process): string => approveButton(registry.find(process.businessResource));
  await enterNodes(context, changes, entered, button);
  await notifyCopies(context, changes, done, button);
  await changes.write(context);
  // The timeline of the document names the step at which somebody decided while others are still to.
  for (const [words, each] of Map.groupBy(waiting, (one) => one.words)) {
    await moveState(
      asked.declaration,
      context,
      documents.filter((document) => each.some((one) => one.businessId === document.id)),
      asked.action,
      {},
      words,
    );
  }
  const bound = new Set(processes.map((process) => process.businessId));
  return documents.filter((document) => !bound.has(document.id) || over.has(document.id));
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 500) : null;

type Mine =
  | { readonly task: Task; readonly as: string }
  | { refusal(context: Context, action: Action): Promise<Refusal> };
/** The task the caller decides: the one named, or their own at this document. */
function myTask(
  process: Process,
  all: readonly Task[],
  me: string,
  standIns: Awaited<ReturnType<typeof deputies>>,
  taskId: string | undefined,
): Mine {
  const as = (task: Task): string | null => actsAs(task, me, process.billType, standIns);
  if (taskId !== undefined) {
    const task = all.find((each) => each.id === taskId);
    if (task === undefined) return { refusal: async () => refuse('flow.task-unknown') };
    if (!isOpen(task)) return { refusal: async () => refuse('flow.task-done', { state: taskStates[task.state] }) };
    const found = as(task);
    return found === null
      ? { refusal: (context, action) => notMine(context, process, all, action) }
      : { task, as: found };
  }
  const open = all.filter(isOpen).flatMap((task) => {
    const found = as(task);
    return found === null ? [] : [{ task, as: found }];
  });
  return (
    open.find((each) => each.as === me) ??
    open[0] ?? { refusal: (context, action) => notMine(context, process, all, action) }
  );
}

const clockTask = (all: readonly Task[], taskId: string | undefined): Mine => {
  const task = all.find((each) => each.id === taskId && isOpen(each));
  return task === undefined ? { refusal: async () => refuse('flow.task-unknown') } : { task, as: '0' };
};

async function notMine(context: Context, process: Process, all: readonly Task[], action: Action): Promise<Refusal> {
  const open = all.filter(isOpen);
  const names = await namesOf(
    context,
    open.flatMap((task) => (task.state === 'claimed' ? [task.assignee!] : task.candidates)),
  );
  return refuse('flow.not-yours', {
    billCode: process.businessCode,
    task: open
      .map((task) => task.taskName)
      .filter((name, at, each) => each.indexOf(name) === at)
      .join('、'),
    who: [...names.values()].slice(0, 5).join('、'),
    action: action.label,
  });
}

interface Settled {
  /** The process ended with this vote. */
  readonly isOver: boolean;
  /** The node is done. */
  readonly isPassed: boolean;
  readonly entered: readonly string[];
}

/** What one vote does to its node: still open, on to the next, or the end of the process. */
function finishNode(
  changes: Changes,
  process: Process,
  all: readonly Task[],
  task: Task,
  state: 'approved' | 'rejected',
): Settled {
  const node = nodeOf(process, task.nodeId);
  const round = all.filter(
    (each) =>
      each.nodeId === task.nodeId &&
      each.visit === task.visit &&
      !['transferred', 'cancelled', 'returned'].includes(each.state),
  );
  const votes = round.map((each) => ({
    state:
      each.id === task.id
        ? state
        : each.state === 'approved' || each.state === 'rejected'
          ? each.state
          : ('open' as const),
    added: each.added === 1,
  }));
  const result = verdict(
    { mode: node.task!.mode, ...(node.task!.ratio === undefined ? {} : { ratio: node.task!.ratio }) },
    votes,
  );
  const others = (of: readonly Task[]): void => {
    for (const each of of)
      if (each.id !== task.id && isWaiting(each)) changes.closed.push({ task: each, state: 'cancelled' });
  };
  if (result === 'open') {
    const next = round.find((each) => each.state === 'queued');
    if (next !== undefined && !round.some((each) => each.id !== task.id && isOpen(each)))
      changes.closed.push({ task: { ...next, process }, state: 'claimed' });
    return { isOver: false, isPassed: false, entered: [] };
  }
  if (result === 'failed') {
    others(all);
    changes.history.push({
      processId: process.id,
      nodeId: 'end',
      nodeName: '',
      kind: 'end',
      assignee: null,
      result: 'rejected',
    });
    changes.moves.push({ process, tokens: [], routes: [], state: 'rejected' });
    return { isOver: true, isPassed: false, entered: [] };
  }
  others(round);
  const step = advance(process.graph, process.tokens, task.nodeId, process.facts);
  passedThrough(changes, process, step.passed);
  const isOver = step.tokens.length === 0;
  changes.moves.push({ process, tokens: step.tokens, routes: step.routes, state: isOver ? 'approved' : 'running' });
  return { isOver, isPassed: true, entered: step.entered };
}

/** Only who sent it takes it back; where the parameter says so, only before anybody decided. */
async function takeBack(
  context: Context,
  documents: readonly Acting[],
  processes: readonly Process[],
): Promise<readonly Acting[]> {
  const others = processes.filter((process) => process.startUser !== context.user.userId);
  if (others.length > 0)
    throw new Refused(
      ...others.map((process) => refuse('flow.not-yours-to-withdraw', { billCode: process.businessCode })),
    );
  const tasks = await tasksOf(
    context,
    processes.map((process) => process.id),
  );
  if (
    tasks.some((task) => task.state === 'approved') &&
    (await readParameter(context, 'approval.withdrawBeforeFirst')) === '1'
  ) {
    const decided = processes.filter((process) =>
      tasks.some((task) => task.processId === process.id && task.state === 'approved'),
    );
    throw new Refused(...decided.map((process) => refuse('flow.decided-already', { billCode: process.businessCode })));
  }
  await endProcesses(context, processes, tasks, 'withdrawn', '');
  return documents;
}

/** Ends processes without a decision: open tasks go, the history says why. */
export async function endProcesses(
  context: Context,
  processes: readonly Process[],
  tasks: readonly Task[],
  state: 'withdrawn' | 'cancelled',
  reason: string,
): Promise<void> {
  const changes = new Changes();
  for (const task of tasks) if (isWaiting(task)) changes.closed.push({ task, state: 'cancelled' });
  for (const process of processes) {
    const at = process.tokens[0]?.node;
    changes.history.push({
      processId: process.id,
      nodeId: at ?? 'end',
      nodeName: at === undefined ? '' : nameOf(process, at),
      kind: state === 'withdrawn' ? 'withdraw' : 'cancel',
      assignee: context.user.userId,
      comment: reason,
    });
    changes.moves.push({ process, tokens: [], routes: [], state, ...(reason === '' ? {} : { reason }) });
  }
  await changes.write(context);
}
