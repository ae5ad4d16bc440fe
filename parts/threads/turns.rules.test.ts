import { expect, test } from 'vitest';
import { nextOf } from './turns.rules.ts';

const people = (names: string): { tenant: string; person: string }[] =>
  names
    .split(' ')
    .filter(Boolean)
    .map((name) => ({ tenant: name[0]!, person: name }));

test.each([
  ['who came first, where nobody is served', 'a1 b1', '', 'a1'],
  ['nobody, where as many are served as may be', 'a1', 'b1 c1', undefined],
  ['nobody who is being served already', 'a1', 'a1', undefined],
  ['the next of another tenant before a second of the same', 'a2 a3 b1', 'a1', 'b1'],
  ['another of the same tenant, where no other waits', 'a1 a2', 'a1', 'a2'],
])('whose turn it is: %s', (_title, waiting, underWay, next) => {
  expect(nextOf(people(waiting), people(underWay), 2)?.person).toBe(next);
});
