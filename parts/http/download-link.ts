/** A link to one file: an address and what is asked of it, in whatever order it is written. */
export interface DownloadLink {
  readonly path: string;
  readonly query: string;
}

/** Proofs and marks against caches say nothing of what is asked. */
const IGNORED = new Set(['ticket', 'blade-auth', '_t']);

/** What a link to a download is issued for: path and query in one order, without keys that only accompany them. */
export function downloadLink(path: string, query: string): DownloadLink {
  const parameters = new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => !IGNORED.has(name)));
  parameters.sort();
  return { path, query: parameters.toString() };
}

/** Calls whose answer is a file, and so may be opened by a plain link, which carries no header. */
export const answersFile = (call: { readonly method: string; readonly reads?: boolean }): boolean =>
  call.reads === true && call.method !== 'POST';
