/** Formats a moment in a time zone as `yyyy-MM-dd HH:mm:ss`. */
export function momentIn(timeZone: string, at: Date): string {
  const second = Math.floor(at.getTime() / 1000);
  const before = latest.get(timeZone);
  if (before?.second === second) return before.text;
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  const text = format.format(at);
  latest.set(timeZone, { second, text });
  return text;
}
const formats = new Map<string, Intl.DateTimeFormat>();
const latest = new Map<string, { readonly second: number; readonly text: string }>();
