import { expect, test } from 'vitest';
import type { Tone } from '../../../kernel/core/field.ts';
import { counted, dueWords, inOrder, measureOf, toneOf } from './queue.rules.ts';

const NOW = '2026-11-18 10:30:00';

test.each`
  due                      | key                  | day        | time       | tone
  ${'2026-11-18 10:29:00'} | ${'past'}            | ${'11-18'} | ${'10:29'} | ${'stop'}
  ${'2026-11-18 16:00:00'} | ${'before'}          | ${'11-18'} | ${'16:00'} | ${'look'}
  ${'2026-11-19 09:00:00'} | ${'before.tomorrow'} | ${'11-19'} | ${'09:00'} | ${'next'}
  ${'2026-11-21 09:00:00'} | ${'before.on'}       | ${'11-21'} | ${'09:00'} | ${'next'}
  ${'2026-11-18 00:00:00'} | ${'today'}           | ${'11-18'} | ${''}      | ${'look'}
  ${'2026-11-17'}          | ${'past'}            | ${'11-17'} | ${''}      | ${'stop'}
  ${'2026-11-18'}          | ${'today'}           | ${'11-18'} | ${''}      | ${'look'}
  ${'2026-11-19'}          | ${'tomorrow'}        | ${'11-19'} | ${''}      | ${'next'}
  ${'2026-12-01'}          | ${'on'}              | ${'12-01'} | ${''}      | ${'next'}
`('due $due is told as $key', ({ due, key, day, time, tone }) => {
  expect(dueWords(due, NOW)).toEqual({ key, day, time });
  expect(toneOf(due, 'next', NOW)).toBe(tone);
});

test('what is due by tomorrow stands first, by the minute; then colour, money, number', () => {
  const line = (name: string, due: string | null, tone: Tone, amount = 0, count = 1) => ({
    name,
    due,
    tone,
    amount,
    count,
  });
  const lines = [
    line('many', null, 'next', 0, 9),
    line('dear', null, 'next', 4065),
    line('red', null, 'stop'),
    line('next week', '2026-11-25 09:00:00', 'next', 1),
    line('tomorrow', '2026-11-19', 'next'),
    line('four o’clock', '2026-11-18 16:00:00', 'look'),
    line('late', '2026-11-18 08:00:00', 'stop'),
  ];
  expect(inOrder(lines, NOW).map(({ name }) => name)).toEqual([
    'late',
    'four o’clock',
    'tomorrow',
    'red',
    'dear',
    'next week',
    'many',
  ]);
});

test.each`
  count | noun                    | said
  ${1}  | ${'Purchase order'}     | ${'1 purchase order'}
  ${52} | ${'Purchase order'}     | ${'52 purchase orders'}
  ${2}  | ${'Enterprise enquiry'} | ${'2 enterprise enquiries'}
  ${2}  | ${'Dispatch'}           | ${'2 dispatches'}
  ${3}  | ${'BOM'}                | ${'3 BOMs'}
  ${4}  | ${'Lots'}               | ${'4 lots'}
`('$count of "$noun" is $said', ({ count, noun, said }) => {
  expect(counted(count, noun)).toBe(said);
});

test.each([
  ['enterprise', '家'],
  ['priceWarning', '条'],
  ['menuTemplate', '份'],
  ['purchaseOrder', '张'],
  ['toString', '张'],
])('%s is counted by %s', (name, measure) => {
  expect(measureOf(name)).toBe(measure);
});
