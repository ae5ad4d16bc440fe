/** Runs in a worker thread: work in steps, one after the other, each as far as it was asked for. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { FromThread, ToThread, Work } from './work.ts';

type AnyWork = Work<unknown, unknown, unknown>;
let steps: ReturnType<AnyWork['run']> | undefined;

// On Linux this is the priority of this thread alone, elsewhere of the whole process: it gives way to whoever waits,
// but not to everything, since its request holds a transaction.
if (process.platform === 'linux') setPriority(0, 5);
parentPort!.on('message', (message: ToThread) => void goOn(message));

async function goOn(message: ToThread): Promise<void> {
  const post = (message: FromThread, moved: readonly ArrayBuffer[] = []): void =>
    parentPort!.postMessage(message, moved);
  try {
    if ('begin' in message) {
      const { module, name, input } = message.begin;
      const loaded = (await import(module)) as Readonly<Record<string, AnyWork>>;
      steps = loaded[name]!.run(input);
    }
    const { value, done } = steps!.next('answer' in message ? message.answer : undefined);
    if (done === true) post({ done: true });
    else post({ step: value }, wholeBuffers(value));
  } catch (error) {
    post({ failed: error });
  }
}

/** Bytes and columns of a step that stand in a buffer of their own: these change hands, all else is copied. */
const wholeBuffers = (step: unknown): ArrayBuffer[] =>
  Object.values(step as object).flatMap((value: unknown) =>
    ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  );
