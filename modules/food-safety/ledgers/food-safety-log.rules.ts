/** What entries of food-safety ledgers must hold, and when one that is due is missing (operations.md, H30). Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { dayPlus, daysBetween } from '../../master-data/figures/calendar-day.rules.ts';
import type { CardState } from '../people/health-card.resource.ts';
import type { LogKind } from './safety-duty.resource.ts';
import '../food-safety.refusals.ts';

/** Signs for which nobody handles food (GB 31654). */
export const symptoms = [
  ['fever', '发热', 'Fever'],
  ['diarrhoea', '腹泻', 'Diarrhoea'],
  ['vomiting', '呕吐', 'Vomiting'],
  ['jaundice', '黄疸', 'Jaundice'],
  ['wound', '手部伤口', 'Wound on the hand'],
  ['throat', '咽部炎症', 'Sore throat'],
] as const;
export const methods = [
  ['heat', '热力消毒', 'Heat'],
  ['chlorine', '含氯消毒剂', 'Chlorine'],
  ['uv', '紫外线', 'Ultraviolet'],
  ['ozone', '臭氧', 'Ozone'],
] as const;

/** A body this warm has a fever. */
const FEVER = Decimal.of('37.3');
/** A card that ends within so many days is to be renewed. */
export const RENEW_DAYS = 30;
/** Entries are made on their day or on the day after, for the night shift. */
const LATE_DAYS = 1;

/** What was found, by ledger; what a ledger does not ask for stays away. */
export interface LogValues {
  readonly temperature?: DecimalText;
  readonly symptoms?: readonly string[];
  /** Not on duty that day: there is nothing to check. */
  readonly offDuty?: boolean;
  readonly method?: string;
  readonly minutes?: number;
  readonly found?: boolean;
  readonly opinion?: string;
}

/** An entry as it came, with what it is measured against. */
export interface Entry {
  readonly logKind: LogKind;
  readonly subject: string;
  readonly values: LogValues;
  readonly lowLimit: DecimalText | null;
  readonly highLimit: DecimalText | null;
  readonly card: CardState | null;
  readonly ok: boolean;
  readonly correctiveAction: string | null;
}

const at = (field: string) => ({ field });
const isOneOf = (choices: readonly (readonly [string, string, string])[], value: unknown): boolean =>
  choices.some(([each]) => each === value);
const wordOf = (choices: readonly (readonly [string, string, string])[], value: string): Label => {
  const found = choices.find(([each]) => each === value);
  return label(found?.[1] ?? value, found?.[2] ?? value);
};

/** What was typed, read; refusals where a ledger cannot take it. */
export function readValues(kind: LogKind, raw: unknown): { readonly values: LogValues; readonly refusals: Refusal[] } {
  const given = raw !== null && typeof raw === 'object' && !Array.isArray(raw) ? (raw as Record<string, unknown>) : {};
  const refusals: Refusal[] = [];
  const typed = String(given['temperature'] ?? '').trim();
  const values: { -readonly [K in keyof LogValues]: LogValues[K] } = {};
  if (given['offDuty'] === true && kind === 'morning-check') return { values: { offDuty: true }, refusals };
  if (kind === 'morning-check' || kind === 'temperature') {
    const isFigure = Decimal.isText(typed);
    if (isFigure) values.temperature = Decimal.of(typed).toString();
    else if (typed !== '' || kind === 'temperature') refusals.push(refuse('food-safety.reading', {}, at('logValues')));
  }
  if (kind === 'morning-check') {
    const signs = Array.isArray(given['symptoms']) ? given['symptoms'].map(String) : [];
    const unknown = signs.find((sign) => !isOneOf(symptoms, sign));
    if (unknown !== undefined) refusals.push(refuse('food-safety.symptom', { sign: unknown }, at('logValues')));
    values.symptoms = signs;
  }
  if (kind === 'disinfection') {
    if (!isOneOf(methods, given['method'])) refusals.push(refuse('food-safety.method', {}, at('logValues')));
    values.method = String(given['method'] ?? '');
    const minutes = Number(given['minutes'] ?? 0);
    if (Number.isInteger(minutes) && minutes > 0) values.minutes = minutes;
  }
  if (kind === 'pest') values.found = given['found'] === true;
  if (kind === 'accompany' && given['opinion']) values.opinion = String(given['opinion']).slice(0, 200);
  return { values, refusals };
}

/** Why an entry is not in order, whatever was ticked; nothing where it may be. */
export function faultOf({ logKind, subject, values, lowLimit, highLimit, card }: Entry): Refusal | undefined {
  const field = at('correctiveAction');
  const reading = values.temperature === undefined ? null : Decimal.of(values.temperature);
  if (logKind === 'morning-check') {
    if (values.offDuty) return undefined;
    if (card === 'expired') return refuse('food-safety.card-expired', { person: subject }, field);
    if (reading !== null && !FEVER.isAbove(reading)) return refuse('food-safety.fever', { person: subject, reading }, field);
    const [sign] = values.symptoms ?? [];
    return sign === undefined
      ? undefined
      : refuse('food-safety.unwell', { person: subject, sign: wordOf(symptoms, sign) }, field);
  }
  if (logKind === 'pest') return values.found ? refuse('food-safety.pest-found', { subject }, field) : undefined;
  if (logKind !== 'temperature' || reading === null) return undefined;
  if (highLimit !== null && reading.isAbove(Decimal.of(highLimit)))
    return refuse('food-safety.too-warm', { subject, reading, limit: Decimal.of(highLimit) }, field);
  return lowLimit !== null && Decimal.of(lowLimit).isAbove(reading)
    ? refuse('food-safety.too-cold', { subject, reading, limit: Decimal.of(lowLimit) }, field)
    : undefined;
}

/** Whether an entry is in order, and the refusal of one that is not and names nothing that was done about it. */
export function judged(entry: Entry): { readonly ok: boolean; readonly refusal: Refusal | undefined } {
  const fault = faultOf(entry);
  const ok = entry.ok && fault === undefined;
  if (ok || (entry.correctiveAction ?? '').trim() !== '') return { ok, refusal: undefined };
  return { ok, refusal: fault ?? refuse('food-safety.action-missing', {}, at('correctiveAction')) };
}

/** An entry belongs to today, or to yesterday where the shift went past midnight. */
export function dayRefusal(bizDate: string, today: string): Refusal | undefined {
  const earliest = dayPlus(today, -LATE_DAYS);
  return bizDate > today || bizDate < earliest
    ? refuse('food-safety.day', { earliest, latest: today }, at('bizDate'))
    : undefined;
}

/** What was found, in words. */
export function valueWords(kind: LogKind, values: LogValues): Label {
  if (values.offDuty) return label('休息', 'Off duty');
  const zh: string[] = [];
  const en: string[] = [];
  const add = (each: Label): void => void (zh.push(each.zh), en.push(each.en));
  if (values.temperature !== undefined) add(label(`${values.temperature} ℃`, `${values.temperature} °C`));
  for (const sign of values.symptoms ?? []) add(wordOf(symptoms, sign));
  if (values.method) add(wordOf(methods, values.method));
  if (values.minutes !== undefined) add(label(`${values.minutes} 分钟`, `${values.minutes} min`));
  if (kind === 'pest') add(values.found ? label('发现虫害', 'Pests found') : label('未发现虫害', 'No pests'));
  if (values.opinion) add(label(values.opinion, values.opinion));
  return zh.length === 0 ? label('无异常', 'Nothing unusual') : label(zh.join('、'), en.join(', '));
}

/** How a card stands on a day. */
export const cardStateOn = (expireDate: string, today: string): CardState =>
  expireDate < today ? 'expired' : daysBetween(today, expireDate) <= RENEW_DAYS ? 'ending' : 'valid';

export type DutyState = 'done' | 'not-ok' | 'open' | 'missing';

/** How a duty stands at a moment (`yyyy-MM-dd HH:mm:ss`). */
export function dutyState(
  duty: { readonly day: string; readonly dueTime: string },
  entry: { readonly ok: boolean } | undefined,
  now: string,
): DutyState {
  if (entry !== undefined) return entry.ok ? 'done' : 'not-ok';
  return `${duty.day} ${duty.dueTime}:00` <= now ? 'missing' : 'open';
}
