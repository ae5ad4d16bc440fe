/** Several reads in one request: as parts of a multipart body (version 2) or as JSON (version 4). */
import type { ODataVersion } from './odata-text.ts';

interface BatchRequest {
  readonly contentType: string;
  readonly body: string;
}
interface BatchPart {
  readonly status: number;
  readonly body: string;
}

/** `addresses` are relative to the service. */
export function batchOf(version: ODataVersion, addresses: readonly string[], boundary: string): BatchRequest {
  if (version === 4) {
    const requests = addresses.map((url, index) => ({
      id: String(index + 1),
      method: 'GET',
      url,
      headers: { accept: 'application/json;IEEE754Compatible=true' },
    }));
    return { contentType: 'application/json', body: JSON.stringify({ requests }) };
  }
  const parts = addresses.map((address) =>
    [
      `--${boundary}`,
      'Content-Type: application/http',
      'Content-Transfer-Encoding: binary',
      '',
      `GET ${address} HTTP/1.1`,
      'Accept: application/json',
      '',
      '',
      '',
    ].join('\r\n'),
  );
  return { contentType: `multipart/mixed; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` };
}

/** The answers in the order of the requests. */
export function partsOf(version: ODataVersion, contentType: string, text: string): readonly BatchPart[] {
  if (version === 4) {
    const { responses } = JSON.parse(text) as {
      responses: readonly { readonly id: string; readonly status: number; readonly body?: unknown }[];
    };
    return responses
      .toSorted((a, b) => Number(a.id) - Number(b.id))
      .map(({ status, body }) => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body ?? null) }));
  }
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw new TypeError('The answer of the batch names no boundary');
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const match = /HTTP\/1\.\d (\d{3})[^\r\n]*\r?\n([\s\S]*)$/.exec(part);
      if (match === null) throw new TypeError('A part of the batch is no answer');
      const [, status, rest] = match as unknown as [string, string, string];
      const at = rest.search(/\r?\n\r?\n/);
      return { status: Number(status), body: at === -1 ? '' : rest.slice(at).trim() };
    });
}
