import { post } from '../client/api.ts';
import { cutSince } from '../client/connection.ts';
import { ApiError, reasonOf } from '../client/errors.ts';
import { locked } from '../client/lock.ts';
import { needsSignIn, personal, session } from '../client/session.ts';
import { store } from '../state/store.ts';
import { changeOutbox, openOutbox, outbox, outboxOf } from './outbox.ts';
import { type Answer, answered, nextGroup, type Outbox, pauseAfter, sending, waitingIn } from './outbox.rules.ts';

/** No answer in this time is none. */
const LIMIT_MS = 60_000;
/** Another tab of this browser sends: looked at again after this. */
const OTHERS_TURN_MS = 5_000;
/** Something was entered while the last of the others arrived. */
const AT_ONCE_MS = 200;

/** Why the last try found no answer, in a sentence; undefined while all goes well. */
export const stuck = store<string | undefined>(undefined);
export const isSending = store(false);

let tries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits as soon as it can be sent, from now on. Called once. */
export async function startSending(): Promise<void> {
  if (!(await openOutbox())) return;
  const soon = (): void => {
    tries = 0;
    sendNow();
  };
  cutSince.subscribe(() => {
    if (cutSince.get() === undefined) soon();
  });
  session.subscribe(soon);
  needsSignIn.subscribe(soon);
  locked.subscribe(soon);
  outbox.subscribe(() => {
    if (timer === undefined) sendNow();
  });
  sendNow();
}

/** Sends what waits, unless the server is known to be out of reach. */
export function sendNow(): void {
  clearTimeout(timer);
  timer = undefined;
  if (isSending.get() || waitingIn(outbox.get()).length === 0) return;
  if (cutSince.get() !== undefined || session.get() === undefined || needsSignIn.get() || locked.get()) return;
  isSending.set(true);
  void inTurn(drain)
    .catch(() => pauseAfter((tries += 1)))
    .then((pause) => {
      isSending.set(false);
      if (pause !== undefined) timer = setTimeout(sendNow, pause);
      else if (waitingIn(outbox.get()).length > 0) timer = setTimeout(sendNow, AT_ONCE_MS);
    });
}

/**
 * One tab of a browser sends. Without locks (plain http on another machine) two may: the server takes each entry once.
 */
const inTurn = (work: () => Promise<number | undefined>): Promise<number | undefined> =>
  'locks' in navigator
    ? navigator.locks.request('larder:outbox', { ifAvailable: true }, (lock) =>
        lock === null ? OTHERS_TURN_MS : work(),
      )
    : work();

/** Sends group after group; answers after which pause it is tried again, where the server gave no answer. */
async function drain(): Promise<number | undefined> {
  const person = personal('');
  for (;;) {
    const group = nextGroup(await outboxOf(person));
    if (group.length === 0 || personal('') !== person) return undefined;
    await changeOutbox(person, (now) => sending(now, group));
    const answer = await send(group);
    if (answer === undefined) return pauseAfter((tries += 1));
    tries = 0;
    stuck.set(undefined);
    await changeOutbox(person, (now) => answered(now, group, answer));
  }
}

/** Sends one request; undefined where nobody knows what became of it, or the person has to sign in first. */
async function send(group: Outbox): Promise<Answer | undefined> {
  const [first] = group;
  const { call, head } = first!.bill;
  const lines = group.map(({ key, madeTime, body }) => ({ ...body, key, madeTime }));
  const sent = first!.isWhole === true ? lines[0] : { details: lines };
  const json = { ...head, madeBy: session.get()?.userId, deviceTime: new Date().toISOString(), ...sent };
  try {
    await post(call, { json, signal: AbortSignal.timeout(LIMIT_MS) });
    return { taken: true };
  } catch (error) {
    if (!(error instanceof ApiError)) return undefined;
    const isRefusal = ['refused', 'forbidden', 'missing'].includes(error.errorKind);
    if (!isRefusal || reasonOf(error) === 'device.other-person') {
      if (error.errorKind !== 'offline') stuck.set(error.message);
      return undefined;
    }
    return { taken: false, refusals: refusalsIn(error, group) };
  }
}

/** Before the sentence stands which line of the request it is about, which is no line a person knows. */
const PLACE = /^(?:第 \d+ 行：|Line \d+: )/;

/** The sentence of each refused entry; what names no entry is said of all. */
function refusalsIn(error: ApiError, group: Outbox): ReadonlyMap<string, string> {
  const [first] = group;
  if (first?.isWhole === true) {
    const sentences = error.problems.map(({ message }) => message).join(' ');
    return new Map([[first.key, sentences === '' ? error.message : sentences]]);
  }
  const named = error.problems.flatMap(({ line, message }) => {
    const entry = line === undefined ? undefined : group[line - 1];
    return entry === undefined ? [] : [[entry.key, message.replace(PLACE, '')] as const];
  });
  return new Map(named.length > 0 ? named : group.map(({ key }) => [key, error.message] as const));
}
