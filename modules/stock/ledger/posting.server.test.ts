import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refused, sentenceOf } from '../../../kernel/core/refusal.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { prove } from './proof.server.ts';
import { post } from './posting.server.ts';
import { makeRoom, reserve } from './reservations.server.ts';
import { reverse } from './reversal.server.ts';
import { arrive, ship } from './transfer.server.ts';
import { aBill, aStockRoom, balanceOf, place, received, thing, type StockRoom } from './stock-room.testing.ts';

let room: StockRoom;
beforeAll(async () => {
  room = await aStockRoom();
});
afterAll(async () => {
  await room.close();
});

const sentences = async (work: Promise<unknown>, language: 'zh' | 'en' = 'zh'): Promise<string[]> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refused)) throw error ?? new Error('Nothing was refused');
  return error.refusals.map((refusal) => sentenceOf(refusal, language));
};

describe('what a posting does', () => {
  test('100 at 5.20 and 50 at 5.80 make an average of 5.40, each lot keeping its own cost', async () => {
    const [balance, lots] = await room.act(async (context) => {
      await received(context, thing.oil, 100, '520');
      await received(context, thing.oil, 50, '290');
      const rows = await context.tx.rows<{ unitCost: string }>(
        sql`select unit_cost from stock_batch where material_id = ${thing.oil}::bigint order by id`,
      );
      return [await balanceOf(context, place.warehouse, thing.oil), rows.map((row) => row.unitCost)] as const;
    });
    expect(balance).toEqual({ qty: '150', reserved: '0', amount: '810', avgCost: '5.4', avgAmount: '810' });
    expect(lots).toEqual(['5.2', '5.8']);
  });

  test('three thirds of a lot worth 10.00 leave as 3.33, 3.33 and 3.34', async () => {
    const amounts = await room.act(async (context) => {
      const lot = await received(context, thing.flour, 3, '10', { productionDate: '2025-03-01' });
      const out = (lineId: string) =>
        post(context, [
          {
            bill: aBill('otheroutstore'),
            lineId,
            reason: 'other-out.post',
            materialId: thing.flour,
            batchId: lot.batchId,
            from: place.warehouse,
            qty: '1',
          },
        ]);
      return [await out('1'), await out('2'), await out('3')].map(([move]) => move!.amount);
    });
    expect(amounts).toEqual(['-3.33', '-3.33', '-3.34']);
  });

  test('a transfer lies in transit until it is received, and value goes with it', async () => {
    const lot = await room.act((context) => received(context, thing.rice, 10, '40'));
    const leg = {
      lineId: '1',
      materialId: thing.rice,
      batchId: lot.batchId,
      qty: '4',
      fromId: place.warehouse,
      toId: place.otherWarehouse,
    };
    const between = await room.act(async (context) => {
      await ship(context, 'allocation.ship', [{ ...leg, bill: aBill('invoutstore') }]);
      const transit = await context.tx.row(
        sql`select s.qty, s.amount from stock s join stock_location l on l.id = s.location_id
          where l.transit_for_id = ${place.otherWarehouse}::bigint and s.material_id = ${thing.rice}::bigint`,
      );
      return [
        await balanceOf(context, place.warehouse, thing.rice),
        transit,
        await balanceOf(context, place.otherWarehouse, thing.rice),
      ];
    });
    expect(between).toMatchObject([{ qty: '6', amount: '24' }, { qty: '4', amount: '16' }, { qty: '0' }]);
    const after = await room.act(async (context) => {
      await arrive(context, 'allocation.receive', [{ ...leg, bill: aBill('invoutstore') }]);
      return balanceOf(context, place.otherWarehouse, thing.rice);
    });
    expect(after).toMatchObject({ qty: '4', amount: '16', avgCost: '4' });
  });
});

describe('what a posting does with goods of a supplier', () => {
  test('a direct delivery passes through and leaves nothing behind', async () => {
    const lot = await room.act((context) =>
      received(context, thing.tofu, 7, '21', { reason: 'receipt.direct-in', productionDate: '2025-03-16' }),
    );
    expect(lot.expiryDate).toBe('2025-03-21');
    expect(lot.moves.map((move) => `${move.reason} ${move.qty} ${move.amount}`)).toEqual([
      'receipt.direct-buy 7 21',
      'receipt.direct-in -7 -21',
      'receipt.direct-in 7 21',
    ]);
  });

  test('goods go back to the supplier at the cost they came in at; what the lot carried beyond it is booked beside', async () => {
    const [moves, balance] = await room.act(async (context) => {
      const lot = await received(context, thing.rice, 10, '20', { locationId: place.otherStall });
      const at = { lineId: '1', materialId: thing.rice, batchId: lot.batchId };
      await post(context, [
        { ...at, bill: aBill('pricecorrection'), reason: 'cost.adjust', to: place.otherStall, qty: '0', amount: '5' },
      ]);
      const out = await post(context, [
        {
          ...at,
          bill: aBill('purchasereturn'),
          reason: 'purchase-return.ship',
          from: place.otherStall,
          qty: '4',
          originUnitCost: '2',
        },
      ]);
      return [
        out.map((move) => `${move.reason} ${move.qty} ${move.amount}`),
        await balanceOf(context, place.otherStall, thing.rice),
      ] as const;
    });
    expect(moves).toEqual(['purchase-return.ship -4 -8', 'cost.residue 0 -2']);
    expect(balance).toMatchObject({ qty: '6', amount: '15' });
  });

  test('a reversal takes back exactly what was brought, once', async () => {
    const bill = aBill();
    const before = await room.act((context) => balanceOf(context, place.otherWarehouse, thing.oil));
    const after = await room.act(async (context) => {
      await received(context, thing.oil, 9, '47.11', { bill, locationId: place.otherWarehouse });
      await reverse(context, bill, bill);
      return balanceOf(context, place.otherWarehouse, thing.oil);
    });
    expect(after).toMatchObject({ qty: before.qty, amount: before.amount, avgAmount: before.avgAmount });
    await expect(room.act((context) => reverse(context, bill, bill))).rejects.toThrow(/lot-used/);
  });
});

test('promise 1: every shortage of a document is listed at once, with what is there', async () => {
  const refusals = await sentences(
    room.act(async (context) => {
      const rice = await received(context, thing.rice, 2, '8', { locationId: place.stall });
      const flour = await received(context, thing.flour, 3, '9', {
        locationId: place.stall,
        productionDate: '2025-03-01',
      });
      const out = { bill: aBill('gearuse'), reason: 'kitchen.use' as const, from: place.stall };
      await post(context, [
        { ...out, lineId: '1', line: 1, materialId: thing.rice, batchId: rice.batchId, qty: '5' },
        { ...out, lineId: '2', line: 2, materialId: thing.flour, batchId: flour.batchId, qty: '4' },
      ]);
    }),
  );
  expect(refusals).toEqual([
    expect.stringMatching(/^大米 批次 PC\d+ 需 5 千克，仅剩 2 千克，缺 3 千克（现存 2，占用 0），请重新拣货$/),
    expect.stringMatching(/^面粉 批次 PC\d+ 需 4 千克，仅剩 3 千克，缺 1 千克（/),
  ]);
});

describe('what others were promised stays', () => {
  test('a loss shortens the newest promise, the older ones stay', async () => {
    const [older, newer] = [aBill('pick'), aBill('pick')];
    await room.act((context) => received(context, thing.rice, 10, '40', { locationId: place.stall }));
    for (const bill of [older, newer])
      await room.act((context) =>
        reserve(context, [
          { bill, lineId: bill.id, locationId: place.stall, materialId: thing.rice, qty: '4', needDate: '2025-03-20' },
        ]),
      );
    const shortened = await room.act((context) =>
      makeRoom(context, [{ locationId: place.stall, materialId: thing.rice, qty: '5' }]),
    );
    expect(shortened.map((bill) => bill.billCode)).toEqual([newer.code]);
    const held = await room.act((context) =>
      context.tx.rows<{ code: string; qty: string; state: string }>(sql`
      select bill_code as code, qty, state from stock_reservation
      where location_id = ${place.stall}::bigint and material_id = ${thing.rice}::bigint order by create_time`),
    );
    expect(held.map(({ code, qty, state }) => `${code} ${qty} ${state}`)).toEqual([
      `${older.code} 4 open`,
      `${newer.code} 1 short`,
    ]);
  });
  test('8 of 10 are held: another bill gets 2, and is told who holds the rest', async () => {
    const { batchId } = await room.act((context) =>
      received(context, thing.oil, 10, '50', { locationId: place.otherWarehouse }),
    );
    const out = (qty: string): Promise<unknown> =>
      room.act((context) =>
        post(context, [
          {
            bill: aBill('gearuse'),
            lineId: '1',
            reason: 'kitchen.use',
            materialId: thing.oil,
            batchId,
            from: place.otherWarehouse,
            qty,
          },
        ]),
      );
    const holder = aBill('pick');
    await room.act((context) =>
      reserve(context, [
        {
          bill: holder,
          lineId: holder.id,
          locationId: place.otherWarehouse,
          materialId: thing.oil,
          qty: '8',
          needDate: '2025-03-20',
        },
      ]),
    );
    expect(await sentences(out('3'))).toEqual([
      `副仓 油 需 3 千克，可用 2 千克，缺 1 千克（现存 10，占用 8: ${holder.code}）`,
    ]);
    expect(await sentences(out('3'), 'en')).toEqual([
      `副仓, 油: 3 千克 wanted, 2 千克 available, short by 1 千克 (on hand 10, reserved 8: ${holder.code})`,
    ]);
    await out('2');
    expect(await room.act((context) => balanceOf(context, place.otherWarehouse, thing.oil))).toMatchObject({
      qty: '8',
      reserved: '8',
    });
  });
});

describe('what others were promised stays, by the tables themselves', () => {
  test.each(['stock', 'stock_batch'])('the table %s itself holds no more than there is', async (table) => {
    const { default: pg } = await import('pg');
    const owner = new pg.Client({ connectionString: room.ownerUrl });
    await owner.connect();
    try {
      await owner.query("set app.tenant = '000001'");
      await expect(owner.query(`update ${table} set reserved_qty = qty + 1 where qty > 0`)).rejects.toThrow(
        new RegExp(`${table}_reserved_ck`),
      );
    } finally {
      await owner.end();
    }
  });
});

test('promise 2: balances are the sum of the moves', async () => {
  expect(await room.act((context) => prove(context))).toMatchObject({ ok: true, firstBadRow: null });
});

describe('promise 3: a posted move is never changed or deleted', () => {
  test.each(['update stock_move set qty = 1', 'delete from stock_move', 'truncate stock_move'])(
    '%s is denied to the application',
    async (statement) => {
      await expect(room.act((context) => context.tx.run(sql([statement])))).rejects.toThrow(/permission denied/);
    },
  );
  test.each(['update stock_move set qty = 1', 'delete from stock_move', 'truncate stock_move cascade'])(
    '%s is denied to the owner too',
    async (statement) => {
      const { default: pg } = await import('pg');
      const owner = new pg.Client({ connectionString: room.ownerUrl });
      await owner.connect();
      try {
        await expect(owner.query(statement)).rejects.toThrow(/append-only/);
      } finally {
        await owner.end();
      }
    },
  );
});

test('a document posts its line once', async () => {
  const lot = await room.act((context) => received(context, thing.rice, 5, '20'));
  const out = {
    bill: aBill('otheroutstore'),
    lineId: '1',
    reason: 'other-out.post' as const,
    materialId: thing.rice,
    batchId: lot.batchId,
    from: place.warehouse,
    qty: '1',
  };
  await room.act((context) => post(context, [out]));
  await expect(room.act((context) => post(context, [out]))).rejects.toThrow(/stock_move_once_uq/);
});
