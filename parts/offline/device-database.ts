/**
 * What this device keeps for use without a network: entries on their way, bills, and answers the application starts
 * with.
 */

type Shelf = 'outbox' | 'bills' | 'answers';
const SHELVES: readonly Shelf[] = ['outbox', 'bills', 'answers'];

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('larder-offline', 1);
    request.onupgradeneeded = () => SHELVES.forEach((shelf) => request.result.createObjectStore(shelf));
    request.onsuccess = () => {
      const open = request.result;
      open.onclose = () => {
        opening = undefined;
      };
      // Whoever clears the device away is not held up.
      open.onversionchange = () => {
        opening = undefined;
        open.close();
      };
      resolve(open);
    };
    request.onerror = () => {
      opening = undefined;
      reject(request.error ?? new Error('IndexedDB'));
    };
  });
  return opening;
}

/** Runs `work` in one transaction of a shelf; resolves with what it set once the device has written it. */
async function run<T>(
  shelf: Shelf,
  mode: IDBTransactionMode,
  work: (entries: IDBObjectStore, done: (result: T) => void) => void,
): Promise<T> {
  const open = await database();
  return new Promise<T>((resolve, reject) => {
    const transaction = open.transaction(shelf, mode, { durability: 'strict' });
    let result: T;
    transaction.oncomplete = () => resolve(result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
    work(transaction.objectStore(shelf), (found) => {
      result = found;
    });
  });
}

/** What lies under a key; rejects where the browser keeps nothing. */
export const readKept = <T>(shelf: Shelf, key: string): Promise<T | undefined> =>
  run<T | undefined>(shelf, 'readonly', (entries, done) => {
    const request = entries.get(key) as IDBRequest<T | undefined>;
    request.onsuccess = () => done(request.result);
  });

/** Changes what lies under a key in one go, whoever else is at it; rejects where there is no room. */
export const changeKept = <T>(shelf: Shelf, key: string, change: (now: T | undefined) => T): Promise<T> =>
  run<T>(shelf, 'readwrite', (entries, done) => {
    const request = entries.get(key) as IDBRequest<T | undefined>;
    request.onsuccess = () => {
      const next = change(request.result);
      entries.put(next, key);
      done(next);
    };
  });

/** All of a shelf whose keys begin so. */
export const listKept = <T>(shelf: Shelf, prefix: string): Promise<readonly (readonly [key: string, T])[]> =>
  run<readonly (readonly [string, T])[]>(shelf, 'readonly', (entries, done) => {
    const found: (readonly [string, T])[] = [];
    const request = entries.openCursor(IDBKeyRange.bound(prefix, `${prefix}\uffff`));
    request.onsuccess = () => {
      const at = request.result;
      if (at === null) return done(found);
      found.push([String(at.key), at.value as T]);
      at.continue();
    };
  });

/** Clears keys of a shelf away. */
export const dropKept = (shelf: Shelf, keys: readonly string[]): Promise<void> =>
  run<void>(shelf, 'readwrite', (entries) => keys.forEach((key) => entries.delete(key)));
