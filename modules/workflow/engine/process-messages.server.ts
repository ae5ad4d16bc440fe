/** The messages of what happened to processes: to those who decide next, to those who get a copy, to the applicant. */
import type { NewMessage } from '../../messages/send-messages.server.ts';
import { kindOfBill } from './flow-kinds.ts';
import type { Changes, Process } from './process-store.server.ts';

/** Tasks that wait for nobody any more, by whom they waited for and the address of their process. */
export const settledBy = ({ closed }: Happenings): { readonly userId: string; readonly link: string }[] =>
  closed
    .filter(({ state }) => !['queued', 'open', 'claimed'].includes(state))
    .flatMap(({ task }) =>
      [...task.candidates, ...(task.assignee === null ? [] : [task.assignee])].map((userId) => ({
        userId,
        link: linkTo(task.processId),
      })),
    );

type Happenings = Pick<Changes, 'opened' | 'closed' | 'moves' | 'history'>;

/** `me` gets no message about their own act. */
export function messagesOf(changes: Happenings, me: string): NewMessage[] {
  return [...taskMessages(changes, me), ...copyMessages(changes), ...endMessages(changes, me)];
}

const titleOf = (process: Process): { zh: string; en: string } => {
  const kind = kindOfBill(process.billType)?.label ?? { zh: process.name, en: process.name };
  return { zh: `${kind.zh} ${process.businessCode}`, en: `${kind.en} ${process.businessCode}` };
};

const linkTo = (processId: string): string => `/work/task/${processId}`;
/** What every message of a process has: the document it is about, and the button that leads to the process. */
const aboutProcess = (process: Process, zh: string, en: string): Pick<NewMessage, 'act' | 'about'> => ({
  act: { link: linkTo(process.id), label: { zh, en } },
  about: { resource: process.businessResource, recordId: process.businessId },
});

/** To those who can decide now: new tasks, and tasks whose turn has come. */
function taskMessages({ opened, closed }: Happenings, me: string): NewMessage[] {
  const message = (
    process: Process,
    taskName: string,
    userIds: readonly string[],
    dueTime: string | null,
  ): NewMessage => {
    const title = titleOf(process);
    return {
      userIds: userIds.filter((id) => id !== me),
      topic: 'approval.todo',
      title: { zh: `${title.zh} 等您审批：${taskName}`, en: `${title.en} waits for you: ${taskName}` },
      ...aboutProcess(process, '去审批', 'Review'),
      senderUserId: process.startUser,
      ...(dueTime === null ? {} : { dueTime }),
    };
  };
  return [
    ...opened
      .filter((task) => task.state !== 'queued')
      .map(({ process, taskName, assignee, candidates, dueTime }) =>
        message(
          process,
          taskName,
          assignee === null ? candidates.map((each) => each.userId) : [assignee],
          dueTime ?? null,
        ),
      ),
    ...closed
      .filter(({ task, state }) => task.state === 'queued' && state === 'claimed')
      .flatMap(({ task }) =>
        task.assignee === null || task.process === undefined
          ? []
          : [message(task.process, task.taskName, [task.assignee], task.dueTime)],
      ),
  ];
}

/** To those who get a copy of a decision. */
function copyMessages({ opened, moves, history }: Happenings): NewMessage[] {
  const processes = new Map([...opened, ...moves].map(({ process }) => [process.id, process]));
  return history.flatMap((each): NewMessage[] => {
    const process = processes.get(each.processId);
    if (each.kind !== 'cc' || !each.otherUserId || process === undefined) return [];
    const title = titleOf(process);
    return [
      {
        userIds: [each.otherUserId],
        topic: 'approval.cc',
        title: {
          zh: `抄送：${title.zh} 的「${each.nodeName}」已处理`,
          en: `For your information: step “${each.nodeName}” of ${title.en} was decided`,
        },
        ...aboutProcess(process, '查看', 'Open'),
      },
    ];
  });
}

const ENDS = {
  approved: ['approval.passed', '已通过审批', 'is approved', 'info'],
  rejected: ['approval.rejected', '被驳回', 'was rejected', 'warning'],
  cancelled: ['approval.rejected', '的流程被终止', 'had its process cancelled', 'warning'],
} as const;

/** To the applicant, how the process ended, with the reason or the last comment. */
function endMessages({ moves, history }: Happenings, me: string): NewMessage[] {
  return moves.flatMap(({ process, state, reason }): NewMessage[] => {
    if (state === 'running' || state === 'withdrawn' || process.startUser === me) return [];
    const [topic, zh, en, level] = ENDS[state];
    const title = titleOf(process);
    const words =
      reason ?? history.findLast((each) => each.processId === process.id && each.kind === 'task')?.comment ?? '';
    return [
      {
        userIds: [process.startUser],
        topic,
        level,
        title: { zh: `${title.zh} ${zh}`, en: `${title.en} ${en}` },
        content: { zh: words, en: words },
        ...aboutProcess(process, '查看', 'Open'),
      },
    ];
  });
}
