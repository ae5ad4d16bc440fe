import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PlainFailure } from './plain-failure.ts';

/** Says who holds the data directory, in one sentence. */
class DataDirectoryInUse extends PlainFailure {}

/** A data directory this process holds alone. */
export interface DataDirectory {
  readonly folder: string;
  /** Where the embedded cluster lives. */
  readonly postgresFolder: string;
  /** Notes what a second start shall say about this one. */
  announce(address: string): void;
  /** The secret of that name, made when first asked for, at random if not said otherwise, and kept. */
  secret(name: SecretName, make?: () => string): string;
  /** What nobody needs any more is not kept. */
  forget(name: SecretName): void;
  release(): void;
}

type SecretName = 'tokenSecret' | 'appPassword' | 'administratorPassword';

interface Holder {
  pid: number;
  purpose: string;
  address?: string;
}

/**
 * Takes the data directory for this process, creating it if need be, or throws `DataDirectoryTaken`.
 *
 * The lock is that of an empty SQLite file: the kernel holds it and lets it go with the process, however
 * that ends. A file with a process number in it would outlive kill -9, and numbers are given out again.
 */
export function takeDataDirectory(folder: string, purpose: string): DataDirectory {
  const lock = openLock(folder);
  const holderFile = path.join(folder, 'holder.json');
  try {
    // Nothing is ever written, so there is nothing to keep a journal of.
    lock.exec('pragma journal_mode = off; begin exclusive');
  } catch (error) {
    lock.close();
    if (!/locked/.test((error as Error).message)) throw unusable(folder, error);
    throw new DataDirectoryInUse(`${folder} is in use by ${describe(readJson<Holder>(holderFile))}`);
  }
  const holder: Holder = { pid: process.pid, purpose };
  writePrivately(holderFile, holder);

  const secretsFile = path.join(folder, 'secrets.json');
  const readSecrets = (): Partial<Record<SecretName, string>> =>
    readJson<Partial<Record<SecretName, string>>>(secretsFile) ?? {};

  return {
    folder,
    postgresFolder: postgresFolder(folder),
    announce(address) {
      writePrivately(holderFile, { ...holder, address });
    },
    secret(name, make = () => randomBytes(48).toString('base64url')) {
      const secrets = readSecrets();
      const stored = secrets[name];
      if (stored !== undefined) return stored;
      const made = make();
      writePrivately(secretsFile, { ...secrets, [name]: made });
      return made;
    },
    forget(name) {
      const { [name]: known, ...others } = readSecrets();
      if (known !== undefined) writePrivately(secretsFile, others);
    },
    release() {
      fs.rmSync(holderFile, { force: true });
      lock.close();
    },
  };
}

function openLock(folder: string): DatabaseSync {
  try {
    makeFolder(folder);
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return new DatabaseSync(path.join(folder, 'lock'), { timeout: 0 });
  } catch (error) {
    throw unusable(folder, error);
  }
}

const unusable = (folder: string, error: unknown): PlainFailure =>
  new PlainFailure(
    `DATA_DIR ${folder} cannot be used (${(error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR' ? (error as Error).message : (error as NodeJS.ErrnoException).code}); choose a folder this user may write to`,
  );

/**
 * The folder and those above it, one by one: asked for all at once, Node turns in circles for ever where a file system
 * has no room for folders, such as /proc. Others may pass through but not look in: an embedded PostgreSQL may have to
 * run as another user than we.
 */
function makeFolder(folder: string): void {
  const there = fs.statSync(folder, { throwIfNoEntry: false });
  if (there?.isDirectory()) return;
  if (there) throw Object.assign(new Error(`${folder} is a file`), { code: 'ENOTDIR' });
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o711 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && fs.statSync(folder).isDirectory()) return; // somebody was faster
    throw error;
  }
}

/** Where the embedded cluster of a data directory lives, held or not. */
export function postgresFolder(folder: string): string {
  return path.join(folder, 'postgres');
}

function describe(holder: Holder | null): string {
  if (!holder) return 'another process';
  const where = holder.address === undefined ? '' : ` at ${holder.address}`;
  return `${holder.purpose}${where} (process ${holder.pid})`;
}

function readJson<T>(file: string): T | null {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return JSON.parse(text) as T;
}

/** Through a renamed file, so that nobody ever reads half of it and a crash never leaves half of it. */
function writePrivately(file: string, value: unknown): void {
  const unfinished = `${file}.unfinished`;
  const handle = fs.openSync(unfinished, 'w', 0o600);
  fs.writeFileSync(handle, `${JSON.stringify(value, null, 2)}\n`);
  fs.fsyncSync(handle);
  fs.closeSync(handle);
  fs.renameSync(unfinished, file);
}
