/** When an entry was made, by the server's clock: what the clock of the device says is used for differences alone. */

const millisecondsOf = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}Z`);
const momentOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');

/** A moment as a device writes it (ISO 8601, UTC), in milliseconds; undefined where it is none. */
const onDevice = (text: string | null): number | undefined => {
  const read = Date.parse(text ?? '');
  return Number.isNaN(read) ? undefined : read;
};

/**
 * The moment an entry was made, as `now` is written. The device says when it was made and when it was sent: how long
 * that lies apart holds whatever its clock shows. Never later than now, never before `since`; now, where the clock was
 * set back meanwhile or the device says nothing.
 */
export function momentMade(now: string, made: string | null, sent: string | null, since: string): string {
  const [from, to] = [onDevice(made), onDevice(sent)];
  if (from === undefined || to === undefined) return now;
  const moment = millisecondsOf(now) - Math.max(0, to - from);
  return moment <= millisecondsOf(since) ? since : momentOf(moment);
}
