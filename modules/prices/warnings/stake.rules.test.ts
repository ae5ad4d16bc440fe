import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { quantityAtStake, stakeBasis } from './stake.rules.ts';

test.each`
  title                                        | line   | needed | received | counted
  ${'an order of less than is needed'}         | ${10}  | ${420} | ${300}   | ${'420'}
  ${'an order of more than is needed'}         | ${500} | ${420} | ${300}   | ${'500'}
  ${'an offer of what plans want'}             | ${0}   | ${420} | ${300}   | ${'420'}
  ${'an offer of what nobody has planned'}     | ${0}   | ${0}   | ${300}   | ${'300'}
  ${'an offer of what nobody wants or wanted'} | ${0}   | ${0}   | ${0}     | ${'0'}
`('what is at stake is counted for $title: $counted', ({ line, needed, received, counted }) => {
  expect(
    quantityAtStake({
      line: Decimal.of(line),
      needed: Decimal.of(needed),
      received: Decimal.of(received),
    }).toString(),
  ).toBe(counted);
});

const samples = [
  { date: '2026-11-10', billCode: 'RK1', price: '5', qty: '120.5' },
  { date: '2026-11-12', billCode: 'RK2', price: '5.2', qty: '80' },
];
test.each`
  title                                      | kind           | moment       | plannedQty | basis
  ${'nothing'}                               | ${'deviation'} | ${'quote'}   | ${'0'}     | ${'none'}
  ${'what came on the note'}                 | ${'delivered'} | ${'receipt'} | ${'12'}    | ${'delivery'}
  ${'the line of an order, or the need'}     | ${'deviation'} | ${'order'}   | ${'12'}    | ${'line'}
  ${'the need, where an offer is looked at'} | ${'deviation'} | ${'quote'}   | ${'420'}   | ${'needed'}
  ${'what came lately, all of it'}           | ${'deviation'} | ${'quote'}   | ${'200.5'} | ${'received'}
  ${'the same of a price that is charged'}   | ${'deviation'} | ${'save'}    | ${'200.5'} | ${'received'}
`('a stored quantity is $title', ({ kind, moment, plannedQty, basis }) => {
  expect(stakeBasis({ kind, moment, plannedQty, samples })).toBe(basis);
});
