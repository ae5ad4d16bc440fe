/** A half-filled form as this device keeps it. */
interface Draft {
  readonly values: Readonly<Record<string, unknown>>;
  readonly lines: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  /** The record the person started from, where there was one. */
  readonly base?: Readonly<Record<string, unknown>>;
  /** Milliseconds of this device's clock. */
  readonly savedAt: number;
}

const STORE = 'drafts';
/** Nobody returns to a form after this; what lies longer is cleared away. */
const LIFETIME_MS = 30 * 24 * 3_600_000;

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('larder', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      request.result.onclose = () => {
        opening = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => {
      opening = undefined;
      reject(request.error ?? new Error('IndexedDB'));
    };
  });
  return opening;
}

async function run<T>(mode: IDBTransactionMode, work: (drafts: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const open = await database();
  return new Promise<T>((resolve, reject) => {
    const transaction = open.transaction(STORE, mode, { durability: 'relaxed' });
    const request = work(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
  });
}

/** The draft of this key, if the device has one; rejects where the browser forbids storage. */
export const readDraft = (key: string): Promise<Draft | undefined> =>
  run('readonly', (drafts) => drafts.get(key) as IDBRequest<Draft | undefined>);
/** Writes the draft over what stood under the key. */
export const writeDraft = (key: string, draft: Draft): Promise<unknown> =>
  run('readwrite', (drafts) => drafts.put(draft, key));
/** Removes the draft, if there is one. */
export const dropDraft = (key: string): Promise<unknown> => run('readwrite', (drafts) => drafts.delete(key));

/** Clears away what nobody came back for. Called once after sign-in, when the page has nothing better to do. */
export async function dropOldDrafts(): Promise<void> {
  const [keys, drafts] = await Promise.all([
    run('readonly', (all) => all.getAllKeys()),
    run('readonly', (all) => all.getAll() as IDBRequest<Draft[]>),
  ]);
  const limit = Date.now() - LIFETIME_MS;
  await Promise.all(
    keys.filter((_, at) => (drafts[at]?.savedAt ?? 0) < limit).map((key) => run('readwrite', (all) => all.delete(key))),
  );
}
