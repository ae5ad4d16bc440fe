/** Formats a moment in a time zone as `yyyy-MM-dd HH:mm:ss`. */
export function momentIn(timeZone: string, at: Date): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  return format.format(at);
}
const formats = new Map<string, Intl.DateTimeFormat>();
