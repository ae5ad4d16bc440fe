import { ApiError } from '../../../parts/client/errors.ts';
import { onStoredChange, readStored, writeStored } from '../../../parts/state/device-storage.ts';
import { store } from '../../../parts/state/store.ts';

/** Something that went wrong in this browser, as it is kept here and later told. */
export interface ErrorEntry {
  readonly type: string;
  readonly url: string;
  readonly message: string;
  readonly stack: string;
  readonly info: string;
  /** yyyy-MM-dd HH:mm:ss of this device's clock. */
  readonly time: string;
}

const KEY = 'errors';
const MOST = 200;
/** A page that breaks breaks again as React tries it once more: within so long it is one error. */
const ONCE_MS = 5_000;
/** The badge says no more than this. */
export const BADGE_MOST = 99;

export const errorLog = store<readonly ErrorEntry[]>(readStored<readonly ErrorEntry[]>(KEY, []));

const two = (number: number): string => String(number).padStart(2, '0');
const moment = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ` +
  `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;

/** Whose answers and aborted calls are no errors of the program. */
const isOrdinary = (cause: unknown): boolean =>
  cause instanceof ApiError || (cause instanceof DOMException && cause.name === 'AbortError');

/** Keeps an error, the newest first; the same one again in a row, and soon, is one. */
export function recordError(type: string, cause: unknown, info = ''): void {
  if (isOrdinary(cause)) return;
  const error = cause instanceof Error ? cause : new Error(String(cause));
  const entry: ErrorEntry = {
    type,
    url: location.pathname + location.search,
    message: `${error.name}: ${error.message}`.slice(0, 1_000),
    stack: (error.stack ?? '').slice(0, 8_000),
    info: info.trim().slice(0, 1_000),
    time: moment(new Date()),
  };
  const [last] = errorLog.get();
  if (
    last !== undefined &&
    last.message === entry.message &&
    last.url === entry.url &&
    Date.now() - Date.parse(last.time.replace(' ', 'T')) < ONCE_MS
  )
    return;
  hold([entry, ...errorLog.get()].slice(0, MOST));
}

function hold(entries: readonly ErrorEntry[]): void {
  writeStored(KEY, entries.length === 0 ? undefined : entries);
  errorLog.set(entries);
}

/** Forgets what went wrong so far. */
export const clearErrors = (): void => hold([]);

/** Hears what nobody caught, here and in the other windows. */
export function recordErrors(): void {
  onStoredChange(KEY, () => errorLog.set(readStored<readonly ErrorEntry[]>(KEY, [])));
  window.addEventListener('error', (event) => {
    if (event.error !== undefined && event.error !== null)
      recordError('error', event.error, `${event.filename}:${event.lineno}:${event.colno}`);
  });
  window.addEventListener('unhandledrejection', (event) => recordError('promise', event.reason));
}
