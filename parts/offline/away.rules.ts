/** How long a device may be without a network before it is said, where nobody chose another. */
const HOURS = 8;
const HOUR_MS = 3_600_000;

/** The hours somebody set; the usual ones where it is no number of hours. */
export const hoursOf = (setting: string | undefined): number => {
  const hours = Number(setting ?? '');
  return Number.isInteger(hours) && hours > 0 ? hours : HOURS;
};

/** Has the device been away for more than so many hours? */
export const isAwayLong = (since: number | undefined, hours: number, now: number): boolean =>
  since !== undefined && now - since > hours * HOUR_MS;
