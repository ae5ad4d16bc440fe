import { expect, test } from 'vitest';
import { labelState } from './price-label.rules.ts';

const says = (price: string | null, soldOut = false) => ({ price, soldOut });
test.each`
  title                           | shown                  | wanted                 | state
  ${'the same price'}             | ${says('12.00')}       | ${says('12.00')}       | ${'current'}
  ${'another price'}              | ${says('12.00')}       | ${says('13.00')}       | ${'price'}
  ${'nothing written yet'}        | ${says(null)}          | ${says('13.00')}       | ${'price'}
  ${'free, and so it says'}       | ${says(null)}          | ${says(null)}          | ${'current'}
  ${'sold out, still offered'}    | ${says('12.00')}       | ${says('12.00', true)} | ${'sold-out'}
  ${'sold out at whatever price'} | ${says('11.00', true)} | ${says('12.00', true)} | ${'current'}
  ${'there is more of it again'}  | ${says('12.00', true)} | ${says('12.00')}       | ${'back'}
  ${'on no menu, still offered'}  | ${says('12.00')}       | ${undefined}           | ${'off-menu'}
  ${'on no menu and sold out'}    | ${says('12.00', true)} | ${undefined}           | ${'current'}
  ${'on no menu and empty'}       | ${says(null)}          | ${undefined}           | ${'current'}
`('R11: a price label, $title: $state', ({ shown, wanted, state }) => {
  expect(labelState(shown, wanted)).toBe(state);
});
