import { expect, test } from 'vitest';
import { sizeThatFills } from './page-size.rules.ts';

test.each`
  screen                       | window  | row    | size
  ${'a small notebook'}        | ${680}  | ${36}  | ${10}
  ${'a tablet'}                | ${768}  | ${44}  | ${30}
  ${'a desk'}                  | ${900}  | ${36}  | ${30}
  ${'a large desk'}            | ${1440} | ${36}  | ${50}
  ${'a wall'}                  | ${9000} | ${36}  | ${200}
  ${'a phone, row by row'}     | ${844}  | ${112} | ${10}
  ${'a window without height'} | ${0}    | ${36}  | ${10}
`('RULE-306: $screen shows $size rows at once', ({ window, row, size }) => {
  expect(sizeThatFills(window, row)).toBe(size);
});
