import { threadId } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { counting, endless } from './counting.testing.ts';
import { stepsHere, stepsInThread, type Steps } from './work.ts';

const person = (name: string) => ({ tenant: name[0]!, person: name });

/** The sums given out when each step is answered with the same number. */
async function sums(steps: Steps<{ readonly sum: number }, number>, answer: number): Promise<number[]> {
  const sums: number[] = [];
  try {
    for (let step = await steps.next(); step !== undefined; step = await steps.next(answer)) sums.push(step.sum);
  } finally {
    steps.end();
  }
  return sums;
}

test('the same work gives the same steps here and in a thread', async () => {
  const here = await sums(stepsHere(counting, Int32Array.of(10, 20)), 25);
  const there = await sums(await stepsInThread(counting, Int32Array.of(10, 20), person('a1')), 25);
  expect([here, there]).toEqual([
    [30, 55, 80],
    [30, 55, 80],
  ]);
});

test('what is in a buffer of its own changes hands on the way in and out', async () => {
  const numbers = Int32Array.of(1, 2);
  const steps = await stepsInThread(counting, numbers, person('a1'), [numbers.buffer]);
  const step = await steps.next();
  expect(numbers).toHaveLength(0);
  expect(step!.thread).not.toBe(threadId);
  expect([...step!.bytes!]).toEqual(Array.from({ length: 8 }, () => 3));
  steps.end();
});

test('a thread at its end works for the next, one that was given up does not', async () => {
  const first = await stepsInThread(counting, Int32Array.of(1), person('a1'));
  const thread = (await first.next())!.thread;
  expect(await first.next(100)).toBeUndefined();
  const second = await stepsInThread(counting, Int32Array.of(1), person('a1'));
  expect((await second.next())!.thread).toBe(thread);
  second.end();
  const third = await stepsInThread(counting, Int32Array.of(1), person('a1'));
  expect((await third.next())!.thread).not.toBe(thread);
  third.end();
});

test('what fails in the thread fails where its step was asked for, and the next gets its turn', async () => {
  const steps = await stepsInThread(counting, Int32Array.of(1), person('a1'));
  await steps.next();
  await expect(steps.next(-5)).rejects.toThrow('-4 is less than nothing');
  expect(await steps.next()).toBeUndefined();
  expect(await sums(await stepsInThread(counting, Int32Array.of(99), person('a1')), 1)).toEqual([99]);
});

test('work that does not come to an end is ended by whoever began it', async () => {
  const steps = await stepsInThread(endless, null, person('a1'));
  const step = steps.next();
  steps.end();
  await expect(step).rejects.toThrow('ended amid its work');
});

test('nobody has two at once, two work at a time, and who comes when many wait is asked to come again', async () => {
  const begun: string[] = [];
  const begin = async (name: string): Promise<Steps<unknown, number>> => {
    const steps = await stepsInThread(counting, Int32Array.of(1), person(name));
    begun.push(name);
    return steps;
  };
  const asked = ['a1', 'a1', 'a2', 'a3', 'b1', 'b2'].map(begin);
  await expect(begin('c1')).rejects.toMatchObject({ status: 429 });
  await asked[2];
  expect(begun).toEqual(['a1', 'a2']);
  (await asked[0]!).end();
  await asked[4];
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  for (const [index] of asked.entries()) if (index !== 1 && index !== 3 && index !== 5) (await asked[index]!).end();
  for (const index of [1, 3, 5]) (await asked[index]!).end();
  expect(begun).toHaveLength(6);
});
