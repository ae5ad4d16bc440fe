import { expect, test } from 'vitest';
import {
  cardStateOn,
  dayRefusal,
  dutyState,
  judged,
  foundWords,
  missingRefusal,
  type Entry,
  type Found,
} from './food-safety-log.rules.ts';

const nothing: Found = {
  offDuty: false,
  temperature: null,
  symptoms: [],
  method: null,
  minutes: null,
  pestFound: false,
  opinion: null,
};
const wound = { zh: '手部伤口', en: 'Wound on the hand' };
type Some = Partial<Omit<Entry, 'found'>> & { readonly values?: Partial<Found> };
const entry = ({ values, ...more }: Some): Entry => ({
  logKind: 'temperature',
  subject: '冷藏柜1',
  found: { ...nothing, ...values },
  lowLimit: '0',
  highLimit: '8',
  card: null,
  ok: true,
  correctiveAction: null,
  ...more,
});
const found = (more: Some): [boolean, string | undefined] => {
  const { ok, refusal } = judged(entry(more));
  return [ok, refusal?.code];
};

test('F07: a reading beyond its limits is not in order whatever was ticked, and asks what was done about it', () => {
  expect(found({ values: { temperature: '8' } })).toEqual([true, undefined]);
  expect(found({ values: { temperature: '0' } })).toEqual([true, undefined]);
  expect(found({ values: { temperature: '8.1' } })).toEqual([false, 'food-safety.too-warm']);
  expect(found({ values: { temperature: '-0.1' } })).toEqual([false, 'food-safety.too-cold']);
  expect(found({ values: { temperature: '8.1' }, correctiveAction: '调低并复测' })).toEqual([false, undefined]);
  expect(found({ values: { temperature: '8.1' }, correctiveAction: '  ' })).toEqual([false, 'food-safety.too-warm']);
  expect(found({ values: { temperature: '90' }, lowLimit: null, highLimit: null })).toEqual([true, undefined]);
  expect(found({ values: { temperature: '5' }, ok: false })).toEqual([false, 'food-safety.action-missing']);
});

test('F06: nobody with a fever, a symptom or an expired card is passed as fit; who is off duty is not checked', () => {
  const check = { logKind: 'morning-check', subject: '王芳', card: 'valid' } as const;
  expect(found({ ...check, values: { temperature: '36.5', symptoms: [] } })).toEqual([true, undefined]);
  expect(found({ ...check, values: { temperature: '37.3' } })).toEqual([false, 'food-safety.fever']);
  expect(found({ ...check, values: { symptoms: [wound] } })).toEqual([false, 'food-safety.unwell']);
  expect(found({ ...check, card: 'expired', values: {} })).toEqual([false, 'food-safety.card-expired']);
  expect(found({ ...check, card: 'ending', values: {} })).toEqual([true, undefined]);
  expect(found({ ...check, card: 'expired', values: { offDuty: true } })).toEqual([true, undefined]);
  expect(found({ logKind: 'pest', values: { pestFound: true } })).toEqual([false, 'food-safety.pest-found']);
  expect(found({ logKind: 'accompany', values: {} })).toEqual([true, undefined]);
});

test('a temperature has a reading, a disinfection its method', () => {
  expect(missingRefusal('temperature', nothing)?.code).toBe('food-safety.reading');
  expect(missingRefusal('temperature', { ...nothing, temperature: '0' })).toBeUndefined();
  expect(missingRefusal('morning-check', nothing)).toBeUndefined();
  expect(missingRefusal('disinfection', nothing)?.code).toBe('food-safety.method');
  expect(missingRefusal('disinfection', { ...nothing, method: 'heat' })).toBeUndefined();
});

test('entries belong to today or, past midnight, to yesterday', () => {
  const codeOn = (day: string): string | undefined => dayRefusal(day, '2025-03-16')?.code;
  expect(['2025-03-14', '2025-03-15', '2025-03-16', '2025-03-17'].map(codeOn)).toEqual([
    'food-safety.day',
    undefined,
    undefined,
    'food-safety.day',
  ]);
});

test('a duty is open until its time, missing from then on', () => {
  const duty = { day: '2025-03-16', dueTime: '09:30' };
  expect(dutyState(duty, undefined, '2025-03-16 09:29:59')).toBe('open');
  expect(dutyState(duty, undefined, '2025-03-16 09:30:00')).toBe('missing');
  expect(dutyState(duty, { ok: true }, '2025-03-17 00:00:00')).toBe('done');
  expect(dutyState(duty, { ok: false }, '2025-03-16 00:00:00')).toBe('not-ok');
});

test('a card holds through its last day and is to be renewed for thirty days before', () => {
  const on = (until: string): string => cardStateOn(until, '2025-03-16');
  expect(['2025-03-15', '2025-03-16', '2025-04-15', '2025-04-16'].map(on)).toEqual([
    'expired',
    'ending',
    'ending',
    'valid',
  ]);
});

test('an entry in words', () => {
  const words = (kind: Parameters<typeof foundWords>[0], values: Partial<Found>): unknown =>
    foundWords(kind, { ...nothing, ...values });
  expect(words('morning-check', { temperature: '36.5', symptoms: [wound] })).toEqual({
    zh: '36.5 ℃、手部伤口',
    en: '36.5 °C, Wound on the hand',
  });
  expect(words('morning-check', { offDuty: true })).toEqual({ zh: '休息', en: 'Off duty' });
  expect(words('disinfection', { method: 'heat', minutes: 15 })).toMatchObject({ zh: '热力消毒、15 分钟' });
  expect(words('pest', {})).toMatchObject({ en: 'No pests' });
  expect(words('accompany', {})).toMatchObject({ zh: '无异常' });
});
