/**
 * Two commands for a change that must not change any answer. They are not part of `npm test`.
 *
 * `node tools/compare-answers.ts take FILE [--checkout FOLDER | --url ADDRESS] [--like OTHER]` starts the program of a
 * checkout (this one unless another is named) with the demonstration company, signs in as the administrator and three
 * other people, sends every GET call of its API and writes what was answered into FILE (gzipped JSON). With an address
 * it asks the program that runs there.
 *
 * `node tools/compare-answers.ts diff BEFORE AFTER` prints what differs between two such files and ends with 1 where
 * something does.
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { differences } from './answers/differences.ts';
import { startCheckout } from './answers/checkout.ts';
import { takeAnswers, type Answers } from './answers/take.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    checkout: { type: 'string' },
    url: { type: 'string' },
    like: { type: 'string' },
    password: { type: 'string', default: 'larder2026' },
  },
});
const [command, first, second] = positionals;
if (command === 'take' && first !== undefined) await take(first);
else if (command === 'diff' && first !== undefined && second !== undefined) diff(first, second);
else {
  console.error(
    '[answers] expected is: take FILE [--checkout FOLDER | --url ADDRESS] [--like OTHER], or: diff BEFORE AFTER',
  );
  process.exitCode = 2;
}

async function take(file: string): Promise<void> {
  const program =
    values.url === undefined
      ? await startCheckout(values.checkout ?? '.')
      : { address: values.url, startMs: null, stop: async () => undefined };
  try {
    const answers = await takeAnswers(
      program.address,
      values.password,
      program.startMs,
      values.like === undefined ? undefined : read(values.like),
    );
    fs.writeFileSync(file, gzipSync(JSON.stringify(answers)));
    const [requests, calls] = [answers.requests, answers.calls].map((each) => Object.keys(each).length);
    console.log(`[answers] ${requests} requests of ${calls} GET calls: ${file}`);
  } finally {
    await program.stop();
  }
}

function read(file: string): Answers {
  return JSON.parse(gunzipSync(fs.readFileSync(file)).toString('utf8')) as Answers;
}

function diff(before: string, after: string): void {
  const found = differences(read(before), read(after));
  for (const line of found) console.log(line);
  console.log(found.length === 0 ? '[answers] no difference' : `[answers] ${found.length} requests differ`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
