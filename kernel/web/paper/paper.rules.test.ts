import { expect, test } from 'vitest';
import { factor, integer, quantity, ref, text } from '../../core/field.ts';
import { columnsOf } from '../../../parts/line-grid/columns.ts';
import { columnsOnPaper } from './paper.rules.ts';
import { cssString, layOf } from '../../../parts/paper/print-styles.ts';

test('on paper stands what says something or is filled in by hand', () => {
  const columns = columnsOf(
    {
      unitId: ref('单位', 'Unit', 'materialUnit'),
      qty: quantity('数量', 'Quantity', { unit: 'unitId' }),
      factor: factor('换算系数', 'Factor', { readonly: true }),
      packFactor: factor('包装系数', 'Pack factor', { readonly: true }),
      lots: integer('批次', 'Lots', { readonly: true }),
      pickedQty: quantity('已拣', 'Picked', { readonly: true }),
      remark: text('备注', 'Remark', { optional: true }),
    },
    {},
    'zh',
  );
  const rows = [
    { key: '1', unitId: '7', qty: '2', factor: '1.000000', packFactor: '1', lots: null, pickedQty: '0', remark: '' },
    { key: '2', unitId: '7', qty: '3', factor: '1', packFactor: '12' },
  ];
  expect(columnsOnPaper(columns, rows).map(({ name }) => name)).toEqual(['qty', 'packFactor', 'pickedQty', 'remark']);
});

test.each([
  [8, 'portrait'],
  [9, 'landscape'],
] as const)('a table of %i columns: %s', (columns, lay) => {
  expect(layOf(columns)).toBe(lay);
});

test('a name ends neither the string nor the style sheet', () => {
  expect(cssString('领料单 LL-1 · O"Neil</style>\n')).toBe('"领料单 LL-1 · O\\22 Neil\\3c /style\\3e \\a "');
});
