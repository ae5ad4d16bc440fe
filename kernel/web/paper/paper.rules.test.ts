import { expect, test } from 'vitest';
import { factor, integer, quantity, ref, text } from '../../core/field.ts';
import { label } from '../../core/label.ts';
import { approvalLife } from '../../core/life.ts';
import { columnsOf } from '../../../parts/line-grid/columns.ts';
import { columnsOnPaper, signersOf } from './paper.rules.ts';
import { cssString, layOf } from '../../../parts/paper/print-styles.ts';

const RECEIVED = label('收货', 'Received by');

test('whoever made it and whoever decides sign, with their names where they are known, then those the declaration names', () => {
  const row = { createUserName: '韩冬', applyUserName: '', approveUserName: '周敏' };
  expect(
    signersOf({ life: approvalLife('LL'), signed: [RECEIVED] }, row).map(({ label: { zh }, name }) => [zh, name]),
  ).toEqual([
    ['制单', '韩冬'],
    ['审批', '周敏'],
    ['收货', ''],
  ]);
});

test('where nobody decides nobody signs for it, and whoever sent it for approval made it', () => {
  const life = { prefix: 'CK', states: {}, first: 'a', editable: [], removable: [], done: [], actions: {} };
  expect(
    signersOf({ life }, { createUserName: '韩冬', applyUserName: '李雪' }).map(({ label: { en }, name }) => [en, name]),
  ).toEqual([['Prepared by', '李雪']]);
});

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
