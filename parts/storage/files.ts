import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FILE_BYTES, PICTURE_BYTES } from '../../kernel/core/file-limits.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { PUBLIC, SESSION } from '../../kernel/core/contract.ts';
import { unknownRecord, type Call, type Context } from '../../kernel/server/context.ts';
import type { Download } from '../http/downloads.ts';
import type { UploadedFile } from '../http/request-input.ts';
import { sql, type Database } from '../postgres/database.ts';
import { seesFile } from './file-readers.ts';
import { moveAfterCommit, nameOf, storedBytes } from './file-store.ts';
import { pictureShape } from './picture-shape.ts';
import { readIds } from '../../kernel/server/run-action.ts';

const pathOf = (folder: string, tenant: string, id: string): string => path.join(folder, `${tenant}-${id}`);

/** What people bring, in contrast to what the program makes for them. */
const BROUGHT = ['picture', 'attachment', 'import'];
/** How many megabytes one person may bring within 24 hours where a tenant has no parameter for it. */
const DAILY_MEGABYTES = '1000';
/** However small, each file costs a row and a block. */
const LEAST_BYTES = 65_536;

/**
 * The next id, where the person may still bring something; what is on its way at the same moment is not counted yet.
 */
async function nextId(context: Context, purpose: string): Promise<string> {
  const { id, used, max } = (await context.tx.row<{ id: string; used: string; max: string | null }>(sql`
    select new_id() as id, (select param_value from param where param_key = 'file.dailyMegabytes') as max,
      (select coalesce(sum(greatest(size, ${LEAST_BYTES}::bigint)), 0) from stored_file
      where create_user = ${context.user.userId}::bigint and create_time > now() - interval '24 hours'
        and purpose = any(${BROUGHT})) as used`))!;
  const megabytes = max ?? DAILY_MEGABYTES;
  if (BROUGHT.includes(purpose) && Number(used) >= Number(megabytes) * 1024 * 1024)
    throw new Refused(refuse('file.daily', { max: megabytes }));
  return id;
}

/** Keeps a file under an id: bytes first, complete and synced, then the row, so that no half file is ever served. */
export async function storeFile(
  context: Context,
  folder: string,
  source: NodeJS.ReadableStream,
  name: string,
  contentType: string,
  purpose: string,
): Promise<string> {
  const id = await nextId(context, purpose);
  const target = pathOf(folder, context.tenant, id);
  const hash = createHash('sha256');
  const draft = `${target}.upload`;
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    } as never,
    createWriteStream(draft, { flush: true }),
  );
  await fs.rename(draft, target);
  const { size } = await fs.stat(target);
  await context.tx.run(sql`
    insert into stored_file (id, name, content_type, size, sha256, purpose, create_user)
    values (${id}::bigint, ${name.slice(0, 200)}, ${contentType}, ${size}, ${hash.digest('hex')}, ${purpose},
      ${context.user.userId}::bigint)`);
  moveAfterCommit(context, id, purpose);
  return id;
}

/** Where a stored file lies; for jobs of the same tenant. */
export const storedPath = pathOf;

/** What people may upload: by content, never by name alone. `picture` loads in an `<img>`. */
const KINDS: readonly {
  readonly type: string;
  readonly starts: readonly number[];
  readonly picture: boolean;
  readonly endings: readonly string[];
}[] = [
  { type: 'image/jpeg', starts: [0xff, 0xd8, 0xff], picture: true, endings: ['jpg', 'jpeg'] },
  { type: 'image/png', starts: [0x89, 0x50, 0x4e, 0x47], picture: true, endings: ['png'] },
  { type: 'application/pdf', starts: [0x25, 0x50, 0x44, 0x46], picture: false, endings: ['pdf'] },
  // Office files are zip archives.
  {
    type: 'application/zip',
    starts: [0x50, 0x4b, 0x03, 0x04],
    picture: false,
    endings: ['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'],
  },
];

/** The name a file is kept under: whoever saves it opens it as what it is, whatever its name made of it. */
function nameAs(name: string, { endings }: (typeof KINDS)[number]): string {
  const given = name.slice(0, 190);
  return endings.includes(given.split('.').at(-1)!.toLowerCase()) ? given : `${given}.${endings[0]!}`;
}

async function kindOf(file: UploadedFile, onlyPictures: boolean): Promise<(typeof KINDS)[number]> {
  const handle = await fs.open(file.path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    const found = KINDS.find(({ starts }) => starts.every((byte, at) => buffer[at] === byte));
    if (onlyPictures && found?.picture !== true) throw new Refused(refuse('file.not-a-picture'));
    if (found === undefined) throw new Refused(refuse('file.kind'));
    if (file.size > (found.picture ? PICTURE_BYTES : FILE_BYTES))
      throw new Refused(refuse('file.too-large', { max: found.picture ? '500 kB' : '20 MB' }));
    if (found.picture) requireShape(await fs.readFile(file.path));
    return found;
  } finally {
    await handle.close();
  }
}

const SIDE_MAX = 10_000;
const PIXELS_MAX = 50_000_000;
/** A few bytes may say they are as large as a wall: whoever opens them runs out of memory. */
function requireShape(bytes: Buffer): void {
  const shape = pictureShape(bytes);
  if (shape === null) throw new Refused(refuse('file.not-a-picture'));
  const { width, height } = shape;
  if (width < 1 || height < 1 || width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX)
    throw new Refused(refuse('file.too-wide', { width, height, max: SIDE_MAX }));
}

/** Keeps an uploaded picture and answers its id; what is no picture, or too large, is refused. */
export async function storeUploadedPicture(context: Context, folder: string, file: UploadedFile): Promise<string> {
  const kind = await kindOf(file, true);
  return storeFile(context, folder, createReadStream(file.path), nameAs(file.name, kind), kind.type, 'picture');
}

/** Keeps an uploaded picture or document, known by its content; answers its id and the name it is kept under. */
export async function storeUploadedFile(
  context: Context,
  folder: string,
  file: UploadedFile | null,
  onlyPictures = false,
): Promise<{ readonly id: string; readonly name: string }> {
  if (file === null) throw new Refused(refuse('file.missing'));
  const kind = await kindOf(file, onlyPictures);
  const name = nameAs(file.name, kind);
  const purpose = kind.picture ? 'picture' : 'attachment';
  return { id: await storeFile(context, folder, createReadStream(file.path), name, kind.type, purpose), name };
}

const uploadCall = (folder: string, path: string): Call => ({
  method: 'POST',
  service: 'blade-resource',
  path,
  permission: SESSION,
  outsiders: true,
  upload: true,
  summary: label('上传图片或附件', 'Upload a picture or attachment'),
  async handle(context, input, file) {
    const { id, name } = await storeUploadedFile(context, folder, file, input['kind'] === 'picture');
    const { linkKey } = (await context.tx.row<{ linkKey: string }>(
      sql`select link_key from stored_file where id = ${id}::bigint`,
    ))!;
    return { attachId: id, name: id, originalName: name, domain: '', link: linkOf(context.tenant, id, linkKey) };
  },
});
const linkOf = (tenant: string, id: string, key: string): string =>
  `/api/blade-resource/file/picture?tenant=${tenant}&id=${id}&key=${key}`;

/** What records name; everything else is for whoever uploaded it or had it made. */
const SHARED = new Set(['picture', 'attachment']);

/** Uploads, a person's own files, attachments of records they see, and pictures by their unguessable address. */
export const fileCalls = (folder: string, database: Database): Call[] => [
  uploadCall(folder, 'oss/endpoint/put-file'),
  uploadCall(folder, 'oss/endpoint/put-file-attach'),
  {
    method: 'GET',
    service: 'blade-resource',
    path: 'file/download',
    permission: SESSION,
    outsiders: true,
    reads: true,
    summary: label('下载文件', 'Download a file'),
    async handle(context, input): Promise<Download> {
      const [id] = readIds(input, 'id');
      const file = await context.tx.row<{
        name: string;
        contentType: string;
        ossCode: string;
        purpose: string;
        isOwn: boolean;
      }>(sql`
        select name, content_type, oss_code, purpose, create_user = ${context.user.userId}::bigint as is_own
        from stored_file where id = ${id!}::bigint`);
      const isOpen = async ({ isOwn, purpose }: { isOwn: boolean; purpose: string }): Promise<boolean> =>
        isOwn ||
        context.allowed('attach_download') ||
        (SHARED.has(purpose) && context.user.outsider !== true && (await seesFile(context, id!)));
      if (file === undefined || !(await isOpen(file))) throw unknownRecord(label('文件', 'The file'));
      return {
        fileName: file.name,
        contentType: file.contentType,
        body: await storedBytes(context, folder, nameOf(context.tenant, id!), file.ossCode),
      };
    },
  },
  {
    method: 'GET',
    service: 'blade-resource',
    path: 'file/picture',
    permission: PUBLIC,
    reads: true,
    summary: label('显示图片', 'Show a picture'),
    async handle({ registry }, input): Promise<Download> {
      const [tenant, id, key] = [String(input['tenant'] ?? ''), String(input['id'] ?? ''), String(input['key'] ?? '')];
      const unknown = unknownRecord(label('图片', 'The picture'));
      if (!/^[A-Za-z0-9]{1,12}$/.test(tenant) || !/^\d{1,19}$/.test(id)) throw unknown;
      return database.transaction({ tenant, timeZone: 'UTC', readOnly: true }, async (tx): Promise<Download> => {
        const file = await tx.row<{ name: string; contentType: string; ossCode: string }>(
          sql`select name, content_type, oss_code from stored_file
            where id = ${id}::bigint and link_key = ${key} and purpose = 'picture'`,
        );
        if (file === undefined) throw unknown;
        return {
          fileName: file.name,
          contentType: file.contentType,
          body: await storedBytes({ tx, registry }, folder, nameOf(tenant, id), file.ossCode),
          shown: true,
        };
      });
    },
  },
];
