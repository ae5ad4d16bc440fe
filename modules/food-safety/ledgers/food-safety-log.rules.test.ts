import { expect, test } from 'vitest';
import {
  cardStateOn,
  dayRefusal,
  dutyState,
  judged,
  readValues,
  valueWords,
  type Entry,
} from './food-safety-log.rules.ts';

const entry = (more: Partial<Entry>): Entry => ({
  logKind: 'temperature',
  subject: '冷藏柜1',
  values: {},
  lowLimit: '0',
  highLimit: '8',
  card: null,
  ok: true,
  correctiveAction: null,
  ...more,
});
const found = (more: Partial<Entry>): [boolean, string | undefined] => {
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
  expect(found({ ...check, values: { symptoms: ['wound'] } })).toEqual([false, 'food-safety.unwell']);
  expect(found({ ...check, card: 'expired', values: {} })).toEqual([false, 'food-safety.card-expired']);
  expect(found({ ...check, card: 'ending', values: {} })).toEqual([true, undefined]);
  expect(found({ ...check, card: 'expired', values: { offDuty: true } })).toEqual([true, undefined]);
  expect(found({ logKind: 'pest', values: { found: true } })).toEqual([false, 'food-safety.pest-found']);
  expect(found({ logKind: 'accompany', values: {} })).toEqual([true, undefined]);
});

test('what was typed is read by its ledger, and what is no figure or no known word is refused', () => {
  const codes = (kind: Parameters<typeof readValues>[0], raw: unknown): unknown[] => {
    const { values, refusals } = readValues(kind, raw);
    return [values, refusals.map(({ code }) => code)];
  };
  expect(codes('temperature', { temperature: ' 4.50 ' })).toEqual([{ temperature: '4.5' }, []]);
  expect(codes('temperature', {})).toEqual([{}, ['food-safety.reading']]);
  expect(codes('temperature', { temperature: 'cold' })).toEqual([{}, ['food-safety.reading']]);
  expect(codes('temperature', null)).toEqual([{}, ['food-safety.reading']]);
  expect(codes('morning-check', {})).toEqual([{ symptoms: [] }, []]);
  expect(codes('morning-check', { offDuty: true, temperature: '40' })).toEqual([{ offDuty: true }, []]);
  expect(codes('morning-check', { symptoms: ['hunger'] })).toEqual([{ symptoms: ['hunger'] }, ['food-safety.symptom']]);
  expect(codes('disinfection', { method: 'heat', minutes: 15 })).toEqual([{ method: 'heat', minutes: 15 }, []]);
  expect(codes('disinfection', { method: 'wish' })).toEqual([{ method: 'wish' }, ['food-safety.method']]);
  expect(codes('pest', { found: 'yes' })).toEqual([{ found: false }, []]);
  expect(codes('accompany', { opinion: '偏咸' })).toEqual([{ opinion: '偏咸' }, []]);
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
  expect(valueWords('morning-check', { temperature: '36.5', symptoms: ['wound'] })).toEqual({
    zh: '36.5 ℃、手部伤口',
    en: '36.5 °C, Wound on the hand',
  });
  expect(valueWords('morning-check', { offDuty: true }).en).toBe('Off duty');
  expect(valueWords('disinfection', { method: 'heat', minutes: 15 }).zh).toBe('热力消毒、15 分钟');
  expect(valueWords('pest', { found: false }).en).toBe('No pests');
  expect(valueWords('accompany', {}).zh).toBe('无异常');
});
