/**
 * Clocks of sites. A cut-off is read from the clock of the site that orders; whoever looks may be in another zone.
 *
 * Where the clock is put back an hour comes twice: the first of the two is the cut-off, and whoever is only known to
 * read that hour counts as in the second, so that nothing passes after its moment. Where it is put forward an hour is
 * missing: a cut-off in it is the moment at which the clock jumps.
 */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(zone, format);
  }
  return format;
}

/** Whether it names a time zone: `Asia/Shanghai`, `Europe/Berlin`. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)*$/.test(zone)) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** What the clock of a zone shows at an instant, yyyy-MM-dd HH:mm:ss. */
export const shownIn = (zone: string, instant: number): string => formatOf(zone).format(instant);

const readAsUtc = (shown: string): number =>
  Date.parse(`${shown.slice(0, 10)}T${shown.length === 16 ? `${shown.slice(11)}:00` : shown.slice(11)}Z`);
/** How far the clock of a zone is ahead of UTC at an instant, milliseconds. */
const aheadAt = (zone: string, instant: number): number =>
  readAsUtc(shownIn(zone, instant)) - Math.floor(instant / 1000) * 1000;

/** The instants at which the clock of a zone shows this: the first and the last, which differ where it is put back. */
function instantsOf(zone: string, shown: string): { readonly first: number; readonly last: number } {
  const utc = readAsUtc(shown);
  const found = [aheadAt(zone, utc - DAY_MS), aheadAt(zone, utc + DAY_MS)]
    .map((ahead) => utc - ahead)
    .filter((instant) => instant + aheadAt(zone, instant) === utc);
  if (found.length === 0) {
    const jump = jumpBetween(zone, utc - DAY_MS, utc + DAY_MS);
    return { first: jump, last: jump };
  }
  return { first: Math.min(...found), last: Math.max(...found) };
}

/** The instant at which the clock of a zone is put forward, between two. */
function jumpBetween(zone: string, from: number, until: number): number {
  const before = aheadAt(zone, from);
  let [low, high] = [from, until];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (aheadAt(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** The clock a cut-off is read from, and that of whoever is told; both IANA names. */
export interface SiteClock {
  readonly site: string;
  readonly reader: string;
}
/**
 * A cut-off read at the site as the reader's clock shows it, yyyy-MM-dd HH:mm, and whether it passed at `now` of the
 * reader. The moment itself is in time.
 */
export function readCutOff(
  { site, reader }: SiteClock,
  cutOff: string,
  now: string,
): { readonly orderBefore: string; readonly late: boolean } {
  const moment = instantsOf(site, cutOff).first;
  return {
    orderBefore: shownIn(reader, moment).slice(0, 16),
    late: instantsOf(reader, now).last > moment,
  };
}
