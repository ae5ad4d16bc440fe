import { expect, test } from 'vitest';
import { readQuantity } from './quantity-entry.ts';

const units = [
  { name: 'kg', factor: '1', aliases: ['公斤', '千克'] },
  { name: 't', factor: '1000', aliases: ['吨'] },
  { name: 'g', factor: '0.001', aliases: ['克'] },
  { name: '斤', factor: '0.5' },
  { name: '箱', factor: '12.5', aliases: ['box'] },
];

test.each([
  ['12', '12'],
  ['12.5', '12.5'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['-3', '-3'],
  ['+3', '3'],
  ['1,200', '1200'],
  ['1,234,567.89', '1234567.89'],
  ['１２．５', '12.5'],
  ['1，200', '1200'],
  ['3箱', '37.5'],
  ['3 箱', '37.5'],
  ['３箱', '37.5'],
  ['2BOX', '25'],
  ['1.5t', '1500'],
  ['1.5 T', '1500'],
  ['1.5吨', '1500'],
  ['250g', '0.25'],
  ['3㎏', '3'],
  ['12*2.5', '30'],
  ['12×2.5', '30'],
  ['12x2.5', '30'],
  ['=12*2.5', '30'],
  ['2+3*4', '14'],
  ['(2+3)*4', '20'],
  ['（2+3）*4', '20'],
  ['10-2-3', '5'],
  ['12/4/3', '1'],
  ['12÷4', '3'],
  ['-(2+3)', '-5'],
  ['2*-3', '-6'],
  ['2*3箱', '75'],
  ['3箱*2', '75'],
  ['(1+2)箱', '37.5'],
  ['3箱+2kg', '39.5'],
  ['3箱2kg', '39.5'],
  ['1箱-5斤', '10'],
  ['3箱/2', '18.75'],
  ['0.1+0.2', '0.3'],
  ['99999999999999999999*3', '299999999999999999997'],
])('%s is %s', (text, value) => {
  const entry = readQuantity(text, units);
  expect(entry.ok && entry.value.toString()).toBe(value);
});

test.each([
  ['', 'quantity.unreadable'],
  ['  ', 'quantity.unreadable'],
  ['abc', 'quantity.unreadable'],
  ['箱', 'quantity.unreadable'],
  ['1,20', 'quantity.unreadable'],
  ['1,2000', 'quantity.unreadable'],
  ['1.2.3', 'quantity.unreadable'],
  ['1 200', 'quantity.unreadable'],
  ['(2+3', 'quantity.unreadable'],
  ['2+3)', 'quantity.unreadable'],
  ['2+', 'quantity.unreadable'],
  ['*2', 'quantity.unreadable'],
  ['3盒', 'quantity.unit'],
  ['1e3', 'quantity.unit'],
  ['3箱*2箱', 'quantity.mixed'],
  ['3箱+2', 'quantity.mixed'],
  ['12/3箱', 'quantity.mixed'],
  ['12/0', 'quantity.zero-divisor'],
  ['12/(1-1)', 'quantity.zero-divisor'],
  ['('.repeat(50) + '1' + ')'.repeat(50), 'quantity.unreadable'],
])('%s is refused: %s', (text, why) => {
  const entry = readQuantity(text, units);
  expect(!entry.ok && entry.why).toBe(why);
});

test('an unknown unit is named together with the known ones', () => {
  const entry = readQuantity('3盒', units);
  expect(!entry.ok && entry.details).toEqual({ unit: '盒', known: 'kg、t、g、斤、箱' });
});
test('where no unit is known, that is said', () => {
  const entry = readQuantity('3盒');
  expect(!entry.ok && entry.why).toBe('quantity.no-units');
});
test('a division is told, because it may need rounding', () => {
  const entry = readQuantity('10/3', units);
  expect(entry.ok && entry.divided).toBe(true);
});
