/**
 * Long work in steps: a generator function that gives out what it has come to and goes on with what it is answered.
 * Short, it runs where it is asked for; long, in a thread, so that the loop which answers everybody only hands its
 * steps on. Both ways give the same steps.
 */
import type { Worker } from 'node:worker_threads';
import { othersFirst } from '../postgres/others-first.ts';
import { startThread } from './thread.ts';
import { turnsOf } from './turns.ts';
import type { Wanted } from './turns.rules.ts';

/** Work a thread can load by itself: plain input, plain steps and answers, no function or class among them. */
export interface Work<Input, Step, Answer> {
  readonly run: (input: Input) => Generator<Step, void, Answer>;
  /** The module that exports this, under which name. */
  readonly module: string;
  readonly name: string;
}
/** Work under way. */
export interface Steps<Step, Answer> {
  /** The next step, undefined after the last one; `answer` is to the step before. */
  next(answer?: Answer): Promise<Step | undefined>;
  /** Ends it however far it is. Whoever began it has to, also after the last step. */
  end(): void;
}

/** Sent to a thread: work to begin, or the answer to its last step. */
export type ToThread =
  | { readonly begin: { readonly module: string; readonly name: string; readonly input: unknown } }
  | { readonly answer: unknown };
/** Sent by a thread: its next step, its end, or why it cannot go on. */
export type FromThread = { readonly step: unknown } | { readonly done: true } | { readonly failed: unknown };

const AT_ONCE = 2;
/** Who waits holds a connection to the database, and of those there are not many. */
const WAITING_MAX = 4;
const MEMORY_MB = 512;
/** A thread that has nothing to do is kept so long, since what it has loaded and compiled is quick the next time. */
const KEPT_MS = 30_000;

const turns = turnsOf({
  atOnce: AT_ONCE,
  waitingMax: WAITING_MAX,
  tooMany: {
    zh: '正在计算的人太多，请稍后再试',
    en: 'Many are having something large calculated at the moment; try again shortly',
  },
});

/** The steps of work done here, for what is short; others are answered between them. */
export function stepsHere<Input, Step, Answer>(work: Work<Input, Step, Answer>, input: Input): Steps<Step, Answer> {
  const steps = work.run(input);
  return {
    async next(answer) {
      await othersFirst();
      return steps.next(answer as Answer).value ?? undefined;
    },
    end: () => void steps.return(),
  };
}

/**
 * The steps of work in a thread, for one person when it is his turn. `moved` are buffers of the input that change hands
 * instead of being copied.
 */
export async function stepsInThread<Input, Step, Answer>(
  { module, name }: Work<Input, Step, Answer>,
  input: Input,
  wanted: Wanted,
  moved: readonly ArrayBuffer[] = [],
): Promise<Steps<Step, Answer>> {
  const turn = await ownTurn(wanted);
  const thread = threadAtHand();
  let isOver = false;
  /** Ends the turn; a thread at its end is kept for the next, one amid its work is not. */
  const end = (isWhole = false): void => {
    if (isOver) return;
    isOver = true;
    if (isWhole) keep(thread);
    else void thread.terminate();
    turn.end();
  };
  const send = (message: ToThread, buffers: readonly ArrayBuffer[] = []): Promise<Step | undefined> =>
    answerOf(thread, () => thread.postMessage(message, buffers)).then((answer) => {
      if ('failed' in answer) throw answer.failed as Error;
      if ('step' in answer) return answer.step as Step;
      end(true);
      return undefined;
    });
  let first: ToThread | undefined = { begin: { module, name, input } };
  return {
    async next(answer) {
      if (isOver) return undefined;
      const message = first ?? { answer };
      const buffers = first === undefined ? [] : moved;
      first = undefined;
      return send(message, buffers).catch((error: unknown) => {
        end();
        throw error;
      });
    },
    end: () => end(),
  };
}

/** Resolves when it is this person's turn. */
function ownTurn({ tenant, person }: Wanted): Promise<{ end(): void }> {
  return new Promise((resolve) => {
    const turn = { tenant, person, start: () => resolve({ end: () => turns.end(turn) }) };
    turns.wait(turn);
  });
}

/** What the thread answers to what `post` sends; fails where it ends instead. */
function answerOf(thread: Worker, post: () => void): Promise<FromThread> {
  return new Promise((resolve, reject) => {
    const off = (): void => {
      thread.off('message', answer);
      thread.off('error', fail);
      thread.off('exit', gone);
    };
    const answer = (message: FromThread): void => {
      off();
      resolve(message);
    };
    const fail = (error: unknown): void => {
      off();
      reject(error as Error);
    };
    const gone = (): void => fail(new Error('A thread ended amid its work'));
    thread.on('message', answer);
    thread.on('error', fail);
    thread.on('exit', gone);
    post();
  });
}

/** Threads with nothing to do, each with the clock that ends it. */
const idle = new Map<Worker, NodeJS.Timeout>();
function threadAtHand(): Worker {
  const [kept] = idle;
  if (kept === undefined) {
    const thread = startThread(new URL('./work-thread.ts', import.meta.url), MEMORY_MB);
    thread.on('error', () => {}); // whoever waits for a step is told
    thread.once('exit', () => idle.delete(thread));
    return thread;
  }
  const [thread, clock] = kept;
  clearTimeout(clock);
  idle.delete(thread);
  thread.ref();
  return thread;
}
/** Keeps a thread for a while; it does not keep the program from ending. */
function keep(thread: Worker): void {
  const end = (): void => {
    idle.delete(thread);
    void thread.terminate();
  };
  thread.unref();
  idle.set(thread, setTimeout(end, KEPT_MS).unref());
}
