import { expect, test } from 'vitest';
import { sizeOf } from './screen.ts';

test.each([
  [1920, 3],
  [1200, 3],
  [1199, 2],
  [992, 2],
  [991, 1],
  [768, 1],
  [767, 0],
  [390, 0],
])('RULE-086 RULE-087 RULE-088 RULE-089 RULE-314: a window %i px wide is of class %i', (width, size) => {
  expect(sizeOf(width)).toBe(size);
});
