import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  entryOf,
  mergedEntries,
  readEntry,
  reasonOf,
  unmeasured,
  type Entry,
  type PickBill,
  type PickLine,
} from './picking-entry.rules.ts';

/** One box of 30 kg is asked for; lots of 10 and 20 kg are proposed. */
const line = (more: Partial<PickLine> = {}): PickLine => ({
  id: '1',
  lineNo: 1,
  materialName: '土豆',
  materialCode: 'VG1',
  unitName: '箱',
  openQty: '1',
  shortage: '',
  needsPieces: 0,
  inPieces: 0,
  secondUnitName: '',
  proposedPicks: [
    {
      batchId: 'a',
      batchCode: 'PC1',
      materialId: '7',
      materialCode: 'VG1',
      expiryDate: '',
      qty: '0.333333',
      baseQty: '10',
      fefoRank: 1,
    },
    {
      batchId: 'b',
      batchCode: 'PC2',
      materialId: '7',
      materialCode: 'VG1',
      expiryDate: '',
      qty: '0.666667',
      baseQty: '20',
      fefoRank: 2,
    },
  ],
  ...more,
});
const bill = (own: PickLine): PickBill => ({
  id: '9',
  version: 1,
  billCode: 'CK1',
  status: 'to-pick',
  toLocationName: '面档',
  warehouseName: '主仓',
  needTime: '2026-11-24 09:00:00',
  details: [own],
});
const entry = (own: PickLine, change: Partial<Entry> = {}): Entry => ({ ...entryOf(own, {}), done: true, ...change });
const sent = (own: PickLine, now: Entry) => bodyOf(bill(own), { 1: now }, false).details[0];

describe('what goes to the server', () => {
  test('a lot taken as proposed is sent to the gram; one that was changed is what was typed', () => {
    const changed = entry(line(), { qty: { a: '0.333333', b: '0.5' } });
    expect(sent(line(), changed)!.picks).toMatchObject([
      { batchId: 'a', qty: '0.333333', baseQty: '10' },
      { batchId: 'b', qty: '0.5' },
    ]);
    expect(sent(line(), changed)!.picks[1]).not.toHaveProperty('baseQty');
  });
  test('goods of catch weight go with both measures, and not before they were measured both ways', () => {
    const byWeight = line({ needsPieces: 1, secondUnitName: '条' });
    expect([
      unmeasured(byWeight, entry(byWeight)),
      unmeasured(byWeight, entry(byWeight, { second: { a: '4', b: '7' } })),
    ]).toEqual([['a', 'b'], []]);
    expect(sent(byWeight, entry(byWeight, { second: { a: '4', b: '7' } }))!.picks).toMatchObject([
      { qty: '0.333333', baseQty: '10', auxQty: '4' },
      { auxQty: '7' },
    ]);
    const byPiece = line({ needsPieces: 1, inPieces: 1, secondUnitName: '千克' });
    expect(sent(byPiece, entry(byPiece, { second: { a: '10.2', b: '20.1' } }))!.picks).toMatchObject([
      { qty: '0.333333', baseQty: '10.2' },
      { baseQty: '20.1' },
    ]);
  });
  test('where the store lacks it, that is why it is short, on lines nobody opened too', () => {
    const short = line({ openQty: '2', shortage: '土豆 需 60 千克，可用 30 千克' });
    expect(sent(short, entry(short))).toMatchObject({ shortReason: 'out-of-stock' });
    expect(bodyOf(bill(short), {}, false).details[0]).toMatchObject({ shortReason: 'out-of-stock' });
  });
});

describe('why a line is short', () => {
  const short = line({ openQty: '2', shortage: '土豆 需 60 千克，可用 30 千克' });
  test.each`
    title                                          | own       | change                                  | says
    ${'all there is was taken'}                    | ${short}  | ${{}}                                   | ${'out-of-stock'}
    ${'the picker knows better'}                   | ${short}  | ${{ shortReason: 'damaged' }}           | ${'damaged'}
    ${'less was taken than there is: he says why'} | ${short}  | ${{ qty: { a: '0.333333', b: '0.1' } }} | ${''}
    ${'nothing is lacking'}                        | ${line()} | ${{}}                                   | ${''}
  `('$title', ({ own, change, says }: { own: PickLine; change: Partial<Entry>; says: string }) => {
    expect(reasonOf(own, entry(own, change))).toBe(says);
  });
});

const picked = (qty: string): Entry => ({ qty: { 7: qty }, shortReason: '', overrideReason: '', done: true });

test.each`
  written                                                | read
  ${picked('2')}                                         | ${picked('2')}
  ${{ ...picked('2'), second: { 7: '1.2' } }}            | ${{ ...picked('2'), second: { 7: '1.2' } }}
  ${{ ...picked('2'), by: 'somebody' }}                  | ${picked('2')}
  ${{ ...picked('2'), qty: { lot: '2' } }}               | ${undefined}
  ${{ ...picked('2'), qty: ['2'] }}                      | ${undefined}
  ${{ ...picked('2'), done: 'yes' }}                     | ${undefined}
  ${{ ...picked('2'), overrideReason: 'x'.repeat(201) }} | ${undefined}
  ${null}                                                | ${undefined}
  ${'text'}                                              | ${undefined}
`('$written is read as $read', ({ written, read }) => expect(readEntry(written)).toEqual(read));

test('a bill goes on with what this device has not sent, and of other lines with what the server has', () => {
  const lines = [
    { id: '1', entered: { ...picked('1'), by: '张三' } },
    { id: '2', entered: { ...picked('2'), by: '张三' } },
    { id: '3', entered: null },
    { id: '4', entered: { ...picked('4'), by: '李四' } },
  ];
  const stored = { entries: { 1: picked('10'), 2: picked('20'), 3: picked('30') }, unsent: ['1'] };
  // The third was sent and shipped meanwhile.
  expect(mergedEntries(lines, stored)).toEqual({
    entries: { 1: picked('10'), 2: picked('2'), 4: picked('4') },
    others: 1,
    from: ['李四'],
  });
  expect(mergedEntries(lines)).toEqual({
    entries: { 1: picked('1'), 2: picked('2'), 4: picked('4') },
    others: 3,
    from: ['张三', '李四'],
  });
});
