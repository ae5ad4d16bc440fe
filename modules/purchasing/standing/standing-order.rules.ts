/** Standing orders: on which days they ask for what, and what past weeks suggest. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { covers, dayPlus, weekdayOf, type Period } from '../../master-data/figures/calendar-day.rules.ts';

export const WEEKDAY_FIELDS = ['qty1', 'qty2', 'qty3', 'qty4', 'qty5', 'qty6', 'qty7'] as const;
type WeekdayField = (typeof WEEKDAY_FIELDS)[number];
/** The field of the quantity of a day. */
export const weekdayField = (day: string): WeekdayField => WEEKDAY_FIELDS[weekdayOf(day) - 1]!;

/** Days somebody named, parted by commas; null where one of them is none. */
export function readDays(text: string | null): readonly string[] | null {
  const days = (text ?? '').split(/[,，、;；\s]+/).filter(Boolean);
  const isDay = (day: string): boolean =>
    /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;
  return days.every(isDay) ? [...new Set(days)].toSorted() : null;
}

type Week = Readonly<Partial<Record<WeekdayField, string | null>>>;
export interface StandingWeek extends Period {
  readonly skipDates: string | null;
  readonly lines: readonly Week[];
}

const isWanted = (quantity: string | null | undefined): boolean =>
  quantity !== null && quantity !== undefined && quantity !== '' && Decimal.of(quantity).isPositive();

/** Days of delivery from one day until another, both included: in force, not skipped, and something is wanted. */
export function deliveriesOf(order: StandingWeek, from: string, until: string): readonly string[] {
  const skipped = new Set(readDays(order.skipDates));
  const days: string[] = [];
  for (let day = from; day <= until; day = dayPlus(day, 1))
    if (covers(order, day) && !skipped.has(day) && wantedOn(order.lines, day).length > 0) days.push(day);
  return days;
}

/** The lines that want something on a day. */
export const wantedOn = <L extends Week>(lines: readonly L[], day: string): readonly L[] =>
  lines.filter((line) => isWanted(line[weekdayField(day)]));

/** What was ordered of one material in one unit for one day. */
interface OrderedDay {
  readonly materialId: string;
  readonly unitId: string;
  readonly day: string;
  readonly qty: Decimal;
}
interface LearnedLine extends Week {
  readonly materialId: string;
  readonly unitId: string;
}
/** So many same weekdays are looked at. */
export const WEEKS = 8;
/** In so many of them something must have been ordered; less is chance. */
const AT_LEAST = 4;

/**
 * What is wanted on each weekday, from the last eight of it before `today`: the median of those on which it was
 * ordered, if it was in at least half of them. One banquet changes nothing, and a week without does not halve the rest.
 */
export function learnedWeek(today: string, ordered: readonly OrderedDay[]): readonly LearnedLine[] {
  const first = dayPlus(today, -7 * WEEKS);
  const recent = ordered.filter(({ day }) => day >= first && day < today);
  return [...Map.groupBy(recent, ({ materialId, unitId }) => `${materialId} ${unitId}`).values()]
    .map((rows): LearnedLine => {
      const { materialId, unitId } = rows[0]!;
      const days = Map.groupBy(rows, ({ day }) => weekdayField(day));
      const learned = [...days].flatMap(([weekday, those]): [WeekdayField, string][] => {
        const perDay = [...Map.groupBy(those, ({ day }) => day).values()].map((same) =>
          Decimal.sum(same.map(({ qty }) => qty)),
        );
        return perDay.length < AT_LEAST ? [] : [[weekday, median(perDay).toString()]];
      });
      return { materialId, unitId, ...Object.fromEntries(learned) };
    })
    .filter((line) => WEEKDAY_FIELDS.some((weekday) => isWanted(line[weekday])));
}

/** The middle one, or half of the two in the middle, to two places. */
function median(figures: readonly Decimal[]): Decimal {
  const sorted = figures.toSorted((one, other) => one.compare(other));
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? sorted[middle]!
    : sorted[middle - 1]!.plus(sorted[middle]!).dividedBy(Decimal.of('2')).rounded(2);
}
