/** Hosts that may be asked, from a parameter: names with or without a scheme, by commas. */
const entries = (allowed: string): readonly string[] =>
  allowed
    .split(/[,\s]+/)
    .map((entry) => entry.trim().toLowerCase().replace(/\/+$/, ''))
    .filter((entry) => entry !== '');

/** Is this address one that the platform allows? Unencrypted only where it is written with its `http://`. */
export function isAllowedAddress(address: string, allowed: string): boolean {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return false;
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false;
  if (url.protocol === 'http:') return entries(allowed).includes(`http://${url.host.toLowerCase()}`);
  return (
    url.protocol === 'https:' &&
    entries(allowed).some((entry) => entry === url.host.toLowerCase() || entry === `https://${url.host.toLowerCase()}`)
  );
}
