// `npm start`: the whole of Larder in one process, with an embedded PostgreSQL beside it.
// With --api-only the web application is neither built nor served.
import './compile-cache.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfiguration } from '../apps/server/config.ts';
import { takeDataDirectory } from './data-directory.ts';
import { hasCluster, startPostgres } from './embedded-postgres.ts';
import { stopWithNpm } from './npm-parent.ts';
import { openDatabase } from './open-database.ts';
import type { Database } from './open-database.ts';
import { sentenceOf } from './plain-failure.ts';
import { buildWebIfStale } from './web-build.ts';

const LONGEST_CLOSE_MS = 10_000;
const WATCH_INTERVAL_MS = 500;

/** What is to be undone at the end, the last first. */
const undo: (() => Promise<unknown> | void)[] = [];
const stopController = new AbortController();
let started = false;
let ending = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Ctrl-C may come twice, from the terminal and from npm, so a repeated signal means nothing more than the first.
  process.on(signal, () => stop());
}
// Whoever listened is gone, a closed terminal or `npm start | head`: no reason to end, and nowhere to complain.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
process.on('uncaughtException', (error) => {
  console.error(`[larder] ${sentenceOf(error)}`);
  void end(1);
});

try {
  await start();
  started = true;
  if (stopController.signal.aborted) await end(0);
} catch (error) {
  if (stopController.signal.aborted) await end(0);
  console.error(`[larder] ${sentenceOf(error)}`);
  await end(1);
}

async function start(): Promise<void> {
  const begun = performance.now();
  const configuration = readConfiguration(process.env);
  const directory = takeDataDirectory(configuration.dataDir, 'a running Larder');
  undo.push(() => directory.release());
  stopWithNpm(stop);

  const apiOnly = process.argv.includes('--api-only');
  const webRoot = apiOnly ? null : await buildWebIfStale(say, stopController.signal);
  stopController.signal.throwIfAborted();
  const database = await openDatabase(configuration, directory);
  undo.push(() => database.postgres?.stop());
  keepPostgresRunning(database, directory.postgresFolder);
  stopController.signal.throwIfAborted();

  // Loaded only now: reading the whole server takes longer than finding out that it cannot start.
  const { serve } = await import('../apps/server/main.ts');
  const server = await serve({
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    port: configuration.port,
    host: configuration.host,
    dataDir: configuration.dataDir,
    tokenSecret: configuration.tokenSecret ?? directory.secret('tokenSecret'),
    demo: configuration.demo,
    firstPassword: {
      keep: (make) => directory.secret('administratorPassword', make),
      forget: () => directory.forget('administratorPassword'),
    },
    logLevel: configuration.logLevel,
    trustProxy: configuration.trustProxy,
    environment: configuration.environment,
    say,
    webRoot,
  });
  undo.push(() => Promise.race([server.close(), sleep(LONGEST_CLOSE_MS, undefined, { ref: false })]));
  stopController.signal.throwIfAborted();
  directory.announce(server.address);

  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  say(`ready after ${seconds} s: ${server.address}`);
  if (server.demoAccounts && server.demoAccounts.length > 0) {
    say('accounts of tenant 000000:');
    const width = (texts: string[]) => Math.max(...texts.map((text) => text.length)) + 2;
    const accountWidth = width(server.demoAccounts.map(({ account }) => account));
    const passwordWidth = width(server.demoAccounts.map(({ password }) => password));
    for (const { account, password, role } of server.demoAccounts) {
      console.log(`  ${account.padEnd(accountWidth)}${password.padEnd(passwordWidth)}${role}`);
    }
  }
}

/** During the start this is obeyed between its steps, when `undo` knows all there is to undo. */
function stop(): void {
  stopController.abort();
  if (started) void end(0);
  else setTimeout(() => void end(1), LONGEST_CLOSE_MS).unref();
}

/** Undoes everything, once, and ends the process. */
async function end(exitCode: number): Promise<void> {
  if (ending) return;
  ending = true;
  for (const step of undo.toReversed()) {
    try {
      await step();
    } catch (error) {
      console.error(error);
      exitCode = 1;
    }
  }
  process.exit(exitCode);
}

/** The database is our child as much as the server is: if it is killed, it comes back. */
function keepPostgresRunning(database: Database, folder: string): void {
  let restart: Promise<void> | undefined;
  setInterval(() => {
    if (ending || restart || !database.postgres || database.postgres.isRunning()) return;
    if (!hasCluster(folder)) {
      console.error(`[larder] the database is gone: ${folder} was removed`);
      void end(1);
      return;
    }
    say('the database has ended unexpectedly, starting it again …');
    restart = startPostgres({ folder })
      .then((postgres) => {
        database.postgres = postgres;
        restart = undefined;
      })
      .catch((error: unknown) => {
        console.error(`[larder] ${sentenceOf(error)}`);
        void end(1);
      });
  }, WATCH_INTERVAL_MS).unref();
  // So that `end` stops the one that is running then.
  undo.push(() => restart);
}

function say(text: string): void {
  console.log(`[larder] ${text}`);
}
