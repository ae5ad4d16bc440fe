import { expect, test } from 'vitest';
import { shownQuantity } from './shown-quantity.rules.ts';

test.each([
  // Below one: three digits that say something, in its own unit.
  ['0.135333', '千克', '0.135 千克', '0.135333 千克'],
  ['-0.135333', '千克', '-0.135 千克', '-0.135333 千克'],
  ['0.0042', 'kg', '0.0042 kg', undefined],
  ['0.075', '升', '0.075 升', undefined],
  ['0.0125', '吨', '0.0125 吨', undefined],
  ['0.00123456', 't', '0.00123 t', '0.00123456 t'],
  ['0.784', '千克', '0.784 千克', undefined],
  // Above: three places, one from a thousand on.
  ['12.345678', '千克', '12.346 千克', '12.345678 千克'],
  ['0.9997', '千克', '1 千克', '0.9997 千克'],
  ['1234.56789', '千克', '1234.6 千克', '1234.56789 千克'],
  ['0.333333', '箱', '0.333 箱', '0.333333 箱'],
  // What people type stays as they typed it.
  ['0.25', '千克', '0.25 千克', undefined],
  ['15.125', '千克', '15.125 千克', undefined],
  ['1234.567', '千克', '1234.567 千克', undefined],
  ['30.000000', '千克', '30 千克', undefined],
  ['100', '千克', '100 千克', undefined],
  // What would become nothing, and what is no figure.
  ['0.0000004', '千克', '0.0000004 千克', undefined],
  ['0.0001', '箱', '0.0001 箱', undefined],
  ['三箱', '箱', '三箱 箱', undefined],
] as const)('%s %s reads as %s', (stored, unit, reads, exact) => {
  const shown = shownQuantity(stored, unit);
  expect(`${shown.figure} ${shown.unit}`).toBe(reads);
  expect(shown.exact).toBe(exact);
});
