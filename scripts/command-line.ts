import path from 'node:path';
import { ConfigurationError } from '../apps/server/config.ts';
import { DataDirectoryTaken } from './data-directory.ts';
import { PostgresFailure } from './embedded-postgres.ts';
import { BackupFailure } from './logical-backup.ts';
import { DatabaseUnusable } from './open-database.ts';

/** The one argument of a command, a file, seen from where the person stands and not from where npm went. */
export function fileArgument(command: string): string {
  const [name, ...more] = process.argv.slice(2);
  if (name === undefined || more.length > 0) throw new UsageError(`expected is one file: npm run ${command} -- FILE`);
  return path.resolve(process.env.INIT_CWD ?? '.', name);
}

/** Where the server keeps attached files. */
export function filesFolder(dataDir: string): string {
  return path.join(dataDir, 'files');
}

class UsageError extends Error {}

/** Ends the command with one line where it is a matter of the surroundings, with the stack where it is ours. */
export function fail(command: string, error: unknown): void {
  const known = [UsageError, ConfigurationError, DataDirectoryTaken, PostgresFailure, DatabaseUnusable, BackupFailure];
  const plain = known.some((kind) => error instanceof kind) || (error as NodeJS.ErrnoException).syscall !== undefined;
  console.error(`[${command}] ${plain ? (error as Error).message : (error as Error).stack}`);
  process.exitCode = 1;
}
