import { ConfigurationError } from '../apps/server/config.ts';
import { ProgramsDiffer } from '../parts/jobs/programs.ts';

/**
 * Something about the surroundings is not as it must be. The message says it all, in one line: nobody needs a stack.
 */
export class PlainFailure extends Error {}

/** What went wrong as one line where it is a matter of the surroundings, with its stack where it is ours. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof PlainFailure || error instanceof ConfigurationError || error instanceof ProgramsDiffer)
    return error.message;
  const { code, syscall, path, address } = error as NodeJS.ErrnoException & { readonly address?: string };
  if (code?.startsWith('ERR_PARSE_ARGS')) return error.message;
  if (syscall === 'listen' && code === 'EADDRINUSE') {
    return `PORT ${process.env['PORT'] ?? 8800} is taken by another program; choose another one, as in: PORT=8801 npm start`;
  }
  if (syscall === 'listen' && code === 'EACCES') return 'PORT may not be used by this user; choose one above 1023';
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return `HOST ${process.env['HOST'] ?? address} is no address of this machine (${code})`;
  if (syscall !== undefined && path !== undefined) return `cannot use ${path} (${code})`;
  return error.stack ?? error.message;
}
