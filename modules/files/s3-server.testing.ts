/**
 * A server of the few verbs of S3 that files need, for tests: it keeps objects of one bucket in memory and refuses what
 * is not signed as AWS Signature Version 4 asks. The check is written after the signature's own description, and held
 * by its published example.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export interface Signed {
  readonly method: string;
  /** As on the wire, already encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
}

/** The signature these headers must carry for this secret; null when they are not signed this way at all. */
export function signatureOf(
  { method, path, query, headers }: Signed,
  secret: string,
): { readonly wanted: string; readonly given: string; readonly key: string } | null {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
      headers['authorization'] ?? '',
    );
  if (match === null) return null;
  const [, key, day, region, names, given] = match as unknown as [string, string, string, string, string, string];
  const canonicalQuery = [...query]
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
  const canonicalHeaders = names
    .split(';')
    .map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/\s+/g, ' ')}\n`)
    .join('');
  const request = [method, path, canonicalQuery, canonicalHeaders, names, headers['x-amz-content-sha256'] ?? ''].join(
    '\n',
  );
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'] ?? '',
    `${day}/${region}/s3/aws4_request`,
    sha256(request),
  ].join('\n');
  const wanted = hmac(hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request'), text).toString('hex');
  return { wanted, given, key };
}

export interface S3Server {
  readonly endpoint: string;
  readonly objects: Map<string, { readonly bytes: Buffer; readonly contentType: string }>;
  /** Statuses answered to unsigned or wrongly signed requests so far. */
  readonly refused: () => number;
  close(): Promise<void>;
}

const MINUTES_15_MS = 900_000;
export async function startS3({
  bucket,
  accessKey,
  secretKey,
}: {
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  let refused = 0;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const url = new URL(request.url ?? '/', 'http://x');
      const path = (request.url ?? '/').split('?')[0]!;
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const say = (status: number, code = ''): void =>
        void response
          .writeHead(status, { 'content-type': 'application/xml' })
          .end(code === '' ? '' : `<Error><Code>${code}</Code></Error>`);
      const signed = signatureOf({ method: request.method ?? '', path, query: url.searchParams, headers }, secretKey);
      const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(headers['x-amz-date'] ?? '');
      const at =
        date === null
          ? Number.NaN
          : Date.UTC(
              Number(date[1]),
              Number(date[2]) - 1,
              Number(date[3]),
              Number(date[4]),
              Number(date[5]),
              Number(date[6]),
            );
      const isRight =
        signed !== null &&
        signed.key === accessKey &&
        Math.abs(Date.now() - at) < MINUTES_15_MS &&
        timingSafeEqual(Buffer.from(signed.wanted), Buffer.from(signed.given));
      const hash = headers['x-amz-content-sha256'] ?? '';
      if (!isRight || (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body))) {
        refused += 1;
        say(403, 'SignatureDoesNotMatch');
        return;
      }
      const [, wanted, ...rest] = decodeURIComponent(path).split('/');
      const name = rest.join('/');
      if (wanted !== bucket) say(404, 'NoSuchBucket');
      else if (request.method === 'PUT') {
        objects.set(name, { bytes: body, contentType: headers['content-type'] ?? '' });
        say(200);
      } else if (request.method === 'GET') {
        const found = objects.get(name);
        if (found === undefined) say(404, 'NoSuchKey');
        else response.writeHead(200, { 'content-type': found.contentType }).end(found.bytes);
      } else if (request.method === 'DELETE') {
        objects.delete(name);
        say(204);
      } else say(405, 'MethodNotAllowed');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    refused: () => refused,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
