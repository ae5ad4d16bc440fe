import { expect, test } from 'vitest';
import { verdict, type Mode, type Vote } from './signing.rules.ts';

const STATES = { o: 'open', a: 'approved', r: 'rejected' } as const;
/** `aor` asked, `+o` added by somebody. */
const votes = (text: string): Vote[] =>
  [...text.matchAll(/(\+?)([oar])/g)].map(([, plus, state]) => ({ state: STATES[state as 'o'], added: plus === '+' }));

test.each`
  mode       | ratio  | votes     | answer
  ${'any'}   | ${0}   | ${'o'}    | ${'open'}
  ${'any'}   | ${0}   | ${'a'}    | ${'passed'}
  ${'any'}   | ${0}   | ${'r'}    | ${'failed'}
  ${'all'}   | ${0}   | ${'aao'}  | ${'open'}
  ${'all'}   | ${0}   | ${'aaa'}  | ${'passed'}
  ${'all'}   | ${0}   | ${'aor'}  | ${'failed'}
  ${'all'}   | ${0}   | ${''}     | ${'open'}
  ${'ratio'} | ${50}  | ${'aoo'}  | ${'open'}
  ${'ratio'} | ${50}  | ${'aao'}  | ${'passed'}
  ${'ratio'} | ${50}  | ${'aro'}  | ${'open'}
  ${'ratio'} | ${50}  | ${'arr'}  | ${'failed'}
  ${'ratio'} | ${66}  | ${'aao'}  | ${'passed'}
  ${'ratio'} | ${67}  | ${'aao'}  | ${'open'}
  ${'ratio'} | ${67}  | ${'aar'}  | ${'failed'}
  ${'ratio'} | ${100} | ${'ar'}   | ${'failed'}
  ${'any'}   | ${0}   | ${'a+o'}  | ${'open'}
  ${'any'}   | ${0}   | ${'a+a'}  | ${'passed'}
  ${'any'}   | ${0}   | ${'a+r'}  | ${'failed'}
  ${'any'}   | ${0}   | ${'o+a'}  | ${'open'}
  ${'ratio'} | ${50}  | ${'ao+o'} | ${'open'}
`(
  '$mode $ratio of $votes is $answer',
  ({ mode, ratio, votes: cast, answer }: { mode: Mode; ratio: number; votes: string; answer: string }) => {
    expect(verdict({ mode, ratio }, votes(cast))).toBe(answer);
  },
);
