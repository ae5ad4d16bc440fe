// `npm test`: everything there is to check, ending in one plain line with the counts. `--area stock`, or several with
// commas: the tests of that area, the contracts of its declarations and calls, and the journeys through it.
import './compile-cache.ts';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os, { constants } from 'node:os';
import path from 'node:path';
import { areasOfJourney, FRAME } from '../tests/support/area.ts';
import { randomClock, setTestClock } from '../tests/support/clock.ts';
import { forgetRefusals, untriedRefusals } from '../tests/support/refusals.ts';
import type { Tally } from '../tests/support/tally.ts';
import { runChecks, sourceChecks } from './check.ts';
import { stopWithNpm } from './npm-parent.ts';
import { buildWebIfStale } from './web-build.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Contracts that ask every declaration, or every call, of the areas that are run. */
const EVERY_DECLARATION = ['call', 'document', 'inventory-call', 'list', 'resource', 'save'].map(
  (each) => `tests/contracts/every-${each}.test.ts`,
);

const sources = await runChecks(sourceChecks());
const web = await buildWeb();
const words = testsOf(process.argv.slice(2));
const fixed = setTestClock();
console.log(`The clock of the tests begins at ${fixed} in Shanghai`);
forgetRefusals();
// Whoever asks for some tests alone gets these alone.
if (words.length === 0 && process.env['TEST_CLOCK'] === undefined) {
  const drawn = randomClock();
  process.env['TEST_ANOTHER_CLOCK'] = drawn;
  console.log(
    `What knows of days runs on one drawn at random as well, what holds on any on that alone: TEST_CLOCK="${drawn}"`,
  );
}
const runs = [await runTests(words)];
if (words.length === 0) runs.push(tryRefusals());

const sum = (of: keyof Tally): number => runs.reduce((count, run) => count + run[of], 0);
const total: Tally = {
  passed: sources.passed + web.passed + sum('passed'),
  failed: sources.failed + web.failed + sum('failed'),
  skipped: sum('skipped'),
};
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed === 0 ? 0 : 1;

/**
 * What vitest is asked to run: the words as they are, or the files of the areas they name. The contracts read those
 * areas from `TEST_AREAS`.
 */
function testsOf(args: readonly string[]): readonly string[] {
  if (args[0] !== '--area') return args;
  const [, named = '', ...rest] = args;
  const folder = path.join(ROOT, 'tests/journeys');
  const journeys = fs.readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
  const areas = named.split(',');
  const unknown = areas.filter(
    (area) => area !== FRAME && !fs.existsSync(path.join(ROOT, 'modules', area, 'module.ts')),
  );
  if (unknown.length > 0) {
    console.error(`There is no area ${unknown.join(', ')}: expected is a folder of modules/, or ${FRAME}`);
    process.exit(2);
  }
  process.env['TEST_AREAS'] = named;
  return [
    ...areas.flatMap((area) => (area === FRAME ? ['apps/web/', 'kernel/web/'] : [`modules/${area}/`])),
    ...EVERY_DECLARATION,
    ...journeys
      .filter((file) =>
        areasOfJourney(fs.readFileSync(path.join(folder, file), 'utf8')).some((area) => areas.includes(area)),
      )
      .map((file) => `tests/journeys/${file}`),
    ...rest,
  ];
}

/**
 * Every sentence the business refuses with was provoked by some test, but for those that are listed as still untried.
 */
function tryRefusals(): Tally {
  const { codes, wrong } = untriedRefusals();
  if (wrong.length === 0) console.log(`✓ refusals: all provoked but ${codes.length} that are listed`);
  else
    console.log(
      `✗ refusals that no test provokes, or that are listed in tests/contracts/untried-refusals.txt and are none:\n${wrong.join('\n')}`,
    );
  return { passed: wrong.length === 0 ? 1 : 0, failed: wrong.length === 0 ? 0 : 1, skipped: 0 };
}

/** The journeys go through the application as it is shipped. */
async function buildWeb(): Promise<Omit<Tally, 'skipped'>> {
  try {
    const folder = await buildWebIfStale(() => {});
    if (folder === null) return { passed: 0, failed: 0 };
    console.log('✓ build of the web application');
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.log(`✗ build of the web application\n${(error as Error).message}`);
    return { passed: 0, failed: 1 };
  }
}

/** Runs vitest; arguments go on to it, as in `npm test -- --project unit`. */
async function runTests(args: readonly string[]): Promise<Tally> {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-tally-'));
  const tallyFile = path.join(scratch, 'tally.json');
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const child = spawn(
    process.execPath,
    [
      vitest,
      'run',
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=./tests/support/tally.ts',
      '--reporter=./tests/support/held.ts',
      ...args,
    ],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, TALLY_FILE: tallyFile } },
  );
  // Ctrl-C reaches vitest by itself; a SIGTERM only reaches us.
  const passOn = () => child.kill('SIGTERM');
  stopWithNpm(passOn);
  process.on('SIGTERM', passOn);
  process.on('SIGINT', () => {});
  const ended = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('error', () => resolve({ code: 1, signal: null }));
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  try {
    const tally = JSON.parse(fs.readFileSync(tallyFile, 'utf8')) as Tally;
    // Vitest may fail for a reason no test shows, a global set-up for instance.
    if (ended.code !== 0 && tally.failed === 0) tally.failed = 1;
    return tally;
  } catch {
    console.log(`✗ the tests ended early (${ended.signal ?? `exit code ${ended.code}`})`);
    if (ended.signal) process.exit(128 + constants.signals[ended.signal]);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}
