import { personal } from '../client/session.ts';
import { changeKept, dropKept, listKept, readKept } from './device-database.ts';

/** A bill as the server answered it, kept for use without a network. */
export interface KeptBill<T = unknown> {
  /** The page it is worked on at. */
  readonly to: string;
  readonly title: string;
  readonly answer: T;
  /** Milliseconds of this device's clock. */
  readonly keptAt: number;
}

const SHELF = 'bills';
/** Nobody comes back to a bill after this; what lies longer is cleared away. */
const LIFETIME_MS = 7 * 24 * 3_600_000;
const BILLS_MAX = 20;

/** Keeps a bill on this device for the signed-in person, and what the application needs to start without a network. */
export async function keepBill<T>(to: string, title: string, answer: T): Promise<void> {
  await changeKept<KeptBill<T>>(SHELF, personal(to), () => ({ to, title, answer, keptAt: Date.now() }));
  const { keepShell } = await import('./shell.ts');
  await keepShell();
}

/** A bill the signed-in person keeps on this device; undefined without one, or where the browser keeps nothing. */
export const keptBill = <T>(to: string): Promise<KeptBill<T> | undefined> =>
  readKept<KeptBill<T>>(SHELF, personal(to)).catch(() => undefined);

/** The bill is not worked on any more. */
export const dropBill = (to: string): Promise<void> => dropKept(SHELF, [personal(to)]).catch(() => undefined);

/** Bills of the signed-in person on this device, the newest first; old ones are cleared away. */
export async function keptBills(): Promise<readonly KeptBill[]> {
  const own = personal('');
  const found = (await listKept<KeptBill>(SHELF, own)).toSorted(([, one], [, other]) => other.keptAt - one.keptAt);
  const limit = Date.now() - LIFETIME_MS;
  const old = found.filter(([, bill], at) => at >= BILLS_MAX || bill.keptAt < limit);
  if (old.length > 0)
    await dropKept(
      SHELF,
      old.map(([key]) => key),
    );
  return found.filter((each) => !old.includes(each)).map(([, bill]) => bill);
}
