import { expect, test } from 'vitest';
import { contract, readInputs, rows, type InputOf, type Sent } from './contract.ts';
import { integer, quantity, ref, text } from './field.ts';
import { label } from './label.ts';
import { shape, type TypeOf } from './shape.ts';

const lend = contract({
  method: 'POST',
  service: 'workshop',
  path: 'loan/lend',
  permission: 'loan_lend',
  summary: label('借出', 'Lend'),
  input: {
    id: ref('借用单', 'Loan', 'loan'),
    reason: text('原因', 'Reason', { optional: true }),
    days: integer('天数', 'Days', { default: 7 }),
    details: rows('明细', 'Lines', { toolId: ref('工具', 'Tool', 'tool'), qty: quantity('数量', 'Quantity') }),
  },
  answer: shape.object({
    lent: shape.list(shape.object({ toolId: shape.id, qty: shape.quantity })),
    until: shape.nullable(shape.day),
    note: shape.optional(shape.text),
  }),
});
type Input = InputOf<typeof lend.input>;
type Answer = TypeOf<typeof lend.answer>;

test('an input is read as it is declared: what was left out is null or its default', () => {
  const { values, refusals } = readInputs(lend.input, { id: '5', details: [{ toolId: '7', qty: '1.5' }], other: 'x' });
  expect(refusals).toEqual([]);
  expect(values).toEqual({ id: '5', reason: null, days: 7, details: [{ toolId: '7', qty: '1.5' }] } satisfies Input);
});

test('all problems are refused at once, those of rows with their line', () => {
  const { values, refusals } = readInputs(lend.input, { details: [{ toolId: '7', qty: '1' }, null] });
  expect(values.id).toBeNull();
  expect(refusals.map(({ code, field, line }) => ({ code, field, line }))).toEqual([
    { code: 'field.required', field: 'id', line: undefined },
    { code: 'field.required', field: 'toolId', line: 2 },
    { code: 'field.required', field: 'qty', line: 2 },
  ]);
});

test.each([[undefined], [[]], ['1,2']])('rows that are wanted and do not come are missed: %j', (details) => {
  expect(readInputs(lend.input, { id: '5', details }).refusals.map(({ field }) => field)).toEqual(['details']);
});

test('what is misspelt or of another kind compiles on neither side', () => {
  const sent: Sent<typeof lend.input> = { id: '5', details: [{ toolId: '7', qty: '1' }] };
  // @ts-expect-error a field no call declares
  const misspelt: Sent<typeof lend.input> = { ...sent, raeson: 'x' };
  // @ts-expect-error what must be sent is missing
  const missing: Sent<typeof lend.input> = { id: '5' };
  const answer: Answer = { lent: [{ toolId: '7', qty: '1' }], until: null };
  // @ts-expect-error a quantity is text
  const inexact: Answer = { lent: [{ toolId: '7', qty: 1 }], until: null };
  expect([misspelt, missing, answer, inexact]).toHaveLength(4);
});
