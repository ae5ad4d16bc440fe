import { expect, test } from 'vitest';
import { fittedWidths } from './column-fit.rules.ts';

const figure = (width: number) => ({ width, gives: false });
const words = (width: number) => ({ width, gives: true });
const sum = (widths: readonly number[]): number => Math.round(widths.reduce((all, each) => all + each, 0));

test('what fits keeps its widths', () => {
  expect(fittedWidths([words(100), figure(100)], 200)).toEqual([100, 100]);
});

test('words give before a figure is cut', () => {
  const [name, amount] = fittedWidths([words(200), figure(100)], 260);
  expect(amount).toBe(100);
  expect(name).toBeCloseTo(160);
});

test('a column gives no further than its heading', () => {
  const [name, place] = fittedWidths([{ ...words(100), least: 90 }, words(200)], 240);
  expect(name).toBeGreaterThanOrEqual(90);
  expect(place).toBeGreaterThanOrEqual(140);
});

test.each([
  ['words and figures', [words(200), figure(100), figure(100), words(200), figure(112)], 500],
  ['figures only', [figure(112), figure(112), figure(112)], 300],
])('the part in sight ends between two columns: %s', (_, columns, room) => {
  const widths = fittedWidths(columns, room);
  const ends = widths.map((_width, at) => sum(widths.slice(0, at + 1)));
  expect(ends).toContain(room);
  // What is scrolled to is as wide as it was.
  const last = ends.indexOf(room);
  expect(widths.slice(last + 1)).toEqual(columns.slice(last + 1).map(({ width }) => width));
  for (const [at, { width, gives }] of columns.entries())
    expect(widths[at]).toBeGreaterThanOrEqual((gives ? width * 0.7 : width) - 0.001);
});

test('a room too narrow for one column changes nothing', () => {
  expect(fittedWidths([figure(112), figure(112)], 100)).toEqual([112, 112]);
});
