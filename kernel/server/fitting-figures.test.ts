import { expect, test } from 'vitest';
import { factor, money, percent, quantity, text } from '../core/field.ts';
import '../core/kernel.refusals.ts';
import { sentenceOf } from '../core/refusal.ts';
import { tooLarge } from './fitting-figures.ts';

const fields = {
  qty: quantity('数量', 'Quantity'),
  amount: money('金额', 'Amount'),
  share: percent('比例', 'Share'),
  factor: factor('系数', 'Factor'),
  note: text('备注', 'Note'),
};

test.each`
  values                                                               | sentences
  ${{ qty: '99999999999999.999999', amount: '999999999999999999.99' }} | ${[]}
  ${{ qty: '100000000000000' }}                                        | ${['Quantity must be at most 99999999999999']}
  ${{ qty: '-100000000000000.5' }}                                     | ${['Quantity must be at most 99999999999999']}
  ${{ qty: '000000000000000000001' }}                                  | ${[]}
  ${{ factor: '1000000000000', share: '100000000.5' }}                 | ${['Share must be at most 99999999', 'Factor must be at most 999999999999']}
  ${{ note: '100000000000000', qty: null }}                            | ${[]}
`('$values: $sentences', ({ values, sentences }) => {
  expect(tooLarge(fields, values).map((refusal) => sentenceOf(refusal, 'en'))).toEqual(sentences);
});
