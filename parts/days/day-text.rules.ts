import type { Language } from '../../kernel/core/label.ts';

/**
 * The day a typed text means: `2026-11-28`, `11-28`, `1128`, `11月28日`, `28`, `周三`, `下周三`, `wed`, `今天`, `+2`, full width
 * or not. Undefined where it means none: a text is never read as another day. `today` is the tenant's business day,
 * given: nothing here reads a clock.
 */
export function readDay(typed: string, today: string): string | undefined {
  const text = typed.normalize('NFKC').trim().toLowerCase();
  const word = WORDS[text];
  if (word !== undefined) return shifted(today, word);
  if (/^[+-]\s*\d{1,4}$/.test(text)) return shifted(today, Number(text.replace(/\s/g, '')));
  const named = weekdayIn(text);
  if (named !== undefined) return onWeekday(named, today);

  const full =
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号]?(?:[ t]\d{1,2}:\d{2}.*)?$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (full) return day(Number(full[1]), Number(full[2]), Number(full[3]));

  const short =
    /^(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号]?$/.exec(text) ??
    /^(\d{2})(\d{2})$/.exec(text) ??
    /^(\d)(\d{2})$/.exec(text);
  if (short)
    return nearest(
      [yearOf(today), yearOf(today) + 1, yearOf(today) - 1].map((year) =>
        day(year, Number(short[1]), Number(short[2])),
      ),
      today,
    );

  const dayOnly = /^(\d{1,2})[日号]?$/.exec(text);
  return dayOnly ? nearestDayOfMonth(Number(dayOnly[1]), today) : undefined;
}

/**
 * The moment a typed text means, as `yyyy-MM-dd HH:mm:ss`: a day as above with a time behind it, a day alone from its
 * first minute, a time alone today.
 */
export function readMoment(typed: string, today: string): string | undefined {
  const text = typed.normalize('NFKC').trim().toLowerCase();
  const [, before = '', time = ''] =
    /^(?:(.*?)(?: +|(?<=\d)t|(?<=[日号天一二三四五六])))?(\d{1,2}:\d{1,2}(?::\d{1,2})?)$/.exec(text) ??
    /^(.+?) +(\d{4})$/.exec(text) ??
    [];
  const on = readDay(time === '' ? text : before === '' ? 'today' : before, today);
  const [hour = 0, minute = 0, second = 0] =
    time === '' ? [] : (time.includes(':') ? time.split(':') : [time.slice(0, 2), time.slice(2)]).map(Number);
  if (on === undefined || hour > 23 || minute > 59 || second > 59) return undefined;
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${on} ${two(hour)}:${two(minute)}:${two(second)}`;
}

/** `周二`, `Tue`. */
export const weekdayOf = (date: string, language: Language): string => WEEKDAYS[language][indexOf(date)] ?? '';

const [PAST_DAYS, COMING_DAYS] = [7, 31];
/**
 * A day, or a moment to the minute, as a list shows it: without this year, with its weekday while it is near, and
 * without a time that is only the beginning of the day.
 */
export function shortDay(text: string, today: string, language: Language): string {
  const date = text.slice(0, 10);
  const time = text.slice(11, 16);
  const isNear = date >= shifted(today, -PAST_DAYS) && date <= shifted(today, COMING_DAYS);
  return [
    date.slice(0, 5) === today.slice(0, 5) ? date.slice(5) : date,
    isNear ? weekdayOf(date, language) : '',
    time === '00:00' ? '' : time,
  ]
    .filter(Boolean)
    .join(' ');
}

const WORDS: Readonly<Record<string, number>> = {
  今天: 0,
  今日: 0,
  today: 0,
  t: 0,
  明天: 1,
  明日: 1,
  tomorrow: 1,
  后天: 2,
  後天: 2,
  大后天: 3,
  昨天: -1,
  昨日: -1,
  yesterday: -1,
  前天: -2,
};
const WEEKDAYS = {
  zh: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
} as const;
const ENGLISH = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const CHINESE = ['日天', '一', '二', '三', '四', '五', '六'];
const WEEKS: Readonly<Record<string, number>> = { 上: -7, 这: 0, 本: 0, 下: 7, last: -7, this: 0, next: 7 };

interface Weekday {
  /** 0 is Sunday. */
  readonly index: number;
  /** Days to the week that was named; undefined where none was. */
  readonly week: number | undefined;
}

function weekdayIn(text: string): Weekday | undefined {
  const chinese = /^([上这本下])?个?(?:周|星期|礼拜)([日天一二三四五六])$/.exec(text);
  const english = /^(?:(last|this|next) )?([a-z]{3,9})\.?$/.exec(text);
  const index = chinese
    ? CHINESE.findIndex((signs) => signs.includes(chinese[2]!))
    : english
      ? ENGLISH.findIndex((name) => name === english[2] || name.slice(0, 3) === english[2])
      : -1;
  return index < 0 ? undefined : { index, week: WEEKS[(chinese ?? english)?.[1] ?? ''] };
}

/**
 * A bare weekday is the next one, today included; with a week named it is the one of that week, which begins on Monday.
 */
function onWeekday({ index, week }: Weekday, today: string): string {
  return week === undefined
    ? shifted(today, (index - indexOf(today) + 7) % 7)
    : shifted(mondayOf(today), week + ((index + 6) % 7));
}

/**
 * A day of the month alone is the nearest such day, but only where this month has it: who means another month's 31st
 * says which.
 */
function nearestDayOfMonth(dayOfMonth: number, today: string): string | undefined {
  const [here, ...beside] = [0, 1, -1]
    .map((by) => monthFrom(today, by))
    .map((first) => day(yearOf(first), Number(first.slice(5, 7)), dayOfMonth));
  return here === undefined ? undefined : nearest([here, ...beside], today);
}

/** Without a year the nearest such day is meant: `01-05` typed in December is next January. */
function nearest(candidates: readonly (string | undefined)[], today: string): string | undefined {
  let best: string | undefined;
  for (const found of candidates)
    if (found !== undefined && (best === undefined || distance(found, today) < distance(best, today))) best = found;
  return best;
}

const noon = (date: string): number => Date.parse(`${date}T12:00:00Z`);
const distance = (a: string, b: string): number => Math.abs(noon(a) - noon(b));
const yearOf = (date: string): number => Number(date.slice(0, 4));
const indexOf = (date: string): number => new Date(noon(date)).getUTCDay();

/** The day `days` days after `date`; before, where negative. */
export const shifted = (date: string, days: number): string =>
  new Date(noon(date) + days * 86_400_000).toISOString().slice(0, 10);

/** First day of the month `by` months from a day's. */
export const monthFrom = (date: string, by: number): string =>
  new Date(Date.UTC(yearOf(date), Number(date.slice(5, 7)) - 1 + by, 1)).toISOString().slice(0, 10);

/** Monday of the week a day stands in. */
export const mondayOf = (date: string): string => shifted(date, -((indexOf(date) + 6) % 7));

/** The six weeks a month is shown in, from a Monday on. */
export function monthOf(date: string): readonly string[] {
  const start = mondayOf(monthFrom(date, 0));
  return Array.from({ length: 42 }, (_, at) => shifted(start, at));
}

/** Beyond these years a digit is missing or too many. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199];

function day(year: number, month: number, dayOfMonth: number): string | undefined {
  if (year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  const text = new Date(Date.UTC(year, month - 1, dayOfMonth)).toISOString().slice(0, 10);
  // JavaScript turns 31 November into 1 December; a person meant neither.
  return text === `${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}` ? text : undefined;
}
