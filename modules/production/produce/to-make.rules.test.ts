import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { stillToMake } from './to-make.rules.ts';

test.each([
  ['nothing is there', '120', '0', '120'],
  ['some is there', '120', '45.5', '74.5'],
  ['just enough is there', '120', '120', '0'],
  ['more than enough is there', '120', '300', '0'],
])('W31: what is still to be made where %s', (_title, wanted, there, expected) => {
  expect(stillToMake(Decimal.of(wanted), Decimal.of(there)).toString()).toBe(expected);
});
