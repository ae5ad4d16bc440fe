import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { PlainFailure, sentenceOf } from './plain-failure.ts';

/** The one argument of a command, a file, seen from where the person stands and not from where npm went. */
export function fileArgument(command: string): string {
  const [name, ...more] = process.argv.slice(2);
  if (name === undefined || more.length > 0) throw new PlainFailure(`expected is one file: npm run ${command} -- FILE`);
  return path.resolve(process.env['INIT_CWD'] ?? '.', name);
}

/** Where the server keeps attached files. */
export function filesFolder(dataDir: string): string {
  return path.join(dataDir, 'files');
}

/** Ends the command with one line where it is a matter of the surroundings, with the stack where it is ours. */
export function fail(command: string, error: unknown): void {
  console.error(`[${command}] ${sentenceOf(error)}`);
  process.exitCode = 1;
}

/** The options of a command; one that it does not know ends it with one line. */
export function argumentsOf<const T extends ParseArgsConfig>(
  command: string,
  known: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(known);
  } catch (error) {
    fail(command, error);
    process.exit();
  }
}
