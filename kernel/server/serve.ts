import { readInputs, type Contract, type InputOf, type Inputs } from '../core/contract.ts';
import { Refused } from '../core/refusal.ts';
import { RawAnswer } from '../../parts/http/answers.ts';
import type { UploadedFile } from '../../parts/http/request-input.ts';
import type { Call, Context, Input } from './context.ts';

/** What came beside the declared input: the whole body, and files. */
interface Sent {
  readonly body: Input;
  readonly file: UploadedFile | null;
  readonly files: readonly UploadedFile[];
}

/** How a call is served, beyond what both sides need to know of it. */
type Serving<I extends Inputs> = Omit<Call, keyof Contract | 'prepare' | 'handle'> & {
  /** For input that is optional: what cannot be read is null, and not refused. */
  readonly lenient?: boolean;
  /** As `Call.prepare`, with the input as the contract declares it. */
  prepare?(context: Context, input: InputOf<I>, sent: Sent): Promise<unknown> | undefined;
};

/**
 * Serves a contract: reads and checks the input, with all refusals at once, then runs `handle` in the transaction.
 * What `handle` answers must be what the contract declares; tests compare each answer with it. A `RawAnswer` has a
 * status and headers of its own.
 */
export function serve<I extends Inputs, A>(
  contract: Contract<I, A>,
  handle: (context: Context, input: InputOf<I>, sent: Sent) => Promise<NoInfer<A> | RawAnswer>,
  { prepare, lenient = false, ...serving }: Serving<I> = {},
): Call {
  const read = (body: Input): InputOf<I> => {
    const { values, refusals } = readInputs(contract.input, body);
    if (refusals.length > 0 && !lenient) throw new Refused(...refusals);
    return values;
  };
  const isBare = contract.answer.is === 'bare';
  return {
    ...serving,
    ...contract,
    ...(prepare === undefined
      ? {}
      : { prepare: (context, body, file) => prepare(context, read(body), { body, file, files: [] }) }),
    async handle(context, body, file, files = []) {
      const answer = await handle(context, read(body), { body, file, files });
      return isBare && !(answer instanceof RawAnswer) ? new RawAnswer(answer) : answer;
    },
  };
}
