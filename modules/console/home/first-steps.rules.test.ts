import { expect, test } from 'vitest';
import {
  inTheWay,
  isAdministrator,
  isSetUp,
  looksEmpty,
  mayPlanSample,
  missingOf,
  statesOf,
} from './first-steps.rules.ts';

const counts = (...given: (number | undefined)[]): (number | undefined)[] => given;
test.each([
  [
    'a new company begins with its organisation, its units are there',
    counts(0, 0, 22, 0, 0, 0, 1, 0),
    'next open done open open open open open',
    false,
  ],
  [
    'what was done out of order is done',
    counts(3, 0, 22, 40, 0, 0, 5, 0),
    'done next done done open open done open',
    false,
  ],
  [
    'what somebody may not see is unknown and holds nothing up',
    counts(1, undefined, 1, 1, 1, undefined, 2, undefined),
    'done unknown done done done unknown done unknown',
    true,
  ],
  ['whoever made a plan is set up', counts(1, 1, 1, 1, 0, 1, 2, 1), 'done done done done next done done done', true],
])('%s', (_what, given, states, done) => {
  expect(statesOf(given).join(' ')).toBe(states);
  expect(isSetUp(statesOf(given))).toBe(done);
});

test.each([
  ['places to serve and dishes', counts(3, 1, 22, 9, 0, 4, 1, 0), true],
  ['no dishes', counts(3, 1, 22, 9, 0, 0, 1, 0), false],
  ['nowhere to serve', counts(0, 1, 22, 9, 0, 4, 1, 0), false],
  ['nothing that may be seen', counts(undefined, undefined, undefined, undefined, undefined, undefined, 1, 0), false],
])('a sample week with %s', (_what, given, may) => {
  expect(mayPlanSample(statesOf(given))).toBe(may);
});

test.each([
  ['with units and an administrator', counts(0, 0, 22, 0, 0, 0, 1, 0), true],
  ['that begins with its own department', counts(1, 0, 22, 0, 0, 0, 1, 0), true],
  ['with two departments', counts(2, 0, 22, 0, 0, 0, 1, 0), false],
  ['with a colleague', counts(1, 0, 22, 0, 0, 0, 2, 0), false],
  ['with one material', counts(1, 0, 22, 1, 0, 0, 1, 0), false],
])('a company %s looks empty or not', (_what, given, isEmpty) => {
  expect(looksEmpty(given)).toBe(isEmpty);
});

test('what is in the way of the sample company is what an empty company has not', () => {
  expect(inTheWay({ dept: 1, user: 1, material: 0, dish: 0 })).toEqual([]);
  expect(inTheWay({ dept: 4, user: 1, material: 2, dish: 0 })).toEqual([
    ['dept', 4],
    ['material', 2],
  ]);
});

test.each([
  [['administrator'], true],
  [['user', 'admin'], true],
  [['hr', 'user'], false],
  [[], false],
])('roles %j administer: %s', (roles, does) => {
  expect(isAdministrator(roles)).toBe(does);
});

test('of a set what is there by code or name stays, and others stand below it', () => {
  const rows = [
    { code: 'V', name: '蔬菜' },
    { code: 'V1', name: '叶菜' },
    { code: 'M', name: '肉' },
  ];
  const { missing, ids } = missingOf(rows, [
    { id: '7', code: 'VEG', name: '蔬菜' },
    { id: '8', code: 'M', name: '肉禽蛋' },
  ]);
  expect(missing).toEqual([{ code: 'V1', name: '叶菜' }]);
  expect([...ids]).toEqual([
    ['V', '7'],
    ['M', '8'],
  ]);
});
