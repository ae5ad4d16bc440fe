import { expect, test } from 'vitest';
import { fewAtOnce } from './few-at-once.ts';

const later = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

test('answers come in the order they were asked for, and never more than so many are under way', async () => {
  let underWay = 0;
  let most = 0;
  const answers = await fewAtOnce(
    [5, 1, 4, 2, 3, 0],
    2,
    async (one) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await later(one);
      underWay -= 1;
      return one * 10;
    },
    new AbortController().signal,
  );
  expect([answers, most]).toEqual([[50, 10, 40, 20, 30, 0], 2]);
});

test('what fails or is stopped ends it: nothing more is asked', async () => {
  const asked: number[] = [];
  const stopped = new AbortController();
  await expect(
    fewAtOnce(
      [1, 2, 3, 4],
      1,
      async (one) => {
        asked.push(one);
        if (one === 2) stopped.abort();
      },
      stopped.signal,
    ),
  ).rejects.toThrow('abort');
  await expect(
    fewAtOnce(
      [7, 8],
      1,
      async (one) => {
        asked.push(one);
        throw new Error('not this');
      },
      new AbortController().signal,
    ),
  ).rejects.toThrow('not this');
  expect(asked).toEqual([1, 2, 7]);
});
