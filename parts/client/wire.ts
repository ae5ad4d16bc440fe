import { reached, sent, unreached } from './connection.ts';
import { ApiError, fieldProblemsIn, errorKindOf } from './errors.ts';
import { language } from '../language/language.ts';
import { say } from './i18n.ts';
import { store } from '../state/store.ts';

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type Query = Readonly<Record<string, QueryValue>>;

export interface Call {
  readonly method?: 'GET' | 'POST';
  /** Below `/api`, beginning with a slash. */
  readonly path: string;
  readonly query?: Query;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly upload?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Names the intent: the same key again repeats the answer instead of the deed. */
  readonly key?: string;
}

/** Identifies the program, not a person; it is printed in every browser. */
const CLIENT = `Basic ${btoa('saber:saber_secret')}`;
const TIME_LIMIT_MS = 1_800_000;

/** Calls under way, for the bar at the top of the page. */
export const inFlight = store(0);

/** Empty values are left out, so that an untouched search field filters nothing. */
export function queryText(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    const text = Array.isArray(value) ? value.join(',') : String(value);
    if (text !== '') parameters.set(name, text);
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** Puts one call on the wire. Throws `offline` or `late` when no answer came; any answer is returned as it is. */
export async function send(call: Call, token?: string): Promise<Response> {
  const headers: Record<string, string> = {
    Authorization: CLIENT,
    'Accept-Language': language() === 'en' ? 'en' : 'zh-CN',
    ...call.headers,
  };
  if (token !== undefined) headers['Blade-Auth'] = `bearer ${token}`;
  if (call.key !== undefined) headers['Idempotency-Key'] = call.key;
  let body: string | FormData | URLSearchParams | undefined;
  if (call.json !== undefined) {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(call.json);
  } else if (call.upload !== undefined) body = call.upload;
  else if (call.form !== undefined) body = new URLSearchParams({ ...call.form });

  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  const cuts = sent();
  // Not at once: a list asks for its first rows while React draws, and the bar may not change under its hands.
  queueMicrotask(() => inFlight.update((count) => count + 1));
  try {
    const answer = await fetch(`/api${call.path}${queryText(call.query ?? {})}`, {
      method: call.method ?? 'GET',
      headers,
      credentials: 'include',
      signal: call.signal === undefined ? limit : AbortSignal.any([call.signal, limit]),
      ...(body === undefined ? {} : { body }),
    });
    reached(cuts);
    return answer;
  } catch (cause) {
    if (call.signal?.aborted === true) throw cause;
    if (limit.aborted) throw new ApiError('late', say('error.late'));
    unreached();
    throw new ApiError('offline', say('error.offline'));
  } finally {
    inFlight.update((count) => count - 1);
  }
}

interface Envelope {
  readonly code?: number;
  readonly data?: unknown;
  readonly msg?: string;
  readonly error_description?: string;
}

/** The error an answer stands for, with the sentence the server found. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: Envelope | undefined = await response.json().then(
    (json: unknown) => (typeof json === 'object' && json !== null ? (json as Envelope) : undefined),
    () => undefined,
  );
  return errorIn(body, response.status);
}

function errorIn(body: Envelope | undefined, status: number): ApiError {
  const errorKind = errorKindOf(status);
  const serverMessage = body?.msg ?? body?.error_description ?? '';
  const own = {
    forbidden: 'error.forbidden',
    missing: 'error.missing',
    busy: 'error.busy',
    'signed-out': 'error.signedOut',
  } as const;
  const message =
    serverMessage !== '' ? serverMessage : say(errorKind in own ? own[errorKind as keyof typeof own] : 'error.unknown');
  return new ApiError(errorKind, message, { data: body?.data, status, problems: fieldProblemsIn(body?.data, message) });
}

/** The bare JSON of an answer without envelope (token and captcha). */
export async function jsonOf<T>(response: Response): Promise<T> {
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as T;
}

/** Code 1000001 passes as an ordinary answer; some servers of this protocol use it. */
const PASSES = new Set([200, 1_000_001]);

/** The `data` of an enveloped answer. */
export async function dataOf<T>(response: Response): Promise<T> {
  if (!response.ok) throw await errorOf(response);
  const body = (await response.json().catch(() => ({ code: 500 }))) as Envelope;
  const code = body.code ?? response.status;
  if (!PASSES.has(code)) throw errorIn(body, code);
  return body.data as T;
}
