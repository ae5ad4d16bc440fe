import { expect, test } from 'vitest';
import { trendPoints } from './price-trend.rules.ts';

test.each([
  ['rising', [4, 5, 6], ['3,15', '28,9', '53,3']],
  ['falling', [6, 4], ['3,3', '53,15']],
  ['as it was', [5, 5, 5], ['3,9', '28,9', '53,9']],
])('a line of prices that are %s', (_, figures, points) => {
  expect(trendPoints(figures, 56, 18).map((point) => point.join())).toEqual(points);
});
