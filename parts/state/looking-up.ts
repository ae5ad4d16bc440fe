import { store } from './store.ts';

/** Typed references whose record is still looked up: a form waits for them with its saving. */
export const lookingUp = store(0);

/** Answers what `look` answers; meanwhile it counts as looked up. */
export async function whileLookingUp<T>(look: () => Promise<T>): Promise<T> {
  lookingUp.update((count) => count + 1);
  try {
    return await look();
  } finally {
    lookingUp.update((count) => count - 1);
  }
}
