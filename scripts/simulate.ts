// `npm run simulate -- --days N --sites S [--seed K] [--data FOLDER]`: a company at work on a server of its own, and
// the proof that nothing was lost, promised twice or left unexplained. Ends with 1 where a promise was broken.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fail } from './command-line.ts';
import { startOwnServer } from './company/own-server.ts';
import { reportOf } from './company/report.ts';
import { simulate } from './company/simulation.ts';
import { PlainFailure } from './plain-failure.ts';

const DATA = path.resolve(import.meta.dirname, '../../shared/data');

try {
  const { values } = parseArgs({
    options: {
      days: { type: 'string', default: '7' },
      sites: { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
      data: { type: 'string', default: DATA },
      dishes: { type: 'string' },
    },
  });
  const whole = (name: string, text: string, most: number): number => {
    if (!/^\d{1,9}$/.test(text) || Number(text) < 1 || Number(text) > most)
      throw new PlainFailure(`--${name} is a whole number from 1 to ${most}`);
    return Number(text);
  };
  const options = {
    days: whole('days', values.days, 366),
    sites: whole('sites', values.sites, 200),
    seed: whole('seed', values.seed, 999_999_999),
    ...(values.dishes === undefined ? {} : { dishesEach: whole('dishes', values.dishes, 50) }),
  };
  const data = path.resolve(process.env['INIT_CWD'] ?? '.', values.data);
  await run(options, fs.existsSync(data) ? data : null);
} catch (error) {
  fail('simulate', error);
}

async function run(
  options: { days: number; sites: number; seed: number; dishesEach?: number },
  data: string | null,
): Promise<void> {
  const server = await startOwnServer('a simulation');
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      void server.stop().finally(() => process.exit(130));
    });
  try {
    const done = await simulate({
      ...options,
      data,
      url: server.address,
      account: server.account,
      password: server.password,
      say: (sentence) => console.log(`[simulate] ${sentence}`),
    });
    console.log(reportOf(done));
    if (done.proof.broken.length > 0) process.exitCode = 1;
  } finally {
    if (!isEnding) await server.stop();
  }
}
