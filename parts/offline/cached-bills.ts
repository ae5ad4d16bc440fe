import { ApiError } from '../client/errors.ts';
import { personal } from '../client/session.ts';
import { changeKept, dropKept, listKept, readKept } from './device-database.ts';

/** A bill as the server answered it, kept for use without a network. */
export interface CachedBill<T = unknown> {
  /** The page it is worked on at. */
  readonly to: string;
  readonly title: string;
  readonly answer: T;
  /** Milliseconds of this device's clock. */
  readonly cachedAt: number;
}

const SHELF = 'bills';
/** Nobody comes back to a bill after this; what lies longer is cleared away. */
const LIFETIME_MS = 7 * 24 * 3_600_000;
const BILLS_MAX = 20;

/** Nobody knows whether it arrived: the server was not reached, or gave no answer in time. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.errorKind === 'offline' || error.errorKind === 'late'
    : error instanceof DOMException && error.name === 'TimeoutError';

/**
 * What the server answers of a bill, which is kept on this device for the signed-in person; as it is kept where the
 * server is out of reach.
 */
export async function answerOrCached<T>(to: string, titleOf: (answer: T) => string, ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask();
    void cacheBill(to, titleOf(answer), answer).catch(() => undefined);
    return answer;
  } catch (error) {
    if (isUnreached(error)) {
      const cached = await readKept<CachedBill<T>>(SHELF, personal(to)).catch(() => undefined);
      if (cached !== undefined) return cached.answer;
    } else if (error instanceof ApiError && ['refused', 'missing', 'forbidden'].includes(error.errorKind))
      // What cannot be worked on any more is not offered for use without a network.
      void dropBill(to);
    throw error;
  }
}

/** Keeps a bill, and what the application needs to start without a network. */
async function cacheBill<T>(to: string, title: string, answer: T): Promise<void> {
  await changeKept<CachedBill<T>>(SHELF, personal(to), () => ({ to, title, answer, cachedAt: Date.now() }));
  const { keepShell } = await import('./shell.ts');
  await keepShell();
}

/** The bill is not worked on any more. */
const dropBill = (to: string): Promise<void> => dropKept(SHELF, [personal(to)]).catch(() => undefined);

/** Bills of the signed-in person on this device, the newest first; old ones are cleared away. */
export async function cachedBills(): Promise<readonly CachedBill[]> {
  const own = personal('');
  const found = (await listKept<CachedBill>(SHELF, own)).toSorted(
    ([, one], [, other]) => other.cachedAt - one.cachedAt,
  );
  const limit = Date.now() - LIFETIME_MS;
  const old = found.filter(([, bill], at) => at >= BILLS_MAX || bill.cachedAt < limit);
  if (old.length > 0)
    await dropKept(
      SHELF,
      old.map(([key]) => key),
    );
  return found.filter((each) => !old.includes(each)).map(([, bill]) => bill);
}
