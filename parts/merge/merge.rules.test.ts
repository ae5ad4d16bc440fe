import fc from 'fast-check';
import { expect, test } from 'vitest';
import { document } from '../../kernel/core/declaration.ts';
import { choice, day, json, quantity, ref, refs, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { approvalLife } from '../../kernel/core/life.ts';
import { merge, type Side, type Version } from './merge.rules.ts';

type Row = Record<string, unknown>;

const order = document('order', {
  label: label('单', 'Order'),
  service: 'shop',
  segment: 'order',
  scope: null,
  fields: {
    remark: text('备注', 'Remark', { optional: true }),
    due: day('到货', 'Due', { optional: true }),
    kind: choice(
      '类型',
      'Kind',
      [
        ['a', '甲', 'A'],
        ['b', '乙', 'B'],
      ],
      { optional: true },
    ),
    who: refs('收货人', 'Who', 'person', { optional: true }),
    guests: json('人次', 'Guests', { optional: true }),
  },
  lines: {
    details: {
      label: label('明细', 'Lines'),
      fields: {
        materialId: ref('物料', 'Material', 'material'),
        unitId: ref('单位', 'Unit', 'unit'),
        qty: quantity('数量', 'Quantity', { unit: 'unitId' }),
        remark: text('备注', 'Remark', { optional: true }),
        amount: quantity('金额', 'Amount', { readonly: true, optional: true }),
      },
    },
  },
  life: approvalLife('DD'),
});
const week = document('week', {
  label: label('周', 'Week'),
  service: 'shop',
  segment: 'week',
  scope: null,
  fields: { remark: text('备注', 'Remark', { optional: true }) },
  lines: {
    details: {
      label: label('菜品', 'Dishes'),
      unique: ['day', 'dishId'],
      fields: { day: day('日期', 'Day'), dishId: ref('菜品', 'Dish', 'dish'), portions: quantity('份数', 'Portions') },
    },
  },
  life: approvalLife('ZJ'),
});

const line = (id: string, qty: string, more: Row = {}): Row => ({
  id,
  materialId: `m${id}`,
  materialName: `料${id}`,
  unitId: 'kg',
  unitName: '千克',
  qty,
  remark: '',
  ...more,
});
const version = (details: readonly Row[], values: Row = {}): Version => ({
  values: { remark: '', due: '2026-12-01', ...values },
  lines: { details },
});
const [one, two, three] = [line('1', '10'), line('2', '20'), line('3', '30')];
const base = version([one, two, three]);
const rows = ({ lines }: Version): string[] =>
  (lines['details'] ?? []).map((row) => `${String(row['id'] ?? 'new')}:${String(row['qty'])}`);
const both = (mine: Version, theirs: Version, choices: Record<string, Side> = {}) =>
  merge(order as never, base, mine, theirs, choices);

test.each<[what: string, mine: Version, theirs: Version, stands: string[], taken: number]>([
  ['nobody changed anything', base, base, ['1:10', '2:20', '3:30'], 0],
  [
    'different lines',
    version([line('1', '11'), two, three]),
    version([one, line('2', '22'), three]),
    ['1:11', '2:22', '3:30'],
    1,
  ],
  [
    'the same cell to the same value',
    version([line('1', '11'), two, three]),
    version([line('1', '11.00'), two, three]),
    ['1:11.00', '2:20', '3:30'],
    0,
  ],
  [
    'I add, they add',
    version([one, two, three, { materialId: 'm9', qty: '9' }]),
    version([one, two, three, line('4', '40')]),
    ['1:10', '2:20', '3:30', 'new:9', '4:40'],
    1,
  ],
  [
    'they add in between',
    version([one, two, line('3', '33')]),
    version([one, line('4', '40'), two, three]),
    ['1:10', '4:40', '2:20', '3:33'],
    1,
  ],
  ['I remove, they change another', version([two, three]), version([one, two, line('3', '33')]), ['2:20', '3:33'], 1],
  ['they remove, I change another', version([line('1', '11'), two, three]), version([one, two]), ['1:11', '2:20'], 1],
  ['both remove one', version([one, two]), version([one, two]), ['1:10', '2:20'], 0],
  [
    'I move, they change',
    version([three, one, two]),
    version([one, line('2', '22'), three]),
    ['3:30', '1:10', '2:22'],
    1,
  ],
  [
    'they move, I change',
    version([one, line('2', '22'), three]),
    version([three, one, two]),
    ['3:30', '1:10', '2:22'],
    0,
  ],
  ['I remove all, they add', version([]), version([one, two, three, line('4', '40')]), ['4:40'], 1],
])('%s: both stand, nobody is asked', (_, mine, theirs, stands, taken) => {
  const merged = both(mine, theirs);
  expect(merged.conflicts).toEqual([]);
  expect([rows(merged), merged.taken]).toEqual([stands, taken]);
});

test('different cells of one line, and different fields of the head, stand beside each other with their names', () => {
  const merged = both(
    version([line('1', '11'), two, three], { remark: '早上送' }),
    version([line('1', '10', { remark: '切好', amount: '5' }), two, three], {
      kind: 'b',
      kindName: '乙',
      due: '2026-12-02',
    }),
  );
  expect(merged.conflicts).toEqual([]);
  expect(merged.lines['details']![0]).toEqual(line('1', '11', { remark: '切好', amount: '5' }));
  expect(merged.values).toEqual({ remark: '早上送', due: '2026-12-02', kind: 'b', kindName: '乙' });
  expect(merged.taken).toBe(3);
});

test('the same cell changed by both is asked, with line, field and both rows, and stands as chosen', () => {
  const [mine, theirs] = [
    version([line('1', '11'), two, line('3', '33')]),
    version([line('1', '12'), line('2', '22'), three]),
  ];
  const asked = both(mine, theirs);
  expect(asked.conflicts).toEqual([
    {
      key: 'details.1.qty',
      lines: 'details',
      line: 1,
      fields: ['qty'],
      mine: line('1', '11'),
      theirs: line('1', '12'),
    },
  ]);
  expect(asked.taken).toBe(1);
  expect(rows(both(mine, theirs, { 'details.1.qty': 'mine' }))).toEqual(['1:11', '2:22', '3:33']);
  const taken = both(mine, theirs, { 'details.1.qty': 'theirs' });
  expect([rows(taken), taken.conflicts, taken.taken]).toEqual([['1:12', '2:22', '3:33'], [], 2]);
});

test('a line one removed and the other changed is asked, and comes back or goes as chosen', () => {
  const [removed, changed] = [version([two, three]), version([line('1', '11'), two, three])];
  const iRemoved = both(removed, changed);
  expect(iRemoved.conflicts).toEqual([
    { key: 'details.1.removed', lines: 'details', line: 1, fields: ['qty'], mine: undefined, theirs: line('1', '11') },
  ]);
  expect(rows(both(removed, changed, { 'details.1.removed': 'mine' }))).toEqual(['2:20', '3:30']);
  expect(rows(both(removed, changed, { 'details.1.removed': 'theirs' }))).toEqual(['1:11', '2:20', '3:30']);
  expect(both(changed, removed).conflicts[0]).toMatchObject({
    key: 'details.1.removed',
    mine: line('1', '11'),
    theirs: undefined,
  });
  // Theirs is gone from the server, so mine comes back as a new line.
  expect(rows(both(changed, removed, { 'details.1.removed': 'mine' }))).toEqual(['new:11', '2:20', '3:30']);
  expect(rows(both(changed, removed, { 'details.1.removed': 'theirs' }))).toEqual(['2:20', '3:30']);
});

test.each<[what: string, mine: Row, theirs: Row, fields: string[]]>([
  ['a figure, and its unit', line('1', '11'), line('1', '10', { unitId: 'box', unitName: '箱' }), ['unitId', 'qty']],
  [
    'the unit, and a figure of it',
    line('1', '10', { unitId: 'box', unitName: '箱' }),
    line('1', '12'),
    ['unitId', 'qty'],
  ],
  [
    'a figure, and what the line is about',
    line('1', '11'),
    line('1', '10', { materialId: 'm7', materialName: '料7' }),
    ['materialId', 'qty'],
  ],
  [
    'a remark, and what the line is about',
    line('1', '10', { remark: '切好' }),
    line('1', '10', { materialId: 'm7', materialName: '料7' }),
    ['materialId', 'remark'],
  ],
])('%s are asked together, not joined to what nobody meant', (_, mine, theirs, fields) => {
  const asked = both(version([mine, two, three]), version([theirs, two, three]));
  expect(asked.conflicts.map((each) => each.fields)).toEqual([fields]);
  const key = asked.conflicts[0]!.key;
  expect(
    both(version([mine, two, three]), version([theirs, two, three]), { [key]: 'mine' }).lines['details']![0],
  ).toEqual(mine);
  expect(
    both(version([mine, two, three]), version([theirs, two, three]), { [key]: 'theirs' }).lines['details']![0],
  ).toEqual(theirs);
});

test('a line is about the record it has to name, not about one it may', () => {
  const meal = {
    fields: {},
    lines: {
      details: {
        label: label('菜品', 'Dishes'),
        fields: {
          stallId: ref('档口', 'Stall', 'dept', { optional: true }),
          dishId: ref('菜品', 'Dish', 'dish'),
          portions: quantity('份数', 'Portions'),
        },
      },
    },
  };
  const of = (row: Row): Version => ({
    values: {},
    lines: { details: [{ id: '1', stallId: '', dishId: 'a', portions: '5', ...row }] },
  });
  const asked = (mine: Row, theirs: Row): (readonly string[])[] =>
    merge(meal as never, of({}), of(mine), of(theirs)).conflicts.map(({ fields }) => fields);
  expect(asked({ stallId: 's' }, { portions: '6' })).toEqual([]);
  expect(asked({ dishId: 'b' }, { portions: '6' })).toEqual([['dishId', 'portions']]);
});

test('a field whose name only sounds like the words of another is a field of its own', () => {
  const account = {
    ...order,
    fields: { bankAccount: text('账号', 'Account'), bankAccountName: text('户名', 'Holder') },
    lines: {},
  };
  const of = (bankAccount: string, bankAccountName: string): Version => ({
    values: { bankAccount, bankAccountName },
    lines: {},
  });
  expect(merge(account as never, of('1', 'a'), of('2', 'a'), of('1', 'b')).values).toEqual({
    bankAccount: '2',
    bankAccountName: 'b',
  });
});

test('lists and structured values grow together; one leaf changed by both is asked', () => {
  const from = version([], { who: ['1', '2'], guests: { '12-01': { lunch: 10 }, '12-02': { lunch: 20 } } });
  const mine = version([], { who: ['1', '2', '3'], guests: { '12-01': { lunch: 11 }, '12-02': { lunch: 20 } } });
  const theirs = version([], { who: '2,4', guests: { '12-01': { lunch: 10, dinner: 5 }, '12-02': { lunch: 22 } } });
  const merged = merge(order as never, from, mine, theirs);
  expect(merged.conflicts).toEqual([]);
  expect(merged.values).toMatchObject({
    who: ['2', '4', '3'],
    guests: { '12-01': { lunch: 11, dinner: 5 }, '12-02': { lunch: 22 } },
  });
  const same = version([], { who: ['1', '2'], guests: { '12-01': { lunch: 12 }, '12-02': { lunch: 20 } } });
  const asked = merge(order as never, from, mine, same);
  expect(asked.conflicts).toEqual([
    { key: 'guests.12-01.lunch', fields: ['guests'], path: ['12-01', 'lunch'], mine: mine.values, theirs: same.values },
  ]);
});

test('of a structured value only the leaf both changed is chosen; what else either changed stands whichever is', () => {
  const of = (guests: unknown): Version => version([], { guests });
  const [from, mine, theirs] = [
    of({ columns: ['a'], sort: '', filters: [] }),
    of({ columns: ['a', 'b'], sort: '-a', filters: [] }),
    of({ columns: ['a', 'c'], sort: '', filters: ['d'] }),
  ];
  const stands = (choices: Record<string, Side>): unknown =>
    merge(order as never, from, mine, theirs, choices).values['guests'];
  expect(stands({ 'guests.columns': 'mine' })).toEqual({ columns: ['a', 'b'], sort: '-a', filters: ['d'] });
  expect(stands({ 'guests.columns': 'theirs' })).toEqual({ columns: ['a', 'c'], sort: '-a', filters: ['d'] });
  expect(merge(order as never, from, mine, theirs, { 'guests.columns': 'theirs' }).conflicts).toEqual([]);
  // A key one removed is gone, whatever the other changed beside it.
  expect(merge(order as never, of({ a: 1, b: 2 }), of({ b: 2 }), of({ a: 1, b: 3 })).values['guests']).toEqual({
    b: 3,
  });
});

test('lines without an id of their own are the same by the fields that may occur once', () => {
  const at = (dishId: string, portions: string, id?: string): Row => ({
    ...(id === undefined ? {} : { id }),
    day: '2026-12-01',
    dishId,
    portions,
  });
  const of = (...details: Row[]): Version => ({ values: {}, lines: { details } });
  const shown = ({ lines }: Version): string[] =>
    (lines['details'] ?? []).map((row) => `${String(row['dishId'])}:${String(row['portions'])}`);
  const from = of(at('a', '1', '1'), at('b', '2', '2'));
  const merged = merge(
    week as never,
    from,
    of(at('a', '10'), at('b', '2'), at('c', '3')),
    of(at('a', '1', '11'), at('b', '20', '12'), at('d', '4', '13')),
  );
  expect([shown(merged), merged.conflicts]).toEqual([['a:10', 'b:20', 'c:3', 'd:4'], []]);
  // The same new dish by both: one line, its differing portions asked.
  const twice = merge(
    week as never,
    from,
    of(at('a', '1'), at('b', '2'), at('c', '3')),
    of(at('a', '1', '11'), at('b', '2', '12'), at('c', '4', '13')),
  );
  expect(twice.conflicts.map((each) => [each.fields, each.mine?.['portions'], each.theirs?.['portions']])).toEqual([
    [['portions'], '3', '4'],
  ]);
});

const edits = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('qty' as const), at: fc.nat(5), to: fc.integer({ min: 100, max: 999 }).map(String) }),
    fc.record({ act: fc.constant('remark' as const), at: fc.nat(5), to: fc.stringMatching(/^[a-z]{2}$/) }),
    fc.record({ act: fc.constant('remove' as const), at: fc.nat(5), to: fc.constant('') }),
    fc.record({ act: fc.constant('add' as const), at: fc.nat(5), to: fc.integer({ min: 100, max: 999 }).map(String) }),
  ),
  { maxLength: 6 },
);
const five = version(['1', '2', '3', '4', '5'].map((id) => line(id, `${id}0`)));

function edited(done: readonly { act: string; at: number; to: string }[], who: string): Version {
  const details = five.lines['details']!.map((row) => ({ ...row }) as Row);
  done.forEach(({ act, at, to }, turn) => {
    if (act === 'add')
      details.splice(Math.min(at, details.length), 0, {
        ...(who === 'theirs' ? { id: String(100 + turn) } : {}),
        materialId: `${who}${turn}`,
        unitId: 'kg',
        qty: to,
        remark: '',
      });
    else if (act === 'remove') details.splice(at, 1);
    else if (details[at] !== undefined) details[at] = { ...details[at], [act]: to };
  });
  return version(details);
}

test('whatever two people do, every cell is theirs, mine, or asked, and who merges which way round does not matter', () => {
  fc.assert(
    fc.property(edits, edits, (a, b) => {
      const [mine, theirs] = [edited(a, 'mine'), edited(b, 'theirs')];
      const merged = merge(order as never, five, mine, theirs);
      const cellOf = (of: Version, material: unknown, name: string): unknown =>
        of.lines['details']!.find((row) => row['materialId'] === material)?.[name];
      const asked = new Set(merged.conflicts.map(({ key }) => key));
      for (const material of new Set(
        [five, mine, theirs].flatMap((of) => of.lines['details']!.map((row) => row['materialId'])),
      )) {
        for (const name of ['qty', 'remark', 'materialId']) {
          const [was, own, other, now] = [five, mine, theirs, merged].map((of) => cellOf(of, material, name));
          const id = String(material).slice(1);
          if (own === other) expect(now).toBe(own);
          else if (asked.has(`details.${id}.removed`) || asked.has(`details.${id}.${name}`))
            expect(now).toBe(own ?? other);
          else if (own === was) expect(now).toBe(other);
          else if (other === was) expect(now).toBe(own);
          // The line itself was removed by one who changed nothing the other touched.
          else
            expect.fail(`${String(material)} ${name}: ${String(was)} ${String(own)} ${String(other)} ${String(now)}`);
        }
      }
      const back = merge(order as never, five, theirs, mine);
      expect(back.conflicts.map(({ key }) => key).sort()).toEqual([...asked].sort());
    }),
    { numRuns: 400 },
  );
});
