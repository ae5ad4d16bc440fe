import { session } from './session.ts';

/** The day it is at the company of whoever is signed in, wherever this device stands. */
export const businessDay = (): string => dayIn(session.get()?.timeZone);

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

function dayIn(timeZone: string | undefined): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', ...(timeZone === undefined ? {} : { timeZone }) });
    formats.set(timeZone, format);
  }
  return format.format(new Date());
}

/** The moment it is at that company, to the minute. */
export const nowHere = (): string => {
  const timeZone = session.get()?.timeZone;
  return new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date());
};
