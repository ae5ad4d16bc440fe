import { expect, test } from 'vitest';
import { document } from '../../kernel/core/declaration.ts';
import { choice, factor, flag, money, pictures, price, quantity, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { approvalLife } from '../../kernel/core/life.ts';
import { bilingual, drawn, inBothLanguages, type Table } from './content.rules.ts';
import { codeSquares } from './code-squares.rules.ts';
import { builtInLayout, filledWords, fieldsInWords, type Layout, missingFields, readLayout } from './layout.rules.ts';
import { standInOneLine } from './one-line.rules.ts';
import { type Paper, papers, sheetOf } from './papers.rules.ts';
import { pdfDocument } from './pdf-document.rules.ts';
import { settled } from './settle.rules.ts';
import './print.refusals.ts';

const order = document('order', {
  label: label('订单', 'Order'),
  service: 's',
  segment: 'order',
  path: '/orders',
  signed: [label('收货', 'Received by')],
  life: approvalLife('DD'),
  fields: {
    supplierId: ref('供应商', 'Supplier', 'supplier', { list: true }),
    amount: money('金额', 'Amount', { readonly: true, right: 'order_price' }),
    urgent: flag('加急', 'Urgent', { default: 0 }),
    proof: pictures('照片', 'Pictures', { optional: true }),
    remark: text('备注', 'Remark', { optional: true }),
  },
  lines: {
    details: {
      label: label('明细', 'Lines'),
      fields: {
        materialId: ref('物料', 'Material', 'material'),
        unitId: ref('单位', 'Unit', 'materialUnit'),
        qty: quantity('数量', 'Quantity', { unit: 'unitId', total: true }),
        factor: factor('系数', 'Factor', { readonly: true }),
        sameQty: quantity('已发', 'Sent', { unit: 'unitId', readonly: true }),
        price: price('单价', 'Price', { right: 'order_price', unit: 'unitId' }),
        state: choice('状态', 'State', [['a', '好', 'Good']], { readonly: true, optional: true }),
        note: text('说明', 'Note', { optional: true }),
      },
    },
  },
});
const line = (qty: string, unit: string, unitName: string) => ({
  materialId: '1',
  materialName: '番茄',
  materialCode: 'M1',
  unitId: unit,
  unitName,
  qty,
  factor: '1000',
  sameQty: qty,
  price: '3.2',
  state: '',
  note: '',
});
const row = {
  id: '7',
  billCode: 'DD1',
  supplierId: '9',
  supplierName: '绿源',
  amount: '1234.5',
  urgent: 1,
  remark: '',
  statusName: '草稿',
  createTime: '2026-11-28 10:00:12',
  createUserName: '韩冬',
  approveUserName: '',
  details: [line('2.500000', '3', '千克'), line('1000', '3', '千克'), line('2', '4', '箱')],
};
const seesAll = (): boolean => true;
const seesNoPrice = ({ rules }: { rules: { right?: string } }): boolean => rules.right === undefined;
const occasion = { company: '青禾', userName: '周敏', at: '2026-11-28 11:00' };
function sheet(layout: Layout, { paper = 'a4' as Paper, seen = seesAll as typeof seesNoPrice, of = row } = {}) {
  const whole = settled(layout, order, of, seen, papers[paper].columns);
  return drawn(whole, paper, { of: order, row: of, seen, occasion, language: 'zh', dictionaries: {} });
}
const block = <K extends string>(drawnSheet: ReturnType<typeof sheet>, is: K) =>
  drawnSheet.blocks.find((each) => each.is === is) as Extract<(typeof drawnSheet.blocks)[number], { is: K }>;

test.each([
  ['figures that fit', 4, '2.5 千克', true],
  ['figures in two languages that do not', 9, '174.311927 / 袋(25kg) bag (25 kg)', false],
] as const)('%s', (_title, count, cell, fits) => {
  const table: Table = {
    is: 'table',
    caption: '',
    number: '',
    columns: Array.from({ length: count }, () => ({ label: '', face: 'figure' as const })),
    rows: [Array.from({ length: count }, () => cell)],
    totals: [],
    total: '',
  };
  expect(standInOneLine(table, 210, 'a4')).toBe(fits);
});

test('a document prints by itself: facts that say something, columns that tell, sums by unit, who signs', () => {
  const printed = sheet(builtInLayout(order, 'a4'));
  expect(block(printed, 'head')).toMatchObject({ company: '青禾', kind: '订单', number: 'DD1', state: '草稿' });
  expect(block(printed, 'facts').facts.map(({ label: name, text: value }) => [name, value])).toEqual([
    ['供应商', '绿源'],
    ['金额', '¥1,234.50'],
    ['加急', '是'],
  ]);
  const table = block(printed, 'table') as Table;
  expect(table.columns.map(({ label: name }) => name)).toEqual(['物料', '数量', '单价', '说明']);
  expect(table.rows[0]).toEqual(['番茄\tM1', '2.5 千克', '3.20 / 千克', '']);
  expect(table.totals).toEqual(['', '1,002.5 千克\n2 箱', '', '']);
  expect(block(printed, 'signs').signers.map(({ label: name, name: who }) => [name, who])).toEqual([
    ['制单', '韩冬'],
    ['审批', ''],
    ['收货', ''],
  ]);
});

test('what a person may not see leaves no label, no column and no gap in a sum', () => {
  const printed = sheet(builtInLayout(order, 'a4'), { seen: seesNoPrice });
  expect(JSON.stringify(printed)).not.toMatch(/金额|单价|1,234|3\.20/);
  const named = sheet(
    { blocks: [{ is: 'words', zh: '共 {{amount}} 元', en: '', size: 'normal', align: 'start' }] },
    { seen: seesNoPrice },
  );
  expect(block(named, 'words').text).toBe('共  元');
});

test.each([
  [['a4', 8], { width: 210, height: 297 }],
  [['a4', 9], { width: 297, height: 210 }],
  [['a5', 7], { width: 210, height: 148 }],
  [['80mm', 9], { width: 80, height: null }],
  [['60x40', 0], { width: 60, height: 40 }],
] as const)('%j lies so', ([paper, columns], lies) => {
  expect(sheetOf(paper, columns)).toEqual(lies);
});

test('a label has the number as a code, and what tells one record from another', () => {
  expect(builtInLayout(order, '40x30').blocks).toEqual([
    { is: 'label', code: 'billCode', words: ['{{billCode}}', '{{supplierId}}', '{{createUserName}} {{createTime}}'] },
  ]);
  expect(block(sheet(builtInLayout(order, '40x30'), { paper: '40x30' }), 'label')).toEqual({
    is: 'label',
    code: 'DD1',
    words: ['DD1', '绿源', '韩冬 2026-11-28 10:00'],
  });
});

test('words name fields in their places', () => {
  expect(fieldsInWords('{{a}} of {{ b }}, {c}')).toEqual(['a', 'b']);
  expect(filledWords('{{a}} of {{ b }}, {c}', (name) => name.toUpperCase())).toBe('A of B, {c}');
});

test('a layout is read into its own form; files and secrets are no fields of it', () => {
  const { layout, refusals } = readLayout(
    {
      blocks: [
        { is: 'facts', fields: ['remark'], across: 9, script: 'x' },
        { is: 'table' },
        { is: 'words', zh: '<b>' },
      ],
    },
    order,
  );
  expect(refusals).toEqual([]);
  expect(layout.blocks).toEqual([
    { is: 'facts', fields: ['remark'], across: 3 },
    { is: 'table', lines: 'details', columns: [], totals: true },
    { is: 'words', zh: '<b>', en: '', size: 'normal', align: 'start' },
  ]);
  expect(readLayout({ blocks: [{ is: 'facts', fields: ['proof'] }] }, order).refusals[0]!.code).toBe(
    'print.field-unknown',
  );
  expect(missingFields({ blocks: [{ is: 'facts', fields: ['remark', 'former'], across: 1 }] }, order)).toEqual([
    'former',
  ]);
});

test.each([
  ['订单', 'Order', '订单 Order'],
  ['2.5 千克', '2.5 kg', '2.5 千克 kg'],
  ['番茄\tM1', 'Tomato\tM1', '番茄 Tomato\tM1'],
  ['2 千克\n3 箱', '2 kg\n3 box', '2 千克 kg\n3 箱 box'],
  ['', 'Note', 'Note'],
  ['12.50', '12.50', '12.50'],
  ['送货', '', '送货'],
  ['订单 DD1', 'Order DD1', '订单 Order DD1'],
  ['订单 DD1 · 明细', 'Order DD1 · Lines', '订单 Order DD1 · 明细 Lines'],
  ['3 3 箱', '3 box', '3 3 箱 box'],
])('%j and %j together are %j', (zh, en, both) => {
  expect(bilingual(zh, en)).toBe(both);
});

test('sheets of both languages are laid together block by block', () => {
  const zh = sheet(builtInLayout(order, 'a4'));
  const en = JSON.parse(JSON.stringify(zh).replaceAll('物料', 'Material').replaceAll('番茄', 'Tomato')) as typeof zh;
  const both = block(inBothLanguages(zh, en), 'table') as Table;
  expect([both.columns[0]!.label, both.rows[0]![0], both.rows[0]![1]]).toEqual([
    '物料 Material',
    '番茄 Tomato\tM1',
    '2.5 千克',
  ]);
});

test('in a PDF the titles stand on every page, lines are not cut in two, and a wide table lies across', () => {
  const many = { ...row, details: Array.from({ length: 60 }, () => line('1', '3', '千克')) };
  const pdf = pdfDocument([sheet(builtInLayout(order, 'a4'), { of: many })], 'a4') as {
    content: {
      pageOrientation: string;
      stack: { table?: { headerRows: number; dontBreakRows: boolean; body: unknown[] } }[];
    }[];
  };
  const table = pdf.content[0]!.stack.find((node) => node.table?.headerRows === 2)!.table!;
  expect([table.dontBreakRows, table.body.length]).toEqual([true, 63]);
  expect(pdf.content[0]!.pageOrientation).toBe('portrait');
});

test('the dark runs of a code cover its dark squares', () => {
  const { size, runs } = codeSquares('DD1');
  expect(size).toBe(21);
  expect(runs.filter(({ y }) => y === 0)[0]).toEqual({ x: 0, y: 0, width: 7 });
});
