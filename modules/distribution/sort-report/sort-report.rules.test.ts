import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText } from '../../../kernel/core/field.ts';
import { grouped as groupedBy, type Grouping, loadingOrder, type SortCell, totals } from './sort-report.rules.ts';

const d = Decimal.of;
const places = (...ids: string[]) => new Map(ids.map((id, place) => [id, place]));
const ORDER = { materials: places('M1', 'M2', 'M3'), sites: places('S1', 'S2', 'S3', 'S4') };
const grouped = (cells: readonly SortCell[], by: Grouping) => groupedBy(cells, by, ORDER);
const text = (value: Decimal): DecimalText => value.toString() as DecimalText;
const BY: readonly Grouping[] = ['material', 'site', 'route'];
const cells = fc.array(
  fc.record({
    materialId: fc.constantFrom('M1', 'M2', 'M3'),
    unitId: fc.constantFrom('kg', 'box'),
    siteId: fc.constantFrom('S1', 'S2', 'S3', 'S4'),
    routeId: fc.constantFrom('', 'R1', 'R2'),
    qty: fc.integer({ min: 0, max: 99_999_999 }),
    num: fc.integer({ min: 0, max: 99_999_999 }),
  }),
  { maxLength: 60 },
);
const cellOf = ({
  qty,
  num,
  ...cell
}: { qty: number; num: number } & Omit<SortCell, 'qty' | 'num' | 'short' | 'stopSeq'>) => {
  const [whole, weighed] = [qty, num].map((each) => d(each).times(d('0.000001'))) as [Decimal, Decimal];
  return {
    ...cell,
    stopSeq: cell.routeId === '' ? null : 1,
    qty: text(whole),
    num: text(weighed),
    short: text(Decimal.max(Decimal.zero, whole.minus(weighed))),
  };
};

test('B26: total, by route, by site and by material agree exactly, to the last place', () => {
  fc.assert(
    fc.property(cells, (made) => {
      const all = made.map(cellOf);
      const texts = BY.map((by) =>
        totals(grouped(all, by))
          .map(({ unitId, totalQty, sortedQty, shortQty }) => [unitId, totalQty, sortedQty, shortQty].join(' '))
          .sort()
          .join('; '),
      );
      expect(new Set(texts).size).toBe(1);
      for (const unit of ['kg', 'box']) {
        const own = all.filter(({ unitId }) => unitId === unit);
        if (own.length > 0) expect(texts[0]).toContain(`${unit} ${Decimal.sum(own.map(({ qty }) => d(qty)))} `);
      }
    }),
  );
});
test('B26: each row adds up to its columns', () => {
  fc.assert(
    fc.property(cells, fc.constantFrom(...BY), (made, by) => {
      for (const { totalQty, sortedQty, columns } of grouped(made.map(cellOf), by)) {
        expect(String(Decimal.sum(columns.map(({ qty }) => d(qty))))).toBe(String(totalQty));
        expect(String(Decimal.sum(columns.map(({ num }) => d(num))))).toBe(String(sortedQty));
      }
    }),
  );
});
test('B26: units stay apart', () => {
  const cell = { materialId: 'M1', siteId: 'S1', routeId: 'R1', qty: 1_000_000, num: 1_000_000 };
  const rows = grouped([cellOf({ ...cell, unitId: 'kg' }), cellOf({ ...cell, unitId: 'box' })], 'material');
  expect(rows.map(({ unitId, totalQty }) => `${totalQty} ${unitId}`)).toEqual(['1 box', '1 kg']);
});
test('W19: loaded in reverse: the last stop first, what has no stop before it', () => {
  const stops = [{ stopSeq: 1 }, { stopSeq: null }, { stopSeq: 3 }, { stopSeq: 2 }];
  expect(loadingOrder(stops).map(({ stopSeq }) => stopSeq)).toEqual([null, 3, 2, 1]);
});
