import { expect, test } from 'vitest';
import { cards, type CardKey } from '../cards.ts';
import { figuresFor } from './home-figures.rules.ts';

const ALL = new Set<CardKey>(cards.map(({ key }) => key));

test.each`
  rights                                              | seen                              | plot            | tiles
  ${['purchaseorder_add']}                            | ${ALL}                            | ${'spend'}      | ${4}
  ${['purchaseorder_add', 'invrequireplan_generate']} | ${new Set(['cover', 'stock'])}    | ${'cover'}      | ${2}
  ${['pick_do_apply']}                                | ${ALL}                            | ${'expiring'}   | ${4}
  ${['gearsalesplan_add']}                            | ${new Set(['meals'])}             | ${'meals'}      | ${1}
  ${['gearsalesplan_do_apply']}                       | ${ALL}                            | ${'stall-cost'} | ${4}
  ${['priceformula_add']}                             | ${new Set(['spend', 'warnings'])} | ${'warnings'}   | ${2}
  ${['material_add']}                                 | ${new Set(['warnings', 'ready'])} | ${'ready'}      | ${2}
  ${[]}                                               | ${new Set(['stock', 'spend'])}    | ${'spend'}      | ${2}
  ${['role_edit', 'purchaseorder_add']}               | ${ALL}                            | ${'food-cost'}  | ${4}
  ${['purchaseorder_add']}                            | ${new Set()}                      | ${undefined}    | ${0}
  ${[]}                                               | ${new Set(['approvals'])}         | ${undefined}    | ${0}
`('with $rights a home page draws $plot', ({ rights, seen, plot, tiles }) => {
  const found = figuresFor((right) => rights.includes(right), seen);
  expect([found.plot, found.tiles.length]).toEqual([plot, tiles]);
});
