/** Hosts that storage may be asked at, from the parameter: names with or without a scheme, by commas. */
const entries = (allowed: string): readonly string[] => allowed.split(/[,\s]+/).map((entry) => entry.trim().toLowerCase().replace(/\/+$/, '')).filter((entry) => entry !== '');

/** Is this address one that the platform allows? Unencrypted only where it is written with its `http://`. */
export function isAllowedEndpoint(endpoint: string, allowed: string): boolean {
  let url: URL;
  try {
    url = new URL(endpoint);
  } catch {
    return false;
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false;
  if (url.protocol === 'http:') return entries(allowed).includes(`http://${url.host.toLowerCase()}`);
  return url.protocol === 'https:' && entries(allowed).some((entry) => entry === url.host.toLowerCase() || entry === `https://${url.host.toLowerCase()}`);
}

/** Address of an object. */
export function objectAddress(endpoint: string, bucket: string, pathStyle: boolean, name: string): string {
  const url = new URL(endpoint);
  const path = url.pathname.replace(/\/+$/, '');
  if (pathStyle) return `${url.origin}${path}/${encodeURIComponent(bucket)}/${encodeURIComponent(name)}`;
  return `${url.protocol}//${bucket}.${url.host}${path}/${encodeURIComponent(name)}`;
}
