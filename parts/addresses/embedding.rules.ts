const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/;

/** The hosts of a list with commas; undefined when one of them is none. `-` and nothing mean no host at all. */
export function hostsIn(list: string): readonly string[] | undefined {
  const hosts = list
    .toLowerCase()
    .split(/[,，\s]+/)
    .filter((host) => host !== '' && host !== '-');
  return hosts.every((host) => HOST.test(host)) ? hosts : undefined;
}

/**
 * How a page of another program may be shown within ours: `own` lies on our own host, `foreign` on one that was
 * allowed; anything else not at all.
 */
export function embedding(source: string, allowed: readonly string[]): 'own' | 'foreign' | undefined {
  // A browser drops tabs and line ends, and reads a backslash as a slash.
  if (/[\\\p{Cc}]/u.test(source)) return undefined;
  if (/^\/(?!\/)/.test(source) || /^[\w-][\w./-]*\.html(?:[?#].*)?$/.test(source)) return 'own';
  if (!/^https:\/\//i.test(source) || !URL.canParse(source)) return undefined;
  const { host, username, password } = new URL(source);
  return username === '' && password === '' && allowed.includes(host) ? 'foreign' : undefined;
}
