import { expect, test } from 'vitest';
import { quantity, ref, text } from '../../kernel/core/field.ts';
import { alone, isLeftOut } from './card-fields.ts';
import { columnsOf, unitOf } from './columns.ts';

const fields = {
  materialId: ref('物料', 'Material', 'material'),
  unitId: ref('单位', 'Unit', 'unit'),
  qty: quantity('数量', 'Quantity', { unit: 'unitId' }),
  baseUnitId: ref('基本单位', 'Base unit', 'unit'),
  baseQty: quantity('基本数量', 'Base quantity', { unit: 'baseUnitId' }),
  warning: text('预警', 'Warning'),
};
const row = {
  key: '1',
  materialId: '7',
  materialName: '大葱',
  qty: '12.267',
  unitId: '1',
  unitName: '千克',
  baseQty: '12.267000',
  baseUnitId: '1',
  baseUnitName: '千克',
  warning: '[]',
};
const factsOf = (columns: ReturnType<typeof columnsOf>, of: typeof row, readonly = true): string =>
  columns
    .filter((column) => !isLeftOut(column, columns, of, { readonly, language: 'zh', today: '' }))
    .map(({ name }) => name)
    .join(' ');

test('a card leaves out its name, units, a quantity told twice and what draws nothing', () => {
  const columns = columnsOf(fields, { warning: { render: () => null } }, 'zh');
  expect(factsOf(columns, row)).toBe('qty');
  expect(factsOf(columns, { ...row, baseQty: '12267', baseUnitName: '克' })).toBe('qty baseQty');
  expect(factsOf(columns, { ...row, baseQty: '13' })).toBe('qty baseQty');
});

test('where lines are entered, a card asks for its name unless others decide it', () => {
  const all = 'unitId qty baseUnitId baseQty warning';
  expect(factsOf(columnsOf(fields, {}, 'zh'), row, false)).toBe(`materialId ${all}`);
  expect(factsOf(columnsOf(fields, { materialId: { readonly: true } }, 'zh'), row, false)).toBe(all);
});

test('alone, a figure says the unit that a row of a table leaves to the figure beside it', () => {
  const [, , qty] = columnsOf(fields, { qty: { unit: () => undefined } }, 'zh');
  expect(unitOf(qty!, row)).toBe('');
  expect(unitOf(alone(qty!), row)).toBe('千克');
  const [, , own] = columnsOf(fields, { qty: { unit: () => '盘' } }, 'zh');
  expect(unitOf(alone(own!), row)).toBe('盘');
});
