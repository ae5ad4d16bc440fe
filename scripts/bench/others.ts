/** What others feel while something long runs: a trivial call and a page of a list, one each 20 ms. */
import { atMost, known, share, type Figure } from './figures.ts';
import { fine, type Fixtures } from './fixtures.ts';
import { inputOf } from './page.ts';

const EVERY_MS = 20;
/** The loop is looked at so often; its delay is told with it. */
const LOOKS_EVERY_MS = 10;

/** Runs `work` with others beside it; answers what they felt, as figures of `title`: `most` ms are their p99. */
export async function besideOthers(
  fixtures: Fixtures,
  title: string,
  work: () => Promise<unknown>,
  most = 50,
): Promise<readonly Figure[]> {
  const times: Readonly<Record<'call' | 'page', number[]>> = { call: [], page: [] };
  const ask = async (kind: 'call' | 'page'): Promise<void> => {
    const from = performance.now();
    fine(
      await (kind === 'call'
        ? fixtures.get('blade-auth/oauth/user-info')
        : fixtures.get('master-data/material/page', inputOf(times.page.length))),
    );
    times[kind].push(performance.now() - from);
  };
  await Promise.all([ask('call'), ask('page')]);
  await loopDelay(fixtures); // begins to count
  const pending = new Set<Promise<void>>();
  let failure: unknown;
  const clock = setInterval(() => {
    for (const kind of ['call', 'page'] as const) {
      const asked = ask(kind).catch((error: unknown) => void (failure ??= error));
      pending.add(asked);
      void asked.then(() => pending.delete(asked));
    }
  }, EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(clock);
  }
  await Promise.all(pending);
  if (failure !== undefined) throw failure;
  const delay = await loopDelay(fixtures);
  const p99 = (kind: 'call' | 'page'): number => share(times[kind], 0.99);
  return [
    atMost(`${title}: p99 of a trivial call beside it`, p99('call'), 'ms', most, {
      note: `${times.call.length} calls`,
    }),
    atMost(`${title}: p99 of a page beside it`, p99('page'), 'ms', most),
    atMost(`${title}: p99 of the delay of the loop`, delay.p99, 'ms', 20),
    known(`${title}: longest delay of the loop`, delay.max, 'ms'),
  ];
}

/** How late the server's loop was since it was asked last, in milliseconds. */
async function loopDelay(fixtures: Fixtures): Promise<{ readonly p99: number; readonly max: number }> {
  const { text } = fine(await fixtures.get('metrics'));
  const read = (name: string): number =>
    Math.max(
      0,
      Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1]) * 1000 - LOOKS_EVERY_MS,
    );
  return { p99: read('p99'), max: read('max') };
}
