/** What waits on this device to be sent, and what the server did not take over: how both change, in pure functions. */

/** The call an entry goes to, and the page where it is put right. */
interface Bill {
  /** Below `/api`. */
  readonly call: string;
  /** What stands beside the entries in one request; with the call it names the bill. */
  readonly head: Readonly<Record<string, string>>;
  readonly to: string;
  readonly title: string;
}

/** One thing a person entered. */
export interface Entry {
  /** Made on the device: the server takes an entry over once by it. */
  readonly key: string;
  readonly bill: Bill;
  /** What of the bill it is about; the later entry of one target stands for the earlier. */
  readonly target: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The body is the whole request, and not a line of one. */
  readonly isWhole?: true;
  /** What the entry says, for people. */
  readonly title: string;
  readonly figure: string;
  /** By the clock of this device, in ISO 8601. */
  readonly madeTime: string;
  /** It was sent at least once: nobody knows whether it arrived until the server answers. */
  readonly isSent: boolean;
  /** Why the server did not take it over; such an entry waits for a person. */
  readonly refusal?: string;
}
export type Outbox = readonly Entry[];

/** Names the bill of an entry. */
export const billOf = ({ bill: { call, head } }: Pick<Entry, 'bill'>): string => JSON.stringify([call, head]);
const isSameTarget = (one: Entry, other: Entry): boolean =>
  one.target === other.target && billOf(one) === billOf(other);

/** Is it to be sent, and not refused? */
export const isWaiting = (entry: Entry): boolean => entry.refusal === undefined;
/** What is to be sent. */
export const waitingIn = (outbox: Outbox): Outbox => outbox.filter(isWaiting);
/** What was not taken over. */
export const refusedIn = (outbox: Outbox): Outbox => outbox.filter((entry) => !isWaiting(entry));

/**
 * Puts an entry behind the others. It stands for an earlier one of the same target that was refused or never sent; of
 * one never sent it keeps what its person had seen (`seenQty`), since the server knows no figure in between.
 */
export function entered(outbox: Outbox, entry: Entry): Outbox {
  const earlier = outbox.filter((each) => isSameTarget(each, entry));
  const unsent = earlier.find((each) => isWaiting(each) && !each.isSent);
  const seen = unsent?.body['seenQty'];
  return [
    ...outbox.filter((each) => !isSameTarget(each, entry) || (isWaiting(each) && each.isSent)),
    seen === undefined ? entry : { ...entry, body: { ...entry.body, seenQty: seen } },
  ];
}

/** At most so many entries go in one request. */
export const GROUP_MAX = 500;

/**
 * What is sent next, in the order it was entered: entries of one bill, of each target the first; a whole one by itself.
 */
export function nextGroup(outbox: Outbox): Outbox {
  const [first] = waitingIn(outbox);
  if (first === undefined) return [];
  if (first.isWhole === true) return [first];
  const group: Entry[] = [];
  const targets = new Set<string>();
  for (const each of waitingIn(outbox)) {
    if (billOf(each) !== billOf(first)) continue;
    if (each.isWhole === true || targets.has(each.target) || group.length === GROUP_MAX) break;
    targets.add(each.target);
    group.push(each);
  }
  return group;
}

/** Entries as they go on their way: from now on nobody knows whether they arrived. */
export const sending = (outbox: Outbox, group: Outbox): Outbox => {
  const keys = new Set(group.map(({ key }) => key));
  return outbox.map((each) => (keys.has(each.key) && !each.isSent ? { ...each, isSent: true } : each));
};

/** What the server answered: it took all of it over, or nothing, for the sake of these entries (by key). */
export type Answer =
  | { readonly taken: true }
  | { readonly taken: false; readonly refusals: ReadonlyMap<string, string> };

/**
 * What was taken over leaves. What was refused waits for a person, unless a later entry of the same target stands for
 * it; the rest of the group is sent again.
 */
export function answered(outbox: Outbox, group: Outbox, answer: Answer): Outbox {
  const keys = new Set(group.map(({ key }) => key));
  if (answer.taken) return outbox.filter(({ key }) => !keys.has(key));
  return outbox.flatMap((each, at): Entry[] => {
    const refusal = keys.has(each.key) ? answer.refusals.get(each.key) : undefined;
    if (refusal === undefined) return [each];
    return outbox.slice(at + 1).some((later) => isSameTarget(later, each)) ? [] : [{ ...each, refusal }];
  });
}

/** A person lets an entry go. */
export const discarded = (outbox: Outbox, key: string): Outbox => outbox.filter((each) => each.key !== key);

/** A person sends what was refused of a bill once more, as it is. */
export const sentAgain = (outbox: Outbox, bill: string): Outbox =>
  outbox.map((each) => {
    if (billOf(each) !== bill || isWaiting(each)) return each;
    const { refusal: _, ...waiting } = each;
    return waiting;
  });

/** Somebody entered these targets of a bill online: what was refused of them is put right. */
export const settled = (outbox: Outbox, bill: string, targets: ReadonlySet<string>): Outbox =>
  outbox.filter((each) => isWaiting(each) || billOf(each) !== bill || !targets.has(each.target));

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** How long is waited after so many tries in a row that found no answer. */
export const pauseAfter = (tries: number): number => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
