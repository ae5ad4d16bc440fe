import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { label } from '../core/label.ts';
import { SESSION, unknownRecord, type Call, type Context, type Download } from './context.ts';
import { sql } from './database.ts';
import { readIds } from './run-action.ts';

const pathOf = (folder: string, tenant: string, id: string): string => path.join(folder, `${tenant}-${id}`);

/** Keeps a file under an id: bytes first, complete and synced, then the row, so that no half file is ever served. */
export async function storeFile(context: Context, folder: string, source: NodeJS.ReadableStream, name: string, contentType: string, purpose: string): Promise<string> {
  const id = (await context.tx.row<{ id: string }>(sql`select new_id() as id`))!.id;
  const target = pathOf(folder, context.tenant, id);
  const hash = createHash('sha256');
  const draft = `${target}.upload`;
  await pipeline(source, async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  } as never, createWriteStream(draft, { flush: true }));
  await fs.rename(draft, target);
  const { size } = await fs.stat(target);
  await context.tx.run(sql`
    insert into stored_file (id, name, content_type, size, sha256, purpose, create_user)
    values (${id}::bigint, ${name.slice(0, 200)}, ${contentType}, ${size}, ${hash.digest('hex')}, ${purpose}, ${context.user.userId}::bigint)`);
  return id;
}

/** Where a stored file lies; for jobs of the same tenant. */
export const storedPath = pathOf;

/** A person's own produced files: import results, exports made in the background. */
export const fileCalls = (folder: string): Call[] => [
  {
    method: 'GET', service: 'blade-resource', path: 'file/download', permission: SESSION, reads: true, summary: label('下载本人的文件', 'Download a file of one\'s own'),
    async handle(context, input): Promise<Download> {
      const [id] = readIds(input, 'id');
      const file = await context.tx.row<{ name: string; contentType: string }>(sql`
        select name, content_type from stored_file where id = ${id!}::bigint and create_user = ${context.user.userId}::bigint`);
      if (file === undefined) throw unknownRecord(label('文件', 'The file'));
      return { fileName: file.name, contentType: file.contentType, body: createReadStream(pathOf(folder, context.tenant, id!)) };
    },
  },
];
