import { expect, test } from 'vitest';
import { movedTo } from './column-order.rules.ts';

test.each`
  moved  | to     | order
  ${'a'} | ${'c'} | ${'b c a d'}
  ${'d'} | ${'a'} | ${'d a b c'}
  ${'b'} | ${'b'} | ${'a b c d'}
  ${'x'} | ${'a'} | ${'a b c d'}
  ${'a'} | ${'x'} | ${'a b c d'}
`('$moved dragged to $to: $order', ({ moved, to, order }) => {
  expect(movedTo(['a', 'b', 'c', 'd'], moved, to).join(' ')).toBe(order);
});
