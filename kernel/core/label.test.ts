import { expect, test } from 'vitest';
import { fill } from './label.ts';

test.each`
  template                                     | details                      | text
  ${'{bill}: {count} {count:line|lines}'}      | ${{ bill: 'CG1', count: 1 }} | ${'CG1: 1 line'}
  ${'{count} {count:line is|lines are} short'} | ${{ count: '1' }}            | ${'1 line is short'}
  ${'{count} {count:line is|lines are} short'} | ${{ count: '1,204' }}        | ${'1,204 lines are short'}
  ${'{count} {count:line|lines}'}              | ${{ count: 0 }}              | ${'0 lines'}
  ${'{who} has {count} {count:line|lines}'}    | ${{}}                        | ${'{who} has {count} {count:line|lines}'}
`('$template with $details', ({ template, details, text }) => {
  expect(fill(template, details)).toBe(text);
});
