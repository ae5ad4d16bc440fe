import { personal } from '../client/session.ts';
import { changeKept, dropKept, listKept, readKept } from './device-database.ts';

const SHELF = 'answers';

/** The answer the device keeps of what the application starts with, for the signed-in person; undefined without one. */
export const cachedAnswer = <T>(path: string): Promise<T | undefined> =>
  readKept<T>(SHELF, personal(path)).catch(() => undefined);

/** Keeps the answers the application started with. */
export async function cacheAnswers(answers: ReadonlyMap<string, unknown>): Promise<void> {
  for (const [path, answer] of answers) await changeKept(SHELF, personal(path), () => answer);
}

/** Clears away what is kept for whoever uses this device, but for one person. */
export async function dropAnswersOfOthers(): Promise<void> {
  const own = personal('');
  const others = (await listKept(SHELF, '')).flatMap(([key]) => (key.startsWith(own) ? [] : [key]));
  if (others.length > 0) await dropKept(SHELF, others);
}
