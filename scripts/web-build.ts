import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { PlainFailure } from './plain-failure.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const CONFIGURATION = path.join(ROOT, 'apps/web/vite.config.ts');
const OUTPUT = path.join(ROOT, 'dist/web');
const STAMP = path.join(ROOT, 'dist/web.stamp');
const SOURCES = ['apps/web', 'kernel/core', 'kernel/web', 'parts', 'modules', 'package-lock.json'];

/** The web application could not be built; the message is what vite said. */
class WebBuildFailure extends PlainFailure {}

/** Builds the web application unless it is built from these very sources. Answers its folder; null if there is none. */
export async function buildWebIfStale(
  notice: (sentence: string) => void,
  stopSignal?: AbortSignal,
): Promise<string | null> {
  if (!fs.existsSync(CONFIGURATION)) return null;
  if (isFresh(sourceHash())) return OUTPUT;

  const release = await takeBuildLock();
  try {
    const hash = sourceHash();
    if (isFresh(hash)) return OUTPUT;
    notice('building the web application …');
    fs.rmSync(STAMP, { force: true });
    await build(stopSignal);
    fs.writeFileSync(STAMP, hash);
    return OUTPUT;
  } finally {
    release();
  }
}

function isFresh(hash: string): boolean {
  return fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === hash;
}

function sourceHash(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const start = path.join(ROOT, source);
    const files = fs.statSync(start, { throwIfNoEntry: false })?.isDirectory()
      ? fs
          .readdirSync(start, { recursive: true, encoding: 'utf8' })
          .map((name) => path.join(start, name))
          .toSorted()
      : [start];
    for (const file of files) {
      // What only the server or a test reads does not make the web application stale.
      if (/\.(server|test)\.tsx?$|\/server\.ts$/.test(file)) continue;
      if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
      hash
        .update(`${path.relative(ROOT, file)}\0`)
        .update(fs.readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function build(stopSignal: AbortSignal | undefined): Promise<void> {
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--config', CONFIGURATION], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
    ...(stopSignal && { signal: stopSignal }),
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const end = () => child.kill();
  process.once('exit', end);
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => {
        if (code === 0) resolve();
        else
          reject(
            new WebBuildFailure(
              `the web application was not built (${signal ?? `exit code ${code}`}):\n${output.trim()}`,
            ),
          );
      });
    });
  } finally {
    process.off('exit', end);
  }
}

/** Two servers with different data directories, or a server and the tests, share one dist folder. */
async function takeBuildLock(): Promise<() => void> {
  fs.mkdirSync(path.dirname(STAMP), { recursive: true });
  const lock = new DatabaseSync(path.join(path.dirname(STAMP), 'web.lock'), { timeout: 0 });
  for (;;) {
    try {
      lock.exec('pragma journal_mode = off; begin exclusive');
      return () => lock.close();
    } catch (error) {
      if (!/locked/.test((error as Error).message)) throw error;
      await sleep(200);
    }
  }
}
