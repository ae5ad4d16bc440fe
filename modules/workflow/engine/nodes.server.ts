/** Opening the tasks of nodes that a process has come to: who is asked, who is told, and until when. */
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { findCandidates, type Search } from './candidates.server.ts';
import type { Step } from './token.rules.ts';
import type { FlowNode } from './graph.rules.ts';
import type { Changes, Process, Task } from './process-store.server.ts';

/** A process that has come to a node. */
export interface Entered {
  readonly process: Process;
  readonly nodeId: string;
  /** Its tasks so far: which visit this is. */
  readonly before: readonly Task[];
}

/** A node of a process, which must have it. */
export const nodeOf = (process: Process, nodeId: string): FlowNode => process.graph.nodes[nodeId]!;
/** What a node is called; its id where it has no name. */
export const nameOf = (process: Process, nodeId: string): string => nodeOf(process, nodeId).name || nodeId;
const visitsOf = (tasks: readonly Task[], nodeId: string): number =>
  Math.max(0, ...tasks.filter((task) => task.nodeId === nodeId).map((task) => task.visit));

/** The applicant decides where the parameter allows it. */
export const separated = async (context: Context): Promise<boolean> =>
  (await readParameter(context, 'approval.separation')) !== '0';

const searchOf = (
  process: Process,
  button: string,
  pick: (node: FlowNode) => Search['candidates'],
  nodeId: string,
): Search => ({
  candidates: pick(nodeOf(process, nodeId)),
  applicant: process.startUser,
  dept: process.startDept,
  facts: process.facts,
  button,
});

/** Asks the people of every node entered. A node nobody is found for refuses the act: it is never passed in silence. */
export async function enterNodes(
  context: Context,
  changes: Changes,
  entered: readonly Entered[],
  button: (process: Process) => string,
): Promise<void> {
  if (entered.length === 0) return;
  const found = await findCandidates(
    context,
    entered.map(({ process, nodeId }) => searchOf(process, button(process), (node) => node.task!.candidates, nodeId)),
    await separated(context),
  );
  const missing = entered.filter((_, at) => found[at]!.length === 0);
  if (missing.length > 0)
    throw new Refused(
      ...missing.map(({ process, nodeId }) =>
        refuse('flow.nobody-there', { billCode: process.businessCode, task: nameOf(process, nodeId) }),
      ),
    );
  entered.forEach(({ process, nodeId, before }, at) => {
    const task = nodeOf(process, nodeId).task!;
    const people = found[at]!;
    const base = {
      process,
      nodeId,
      visit: visitsOf(before, nodeId) + 1,
      taskName: nameOf(process, nodeId),
      mode: task.mode,
    };
    if (task.mode === 'any') {
      const alone = people.length === 1;
      changes.opened.push({
        ...base,
        seq: 1,
        state: alone ? 'claimed' : 'open',
        assignee: alone ? people[0]!.userId : null,
        dueHours: task.dueHours,
        candidates: people,
      });
      return;
    }
    people.forEach((person, index) => {
      const waits = task.order === 'sequential' && index > 0;
      changes.opened.push({
        ...base,
        seq: index + 1,
        state: waits ? 'queued' : 'claimed',
        assignee: person.userId,
        dueHours: waits ? undefined : task.dueHours,
        candidates: [person],
      });
    });
  });
}

/** Tells those of `cc` that a node is done. */
export async function notifyCopies(
  context: Context,
  changes: Changes,
  done: readonly { readonly process: Process; readonly nodeId: string }[],
  button: (process: Process) => string,
): Promise<void> {
  const withCopies = done.filter(({ process, nodeId }) => nodeOf(process, nodeId).task!.cc.length > 0);
  if (withCopies.length === 0) return;
  const found = await findCandidates(
    context,
    withCopies.map(({ process, nodeId }) => searchOf(process, button(process), (node) => node.task!.cc, nodeId)),
    false,
  );
  withCopies.forEach(({ process, nodeId }, at) => {
    for (const person of found[at]!)
      changes.history.push({
        processId: process.id,
        nodeId,
        nodeName: nameOf(process, nodeId),
        kind: 'cc',
        assignee: context.user.userId,
        otherUserId: person.userId,
      });
  });
}

/** Gateways and ends gone through, for the history. */
export function passedThrough(changes: Changes, process: Process, passed: Step['passed']): void {
  for (const nodeId of passed) {
    const { kind } = nodeOf(process, nodeId);
    if (kind === 'end')
      changes.history.push({
        processId: process.id,
        nodeId: 'end',
        nodeName: nameOf(process, nodeId),
        kind: 'end',
        assignee: null,
      });
    else if (kind !== 'start')
      changes.history.push({
        processId: process.id,
        nodeId,
        nodeName: nameOf(process, nodeId),
        kind: 'gateway',
        assignee: null,
      });
  }
}
