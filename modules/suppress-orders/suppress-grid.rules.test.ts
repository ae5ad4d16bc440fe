import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { gridOf, lastsDays, type GridLine } from './suppress-grid.rules.ts';

const line = (more: Partial<GridLine>): GridLine => ({
  warehouseId: '1',
  warehouse: '一仓',
  materialId: '9',
  material: '馒头',
  unit: '袋',
  qty: '2',
  stock: '3',
  use: '0.5',
  amount: '10.00',
  takenOut: '',
  ...more,
});

test('W23: a row for each site, lots of one material together, lines that are not whole nowhere', () => {
  const { materials, rows } = gridOf([
    line({}),
    line({ qty: '1.5', amount: '7.50' }),
    line({ warehouseId: '2', warehouse: '二仓', takenOut: '够用' }),
    line({ materialId: '' }),
    line({ qty: '', materialId: '8', material: '包子', amount: '' }),
  ]);
  expect(materials.map(({ name }) => name)).toEqual(['馒头', '包子']);
  expect(rows.map(({ warehouse, takenOut, amount }) => [warehouse, takenOut, amount.toString()])).toEqual([
    ['一仓', '', '17.5'],
    ['二仓', '够用', '10'],
  ]);
  expect(rows[0]!.cells.get('9')!.qty.toString()).toBe('3.5');
  expect(rows[0]!.cells.get('8')!.qty.toString()).toBe('0');
});

test('W23: how long it lasts is stock and push over the daily use; nothing where nothing is used', () => {
  const cell = { qty: Decimal.of('2'), unit: '袋', stock: '3', use: '2' };
  expect(lastsDays(cell)).toBe('2.5');
  expect(lastsDays({ ...cell, use: '0' })).toBeNull();
  expect(lastsDays({ ...cell, use: '' })).toBeNull();
});
