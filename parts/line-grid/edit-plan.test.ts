import { expect, test } from 'vitest';
import { choice, flag, integer, money, quantity, ref, text } from '../../kernel/core/field.ts';
import { applyChange } from './change.ts';
import { columnsOf } from './columns.ts';
import { cleared, copiedDown, filled, inserted, pasted, removed, typed, wantedOf, type Sheet } from './edit-plan.ts';
import { emptyHistory, redoing, remembered, undoing, withAnswers } from './history.ts';
import type { Block, Change, GridRow } from './model.ts';
import { adjusted, totalsOf, type Totals } from './totals.ts';

const columns = columnsOf(
  {
    materialId: ref('物料', 'Material', 'material'),
    qty: quantity('数量', 'Quantity', { unit: 'unitId', total: true, positive: true, places: 3 }),
    amount: money('金额', 'Amount', { computed: true, total: true }),
    pieces: integer('件数', 'Pieces', { optional: true, max: 100 }),
    quality: choice('质检', 'Inspection', [
      ['free', '免检', 'None'],
      ['full', '全检', 'Full'],
    ]),
    gift: flag('赠品', 'Gift'),
    remark: text('备注', 'Remark', { max: 5 }),
  },
  { materialId: { source: { search: () => Promise.resolve([]) } } },
  'zh',
);
const potatoes: GridRow = {
  key: 'a',
  materialId: '1',
  materialName: '土豆',
  materialCode: 'M1',
  qty: '2',
  unitName: 'kg',
  amount: '6.00',
};
const onions: GridRow = {
  key: 'b',
  materialId: '2',
  materialName: '洋葱',
  materialCode: 'M2',
  qty: '0.5',
  unitName: 'kg',
  amount: '1.10',
};
const eggs: GridRow = {
  key: 'c',
  materialId: '3',
  materialName: '鸡蛋',
  materialCode: 'M3',
  qty: '3',
  unitName: '箱',
  amount: '90.00',
};
const rows = [potatoes, onions, eggs];

function aSheet(all: readonly GridRow[] = rows): Sheet {
  let made = 0;
  return {
    rows: all,
    view: all,
    columns,
    today: '2026-11-20',
    derive: undefined,
    indexOf: (key) => indexIn(all)(key),
    newRow: () => ({ key: `new-${(made += 1)}` }),
  };
}
const indexIn =
  (all: readonly GridRow[]) =>
  (key: string): number | undefined => {
    const at = all.findIndex((row) => row.key === key);
    return at < 0 ? undefined : at;
  };
const after = (change: Change, all: readonly GridRow[] = rows): readonly GridRow[] =>
  applyChange(all, change, indexIn(all));
const block = (top: number, bottom: number, left: number, right: number): Block => ({ top, bottom, left, right });

test.each([
  ['a figure', 1, '12*2.5', { qty: '30', unread: undefined }],
  [
    'too many places',
    1,
    '1.2345',
    { qty: null, unread: { qty: { text: '1.2345', why: 'figure.places', details: { places: '3' } } } },
  ],
  ['a division is rounded', 1, '10/3', { qty: '3.333', unread: undefined }],
  ['not above zero', 1, '0', { qty: null, unread: { qty: { text: '0', why: 'figure.positive' } } }],
  ['a computed column is left alone', 2, '99', { amount: '6.00', unread: undefined }],
  ['whole numbers are numbers', 3, '１２', { pieces: 12, unread: undefined }],
  [
    'half a piece',
    3,
    '1.5',
    { pieces: null, unread: { pieces: { text: '1.5', why: 'figure.whole', details: { places: '0' } } } },
  ],
  [
    'too many pieces',
    3,
    '101',
    { pieces: null, unread: { pieces: { text: '101', why: 'figure.max', details: { max: '100' } } } },
  ],
  ['a choice by its word', 4, '全检', { quality: 'full', unread: undefined }],
  ['no such choice', 4, '半检', { quality: null, unread: { quality: { text: '半检', why: 'choice.unknown' } } }],
  ['yes', 5, 'y', { gift: 1, unread: undefined }],
  [
    'too long a text',
    6,
    '一二三四五六',
    { remark: null, unread: { remark: { text: '一二三四五六', why: 'text.long', details: { max: '5' } } } },
  ],
  [
    'a reference waits',
    0,
    '黄瓜',
    { materialId: null, unread: { materialId: { text: '黄瓜', why: 'ref.searching' } } },
  ],
])('typing: %s', (_what, column, entered, expected) => {
  expect({ unread: undefined, ...after(typed(aSheet(), { row: 0, column }, entered))[0] }).toMatchObject(expected);
});

test('typing what is there already is no change', () => {
  expect(typed(aSheet(), { row: 0, column: 1 }, '2').rows).toEqual([]);
});
test('a reference that is typed is asked for, once', () => {
  const change = typed(aSheet(), { row: 0, column: 0 }, '黄瓜');
  expect(wantedOf(change, columns)).toMatchObject([{ key: 'a', text: '黄瓜' }]);
});
test('a pasted block makes the rows it needs and leaves computed columns out', () => {
  const { change, covers } = pasted(aSheet(), block(2, 2, 1, 1), '7\t99\t1\n8\t99\t2\n', undefined);
  expect(after(change).map((row) => [row.key, row.qty, row.amount ?? null, row.pieces])).toEqual([
    ['a', '2', '6.00', undefined],
    ['b', '0.5', '1.10', undefined],
    ['c', '7', '90.00', 1],
    ['new-1', '8', null, 2],
  ]);
  expect(covers).toEqual(block(2, 3, 1, 3));
});
test('a pasted block with titles finds its own columns', () => {
  const { change } = pasted(aSheet(), block(0, 0, 4, 4), '备注\t数量\n快\t9\n', undefined);
  expect(after(change)[0]).toMatchObject({ qty: '9', remark: '快' });
});
test('what the grid copied itself keeps its ids', () => {
  const { change } = pasted(aSheet(), block(1, 1, 0, 0), '土豆', {
    text: '土豆',
    columns: ['materialId'],
    rows: [potatoes],
  });
  expect(after(change)[1]).toMatchObject({ materialId: '1', materialName: '土豆', materialCode: 'M1' });
});
test('one pasted value fills the selection', () => {
  const { change } = pasted(aSheet(), block(0, 2, 1, 1), '4', undefined);
  expect(after(change).map((row) => row.qty)).toEqual(['4', '4', '4']);
});
test('Ctrl-Enter fills down with the record, not its name', () => {
  expect(
    after(filled(aSheet(), block(0, 2, 0, 0), { row: 0, column: 0 })).map((row) => [row.materialId, row.materialCode]),
  ).toEqual([
    ['1', 'M1'],
    ['1', 'M1'],
    ['1', 'M1'],
  ]);
});
test('Ctrl-D takes the line above, or the first of the selection', () => {
  expect(after(copiedDown(aSheet(), block(1, 1, 1, 1)))[1]?.qty).toBe('2');
  expect(after(copiedDown(aSheet(), block(0, 2, 1, 1))).map((row) => row.qty)).toEqual(['2', '2', '2']);
  expect(copiedDown(aSheet(), block(0, 0, 1, 1)).rows).toEqual([]);
});
test('clearing a reference clears its title and its code', () => {
  expect(after(cleared(aSheet(), block(0, 0, 0, 1)))[0]).toMatchObject({
    materialId: null,
    materialName: null,
    materialCode: null,
    qty: null,
  });
});

const changes: readonly (readonly [string, Change])[] = [
  ['typing', typed(aSheet(), { row: 0, column: 1 }, '9')],
  ['a paste that grows', pasted(aSheet(), block(2, 2, 1, 1), '7\n8\n9', undefined).change],
  ['inserting', inserted(aSheet(), 1)],
  ['removing the middle', removed(aSheet(), block(1, 1, 0, 0))],
  ['removing several', removed(aSheet(), block(0, 1, 0, 0))],
  ['clearing', cleared(aSheet(), block(0, 2, 0, 5))],
];
const plainTotals = (totals: Totals): unknown =>
  Object.entries(totals).map(([name, sums]) => [
    name,
    [...sums].map(([unit, sum]) => `${sum.value.toString()} ${unit}`).sort(),
  ]);

test.each(changes)('%s is undone and redone in one step', (_what, change) => {
  const changed = after(change);
  const back = undoing(remembered(emptyHistory, change));
  expect(applyChange(changed, back!.change, indexIn(changed))).toEqual(rows);
  const again = redoing(back!.history);
  expect(after(again!.change)).toEqual(changed);
});
test.each(changes)('%s: adjusted totals are those added up anew', (_what, change) => {
  expect(plainTotals(adjusted(totalsOf(rows, columns), change, columns))).toEqual(
    plainTotals(totalsOf(after(change), columns)),
  );
});
test('totals keep units apart and are exact', () => {
  expect(plainTotals(totalsOf(rows, columns))).toEqual([
    ['qty', ['2.5 kg', '3 箱']],
    ['amount', ['97.1 ']],
  ]);
});
test('undo leaves alone what changed from outside meanwhile', () => {
  const change = typed(aSheet(), { row: 0, column: 1 }, '9');
  const meanwhile = after(change).map((row) => (row.key === 'a' ? { ...row, amount: '27.00' } : row));
  expect(
    applyChange(meanwhile, undoing(remembered(emptyHistory, change))!.change, indexIn(meanwhile))[0],
  ).toMatchObject({ qty: '2', amount: '27.00' });
});
test('a late answer is part of the step that asked', () => {
  const change = typed(aSheet(), { row: 0, column: 0 }, '黄瓜');
  const history = withAnswers(remembered(emptyHistory, change), (row) =>
    row.unread ? { key: row.key, materialId: '9' } : row,
  );
  expect(history.done[0]?.rows[0]).toMatchObject({ before: { materialId: '1' }, after: { materialId: '9' } });
  expect(history.done).toHaveLength(1);
});
