import { expect, it } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { documentsFromLines, type ListLine } from './documents-from-lines.rules.ts';

const part = (qty: string, factor = '1') => ({
  qty: Decimal.of(qty),
  baseQty: Decimal.of(qty).times(Decimal.of(factor)),
});
let next = 1;
const line = (over: Partial<ListLine> & { readonly qty?: string } = {}): ListLine => ({
  id: String(next++),
  billId: '1',
  kind: 'straight',
  warehouseId: 'W1',
  materialId: 'M1',
  unitId: 'kg',
  factor: Decimal.one,
  baseUnitId: 'kg',
  open: part(over.qty ?? '5'),
  openSupply: part(over.qty ?? '5'),
  needDate: '2026-12-02',
  deliveryDate: '2026-12-01',
  arriveDate: null,
  orderBefore: null,
  outStoreId: null,
  supplierId: 'S1',
  supplyMode: null,
  price: Decimal.of('3'),
  taxRate: Decimal.of('9'),
  priceReason: null,
  settlementPrice: null,
  ...over,
});
const shown = (lines: readonly ListLine[]) =>
  documentsFromLines(lines).map((made) => ({
    type: made.docType,
    place: made.placeId,
    day: made.deliveryDate,
    lines: made.lines.map(({ first, qty, serves }) => `${first.materialId} ${qty} of ${serves.length}`),
  }));

it('one document for each supplier, warehouse and day; lines of one material, unit and price are one', () => {
  expect(
    shown([
      line(),
      line({ qty: '2' }),
      line({ price: Decimal.of('4') }),
      line({ warehouseId: 'W2' }),
      line({ deliveryDate: '2026-12-02' }),
      line({ supplierId: 'S2' }),
    ]),
  ).toEqual([
    { type: 'straight', place: 'W1', day: '2026-12-01', lines: ['M1 7 of 2', 'M1 5 of 1'] },
    { type: 'straight', place: 'W1', day: '2026-12-02', lines: ['M1 5 of 1'] },
    { type: 'straight', place: 'W2', day: '2026-12-01', lines: ['M1 5 of 1'] },
    { type: 'straight', place: 'W1', day: '2026-12-01', lines: ['M1 5 of 1'] },
  ]);
});

it('a central line is bought for its sender on the day it must be there, and brought to its site', () => {
  const uniform = { kind: 'uniform', outStoreId: 'C', supplyMode: 'purchase', arriveDate: '2026-11-30' } as const;
  expect(
    shown([
      line({ ...uniform }),
      line({ ...uniform, warehouseId: 'W2', qty: '3' }),
      line({ ...uniform, warehouseId: 'W2', supplyMode: 'stock', supplierId: null }),
    ]),
  ).toEqual([
    { type: 'central', place: 'C', day: '2026-11-30', lines: ['M1 8 of 2'] },
    { type: 'delivery', place: 'W1', day: '2026-12-01', lines: ['M1 5 of 1'] },
    { type: 'delivery', place: 'W2', day: '2026-12-01', lines: ['M1 3 of 1', 'M1 5 of 1'] },
  ]);
});

it('what was bought already and is to be brought again gives a delivery alone', () => {
  const again = line({
    kind: 'uniform',
    outStoreId: 'C',
    supplyMode: 'purchase',
    open: part('2'),
    openSupply: part('0'),
  });
  expect(shown([again])).toEqual([{ type: 'delivery', place: 'W1', day: '2026-12-01', lines: ['M1 2 of 1'] }]);
  expect(documentsFromLines([line({ open: part('0') })])).toEqual([]);
});

it('the document must be ordered before the first of its lines; who needs it first is served first', () => {
  const [made] = documentsFromLines([
    line({ id: 'late', needDate: '2026-12-03', orderBefore: '2026-11-30 16:00:00' }),
    line({ id: 'early', needDate: '2026-12-02', orderBefore: '2026-11-30 14:00:00' }),
  ]);
  expect(made!.orderBefore).toBe('2026-11-30 14:00:00');
  expect(made!.lines[0]!.serves.map((served) => served.line.id)).toEqual(['early', 'late']);
});

it('every gram stands on a document once: Σ of what is served is what is open', () => {
  const lines = Array.from({ length: 200 }, (_, at) =>
    line({
      kind: at % 3 === 0 ? 'straight' : 'uniform',
      supplierId: `S${at % 7}`,
      warehouseId: `W${at % 5}`,
      outStoreId: `C${at % 2}`,
      supplyMode: at % 2 === 0 ? 'purchase' : 'stock',
      materialId: `M${at % 11}`,
      open: part(`${at % 13}.25`, '1.5'),
      openSupply: part(`${at % 13}.25`, '1.5'),
    }),
  );
  const made = documentsFromLines(lines);
  const served = (types: readonly string[]) =>
    Decimal.sum(
      made.filter(({ docType }) => types.includes(docType)).flatMap((each) => each.lines.map((own) => own.baseQty)),
    ).toString();
  const open = (which: (one: ListLine) => boolean) =>
    Decimal.sum(lines.filter(which).map((one) => one.open.baseQty)).toString();
  expect(served(['straight', 'delivery'])).toBe(open(() => true));
  expect(served(['central'])).toBe(open((one) => one.kind === 'uniform' && one.supplyMode === 'purchase'));
  for (const each of made.flatMap((one) => one.lines))
    expect(Decimal.sum(each.serves.map(({ baseQty }) => baseQty)).equals(each.baseQty)).toBe(true);
});
