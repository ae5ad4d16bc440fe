/** The program of a checkout, started with the demonstration company on a database of its own. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createDatabase, OWNER, startPostgres } from '../../scripts/embedded-postgres.ts';
import { beginOf, setTestClock, shiftDatabaseClock } from '../../tests/support/clock.ts';

const DATABASE = 'larder';

interface StartedCheckout {
  readonly address: string;
  /** The moment its clock began at, in milliseconds. */
  readonly startMs: number;
  stop(): Promise<void>;
}

/**
 * Starts it at the moment tests begin at, so that the company of two checkouts is the same. Throws with its output
 * where it does not start.
 */
export async function startCheckout(checkout: string): Promise<StartedCheckout> {
  const startMs = beginOf(setTestClock(), Math.random, Date.now());
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-answers-'));
  const postgres = await startPostgres({ folder: path.join(folder, 'postgres'), durable: false });
  const undo: (() => Promise<unknown> | void)[] = [
    () => fs.rmSync(folder, { recursive: true, force: true }),
    () => postgres.stop(),
  ];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    await createDatabase(postgres, DATABASE);
    const ownerUrl = postgres.url(OWNER, DATABASE);
    await shiftDatabaseClock(ownerUrl);
    const { npm_lifecycle_event: _, ...environment } = process.env;
    const program = spawn(process.execPath, ['scripts/start.ts', '--api-only'], {
      cwd: path.resolve(checkout),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...environment,
        NODE_ENV: 'development',
        DATA_DIR: path.join(folder, 'data'),
        PORT: '0',
        DEMO: 'on',
        LOG_LEVEL: 'error',
        DATABASE_URL: ownerUrl,
        APP_DATABASE_URL: postgres.url('larder_app', DATABASE),
      },
    });
    undo.push(
      () =>
        new Promise<void>((resolve) => {
          if (program.exitCode !== null || program.signalCode !== null) resolve();
          program.on('exit', () => resolve());
          program.kill('SIGTERM');
        }),
    );
    let output = '';
    const address = await new Promise<string>((resolve, reject) => {
      for (const stream of [program.stdout, program.stderr])
        stream.on('data', (piece: Buffer) => {
          output += piece.toString();
          const found = /ready .*(http:\S+)/.exec(output)?.[1];
          if (found !== undefined) resolve(found);
        });
      program.on('close', () => reject(new Error(output)));
    });
    return { address, startMs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
