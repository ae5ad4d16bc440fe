/**
 * Does something for each, `most` at a time; answers in their order. The first failure ends it, and so does `signal`.
 */
export async function fewAtOnce<T, R>(
  all: readonly T[],
  most: number,
  each: (one: T, signal: AbortSignal) => Promise<R>,
  signal: AbortSignal,
): Promise<R[]> {
  const answers: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < all.length) {
      signal.throwIfAborted();
      const at = next;
      next += 1;
      answers[at] = await each(all[at]!, signal);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, all.length) }, work));
  return answers;
}
