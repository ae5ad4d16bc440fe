/** M18 W18: what is scanned at the dock finds its line and fills it. */
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import type { Gs1 } from '../../../parts/gs1/gs1.rules.ts';
import { deliveredOf, entriesOf, missingField, type Entry, type ProposedLine } from './dock-entry.rules.ts';
import { isCode, isSameScan, lineOfCode, scanOf, scanRefusal, withCrate, withScan, withWeight } from './scan.rules.ts';

const TODAY = '2026-11-27';
const line = (more: Partial<ProposedLine> = {}): ProposedLine => ({
  detailId: '1',
  lineNo: 1,
  materialId: '9',
  materialName: '鲜牛奶',
  materialCode: 'MILK',
  unitName: 'kg',
  qty: '100',
  receivedQty: '0',
  openQty: '100',
  limitQty: '103',
  acceptedQty: '100',
  overRate: '3',
  underRate: '3',
  absTolerance: '0',
  needsLife: 0,
  needsTemperature: 0,
  needsWeight: 0,
  needsPieces: 0,
  shelfLifeDays: null,
  codes: [],
  unitKg: '1',
  productionDate: '',
  lifeAsked: { kind: 'none' },
  mayOverride: 0,
  ...more,
});
const entry = (more: Partial<ProposedLine> = {}, fields: Partial<Entry> = {}): Entry => ({
  ...entriesOf([line(more)])[0]!,
  ...fields,
});
const d = Decimal.of;
const says = (facts: Partial<Gs1>): Gs1 => ({
  gtin: null,
  lot: null,
  serial: null,
  productionDate: null,
  expiryDate: null,
  netKg: null,
  grossKg: null,
  count: null,
  ...facts,
});

test.each`
  title                            | typed                        | kind         | what
  ${'our lot label'}               | ${'L1234567'}                | ${'lot'}     | ${'1234567'}
  ${'in small letters'}            | ${' l1234567 '}              | ${'lot'}     | ${'1234567'}
  ${'a GS1 code'}                  | ${']C1010690123456789210A1'} | ${'goods'}   | ${'6901234567892'}
  ${'a GS1 code without an item'}  | ${']C110A1'}                 | ${'goods'}   | ${''}
  ${'a GS1 code that is wrong'}    | ${'010690123456789110A1'}    | ${'refused'} | ${'gs1.check-digit'}
  ${'a barcode'}                   | ${'6901234567892'}           | ${'goods'}   | ${'6901234567892'}
  ${'a barcode and its symbology'} | ${']E06901234567892'}        | ${'goods'}   | ${'6901234567892'}
  ${'the number of a bill'}        | ${'RK202611270001'}          | ${'goods'}   | ${'RK202611270001'}
  ${'a word'}                      | ${'牛奶'}                    | ${'goods'}   | ${'牛奶'}
`('$title', ({ typed, kind, what }: Record<'typed' | 'kind' | 'what', string>) => {
  const scan = scanOf(typed, TODAY);
  const found = scan.kind === 'lot' ? scan.batchId : scan.kind === 'refused' ? scan.refusal.code : scan.code;
  expect([scan.kind, found]).toEqual([kind, what]);
});

test('the same scan twice in 300 ms counts once; a second pack with the same code counts', () => {
  const first = { code: '6901', at: 1000 };
  expect([
    isSameScan(undefined, first),
    isSameScan(first, { code: '6901', at: 1299 }),
    isSameScan(first, { code: '6901', at: 1300 }),
    isSameScan(first, { code: '6902', at: 1001 }),
  ]).toEqual([false, true, false, false]);
});

test('a code finds its line by any length it is written in, by the material code, and one that nobody checked first', () => {
  const entries = [
    entry({ codes: ['06901234567892'] }, { isChecked: true }),
    entry({ detailId: '2', materialCode: 'TOFU', codes: ['6901234567892', 'TF-01'] }),
    entry({ detailId: '3', materialCode: 'RICE', codes: ['6907001000012'] }, { isChecked: true }),
  ];
  expect(
    ['6901234567892', '06901234567892', 'tf-01', 'tofu', '6907001000012', '6907001000029'].map((code) =>
      lineOfCode(entries, code),
    ),
  ).toEqual([1, 1, 1, 1, 2, -1]);
});

test.each`
  text               | is
  ${'6901234567892'} | ${true}
  ${'TF-01'}         | ${true}
  ${'abc'}           | ${false}
  ${'abcd'}          | ${false}
  ${'牛奶 250'}      | ${false}
  ${'123'}           | ${false}
`('$text is remembered as a code: $is', ({ text, is }: { text: string; is: boolean }) => {
  expect(isCode(text)).toBe(is);
});

describe('a line with what a code says', () => {
  test('lot, dates and weight; it is ready to be checked', () => {
    const pack = entry({ needsLife: 1, shelfLifeDays: 20 });
    const filled = withScan(
      pack,
      says({ lot: 'A1', productionDate: '2026-11-20', expiryDate: '2026-12-05', netKg: d('12.345') }),
    );
    expect([missingField(pack), missingField(filled)]).toEqual(['productionDate', null]);
    expect(deliveredOf([{ ...filled, isChecked: true }])).toEqual([
      {
        detailId: '1',
        acceptedQty: '12.345',
        productionDate: '2026-11-20',
        expiryDate: '2026-12-05',
        supplierBatchNo: 'A1',
      },
    ]);
  });

  test('an expiry alone is enough, and takes the place of a day that was only assumed', () => {
    const filled = withScan(entry({ needsLife: 1, productionDate: TODAY }), says({ expiryDate: '2026-12-05' }));
    expect([filled.productionDate, filled.expiryDate, missingField(filled)]).toEqual(['', '2026-12-05', null]);
  });

  test.each`
    title                                 | of                                  | packs                                     | figures
    ${'packs add up'}                     | ${{}}                               | ${[{ netKg: '10.5' }, { netKg: '9.25' }]} | ${{ acceptedQty: '19.75' }}
    ${'in the unit of the line: jin'}     | ${{ unitKg: '0.5' }}                | ${[{ netKg: '10' }]}                      | ${{ acceptedQty: '20' }}
    ${'pieces with their weight'}         | ${{ needsPieces: 1 }}               | ${[{ netKg: '1.2' }, { netKg: '1.1' }]}   | ${{ acceptedQty: '2.3', auxQty: '2' }}
    ${'pieces of a pack'}                 | ${{ needsPieces: 1 }}               | ${[{ netKg: '9', count: '8' }]}           | ${{ acceptedQty: '9', auxQty: '8' }}
    ${'the scale: gross and tare'}        | ${{ needsWeight: 1 }}               | ${[{ netKg: '10', grossKg: '10.6' }]}     | ${{ acceptedQty: '10', grossQty: '10.6', tareQty: '0.6' }}
    ${'net weight alone has no tare'}     | ${{ needsWeight: 1 }}               | ${[{ netKg: '10' }]}                      | ${{ acceptedQty: '10', grossQty: '10', tareQty: '0' }}
    ${'a count where nothing is weighed'} | ${{ unitKg: null }}                 | ${[{ count: '48' }, { count: '12' }]}     | ${{ acceptedQty: '60' }}
    ${'weight of goods counted by bag'}   | ${{ unitKg: null }}                 | ${[{ netKg: '25' }]}                      | ${{ acceptedQty: '100' }}
    ${'nothing measured'}                 | ${{}}                               | ${[{}]}                                   | ${{ acceptedQty: '100' }}
    ${'pieces of goods counted by bag'}   | ${{ unitKg: null, needsPieces: 1 }} | ${[{ netKg: '25' }]}                      | ${{ acceptedQty: '100', auxQty: '1' }}
  `(
    '$title',
    ({ of, packs, figures }: { of: Partial<ProposedLine>; packs: Record<string, string>[]; figures: object }) => {
      const filled = packs.reduce<Entry>(
        (before, pack) =>
          withScan(before, says(Object.fromEntries(Object.entries(pack).map(([name, value]) => [name, d(value)])))),
        entry(of),
      );
      const { acceptedQty, grossQty, tareQty, auxQty } = filled;
      expect(JSON.parse(JSON.stringify({ acceptedQty, grossQty, tareQty, auxQty }))).toEqual(figures);
    },
  );

  test('a pack of another lot does not join the line, and a gross below the net is no weight', () => {
    const first = withScan(entry(), says({ lot: 'A1', netKg: d('10') }));
    const words = (of: Entry, gs1: Partial<Gs1>): string | undefined => {
      const refusal = scanRefusal(of, says(gs1));
      return refusal && sentenceOf(refusal, 'zh');
    };
    expect([
      words(entry({}, { supplierBatchNo: 'typed' }), { lot: 'A1' }),
      words(first, { lot: 'A1' }),
      words(first, {}),
      words(first, { lot: 'B2' }),
      words(entry(), { netKg: d('10'), grossKg: d('9.5') }),
    ]).toEqual([
      undefined,
      undefined,
      undefined,
      '鲜牛奶 本行已扫批号 A1，这件是批号 B2；请先收完批号 A1，再收一次填批号 B2',
      '鲜牛奶 条码中毛重 9.5 kg 小于净重 10 kg；请过磅后录入',
    ]);
  });
});

describe('W16: a line with what the scale shows', () => {
  const weighed = entry({ needsWeight: 1 });
  test('gross and tare are its own: each crate adds what it weighs, and what was accepted is the rest', () => {
    const gross = withWeight(weighed, d('24.2'))!;
    expect(gross).toMatchObject({ grossQty: '24.2', acceptedQty: '100' });
    const twice = withCrate(withCrate(gross, d('2.1')), d('2.1'));
    expect(twice).toMatchObject({ grossQty: '24.2', tareQty: '4.2', acceptedQty: '20' });
    expect(withWeight(twice, d('34.2'))).toMatchObject({ grossQty: '34.2', tareQty: '4.2', acceptedQty: '30' });
  });
  test('goods that are not weighed gross take it as what was accepted, in their unit', () => {
    expect(withWeight(entry({ unitKg: '0.5' }), d('10'))).toMatchObject({ acceptedQty: '20' });
    expect(withCrate(entry({ needsWeight: 1, unitKg: '0.5' }), d('2'))).toMatchObject({ tareQty: '4' });
  });
  test('a unit without a weight takes none', () => {
    expect(withWeight(entry({ unitKg: null }), d('10'))).toBeNull();
    expect(withCrate(entry({ unitKg: null }), d('2')).tareQty).toBeUndefined();
  });
});
