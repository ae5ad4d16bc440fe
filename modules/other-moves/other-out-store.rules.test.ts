import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Lot, LotReservation } from '../stock/ledger/batch-allocation.rules.ts';
import { chooseLots, photosMissing, type LeavingLine } from './other-out-store.rules.ts';

const TODAY = '2025-03-16';
const lot = (batchId: string, qty: string, expiryDate: string | null, more: Partial<Lot> = {}): Lot => ({
  batchId,
  batchCode: `PC${batchId}`,
  qty: Decimal.of(qty),
  expiryDate,
  receivedDate: '2025-03-01',
  opened: false,
  lotState: 'free',
  ...more,
});
const line = (id: string, qty: string, more: Partial<LeavingLine> = {}): LeavingLine => ({
  id,
  line: Number(id),
  locationId: '500',
  warehouse: '主仓',
  materialId: '201',
  qty: Decimal.of(qty),
  batchId: null,
  batchCode: '',
  lotReason: '',
  isScrap: false,
  nearDays: 7,
  ...more,
});
const named = (batchId: string, lotReason = ''): Partial<LeavingLine> => ({
  batchId,
  batchCode: `PC${batchId}`,
  lotReason,
});
const scrap = { isScrap: true };
const chosen = (lines: readonly LeavingLine[], lots: readonly Lot[], promised: readonly LotReservation[] = []) => {
  const material = { id: '201', name: '大米', baseUnitName: '千克', useMarginDays: 0 };
  const { picks, refusals } = chooseLots(lines, () => ({ material, lots, promised }), TODAY);
  return {
    picks: picks.map((pick) => `${pick.lineId}: ${pick.batchId} × ${pick.qty.toString()}`),
    refused: refusals.map(({ code, line: at }) => `${at}: ${code}`),
  };
};
const EARLY = lot('1', '5', '2025-04-01');
const LATE = lot('2', '5', '2025-06-01');
const NEAR = lot('3', '5', '2025-03-20');
const EXPIRED = lot('4', '5', '2025-03-15');
const HELD = lot('5', '5', '2025-05-01', { lotState: 'hold', holdReason: '封存' });
const promise: LotReservation = { billCode: 'LL1', qty: Decimal.of('4'), needDate: '2025-03-20' };

test.each<[string, readonly LeavingLine[], readonly Lot[], readonly string[], readonly string[]]>([
  ['first expired first', [line('1', '7')], [LATE, EARLY], ['1: 1 × 5', '1: 2 × 2'], []],
  [
    'two lines never get the same goods',
    [line('1', '4'), line('2', '4')],
    [EARLY, LATE],
    ['1: 1 × 4', '2: 1 × 1', '2: 2 × 3'],
    [],
  ],
  [
    'a named lot is not there for the others',
    [line('1', '4'), line('2', '5', named('1'))],
    [EARLY, LATE],
    ['1: 2 × 4', '2: 1 × 5'],
    [],
  ],
  [
    'another lot than the first needs a reason',
    [line('1', '3', named('2'))],
    [EARLY, LATE],
    ['1: 2 × 3'],
    ['1: stock.not-first-expired'],
  ],
  ['and goes with one', [line('1', '3', named('2', '客户指定'))], [EARLY, LATE], ['1: 2 × 3'], []],
  [
    'both lots named, in whichever order',
    [line('1', '2', named('2')), line('2', '5', named('1'))],
    [EARLY, LATE],
    ['1: 2 × 2', '2: 1 × 5'],
    [],
  ],
  ['expired and held lots are passed over', [line('1', '5')], [EXPIRED, HELD, LATE], ['1: 2 × 5'], []],
  ['an expired lot is not used', [line('1', '5', named('4'))], [EXPIRED], [], ['1: stock.lot-expired']],
  ['a held lot is not used', [line('1', '5', named('5'))], [HELD], [], ['1: stock.lot-held']],
  ['an expired lot is scrapped by name', [line('1', '5', { ...scrap, ...named('4') })], [EXPIRED], ['1: 4 × 5'], []],
  ['a held lot is scrapped by name', [line('1', '5', { ...scrap, ...named('5') })], [HELD], ['1: 5 × 5'], []],
  ['not without naming it', [line('1', '5', scrap)], [EXPIRED, HELD], [], ['1: other-moves.name-the-lot']],
  [
    'scrap takes no account of which expires first',
    [line('1', '3', { ...scrap, ...named('2') })],
    [EARLY, LATE],
    ['1: 2 × 3'],
    [],
  ],
  [
    'a lot near its expiry is scrapped with a reason',
    [line('1', '3', { ...scrap, ...named('3', '发霉') })],
    [NEAR],
    ['1: 3 × 3'],
    [],
  ],
  ['and not without', [line('1', '3', { ...scrap, ...named('3') })], [NEAR], [], ['1: stock.lot-near-expiry']],
  ['a lot that lies elsewhere', [line('1', '3', named('9'))], [EARLY], [], ['1: other-moves.lot-elsewhere']],
  ['too little', [line('1', '11')], [EARLY, LATE], [], ['1: stock.short']],
])('%s', (_what, lines, lots, picks, refused) => {
  expect(chosen(lines, lots)).toEqual({ picks, refused });
});

test('what is promised to others stays', () => {
  expect(chosen([line('1', '6')], [EARLY, LATE], [promise])).toEqual({ picks: ['1: 1 × 5', '1: 2 × 1'], refused: [] });
  expect(chosen([line('1', '7')], [EARLY, LATE], [promise])).toEqual({ picks: [], refused: ['1: stock.short'] });
});

test.each<[string, readonly [amount: string, hasPhoto: boolean][], readonly number[]]>([
  [
    'up to the limit nothing is asked',
    [
      ['300', false],
      ['200', false],
    ],
    [],
  ],
  [
    'a cent above it, the dearest line is',
    [
      ['300', false],
      ['200.01', false],
    ],
    [1],
  ],
  [
    'what is shown does not count',
    [
      ['900', true],
      ['500', false],
    ],
    [],
  ],
  [
    'as many as it takes',
    [
      ['100', false],
      ['600', false],
      ['501', false],
    ],
    [2, 3],
  ],
])('photos of scrap: %s', (_what, lines, asked) => {
  const scrapped = lines.map(([amount, hasPhoto], index) => ({
    line: index + 1,
    amount: Decimal.of(amount),
    hasPhoto,
  }));
  expect(photosMissing(scrapped, Decimal.of('500')).map((each) => each.line)).toEqual(asked);
});
