import type { Contract, Inputs, Sent } from '../core/contract.ts';
import { download, get, post } from '../../parts/client/api.ts';
import type { Query } from '../../parts/client/wire.ts';

interface Options {
  readonly signal?: AbortSignal | undefined;
  /** Given by whoever may press the button again, so that a second press repeats the answer, not the deed. */
  readonly key?: string;
  /** Files that go with the input. */
  readonly upload?: FormData;
}

/** Asks a call of our own, with input and answer as its contract declares. Throws `ApiError` where it is refused. */
export async function request<I extends Inputs, A>(
  { method, service, path, input: declared }: Contract<I, A>,
  input: Sent<NoInfer<I>>,
  { signal, key, upload }: Options = {},
): Promise<A> {
  const address = `/${service}/${path}`;
  if (method === 'GET') return get<A>(address, input as Query, signal);
  const sent = {
    ...(key === undefined ? {} : { key }),
    ...(signal === undefined ? {} : { signal }),
  };
  if (upload === undefined) return post<A>(address, { ...sent, json: input });
  return post<A>(address, { ...sent, upload, query: Object.keys(declared).length === 0 ? {} : (input as Query) });
}

/** Fetches the file a call of our own answers and hands it to the browser under the server's name for it. */
export function requestFile<I extends Inputs>(
  { method, service, path }: Contract<I>,
  input: Sent<NoInfer<I>>,
): Promise<void> {
  const address = `/${service}/${path}`;
  return method === 'GET' ? download(address, input as Query) : download(address, {}, { json: input });
}
