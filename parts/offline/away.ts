import { cutSince } from '../client/connection.ts';
import { language } from '../language/language.ts';
import { readStored, writeStored } from '../state/device-storage.ts';
import { session } from '../client/session.ts';
import { startSending } from './sender.ts';
import { keepShell } from './shell.ts';

/** Since when the server is out of reach: it is remembered beyond a reload, which knows of no answer. */
const KEY = 'away-since';

/** Since when the server is out of reach, in milliseconds of this device's clock; undefined while it is there. */
export function awaySince(): number | undefined {
  const cut = cutSince.get();
  return cut === undefined ? undefined : Math.min(cut, readStored<number>(KEY, cut));
}

function remember(): void {
  const since = awaySince();
  if (since !== readStored<number | undefined>(KEY, undefined)) writeStored(KEY, since);
}

/** A moment by this device, as people read it: `11-18 14:05`. */
export function shortMoment(at: number | string): string {
  const zone = session.get()?.timeZone;
  return new Date(at)
    .toLocaleString('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'short',
      ...(zone === undefined ? {} : { timeZone: zone }),
    })
    .slice('2026-'.length);
}

/** The first page has better to do. */
const AFTER_MS = 20_000;
let begun = false;

/** Begins what work away from the network needs, once the first page is there: sending, and keeping the program. */
export function beginOffline(): void {
  if (begun) return;
  begun = true;
  cutSince.subscribe(remember);
  if (navigator.onLine || cutSince.get() !== undefined) remember();
  // Installed, the application is called as its person reads it.
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (manifest !== null && language() !== 'zh') manifest.href = `/manifest-${language()}.webmanifest`;
  void startSending();
  setTimeout(() => void keepShell(), AFTER_MS);
}
