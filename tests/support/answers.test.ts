import { expect, test } from 'vitest';
import { PUBLIC } from '../../kernel/core/contract.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { checkAnswer, mismatches } from './answers.ts';
import { enveloped, RawAnswer } from '../../parts/http/answers.ts';
import type { Call } from '../../kernel/server/context.ts';

const answered = shape.object({
  lent: shape.list(shape.object({ toolId: shape.id, qty: shape.quantity })),
  until: shape.nullable(shape.day),
  note: shape.optional(shape.text),
});
const lent = { lent: [{ toolId: '7', qty: '1.5' }], until: '2026-11-18' };
test.each<[string, unknown, readonly string[]]>([
  ['as declared', lent, []],
  ['null where that may be', { ...lent, until: null }, []],
  ['an optional key', { ...lent, note: 'x' }, []],
  [
    'a figure that is a number',
    { ...lent, lent: [{ toolId: '7', qty: 1.5 }] },
    ['answer.lent[0].qty: 1.5 is no quantity'],
  ],
  ['a key nobody declared', { ...lent, more: 1 }, ['answer.more: not declared']],
  ['a key that is missing', { lent: [] }, ['answer.until: undefined is no day']],
  [
    'a day that is a moment',
    { ...lent, until: '2026-11-18 10:00:00' },
    ['answer.until: "2026-11-18 10:00:00" is no day'],
  ],
])('an answer is compared with its shape: %s', (_case, answer, wrong) => {
  expect(mismatches(answered, answer)).toEqual(wrong);
});

test('a tree is compared node by node, to any depth', () => {
  const shelves = shape.tree(shape.object({ id: shape.id, name: shape.text }), 'below');
  const leaf = { id: '3', name: 'bolts' };
  const shelf = { id: '2', name: 'left', below: [leaf] };
  expect(mismatches(shelves, [{ id: '1', name: 'room', below: [shelf, { ...leaf, below: [] }] }])).toEqual([]);
  expect(mismatches(shelves, [{ ...shelf, below: [{ ...shelf, below: [{ id: 3, name: 'bolts' }] }] }])).toEqual([
    'answer[0].below[0].below[0].id: 3 is no ref',
  ]);
  expect(mismatches(shelves, [{ ...leaf, below: null }, { ...leaf, children: [] }, 7])).toEqual([
    'answer[0].below: null is no list',
    'answer[1].children: not declared',
    'answer[2]: 7 is no object',
  ]);
  expect(mismatches(shelves, leaf)).toEqual(['answer: {"id":"3","name":"bolts"} is no list']);
});

test('one of two shapes is enough', () => {
  const either = shape.either(shape.done, shape.list(shape.id));
  expect([true, ['7'], []].map((answer) => mismatches(either, answer))).toEqual([[], [], []]);
  expect(mismatches(either, [7])).toEqual(['answer: [7] has none of its shapes']);
});

test('a bare answer is compared as it travels, one with headers of its own within its envelope, a refusal not at all', () => {
  const check = (answer: Call['answer'], result: unknown): void =>
    checkAnswer(
      {
        method: 'GET',
        service: 'workshop',
        path: 'loan',
        permission: PUBLIC,
        summary: label('借', 'Loan'),
        ...(answer === undefined ? {} : { answer }),
        handle: async () => true,
      },
      result,
    );
  check(shape.bare(answered), new RawAnswer(lent));
  check(answered, enveloped(lent, { 'set-cookie': 'x=1' }));
  check(shape.bare(answered), new RawAnswer({ error: 'none' }, 400));
  expect(() => check(shape.bare(answered), lent)).toThrow('answers in the envelope');
  expect(() => check(shape.bare(answered), new RawAnswer({ ...lent, more: 1 }))).toThrow('answer.more');
  expect(() => check(answered, enveloped({ ...lent, more: 1 }, {}))).toThrow('answer.more');
});
