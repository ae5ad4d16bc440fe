import { expect, test } from 'vitest';
import { isSetUp, statesOf } from './first-steps.rules.ts';

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
