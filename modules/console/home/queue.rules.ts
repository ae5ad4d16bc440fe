/** How urgent what waits is, and in which words. Days are `yyyy-MM-dd`, moments `yyyy-MM-dd HH:mm:ss`. */
import type { Tone } from '../../../kernel/core/field.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';

const DAY = 10;
const MINUTE = 16;
const URGENCY: readonly Tone[] = ['stop', 'look', 'next', 'waiting', 'plain', 'system', 'done'];

interface Urgent {
  readonly due: string | null;
  readonly tone: Tone;
  /** Plain figures, enough to compare by. */
  readonly amount: number;
  readonly count: number;
}

/** How a due day or moment is told: which words, and what stands in them. */
interface DueWords {
  readonly key: 'past' | 'today' | 'tomorrow' | 'on' | 'before' | 'before.tomorrow' | 'before.on';
  readonly day: string;
  readonly time: string;
}

/** The words for when something is due, seen at `now`. A bare day is past the day after. */
export function dueWords(due: string, now: string): DueWords {
  const today = now.slice(0, DAY);
  const day = due.slice(0, DAY);
  // Midnight is how a list says a day.
  const minute = due.slice(DAY + 1, MINUTE);
  const time = minute === '00:00' ? '' : minute;
  const told = { day: day.slice(5), time };
  if (time === '' ? day < today : due < now) return { key: 'past', ...told };
  const isTomorrow = day === dayPlus(today, 1);
  if (time === '') return { key: day === today ? 'today' : isTomorrow ? 'tomorrow' : 'on', ...told };
  return { key: day === today ? 'before' : isTomorrow ? 'before.tomorrow' : 'before.on', ...told };
}

/** Red once it is late, amber on its day, else as it was declared. */
export const toneOf = (due: string | null, tone: Tone, now: string): Tone => {
  if (due === null) return tone;
  const { key } = dueWords(due, now);
  return key === 'past' ? 'stop' : key === 'today' || key === 'before' ? 'look' : tone;
};

/** What is due by tomorrow stands first, by the minute; then by colour, money and number. */
export function inOrder<T extends Urgent>(all: readonly T[], now: string): T[] {
  const soon = dayPlus(now.slice(0, DAY), 2);
  const minute = ({ due }: Urgent): string => (due !== null && due < soon ? due : '~');
  return all.toSorted(
    (a, b) =>
      (minute(a) < minute(b) ? -1 : minute(a) > minute(b) ? 1 : 0) ||
      URGENCY.indexOf(a.tone) - URGENCY.indexOf(b.tone) ||
      b.amount - a.amount ||
      b.count - a.count,
  );
}

/** What Chinese counts these by; every other document is a sheet of paper. */
const MEASURES: Readonly<Record<string, string>> = {
  assessmentPriceMaintenance: '份',
  cooperationType: '种',
  enterprise: '家',
  leave: '份',
  managementPricePlan: '份',
  menuTemplate: '份',
  operatingJointVenturePricePlan: '份',
  priceScheme: '份',
  priceWarning: '条',
  specialMeal: '份',
};
/** The Chinese measure word of a document, by the name of its declaration. */
export const measureOf = (name: string): string => (Object.hasOwn(MEASURES, name) ? MEASURES[name]! : '张');

/** "Purchase order" and a number as English says it: `52 purchase orders`; what is a name by itself stays. */
export function counted(count: number, noun: string): string {
  const lower = /^[A-Z][a-z]/.test(noun) ? noun[0]!.toLowerCase() + noun.slice(1) : noun;
  if (count === 1 || /[^s]s$/.test(lower)) return `${count} ${lower}`;
  if (/(s|x|ch|sh)$/.test(lower)) return `${count} ${lower}es`;
  return `${count} ${/[^aeiou]y$/.test(lower) ? `${lower.slice(0, -1)}ies` : `${lower}s`}`;
}
