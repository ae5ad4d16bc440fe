import { download } from '../client/api.ts';
import { store } from '../state/store.ts';

/** A stored file; the server answers them beside the ids as `<field>Files`. */
export interface StoredFile {
  readonly id: string;
  readonly link: string;
  readonly name: string;
}

/** The files of a field of a row; those the server did not describe have their id for a name. */
export const storedFilesIn = (row: Readonly<Record<string, unknown>>, name: string): readonly StoredFile[] => {
  const files = row[`${name}Files`];
  if (Array.isArray(files)) return files as StoredFile[];
  const ids = row[name];
  return (Array.isArray(ids) ? ids : String(ids ?? '').split(','))
    .map(String)
    .filter((id) => id !== '')
    .map((id) => ({ id, link: '', name: id }));
};

/** Hands a stored file to the browser, with the rights of whoever is signed in. */
export const fetchFile = (id: string): Promise<void> => download('/blade-resource/file/download', { id });

/** Files on their way: a form waits for them with its saving. */
export const uploading = store(0);
/** How many did not arrive since the page was opened: what was to be saved with one of them is not saved without it. */
export const uploadsFailed = store(0);
