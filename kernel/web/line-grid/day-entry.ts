/**
 * Reads days the way they are typed: `11-21`, `1121`, `11月21日`, `2026/11/21`, `今天`, `+3`.
 * `today` is the tenant's day, given: nothing here reads a clock.
 */
export function readDay(typed: string, today: string): string | undefined {
  const text = typed.normalize('NFKC').trim().toLowerCase();
  const word = WORDS[text];
  if (word !== undefined) return shifted(today, word);
  if (/^[+-]\d{1,4}$/.test(text)) return shifted(today, Number(text));

  const full = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[ t]\d{1,2}:\d{2}.*)?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (full) return day(Number(full[1]), Number(full[2]), Number(full[3]));

  const short = /^(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号]?$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text) ?? /^(\d)(\d{2})$/.exec(text);
  if (short) return nearest(Number(short[1]), Number(short[2]), today);

  const dayOnly = /^(\d{1,2})[日号]?$/.exec(text);
  if (dayOnly) return day(Number(today.slice(0, 4)), Number(today.slice(5, 7)), Number(dayOnly[1]));
  return undefined;
}

const WORDS: Readonly<Record<string, number>> = { 今天: 0, 今日: 0, today: 0, t: 0, 明天: 1, 明日: 1, tomorrow: 1, 后天: 2, 昨天: -1, yesterday: -1, 前天: -2 };

/** Without a year the nearest such day is meant: `01-05` typed in December is next January. */
function nearest(month: number, dayOfMonth: number, today: string): string | undefined {
  const year = Number(today.slice(0, 4));
  let best: string | undefined;
  for (const candidate of [year, year + 1, year - 1]) {
    const found = day(candidate, month, dayOfMonth);
    if (found !== undefined && (best === undefined || distance(found, today) < distance(best, today))) best = found;
  }
  return best;
}

const distance = (a: string, b: string): number => Math.abs(Date.parse(`${a}T00:00:00Z`) - Date.parse(`${b}T00:00:00Z`));

function day(year: number, month: number, dayOfMonth: number): string | undefined {
  const moment = new Date(Date.UTC(year, month - 1, dayOfMonth));
  const text = moment.toISOString().slice(0, 10);
  // JavaScript turns 31 November into 1 December; a person meant neither.
  return text === `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}` ? text : undefined;
}

const shifted = (today: string, days: number): string => new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
