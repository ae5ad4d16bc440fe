/** A link to one file: an address and what is asked of it, in whatever order it is written. */
export interface DownloadLink {
  readonly path: string;
  readonly query: string;
}

/** Proofs and marks against caches say nothing of what is asked. */
const NOT_ASKED = new Set(['ticket', 'blade-auth', '_t']);

/** What a link to a download is issued for: path and query in one order, without keys that only accompany them. */
export function downloadLink(path: string, query: string): DownloadLink {
  const asked = new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => !NOT_ASKED.has(name)));
  asked.sort();
  return { path, query: asked.toString() };
}

/** Calls whose answer is a file, and so may be opened by a plain link, which carries no header. */
export const answersFile = (call: { readonly method: string; readonly reads?: boolean }): boolean =>
  call.reads === true && call.method !== 'POST';
