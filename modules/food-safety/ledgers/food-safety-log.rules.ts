/** What entries of food-safety ledgers must hold, and when one that is due is missing (operations.md, H30). Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { dayPlus, daysBetween } from '../../master-data/figures/calendar-day.rules.ts';
import type { CardState } from '../people/health-card.resource.ts';
import { methods } from './food-safety-log.resource.ts';
import type { LogKind } from './safety-duty.resource.ts';
import '../food-safety.refusals.ts';

/** A body this warm has a fever. */
const FEVER = Decimal.of('37.3');
/** A card that ends within so many days is to be renewed. */
export const RENEW_DAYS = 30;
/** Entries are made on their day or on the day after, for the night shift. */
const LATE_DAYS = 1;

/** What was found; what a ledger does not ask for is empty. */
export interface Found {
  /** Not on duty that day: there is nothing to check. */
  readonly offDuty: boolean;
  readonly temperature: DecimalText | null;
  /** In the words of the dictionary. */
  readonly symptoms: readonly Label[];
  readonly method: string | null;
  readonly minutes: number | null;
  readonly pestFound: boolean;
  readonly opinion: string | null;
}

/** An entry as it came, with what it is measured against. */
export interface Entry {
  readonly logKind: LogKind;
  readonly subject: string;
  readonly found: Found;
  readonly lowLimit: DecimalText | null;
  readonly highLimit: DecimalText | null;
  readonly card: CardState | null;
  readonly ok: boolean;
  readonly correctiveAction: string | null;
}

const at = (field: string) => ({ field });

/** What a ledger cannot do without. */
export function missingRefusal(kind: LogKind, found: Found): Refusal | undefined {
  if (kind === 'temperature' && found.temperature === null) return refuse('food-safety.reading', {}, at('temperature'));
  return kind === 'disinfection' && found.method === null ? refuse('food-safety.method', {}, at('method')) : undefined;
}

/** Too warm to handle food. */
export const isFever = (temperature: Decimal): boolean => !FEVER.isAbove(temperature);

/** Which limit a reading is beyond; an empty limit is none. */
export function outOfLimits(reading: Decimal, low: string | null, high: string | null): 'low' | 'high' | undefined {
  if (high && reading.isAbove(Decimal.of(high))) return 'high';
  return low && reading.isBelow(Decimal.of(low)) ? 'low' : undefined;
}

/** Why an entry is not in order, whatever was ticked; nothing where it may be. */
function faultOf({ logKind, subject, found, lowLimit, highLimit, card }: Entry): Refusal | undefined {
  const field = at('correctiveAction');
  const reading = found.temperature === null ? null : Decimal.of(found.temperature);
  if (logKind === 'morning-check') {
    if (found.offDuty) return undefined;
    if (card === 'expired') return refuse('food-safety.card-expired', { person: subject }, field);
    if (reading !== null && isFever(reading)) return refuse('food-safety.fever', { person: subject, reading }, field);
    const [sign] = found.symptoms;
    return sign === undefined ? undefined : refuse('food-safety.unwell', { person: subject, sign }, field);
  }
  if (logKind === 'pest') return found.pestFound ? refuse('food-safety.pest-found', { subject }, field) : undefined;
  if (logKind !== 'temperature' || reading === null) return undefined;
  const beyond = outOfLimits(reading, lowLimit, highLimit);
  if (beyond === undefined) return undefined;
  return beyond === 'high'
    ? refuse('food-safety.too-warm', { subject, reading, limit: Decimal.of(highLimit!) }, field)
    : refuse('food-safety.too-cold', { subject, reading, limit: Decimal.of(lowLimit!) }, field);
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
export function foundWords(kind: LogKind, found: Found): Label {
  if (found.offDuty) return label('休息', 'Off duty');
  const { temperature, minutes, opinion } = found;
  const words: Label[] = [];
  if (temperature !== null) words.push(label(`${temperature} ℃`, `${temperature} °C`));
  words.push(...found.symptoms);
  const [, zh, en] = methods.find(([each]) => each === found.method) ?? [];
  if (zh !== undefined) words.push(label(zh, en!));
  if (minutes !== null) words.push(label(`${minutes} 分钟`, `${minutes} min`));
  if (kind === 'pest') words.push(found.pestFound ? label('发现虫害', 'Pests found') : label('未发现虫害', 'No pests'));
  if (opinion) words.push(label(opinion, opinion));
  if (words.length === 0) return label('无异常', 'Nothing unusual');
  return label(words.map((each) => each.zh).join('、'), words.map((each) => each.en).join(', '));
}

/** How a card stands on a day. */
export const cardStateOn = (expireDate: string, today: string): CardState =>
  expireDate < today ? 'expired' : daysBetween(today, expireDate) <= RENEW_DAYS ? 'ending' : 'valid';

type DutyState = 'done' | 'not-ok' | 'open' | 'missing';

/** How a duty stands at a moment (`yyyy-MM-dd HH:mm:ss`). */
export function dutyState(
  duty: { readonly day: string; readonly dueTime: string },
  entry: { readonly ok: boolean } | undefined,
  now: string,
): DutyState {
  if (entry !== undefined) return entry.ok ? 'done' : 'not-ok';
  return `${duty.day} ${duty.dueTime}:00` <= now ? 'missing' : 'open';
}
