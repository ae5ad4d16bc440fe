import { expect, test } from 'vitest';
import { allOf, isFigure, quantityAt, withQuantity } from './suppress-matrix.rules.ts';

const site = { id: '1', name: '一仓' };
const material = { id: '9', name: '馒头' };
const line = { key: 'a', warehouseId: '1', materialId: '9', qty: '2', batchId: '7' };
const begun = () => ({ key: 'new', unitId: '301' });

test('W23: a quantity that is typed changes its line, and keeps what else the line says', () => {
  expect(withQuantity([line], { site, material, qty: '3.5' }, begun)).toEqual([{ ...line, qty: '3.5' }]);
});

test('W23: typed where there is no line it makes one, in place of a blank one; emptied, the line goes', () => {
  const blank = { key: 'b', warehouseId: null, materialId: '', qty: null };
  expect(withQuantity([line, blank], { site: { id: '2', name: '二仓' }, material, qty: '4' }, begun)).toEqual([
    line,
    {
      key: 'new',
      unitId: '301',
      warehouseId: '2',
      warehouseName: '二仓',
      materialId: '9',
      materialName: '馒头',
      qty: '4',
    },
  ]);
  expect(withQuantity([line], { site, material, qty: '' }, begun)).toEqual([]);
  expect(withQuantity([line], { site: { id: '2', name: '二仓' }, material, qty: '' }, begun)).toEqual([line]);
});

test('W23: several lots of a material at a site are entered line by line', () => {
  const lots = [line, { ...line, key: 'c', batchId: '8' }];
  expect(quantityAt(lots, '1', '9')).toBeNull();
  expect(withQuantity(lots, { site, material, qty: '5' }, begun)).toBe(lots);
  expect([quantityAt([line], '1', '9'), quantityAt([line], '2', '9')]).toEqual(['2', '']);
});

test.each([
  ['', true],
  ['12.', true],
  ['0.000001', true],
  ['0.0000001', false],
  ['1,5', false],
  ['-1', false],
])('%s may be typed: %s', (typed, may) => {
  expect(isFigure(typed)).toBe(may);
});

test('sites and materials stand once each, in the order they came', () => {
  expect(allOf([material, { id: '', name: '' }, material], [site, material])).toEqual([material, site]);
});
