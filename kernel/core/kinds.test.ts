import { expect, test } from 'vitest';
import { price, quantity } from './field.ts';
import './kernel.refusals.ts';
import { sentenceOf } from './refusal.ts';
import { readValue } from './validate.ts';

const read = (field: ReturnType<typeof price>, raw: unknown): unknown => {
  const answer = readValue('figure', field, raw);
  return 'refusal' in answer ? sentenceOf(answer.refusal, 'zh') : answer.value;
};

test.each([
  ['1,234.50', '1234.5'],
  ['1,234,567', '1234567'],
  ['１，２３４．５', '1234.5'],
  ['-1,200', '-1200'],
  ['4,60', '数量必须是数字'],
  ['4，60', '数量必须是数字'],
  ['1,5', '数量必须是数字'],
  ['1,2345', '数量必须是数字'],
  ['12,34,567', '数量必须是数字'],
  [',5', '数量必须是数字'],
])('a comma only parts thousands: a quantity of "%s" is %s', (typed, answer) => {
  expect(read(quantity('数量', 'Quantity'), typed)).toBe(answer);
});

test.each([
  ['0.01', '0.01'],
  ['1.23', '1.23'],
  ['0', '价格不能小于等于0'],
  ['-1', '价格不能小于等于0'],
  ['1.234', '价格小数只能为两位'],
  ['abc', '价格只能为数字'],
  ['四元', '价格只能为数字'],
  ['4,60', '价格只能为数字'],
])('RULE-222 RULE-223 RULE-224 RULE-317: a price typed as "%s" is %s', (typed, answer) => {
  expect(read(price('价格', 'Price', { positive: true, places: 2 }), typed)).toBe(answer);
});
