import { get } from './api.ts';
import { ApiError } from './errors.ts';

/** Answers on their way before the program that reads them is here, by path. */
const prefetched = new Map<string, Promise<unknown>>();

/** What every page of the signed-in begins with. */
export const MENU = '/blade-system/menu/routes';
export const BUTTONS = '/blade-system/menu/buttons';
export const SETTINGS = '/blade-system/index/initData';

/** Sends the first questions while the program is still being fetched. */
export function prefetchStart(): void {
  for (const path of [MENU, BUTTONS, SETTINGS]) {
    const answer = get(path);
    answer.catch(() => undefined); // whoever takes it hears of it
    prefetched.set(path, answer);
  }
}

/** What the server answered of what the application begins with, by path. */
export const startAnswers = new Map<string, unknown>();

/**
 * The answer that was asked for ahead, once; after that the server is asked. Where it is out of reach, what this device
 * keeps stands for its answer.
 */
export async function takePrefetched<T>(path: string, signal: AbortSignal): Promise<T> {
  const asked = prefetched.get(path) as Promise<T> | undefined;
  prefetched.delete(path);
  try {
    const answer = await (asked ?? get<T>(path, {}, signal));
    startAnswers.set(path, answer);
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorKind !== 'offline') throw error;
    const { cachedAnswer } = await import('../offline/cached-answers.ts');
    const cached = await cachedAnswer<T>(path);
    if (cached === undefined) throw error;
    return cached;
  }
}
