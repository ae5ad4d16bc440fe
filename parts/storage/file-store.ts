import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../../kernel/server/context.ts';
import { Fault } from '../http/fault.ts';
import { port } from '../../kernel/server/port.ts';

/** Somewhere else than this machine's disk where bytes are kept, by name. */
export interface RemoteStore {
  readonly code: string;
  put(name: string, bytes: Buffer, contentType: string): Promise<void>;
  get(name: string): Promise<Buffer>;
  remove(name: string): Promise<void>;
}
type InTransaction = Pick<Context, 'tx' | 'registry'>;
/** The store of a tenant: the one of this code, or without a code the one in use now; null is the local disk. */
export const chosenStore = port<(context: InTransaction, code?: string) => Promise<RemoteStore | null>>(
  'where files are kept',
  { otherwise: async () => null },
);

/**
 * Moves what was kept on the local disk to the store in use, if there is one. Opens its own transactions: none is open
 * while the store is asked.
 */
export const moveToStore = port<(context: Pick<Context, 'tenant' | 'registry'>, id: string) => Promise<void>>(
  'moving files to where they are kept',
  { otherwise: async () => {} },
);

/** Names a folder of files, wherever it is mounted: made at random when first asked for. */
export async function identityOf(folder: string): Promise<string> {
  const file = path.join(folder, '.identity');
  // Linked into place whole: another program may ask at the same moment.
  const draft = path.join(folder, `.identity-${randomUUID()}`);
  await fs.writeFile(draft, randomUUID(), { flush: true });
  await fs.link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await fs.rm(draft);
  return fs.readFile(file, 'utf8');
}

/** What is not read by jobs on this machine may lie elsewhere. */
const REMOTE = new Set(['picture', 'attachment', 'document']);

/** Name of a stored file, unique over all tenants. */
export const nameOf = (tenant: string, id: string): string => `${tenant}-${id}`;

/**
 * Nobody waits for the store, and where it does not answer the file stays here. The local bytes are swept later:
 * somebody may just have been told they are here.
 */
export function moveAfterCommit(context: Context, id: string, purpose: string): void {
  if (REMOTE.has(purpose)) context.tx.afterCommit(() => moveToStore(context, id));
}

/** Where the bytes of a kept file are; they are fetched when the transaction has ended. */
export async function storedBytes(
  context: InTransaction,
  folder: string,
  name: string,
  ossCode: string,
): Promise<() => Promise<NodeJS.ReadableStream | Buffer>> {
  if (ossCode === '') return () => localBytes(path.join(folder, name));
  const store = await chosenStore(context, ossCode);
  if (store === null) throw new Error(`The storage ${ossCode} is not configured any more`);
  return () => store.get(name);
}

async function localBytes(at: string): Promise<NodeJS.ReadableStream> {
  const file = await fs.open(at).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? missingBytes() : error;
  });
  return file.createReadStream();
}
const missingBytes = (): Fault =>
  new Fault(404, {
    zh: '文件的内容在服务器上找不到，请重新上传或联系管理员',
    en: 'The content of this file is not found on the server; upload it again or tell an administrator',
  });

/** Finds where a file is kept; what it answers removes its bytes, when the transaction has ended. */
export async function removeStored(
  context: InTransaction,
  folder: string,
  name: string,
  ossCode: string,
): Promise<() => Promise<void>> {
  const store = ossCode === '' ? null : await chosenStore(context, ossCode);
  return async () => {
    await (store ? store.remove(name) : fs.rm(path.join(folder, name), { force: true }));
  };
}
