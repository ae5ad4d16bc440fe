import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import {
  entriesOf,
  LIMITS_OF_NOBODY,
  LIMITS_OF_PEOPLE,
  nulCharacter,
  requireShape,
  type BodyLimits,
} from './body-shape.ts';
import { answersFile } from './download-link.ts';
import { Fault } from './fault.ts';
import { removeRows, type SheetFile } from '../xlsx/sheet-rows.ts';

/** What a request brought, whichever way it came. */
type Input = Readonly<Record<string, unknown>>;

/** What a call takes, as far as reading a request has to know. */
interface Receives {
  readonly method: 'GET' | 'POST' | 'GET+POST';
  readonly reads?: boolean;
  /** One uploaded file, or up to so many. */
  readonly upload?: boolean | string;
  readonly uploads?: number;
}

/** A file that came with a request. */
export interface UploadedFile extends SheetFile {
  readonly name: string;
  /** Of one that came with a request. */
  readonly sha256?: string;
}

const FILE_MAX = 50 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    limits?: BodyLimits;
  }
}

const tooLarge = (): Fault => new Fault(413, { zh: '内容过大', en: 'The content is too large' });

type Parsed = (error: Error | null, value?: unknown) => void;

/** Clients send JSON under other types, or no body at all; neither is a fault. */
export async function acceptAnyBody(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: { fileSize: FILE_MAX, files: 1, fields: 100, parts: 110 } });
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  const reading =
    (read: (request: FastifyRequest, body: string, limits: BodyLimits, done: Parsed) => void) =>
    (request: FastifyRequest, body: string, done: Parsed): void => {
      try {
        read(request, body, request.routeOptions.config.limits ?? LIMITS_OF_NOBODY, done);
      } catch (error) {
        done(error as Error);
      }
    };
  const json = reading((request, body, limits, done) => {
    if (body.trim() === '') return done(null, {});
    requireShape(body, limits);
    void parseJson(request, body, (error, value) =>
      error === null ? done(null, withoutConversions(body, value)) : done(new Refused(refuse('body.not-an-object'))),
    );
  });
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, json as never);
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, json as never);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    reading((_request, body, limits, done) => done(null, entriesOf(new URLSearchParams(body), limits))) as never,
  );
}

const CONVERSIONS = ['toString', 'valueOf'] as const;
/** What says itself how it becomes a text would become none: such a name is taken out of whatever brings it. */
function withoutConversions(text: string, parsed: unknown): unknown {
  if (!/toString|valueOf|\\u/.test(text)) return parsed;
  const left = [parsed];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const name of CONVERSIONS) if (Object.hasOwn(value, name)) delete (value as Record<string, unknown>)[name];
    for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) left.push(inner);
  }
  return parsed;
}

/** A plain link to a file. */
export const isFileLink = (call: Receives, request: FastifyRequest): boolean =>
  answersFile(call) && request.method === 'GET';

/**
 * Parts are no body of one piece, and have limits of their own: of somebody who has not signed in they are counted by
 * what they say of their length.
 */
export function requireLength(request: FastifyRequest, limits: BodyLimits): void {
  const isInParts = request.headers['content-type']?.toLowerCase().startsWith('multipart/') === true;
  if (limits !== LIMITS_OF_PEOPLE && isInParts && !(Number(request.headers['content-length']) <= limits.bytes))
    throw tooLarge();
}

/** The lines a call was given: what is no line at all is an empty one, which each call refuses in its own words. */
export const linesIn = (of: Input, name = 'details'): readonly Readonly<Record<string, unknown>>[] => {
  const given = of[name];
  return Array.isArray(given)
    ? given.map((line: unknown) =>
        typeof line === 'object' && line !== null && !Array.isArray(line)
          ? (line as Readonly<Record<string, unknown>>)
          : {},
      )
    : [];
};

/** What came with a request. The files are removed by whoever asked for it. */
export interface Brought {
  readonly input: Input;
  readonly files: readonly UploadedFile[];
}

/** The moment a simulation says it is. */
export function clockOf(request: FastifyRequest, isSimulated = false): string | undefined {
  const clock = isSimulated ? request.headers['x-larder-time'] : undefined;
  return typeof clock === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(clock) ? clock : undefined;
}

/** What stands in the address. */
export function queryOf(request: FastifyRequest, limits: BodyLimits): Record<string, unknown> {
  const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : '';
  return entriesOf(new URLSearchParams(search), limits);
}

/** Query, form, JSON and multipart fields as one; the query wins. */
export async function readInput(uploadFolder: string, call: Receives, request: FastifyRequest): Promise<Brought> {
  const { limits = LIMITS_OF_NOBODY } = request.routeOptions.config;
  const query = queryOf(request, limits);
  delete query['blade-auth'];
  if (isFileLink(call, request)) delete query['ticket'];
  if (request.isMultipart()) {
    const { fields, files } = await readParts(uploadFolder, call, request);
    try {
      return { input: { ...entriesOf(fields, limits), ...query }, files };
    } catch (error) {
      await removeUploads(files);
      throw error;
    }
  }
  const body = request.body;
  // A bare array as body (error-log batches, lists of ids) travels under `body`.
  const fields = Array.isArray(body)
    ? { body }
    : typeof body === 'object' && body !== null
      ? (body as Record<string, unknown>)
      : {};
  const params = request.params as Record<string, string>;
  if (Object.values(params).some((value) => value.includes('\0'))) throw nulCharacter();
  // Parts of the address itself come last: they decided which call this is.
  return { input: { ...fields, ...query, ...params }, files: [] };
}

/** Removes uploaded files, and the rows read from them, after the request. */
export const removeUploads = async (files: readonly Pick<UploadedFile, 'path'>[]): Promise<void> => {
  for (const each of files) {
    await fs.rm(each.path, { force: true });
    await removeRows(each);
  }
};

/**
 * The fields and files of a form. What was written is gone again when the rest does not come, or does not fit on the
 * disk.
 */
async function readParts(
  uploadFolder: string,
  call: Receives,
  request: FastifyRequest,
): Promise<{ fields: [string, string][]; files: UploadedFile[] }> {
  const fields: [string, string][] = [];
  const files: UploadedFile[] = [];
  const written: { readonly path: string }[] = [];
  const most = call.uploads ?? (call.upload === undefined || call.upload === false ? 0 : 1);
  try {
    for await (const part of request.parts({ limits: { files: Math.max(1, most) } })) {
      if (part.type === 'field') fields.push([part.fieldname, String(part.value)]);
      else if (files.length >= most) part.file.resume();
      else {
        if (part.filename.includes('\0')) throw nulCharacter();
        const target = path.join(uploadFolder, `${randomUUID()}.upload`);
        written.push({ path: target });
        const hash = createHash('sha256');
        part.file.on('data', (chunk: Buffer) => void hash.update(chunk));
        await pipeline(part.file, createWriteStream(target));
        if (part.file.truncated)
          throw new Fault(413, { zh: '文件不能超过 50 MB', en: 'A file may have at most 50 MB' });
        files.push({
          name: part.filename,
          path: target,
          size: (await fs.stat(target)).size,
          sha256: hash.digest('hex'),
        });
      }
    }
    return { fields, files };
  } catch (error) {
    await removeUploads(written);
    throw error;
  }
}
