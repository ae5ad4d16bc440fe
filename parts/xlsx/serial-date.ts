/** Excel counts days from 1899-12-31 and believes in 1900-02-29 (serial 60); from 61 on, day 0 is 1899-12-30. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const DAY_MS = 86_400_000;
const SERIAL_MAX = 2_958_465; // 9999-12-31

const two = (n: number): string => (n < 10 ? `0${n}` : String(n));

/**
 * A serial as text: `yyyy-MM-dd`, `yyyy-MM-dd HH:mm:ss` when it has a time of day or `withTime` asks for it,
 * `HH:mm:ss` for a time without a day. `null` when it is no moment at all.
 */
export function serialToText(serial: number, from1904: boolean, withTime: boolean): string | null {
  if (!(serial >= 0 && serial < SERIAL_MAX + 1)) return null;
  // Seconds are the finest grain: a fraction of a day never hits them exactly.
  const seconds = Math.round(serial * 86_400);
  let days = Math.floor(seconds / 86_400);
  const rest = seconds - days * 86_400;
  const time = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  if (!from1904) {
    if (days === 0) return withTime ? time : null;
    if (days === 60) return null;
    if (days < 60) days += 1;
  }
  const day = new Date((from1904 ? EPOCH_1904 : EPOCH_1900) + days * DAY_MS);
  const text = `${String(day.getUTCFullYear()).padStart(4, '0')}-${two(day.getUTCMonth() + 1)}-${two(day.getUTCDate())}`;
  return withTime || rest !== 0 ? `${text} ${time}` : text;
}

const DAY_TEXT = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME_TEXT = /^[ T](\d\d):(\d\d):(\d\d)$/;
/** Serials of days; long sheets name few of them again and again. */
const serials = new Map<string, number | null>();
const SERIALS_MAX = 10_000;

/**
 * The serial of a day or moment as decimal text; `null` for days Excel cannot show (before 1900-03-01) and for what is
 * no day.
 */
export function textToSerial(text: string): string | null {
  const day = text.slice(0, 10);
  let days = serials.get(day);
  if (days === undefined) {
    days = dayToSerial(day);
    if (serials.size >= SERIALS_MAX) serials.clear();
    serials.set(day, days);
  }
  if (days === null || text.length === 10) return days === null ? null : String(days);
  const time = TIME_TEXT.exec(text.slice(10));
  if (time === null) return null;
  const seconds = Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3]);
  return seconds === 0 ? String(days) : String(days + seconds / 86_400);
}

function dayToSerial(day: string): number | null {
  const match = DAY_TEXT.exec(day);
  if (match === null) return null;
  const [year, month, dayOfMonth] = match.slice(1).map(Number) as [number, number, number];
  if (!isDay(year, month, dayOfMonth)) return null;
  const days = (Date.UTC(year, month - 1, dayOfMonth) - EPOCH_1900) / DAY_MS;
  return days < 61 ? null : days;
}

/** Whether the calendar has this day. */
export function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return false;
  const made = new Date(Date.UTC(2000, month - 1, day));
  made.setUTCFullYear(year, month - 1, day);
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === day;
}
