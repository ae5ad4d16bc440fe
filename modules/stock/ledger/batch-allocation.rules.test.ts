import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import {
  allocateLots,
  exitRefusal,
  firstExpiredFirst,
  nearExpiryRefusal,
  overrideRefusal,
  type Lot,
  type LotReservation,
  type LotRequest,
} from './batch-allocation.rules.ts';

const d = Decimal.of;
const aLot = (batchId: string, qty: number | string, expiryDate: string | null, more: Partial<Lot> = {}): Lot => ({
  batchId,
  batchCode: `PC${batchId}`,
  qty: d(qty),
  expiryDate,
  receivedDate: '2025-03-01',
  opened: false,
  lotState: 'free',
  ...more,
});
const wish = (qty: number | string, more: Partial<LotRequest> = {}): LotRequest => ({
  material: { id: 'm1', name: '豆腐', baseUnitName: 'kg', useMarginDays: 1 },
  qty: d(qty),
  neededBy: '2025-03-17',
  today: '2025-03-16',
  exit: 'use',
  ...more,
});
const reserved = (billCode: string, qty: number, needDate: string, batchId?: string): LotReservation => ({
  billCode,
  qty: d(qty),
  needDate,
  ...(batchId === undefined ? {} : { batchId }),
});
const picked = (lots: readonly Lot[], reservations: readonly LotReservation[], asked: LotRequest): string => {
  const allocation = allocateLots(lots, reservations, asked);
  return allocation.ok
    ? allocation.picks.map((pick) => `${pick.batchId}:${pick.qty}`).join(' ')
    : allocation.refusals.map((refusal) => sentenceOf(refusal, 'zh')).join();
};

test('lots leave by expiry, opened first, receipt, smaller rest, id; without expiry last', () => {
  const lots = [
    aLot('8', 5, null),
    aLot('7', 5, '2025-03-21'),
    aLot('12', 5, '2025-03-20', { receivedDate: '2025-03-03' }),
    aLot('11', 5, '2025-03-20', { receivedDate: '2025-03-02' }),
    aLot('10', 5, '2025-03-20'),
    aLot('9', 5, '2025-03-20'),
    aLot('6', 2, '2025-03-20'),
    aLot('5', 9, '2025-03-20', { receivedDate: '2025-03-09', opened: true }),
  ];
  expect(lots.toSorted(firstExpiredFirst).map((lot) => lot.batchId)).toEqual([
    '5',
    '6',
    '9',
    '10',
    '11',
    '12',
    '7',
    '8',
  ]);
});

describe('where several materials count as one, what is promised of each is served by its own lots', () => {
  const lots = [
    aLot('1', 5, '2025-03-20', { materialId: 'old' }),
    aLot('2', 5, '2025-03-30', { materialId: 'old' }),
    aLot('3', 5, '2025-04-05', { materialId: 'new' }),
  ];
  const of = (materialId: string, reservation: LotReservation): LotReservation => ({ ...reservation, materialId });
  test.each`
    title                                                        | promised                                              | qty   | neededBy        | takes
    ${'nothing is promised: first expired first over all'}       | ${[]}                                                 | ${12} | ${'2025-03-17'} | ${'1:5 2:5 3:2'}
    ${'what expires later is taken where the earlier is held'}   | ${[of('old', reserved('LL1', 8, '2025-03-17'))]}      | ${7}  | ${'2025-03-17'} | ${'1:2 3:5'}
    ${'the other has none left for the day it was promised for'} | ${[of('old', reserved('LL1', 5, '2025-03-25'))]}      | ${5}  | ${'2025-03-25'} | ${'3:5'}
    ${'a lot somebody named'}                                    | ${[of('old', reserved('LL1', 5, '2025-03-17', '1'))]} | ${6}  | ${'2025-03-17'} | ${'2:5 3:1'}
  `(
    '$title',
    ({
      promised,
      qty,
      neededBy,
      takes,
    }: {
      promised: LotReservation[];
      qty: number;
      neededBy: string;
      takes: string;
    }) => {
      expect(picked(lots, promised, wish(qty, { neededBy }))).toBe(takes);
    },
  );
  test('together they give no more than each has left', () => {
    const promised = [of('old', reserved('LL1', 8, '2025-03-17')), of('new', reserved('LL2', 1, '2025-03-17'))];
    expect(picked(lots, promised, wish(7))).toContain('可用 6 kg');
  });
});

describe('what is taken', () => {
  const early = aLot('1', 4, '2025-03-18');
  const late = aLot('2', 10, '2025-03-25');
  const margin = aLot('3', 7, '2025-03-17');
  const held = aLot('4', 8, '2025-03-20', { lotState: 'hold', holdReason: '农残待检' });

  test.each`
    title                                                 | lots                     | reservations                                                                 | qty      | expected
    ${'the lot that expires first'}                       | ${[late, early]}         | ${[]}                                                                        | ${3}     | ${'1:3'}
    ${'over two lots'}                                    | ${[late, early]}         | ${[]}                                                                        | ${'6.5'} | ${'1:4 2:2.5'}
    ${'good until needed plus margin, that day included'} | ${[early, margin]}       | ${[]}                                                                        | ${4}     | ${'1:4'}
    ${'a held lot is passed over'}                        | ${[held, late]}          | ${[]}                                                                        | ${5}     | ${'2:5'}
    ${'a lot promised to another is passed over'}         | ${[early, late]}         | ${[reserved('CK1', 4, '2025-03-17', '1')]}                                   | ${5}     | ${'2:5'}
    ${'a promise the unusable lot can serve is no bar'}   | ${[margin, early, late]} | ${[reserved('CK1', 7, '2025-03-16')]}                                        | ${14}    | ${'1:4 2:10'}
    ${'nothing wanted takes nothing'}                     | ${[early]}               | ${[]}                                                                        | ${0}     | ${''}
    ${'a shortage names what is there and who holds it'}  | ${[early, late, held]}   | ${[reserved('CK1', 3, '2025-03-17'), reserved('LL2', 1, '2025-03-18', '2')]} | ${11}    | ${'豆腐 需 11 kg，可用 10 kg（现存 22，占用 4: CK1, LL2，不可用 8）'}
  `('$title', ({ lots, reservations, qty, expected }) => {
    expect(picked(lots, reservations, wish(qty))).toBe(expected);
  });

  test('what was passed over says why', () => {
    const allocation = allocateLots([margin, held, aLot('6', 1, '2025-03-15')], [], wish(0));
    expect(allocation.barred.map((lot) => sentenceOf(lot.reason, 'zh'))).toEqual([
      '批次 PC3 于 2025-03-17 到期，早于最早可用到期日 2025-03-18',
      '批次 PC4 已冻结（农残待检），不能出库',
      '批次 PC6 已于 2025-03-15 过期，只能退货或报废',
    ]);
  });
  test('expired and held lots may be scrapped', () => {
    expect(picked([held, aLot('6', 1, '2025-03-15')], [], wish(9, { exit: 'scrap' }))).toBe('6:1 4:8');
  });
  test('a shortage carries the line of the document', () => {
    const allocation = allocateLots([], [], wish(1, { line: 3 }));
    expect(!allocation.ok && allocation.refusals[0]?.line).toBe(3);
    expect(!allocation.ok && sentenceOf(allocation.refusals[0]!, 'en')).toBe(
      '豆腐: 1 kg wanted, 0 kg available (on hand 0, reserved 0, not usable 0)',
    );
  });
});

describe('which way a lot may leave', () => {
  const expired = aLot('1', 1, '2025-03-15');
  const held = aLot('2', 1, '2025-04-15', { lotState: 'hold', holdReason: '召回' });
  const ranOut = aLot('4', 1, '2025-03-16', { ranOutAt: '2025-03-16 09:00:00' });
  test.each`
    lot                           | use                    | transfer               | sale                   | back         | scrap
    ${expired}                    | ${'stock.lot-expired'} | ${'stock.lot-expired'} | ${'stock.lot-expired'} | ${undefined} | ${undefined}
    ${held}                       | ${'stock.lot-held'}    | ${'stock.lot-held'}    | ${'stock.lot-held'}    | ${undefined} | ${undefined}
    ${ranOut}                     | ${'stock.lot-ran-out'} | ${'stock.lot-ran-out'} | ${'stock.lot-ran-out'} | ${undefined} | ${undefined}
    ${aLot('3', 1, '2025-03-16')} | ${undefined}           | ${undefined}           | ${undefined}           | ${undefined} | ${undefined}
  `('$lot.batchId: $use', ({ lot, use, transfer, sale, back, scrap }) => {
    const ways = (['use', 'transfer', 'sale', 'return', 'scrap'] as const).map(
      (exit) => exitRefusal(lot, exit, '2025-03-16')?.code,
    );
    expect(ways).toEqual([use, transfer, sale, back, scrap]);
  });

  test.each`
    expiry          | exit        | reason        | asked
    ${'2025-03-19'} | ${'scrap'}  | ${''}         | ${true}
    ${'2025-03-19'} | ${'return'} | ${'客户退餐'} | ${false}
    ${'2025-03-20'} | ${'scrap'}  | ${''}         | ${false}
    ${'2025-03-15'} | ${'scrap'}  | ${''}         | ${false}
    ${'2025-03-19'} | ${'use'}    | ${''}         | ${false}
  `('a lot of $expiry to $exit because "$reason" asks for a reason: $asked', ({ expiry, exit, reason, asked }) => {
    expect(
      nearExpiryRefusal(aLot('1', 1, expiry), exit, '2025-03-16', 3, reason)?.code === 'stock.lot-near-expiry',
    ).toBe(asked);
  });
});

test('another lot than proposed needs a reason', () => {
  const pick = (batchId: string, qty: number) => ({
    batchId,
    batchCode: `PC${batchId}`,
    qty: d(qty),
    expiryDate: null,
  });
  expect(
    overrideRefusal('豆腐', [pick('1', 3), pick('2', 1)], [pick('2', 1), pick('1', 2), pick('1', 1)], ''),
  ).toBeUndefined();
  expect(overrideRefusal('豆腐', [pick('1', 3)], [pick('2', 3)], '破包先用')).toBeUndefined();
  const refusal = overrideRefusal('豆腐', [pick('1', 3)], [pick('2', 3)], ' ');
  expect(refusal && sentenceOf(refusal, 'zh')).toBe('豆腐 未按先到期先出，应先出批次 PC1 × 3，请填写原因');
});

/** Gram by gram: give a gram only if everybody promised something can still be served, tried the slow way. */
function slowAvailable(lots: readonly Lot[], reservations: readonly LotReservation[], asked: LotRequest): number {
  const serve = (qty: number): boolean => {
    const left = lots.map((lot) => ({
      lot,
      qty: lot.lotState === 'free' && (lot.expiryDate ?? '9') >= asked.today ? Number(lot.qty.toString()) : 0,
    }));
    const needs = [
      ...reservations.map((r) => ({ qty: Number(r.qty.toString()), day: r.needDate })),
      { qty, day: asked.neededBy },
    ];
    // The latest need has the fewest lots to choose from, so it chooses first, and takes the shortest-lived that will
    // do.
    for (const need of needs.toSorted((a, b) => (a.day < b.day ? 1 : -1))) {
      for (let gram = 0; gram < need.qty; gram++) {
        const lot = left
          .filter((one) => one.qty > 0 && (one.lot.expiryDate ?? '9') >= need.day)
          .toSorted((a, b) => ((a.lot.expiryDate ?? '9') < (b.lot.expiryDate ?? '9') ? -1 : 1))[0];
        if (lot === undefined) return false;
        lot.qty -= 1;
      }
    }
    return true;
  };
  let qty = 0;
  while (qty < 100 && serve(qty + 1)) qty++;
  return qty;
}

test('as much as nobody else was promised, never less and never more', () => {
  const day = fc.integer({ min: 10, max: 20 }).map((n) => `2025-03-${n}`);
  const lots = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 6 }), fc.option(day), fc.constantFrom<Lot['lotState']>('free', 'free', 'hold')),
    { maxLength: 5 },
  );
  const promises = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), day), { maxLength: 3 });
  fc.assert(
    fc.property(lots, promises, day, (lotRows, promiseRows, neededBy) => {
      const stock = lotRows.map(([qty, expiry, lotState], index) => aLot(String(index), qty, expiry, { lotState }));
      const asked = wish(1000, {
        neededBy,
        today: '2025-03-12',
        material: { id: 'm', name: 'm', baseUnitName: 'g', useMarginDays: 0 },
      });
      const reservations = promiseRows.map(([qty, needDate]) => reserved('CK', qty, needDate));
      // Where more was promised than is there, nothing is left to say about the next who asks.
      fc.pre(slowAvailable(stock, reservations, { ...asked, neededBy: '0000-00-00' }) > 0 || reservations.length === 0);
      const answer = allocateLots(stock, reservations, asked);
      expect(!answer.ok && answer.available.toString()).toBe(String(slowAvailable(stock, reservations, asked)));
    }),
  );
});
test('picks add up to the wish and never exceed a lot', () => {
  const lots = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 10, max: 28 })), { maxLength: 6 });
  fc.assert(
    fc.property(lots, fc.integer({ min: 0, max: 30 }), (rows, qty) => {
      const stock = rows.map(([n, day], index) => aLot(String(index), n, `2025-03-${day}`));
      const allocation = allocateLots(stock, [], wish(qty));
      if (!allocation.ok) return;
      expect(Decimal.sum(allocation.picks.map((pick) => pick.qty)).toString()).toBe(String(qty));
      for (const pick of allocation.picks) expect(pick.qty.isAtMost(stock[Number(pick.batchId)]!.qty)).toBe(true);
    }),
  );
});
