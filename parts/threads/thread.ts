/** How every thread of the program is started. */
import { Worker } from 'node:worker_threads';

/** A thread that runs `file`, with so much memory for its objects. It knows nothing but what it is given. */
export const startThread = (file: URL, memoryMb: number, given?: unknown): Worker =>
  new Worker(file, {
    workerData: given,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
    env: compiledBefore(),
  });

/** Of the environment a thread knows only where its program lies compiled. */
function compiledBefore(): Record<string, string> {
  const { NODE_COMPILE_CACHE: place } = process.env;
  return place === undefined ? {} : { NODE_COMPILE_CACHE: place };
}
