import { ApiError } from './errors.ts';
import { markLocked, whenUnlocked } from './lock.ts';
import { restored, session } from './session.ts';
import { type Call, errorOf, dataOf, type Query, send } from './wire.ts';

/**
 * Sends as the signed-in person. A locked screen is waited for, a dead session mended in place, and the call is
 * repeated, with the same key.
 */
async function ask(call: Call): Promise<Response> {
  const token = session.get()?.accessToken;
  const response = await send(call, token);
  if (response.status === 403 && (await isLocked(response))) {
    markLocked();
    await whenUnlocked();
    return ask(call);
  }
  if (response.status !== 401) return response;
  await restored(token);
  return send(call, session.get()?.accessToken);
}

const isLocked = async (response: Response): Promise<boolean> => {
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { readonly data?: { readonly reason?: string } } | undefined;
  return body?.data?.reason === 'session.locked';
};

/** Asks the server for what stands at a path below `/api`; answers the `data` of its envelope, throws an ApiError. */
export const get = async <T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> =>
  dataOf<T>(await ask({ path, query, ...(signal === undefined ? {} : { signal }) }));

export interface Sent {
  readonly query?: Query;
  readonly json?: unknown;
  readonly upload?: FormData;
  /** Given by whoever may press the button again, so that a second press repeats the answer, not the deed. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

const RETRY_AFTER_MS = 800;

/** Does nobody know whether it was done, and does the server do it once under its key? */
async function isRepeatable(response: Response): Promise<boolean> {
  if (response.status !== 500) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { readonly data?: { readonly repeatable?: boolean } } | undefined;
  return body?.data?.repeatable === true;
}

/**
 * Changes something. A lost connection, to the server or from there to its database, is tried once more under the same
 * key: safe, because the server knows the key.
 */
export async function post<T>(path: string, sent: Sent = {}): Promise<T> {
  const call: Call = { method: 'POST', path, ...sent, key: sent.key ?? newKey() };
  const first = await ask(call).catch(async (cause: unknown) => {
    if (!(cause instanceof ApiError) || cause.errorKind !== 'offline' || !navigator.onLine) throw cause;
    await pause(RETRY_AFTER_MS);
    return ask(call);
  });
  if (!(await isRepeatable(first))) return dataOf<T>(first);
  await pause(RETRY_AFTER_MS);
  return dataOf<T>(await ask(call));
}

/** Fetches a file with the session's header and hands it to the browser under the server's name for it. */
export async function download(path: string, query: Query = {}, sent?: { readonly json: unknown }): Promise<void> {
  const response = await ask(
    sent === undefined ? { path, query } : { path, query, method: 'POST', json: sent.json, key: newKey() },
  );
  if (!response.ok) throw await errorOf(response);
  if ((response.headers.get('content-type') ?? '').startsWith('application/json')) {
    await dataOf(response);
    return;
  }
  const disposition = response.headers.get('content-disposition') ?? '';
  const starred = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  save(await response.blob(), starred === undefined ? (plain ?? 'download') : decodeURIComponent(starred));
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A new key for one intent: the server does once what comes under the same key. */
export const newKey = (): string =>
  // randomUUID exists in secure contexts only; a plain-http trial on the local network still needs keys.
  isSecureContext
    ? crypto.randomUUID()
    : Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte: number) => byte.toString(16).padStart(2, '0')).join(
        '',
      );

/** Resolves after so many milliseconds. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** One key per intent: the same body pressed twice has one key, a changed body or a success begins a new one. */
export function intent(): { keyFor(body: unknown): string; done(): void } {
  let key: string | undefined;
  let of: string | undefined;
  return {
    keyFor: (body) => {
      const text = JSON.stringify(body);
      if (key === undefined || of !== text) key = newKey();
      of = text;
      return key;
    },
    done: () => {
      key = undefined;
    },
  };
}

/** Reads events of a stream as they come, each by its name; resolves when the stream ends. */
export async function events(path: string, onEvent: (event: string) => void, signal: AbortSignal): Promise<void> {
  const response = await ask({ path, signal, headers: { Accept: 'text/event-stream' } });
  if (!response.ok || response.body === null) throw await errorOf(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('event: ')) onEvent(line.slice('event: '.length));
  }
}

/** A file of text, to be shown. */
export async function readText(path: string, query: Query = {}): Promise<string> {
  const response = await ask({ path, query });
  if (!response.ok) throw await errorOf(response);
  return response.text();
}
