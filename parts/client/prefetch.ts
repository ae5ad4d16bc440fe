import { get } from './api.ts';

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

/** The answer that was asked for ahead, once; after that the server is asked. */
export function takePrefetched<T>(path: string, signal: AbortSignal): Promise<T> {
  const answer = prefetched.get(path) as Promise<T> | undefined;
  prefetched.delete(path);
  return answer ?? get<T>(path, {}, signal);
}
