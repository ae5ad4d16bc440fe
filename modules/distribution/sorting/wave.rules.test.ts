import { expect, test } from 'vitest';
import { wavesOf } from './wave.rules.ts';

const routes = [
  { id: '7', departTime: '05:30' },
  { id: '8', departTime: '04:00' },
  { id: '9', departTime: '05:30' },
];

test.each`
  title                              | of        | wave
  ${'the first to leave'}            | ${'8'}    | ${'W1'}
  ${'leaving later'}                 | ${'7'}    | ${'W2'}
  ${'leaving together, one wave'}    | ${'9'}    | ${'W2'}
  ${'without a route, the last one'} | ${null}   | ${'W3'}
  ${'of a route of another store'}   | ${'1000'} | ${'W3'}
`('W19: $title', ({ of, wave }) => {
  expect(wavesOf(routes)(of)).toBe(wave);
});
test('W19: a store without routes has one wave', () => {
  expect(wavesOf([])(null)).toBe('W1');
});
