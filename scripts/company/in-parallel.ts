/** Works on all of a list, at most `limit` at a time. Answers in the order of the list; the first failure ends it. */
export async function inParallel<T, R>(list: readonly T[], limit: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < list.length) {
      const at = next;
      next += 1;
      results[at] = await work(list[at]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, list.length) }, worker));
  return results;
}
