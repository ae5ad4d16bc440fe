/** Work for the tests of threads. */
import { threadId } from 'node:worker_threads';
import type { Work } from './work.ts';

interface CountingStep {
  readonly thread: number;
  readonly sum: number;
  readonly bytes?: Uint8Array;
}

/** Adds up what it is answered, from the sum of the numbers it is given. */
function* countingSteps(numbers: Int32Array): Generator<CountingStep, void, number> {
  let sum = numbers.reduce((all, each) => all + each, 0);
  while (sum < 100) {
    const bytes = new Uint8Array(8).fill(sum);
    sum += yield { thread: threadId, sum, bytes };
    if (sum < 0) throw new RangeError(`${sum} is less than nothing`);
  }
}
export const counting: Work<Int32Array, CountingStep, number> = {
  run: countingSteps,
  module: import.meta.url,
  name: 'counting',
};

/** Never comes to a step. */
function* endlessSteps(): Generator<number, void, undefined> {
  for (let round = 0; ; round += 1) if (round < 0) yield round;
}
export const endless: Work<null, number, undefined> = {
  run: endlessSteps,
  module: import.meta.url,
  name: 'endless',
};
