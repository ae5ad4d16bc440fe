/** Address of an object. */
export function objectAddress(endpoint: string, bucket: string, pathStyle: boolean, name: string): string {
  const url = new URL(endpoint);
  const path = url.pathname.replace(/\/+$/, '');
  if (pathStyle) return `${url.origin}${path}/${encodeURIComponent(bucket)}/${encodeURIComponent(name)}`;
  return `${url.protocol}//${bucket}.${url.host}${path}/${encodeURIComponent(name)}`;
}
