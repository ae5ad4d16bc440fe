import { expect, test } from 'vitest';
import { isReady, missingOf, type Entry } from './repack-entry.rules.ts';

const typed = (qty: string, pieces = ''): Entry['from'][number] => ({ qty, pieces });
const entry = (of: Partial<Entry>): Entry => ({
  from: [typed('10')],
  into: [typed('4'), typed('6')],
  reason: '',
  isCounted: false,
  ...of,
});

test.each<[string, Partial<Entry>, boolean]>([
  ['all of it is packed', {}, true],
  ['some is lost', { into: [typed('9.5')] }, false],
  ['some is lost, and why', { into: [typed('9.5')], reason: '洒落' }, true],
  ['more than was taken', { into: [typed('10.5')], reason: '洒落' }, false],
  ['a part is not filled in yet', { into: [typed('10'), typed('')] }, false],
  ['a word is no figure', { from: [typed('ten')] }, false],
  ['no lot is chosen', { from: [] }, false],
  ['pieces are asked for', { isCounted: true }, false],
  [
    'pieces stay the same',
    { isCounted: true, from: [typed('10', '5')], into: [typed('4', '2'), typed('6', '3')] },
    true,
  ],
  [
    'a piece is missing',
    { isCounted: true, from: [typed('10', '5')], into: [typed('4', '2'), typed('6', '2')] },
    false,
  ],
])('%s', (_case, of, ready) => {
  expect(isReady(entry(of))).toBe(ready);
});

test('what is missing follows what is typed, and counts half-typed figures as nothing', () => {
  expect(missingOf(entry({ into: [typed('9.75')] })).toString()).toBe('0.25');
  expect(missingOf(entry({ into: [typed('11'), typed('-')] })).toString()).toBe('-1');
});
