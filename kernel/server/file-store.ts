import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Transaction } from './database.ts';

/** Somewhere else than this machine's disk where bytes are kept, by name. */
export interface RemoteStore {
  readonly code: string;
  put(name: string, bytes: Buffer, contentType: string): Promise<void>;
  get(name: string): Promise<Buffer>;
  remove(name: string): Promise<void>;
}
/** The store of a tenant: the one of this code, or without a code the one in use now; null is the local disk. */
export type ChooseStore = (tx: Transaction, code?: string) => Promise<RemoteStore | null>;

const choosers = new Map<string, ChooseStore>();
/** Says where files of the program that keeps its own in this folder go. */
export const chooseStores = (folder: string, choose: ChooseStore): void => void choosers.set(folder, choose);

/** What is not read by jobs on this machine may lie elsewhere. */
const REMOTE = new Set(['picture', 'attachment', 'document']);

export const nameOf = (tenant: string, id: string): string => `${tenant}-${id}`;

/** Moves a complete local file to the tenant's store, if it has one; answers the code of that store. */
export async function moveToStore(tx: Transaction, folder: string, name: string, purpose: string, contentType: string): Promise<string> {
  const store = REMOTE.has(purpose) ? await choosers.get(folder)?.(tx) : null;
  if (store === null || store === undefined) return '';
  const local = path.join(folder, name);
  await store.put(name, await fs.readFile(local), contentType);
  await fs.rm(local, { force: true });
  return store.code;
}

/** The bytes of a kept file, from wherever it lies. */
export async function openStored(tx: Transaction, folder: string, name: string, ossCode: string): Promise<NodeJS.ReadableStream | Buffer> {
  if (ossCode === '') return createReadStream(path.join(folder, name));
  const store = await choosers.get(folder)?.(tx, ossCode);
  if (store === null || store === undefined) throw new Error(`The storage ${ossCode} is not configured any more`);
  return store.get(name);
}

export async function removeStored(tx: Transaction, folder: string, name: string, ossCode: string): Promise<() => Promise<void>> {
  const store = ossCode === '' ? null : await choosers.get(folder)?.(tx, ossCode);
  return async () => {
    await (store ? store.remove(name) : fs.rm(path.join(folder, name), { force: true }));
  };
}
