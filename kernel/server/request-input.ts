import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse, Refused } from '../core/refusal.ts';
import { Fault, type Call, type Input, type UploadedFile } from './context.ts';
import { answersFile } from './download-link.ts';

const FILE_MAX = 50 * 1024 * 1024;
export const BODY_MAX = 16 * 1024 * 1024;

/** Clients send JSON under other types, or no body at all; neither is a fault. */
export async function acceptAnyBody(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: { fileSize: FILE_MAX, files: 1, fields: 100, parts: 110 } });
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parse = (_request: FastifyRequest, body: string, done: (error: Error | null, value?: unknown) => void): void => {
    if (body.trim() === '') return done(null, {});
    try {
      done(null, JSON.parse(body, (key, value: unknown) => (key === '__proto__' || key === 'constructor' ? undefined : value)));
    } catch {
      done(new Refused(refuse('body.not-an-object')));
    }
  };
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parse as never);
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, parse as never);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, ((_request: FastifyRequest, body: string, done: (error: Error | null, value?: unknown) => void) =>
    done(null, entriesOf(new URLSearchParams(body)))) as never);
}

/** `a=1&a=2` and `a[]=1` become lists. */
function entriesOf(parameters: Iterable<[string, string]>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [given, value] of parameters) {
    const key = given.endsWith('[]') ? given.slice(0, -2) : given;
    const before = Object.hasOwn(found, key) ? found[key] : undefined;
    Object.defineProperty(found, key, { value: before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value], enumerable: true, configurable: true, writable: true });
  }
  return found;
}

/** A plain link to a file. */
export const isFileLink = (call: Call, request: FastifyRequest): boolean => answersFile(call) && request.method === 'GET';

/** Query, form, JSON and multipart fields as one; the query wins. */
export async function readInput(uploadFolder: string, call: Call, request: FastifyRequest): Promise<{ input: Input; files: readonly UploadedFile[] }> {
  const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : '';
  const query = entriesOf(new URLSearchParams(search));
  delete query['blade-auth'];
  if (isFileLink(call, request)) delete query['ticket'];
  if (!request.isMultipart()) {
    const body = request.body;
    // A bare array as body (error-log batches, lists of ids) travels under `body`.
    const fields = Array.isArray(body) ? { body } : typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
    // Parts of the address itself come last: they decided which call this is.
    return { input: { ...fields, ...query, ...(request.params as Record<string, string>) }, files: [] };
  }
  const fields: [string, string][] = [];
  const files: UploadedFile[] = [];
  const most = call.uploads ?? (call.upload === true ? 1 : 0);
  for await (const part of request.parts({ limits: { files: Math.max(1, most) } })) {
    if (part.type === 'field') fields.push([part.fieldname, String(part.value)]);
    else if (files.length >= most) part.file.resume();
    else {
      const target = path.join(uploadFolder, `${randomUUID()}.upload`);
      await pipeline(part.file, createWriteStream(target));
      files.push({ name: part.filename, path: target, size: (await fs.stat(target)).size });
      if (part.file.truncated) {
        for (const each of files) await fs.rm(each.path, { force: true });
        throw new Fault(413, { zh: '文件不能超过 50 MB', en: 'A file may have at most 50 MB' });
      }
    }
  }
  return { input: { ...entriesOf(fields), ...query }, files };
}
