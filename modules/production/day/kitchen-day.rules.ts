/** The day of a stall in figures, and when its meals are prepared (joints H27, R06, R10). Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { PrepTiming } from './kitchen-day.resource.ts';

/** Portions of a dish at one meal. */
interface Portions {
  readonly planned: Decimal;
  readonly made: Decimal;
  readonly left: Decimal;
  /** Thrown away of the pot itself, and of what was left over. */
  readonly wastedOfPot: Decimal;
  readonly wastedOfLeft: Decimal;
}
/** What is thrown away of the leftovers was not served already: it counts once. */
export const servedOf = ({ made, left, wastedOfPot }: Portions): Decimal =>
  Decimal.max(Decimal.zero, made.minus(left).minus(wastedOfPot));

const HOUR_MS = 3_600_000;
const SAMPLE_MINUTES = 60;
const at = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}Z`);
const textOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ');

/** A sample is taken within the hour. */
export const isSampleOverdue = (produceTime: string, now: string): boolean =>
  at(now) - at(produceTime) > SAMPLE_MINUTES * 60_000;

const AFTERNOON = '16:00';
const MORNING = '08:00';
/** When something is prepared, `yyyy-MM-dd HH:mm` as `mealTime`: before the meal has begun, also in the morning. */
export function prepMoment(timing: PrepTiming, mealTime: string, leadHours: number): string {
  const day = mealTime.slice(0, 10);
  const hourBefore = textOf(at(mealTime) - HOUR_MS);
  switch (timing) {
    case 'day-before':
      return `${textOf(at(`${day} 00:00`) - 24 * HOUR_MS).slice(0, 10)} ${AFTERNOON}`;
    case 'morning':
      return hourBefore < `${day} ${MORNING}` ? hourBefore : `${day} ${MORNING}`;
    case 'before-service':
      return hourBefore;
    case 'lead':
      return textOf(at(mealTime) - leadHours * HOUR_MS);
  }
}

/** What a tick names: a dish of a meal, at one of its times. */
interface PrepKey {
  readonly mealDate: string;
  readonly mealType: string;
  readonly dishId: string;
  readonly timing: PrepTiming;
}
/** The name of what is ticked. */
export const keyOf = ({ mealDate, mealType, dishId, timing }: PrepKey): string =>
  [mealDate, mealType, dishId, timing].join('/');
const KEY = /^(\d{4}-\d{2}-\d{2})\/([\w-]{1,30})\/(\d{1,19})\/(day-before|morning|before-service|lead)$/;
/** What a name names; undefined where it is none. */
export function readKey(text: string): PrepKey | undefined {
  const [, mealDate, mealType, dishId, timing] = KEY.exec(text) ?? [];
  return mealDate === undefined
    ? undefined
    : { mealDate, mealType: mealType!, dishId: dishId!, timing: timing as PrepTiming };
}
