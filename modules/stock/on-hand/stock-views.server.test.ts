import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Call } from '../../../kernel/server/context.ts';
import { countStates } from '../../../kernel/server/count-records.ts';
import { readPage, readRecord } from '../../../kernel/server/record-query.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Registry } from '../../../kernel/server/registry.ts';
import { expectReceipts } from '../ledger/expected-receipts.server.ts';
import { whereItLies } from '../lots/trace.server.ts';
import { post } from '../ledger/posting.server.ts';
import { reserve } from '../ledger/reservations.server.ts';
import {
  aBill,
  aStockRoom,
  place,
  received,
  registryUpTo,
  thing,
  type StockRoom,
} from '../ledger/stock-room.testing.ts';
import { ship } from '../ledger/transfer.server.ts';
import { availability } from '../ledger/availability.server.ts';

let room: StockRoom;
let registry: Registry;
let tofu: string;
beforeAll(async () => {
  room = await aStockRoom();
  registry = registryUpTo('stock', room.database);
  await room.act(async (context) => {
    tofu = (await received(context, thing.tofu, 10, '30', { productionDate: '2025-03-15' })).batchId; // good until 03-20
    await received(context, thing.tofu, 4, '12', { productionDate: '2025-03-08' }); // expired on 03-13
    await received(context, thing.tofu, 3, '9', { productionDate: '2025-03-15', holdReason: '农残待检' });
    await reserve(context, [
      {
        bill: aBill('kitchen'),
        lineId: '1',
        locationId: place.warehouse,
        materialId: thing.tofu,
        qty: '2',
        needDate: '2025-03-17',
      },
    ]);
    await ship(context, 'allocation.ship', [
      {
        bill: aBill('invoutstore'),
        lineId: '1',
        materialId: thing.tofu,
        batchId: tofu,
        qty: '1',
        fromId: place.warehouse,
        toId: place.otherWarehouse,
      },
    ]);
    await expectReceipts(context, [
      {
        bill: aBill('purchaseorder'),
        lineId: '1',
        locationId: place.warehouse,
        materialId: thing.tofu,
        dueDate: '2025-03-18',
        openQty: '6',
      },
    ]);
  });
});
afterAll(() => room.close());

const page = async (name: string, input: Record<string, unknown> = {}): Promise<readonly Record<string, unknown>[]> =>
  (await room.act((context) => readPage(registry.find(name), context, input))).records;
const call = (path: string, input: Record<string, unknown>): Promise<unknown> =>
  room.act((context) => registry.calls.find((each: Call) => each.path === path)!.handle(context, input, null));

test('a stock row says on hand, reserved, on hold, expired and what is left to ask for', async () => {
  const [row] = await page('stock', { warehouse: '主仓', materialType: '食材', materialId: thing.tofu });
  expect(row).toMatchObject({
    warehouse: '主仓',
    materialName: '豆腐',
    baseUnitName: '千克',
    qty: '16',
    reservedQty: '2',
    holdQty: '3',
    expiredQty: '4',
    nearExpiryQty: '12',
    availableQty: '7',
    onOrderQty: '6',
    amount: '48.00',
  });
});
test('availability is one answer for planning', async () => {
  const [there, elsewhere] = await room.act((context) =>
    availability(context, [place.warehouse, place.otherWarehouse], [thing.tofu], '2025-03-17', '2025-03-20'),
  );
  expect(there).toMatchObject({
    onHand: '16',
    usable: '9',
    reserved: '2',
    available: '7',
    lots: [{ expiryDate: '2025-03-20', qty: '9' }],
    promised: [{ qty: '2', isNamed: false, expiryDate: null }],
    due: [{ dueDate: '2025-03-18', qty: '6' }],
  });
  expect(elsewhere).toMatchObject({ onHand: '0', inTransit: '1', lots: [], promised: [], due: [] });
});
test.each(['short', 'near', 'expired', 'hold', 'zero'])('the tab %s answers', async (tab) => {
  expect((await page('stock', { tab })).length).toBe(tab === 'short' || tab === 'zero' ? 0 : 1);
});
test('promise 11: stock as of a past moment comes from the moves', async () => {
  expect(
    (await page('stock', { materialId: thing.tofu, warehouse: place.warehouse, asOf: '2025-03-15' })).map(
      (row) => row['qty'],
    ),
  ).toEqual(['0']);
  expect(
    (await page('stock', { materialId: thing.tofu, warehouse: place.warehouse, asOf: '2025-03-16' })).map(
      (row) => row['qty'],
    ),
  ).toEqual(['16']);
});
test('lots and moves have rows, with the balance before and after', async () => {
  expect(
    (await page('stockBatch', { warehouse: place.warehouse })).map(
      (row) => `${row['qty']} ${row['lifeState']} ${row['lotState']} ${row['daysLeft']}`,
    ),
  ).toEqual(['4 expired free -3', '9 near free 4', '3 near hold 4']);
  expect(
    (await page('stockBatchLog', { batchId: tofu })).map(
      (row) => `${row['reasonName']} ${row['beforeQty']} ${row['qty']} ${row['afterQty']}`,
    ),
  ).toEqual(['调拨出库 10 -1 9', '采购入库 0 10 10']);
});
test.each(['gearStock', 'gearStockBatch', 'gearStockBatchLog', 'warehouse', 'stockLocation', 'batch', 'stockPeriod'])(
  '%s answers a page',
  async (name) => {
    expect(Array.isArray(await page(name))).toBe(true);
  },
);
test('EP-0681 EP-0682: a warehouse comes with the names other clients read', async () => {
  const declaration: Declaration = registry.find('warehouse');
  expect(await room.act((context) => readRecord(declaration, context, { id: place.warehouse }))).toMatchObject({
    company: '公司',
    projectGroup: '一项目部',
    name: '主仓',
  });
  expect(await call('warehouse/listAll', { companyDeptId: place.company, name: '主' })).toHaveLength(1);
  expect(await call('warehouse/listRelated', { projectGroupDeptId: place.project })).toHaveLength(2);
});

describe('own calls: safety stock and what can be picked', () => {
  test('EP-0657 EP-0658: safety stock may be set before anything came, and is short until it does', async () => {
    await call('stock/submit', {
      warehouseId: place.otherWarehouse,
      materialId: thing.oil,
      safetyStockThreshold: '5',
      maxStock: '9',
    });
    await expect(
      call('stock/submit', { warehouseId: place.otherWarehouse, materialId: thing.oil, safetyStockThreshold: '5' }),
    ).rejects.toThrow(/setting-exists/);
    expect(((await call('stock/shortages', {})) as { records: unknown[] }).records).toMatchObject([
      { materialName: '油', shortQty: '5' },
    ]);
    const [row] = await page('stock', { materialId: thing.oil });
    await expect(call('stock/submit', { id: row!['id'], safetyStockThreshold: '10' })).rejects.toThrow(
      /max-below-safety/,
    );
    await call('stock/remove', { ids: row!['id'] });
    expect(await page('stock', { materialId: thing.oil })).toEqual([]);
  });
  test('EP-0187: materials come with what one warehouse has of them, all of them or only what lies or should lie there', async () => {
    const { records, total } = (await call('material/pageWarehouseStock', {
      warehouseId: place.warehouse,
      showZero: 0,
    })) as { records: Record<string, unknown>[]; total: number };
    expect([total, records]).toMatchObject([
      1,
      [
        {
          name: '豆腐',
          baseUnitName: '千克',
          onHand: '16',
          reserved: '2',
          available: '7',
          inTransit: '0',
          safetyStock: '0',
          earliestExpiry: '2025-03-20',
        },
      ],
    ]);
    expect(
      (
        (await call('material/pageWarehouseStock', { warehouseId: place.otherWarehouse, code: 'TOFU' })) as {
          records: unknown[];
        }
      ).records,
    ).toMatchObject([{ onHand: '0', available: '0', inTransit: '1', earliestExpiry: '' }]);
    expect(
      ((await call('material/pageWarehouseStock', { warehouseId: place.warehouse })) as { total: number }).total,
    ).toBe(4);
    await expect(call('material/pageWarehouseStock', {})).rejects.toThrow(/warehouseId/);
    await expect(call('material/pageWarehouseStock', { warehouseId: '999' })).rejects.toThrow();
  });
  test('EP-0659: only what is available can be picked, without costs', async () => {
    const { records } = (await call('stock/pickPage', { warehouseId: place.warehouse })) as {
      records: Record<string, unknown>[];
    };
    expect(records.map((row) => [row['materialName'], row['availableQty'], row['amount']])).toEqual([
      ['豆腐', '7', undefined],
    ]);
  });
});

describe('own calls: what is on its way, wrong or held', () => {
  test('what is on its way, who holds it, and the proof', async () => {
    expect(await call('stock/inTransitPage', {})).toMatchObject({
      total: 1,
      records: [{ toLocationName: '副仓', fromLocationName: '主仓', qty: '1', days: 0 }],
    });
    const [row] = await page('stock', { materialId: thing.tofu, warehouse: '主仓' });
    expect(await call('stock/reservationPage', { stockId: row!['id'] })).toMatchObject([
      { billType: 'kitchen', qty: '2' },
    ]);
    expect(await call('stock/prove', {})).toMatchObject({ ok: true });
  });
  test('that a balance is wrong is answered to whoever may see stock, which one it is to whoever sees all places', async () => {
    const proved = (all: boolean, costs = true): Promise<unknown> =>
      room
        .act(async ({ user, ...context }) => {
          await context.tx.run(sql`update stock set qty = qty + 1 where material_id = ${thing.tofu}::bigint`);
          const allowed = (code: string): boolean => costs || code !== 'stock_view_cost';
          const proof = await registry.calls
            .find((each: Call) => each.path === 'stock/prove')!
            .handle({ ...context, allowed, user: { ...user, scope: all ? { all } : { all, depts: [] } } }, {}, null);
          throw new Error(JSON.stringify(proof));
        })
        .catch((error: unknown) => JSON.parse((error as Error).message) as unknown);
    const whole = await proved(true);
    expect(whole).toMatchObject({ ok: false, firstBadRow: { material: '豆腐', amount: expect.anything() as unknown } });
    const {
      amount: _,
      lot_amount: _lot,
      moved_amount: _moved,
      average: _of,
      moved_average: _all,
      ...shown
    } = (whole as { firstBadRow: Record<string, unknown> }).firstBadRow;
    expect(await proved(true, false)).toMatchObject({ ok: false, firstBadRow: shown });
    expect(JSON.stringify(await proved(true, false))).not.toMatch(/amount|average/);
    expect(await proved(false)).toMatchObject({ ok: false, firstBadRow: null });
  });
  test('a held lot is held everywhere, and can be traced to where it lies', async () => {
    const held = (await call('stockbatch/hold', { batchId: tofu, reason: '供应商召回' })) as {
      places: { locationName: string }[];
    };
    expect(held.places.map((each) => each.locationName)).toEqual(['主仓', '在途 → 副仓']);
    await expect(call('stockbatch/hold', { batchId: tofu, reason: '供应商召回' })).rejects.toThrow(/lot-already-held/);
    expect(await call('stockbatch/trace', { batchId: tofu })).toMatchObject({
      back: [{ depth: 0 }],
      forward: [{ reason: 'receipt.purchase' }, { reason: 'allocation.ship', fromName: '主仓' }],
    });
    await call('stockbatch/release', { batchId: tofu, reason: '复检合格' });
  });
  test('a place the database named itself has English words for who reads English', async () => {
    const names = (): Promise<unknown[]> =>
      room.act(async (context) => {
        await context.tx.run(sql`set local app.language = 'en'`);
        const locations = await context.tx.rows<{ kind: string; called: string }>(
          sql`select l.kind, l.called from stock_location l where l.kind in ('in-transit', 'pass-through')
            and l.name in ('在途 → 副仓', '直配过账') order by l.kind`,
        );
        return [
          ...locations.map(({ called }) => called),
          ...(await whereItLies(context, tofu)).map(({ locationName }) => locationName),
        ];
      });
    expect(await names()).toEqual(['In transit → 副仓', 'Direct delivery posting', 'In transit → 副仓', '主仓']);
  });
});

describe('own calls: lots and moves', () => {
  test('who sees the lots of stalls only asks what is behind his own, and of no lot where else it went', async () => {
    const asking = (input: Record<string, unknown>, depts: readonly string[]): Promise<unknown> =>
      room.act(({ user, ...context }) =>
        registry.calls
          .find((each: Call) => each.path === 'stockbatch/trace')!
          .handle(
            {
              ...context,
              user: { ...user, scope: { all: false, depts } },
              allowed: (code) => code === 'gearstockbatch_view',
            },
            input,
            null,
          ),
      );
    expect(
      await asking({ gearOperationDeptId: place.warehouse, startDate: '2025-03-01' }, [place.warehouse]),
    ).toMatchObject({ back: [{ depth: 0 }, { depth: 0 }, { depth: 0 }], forward: [] });
    await expect(asking({ gearOperationDeptId: place.warehouse }, ['7'])).rejects.toMatchObject({ status: 403 });
    await expect(asking({ batchId: tofu }, [place.warehouse])).rejects.toMatchObject({ status: 403 });
  });
  test('EP-0669 EP-0670: moves take a remark and nothing else', async () => {
    const [move] = await page('stockBatchLog', { batchId: tofu });
    await call('stockbatchlogs/submit', { id: move!['id'], remark: '已核对', qty: '99' });
    expect((await page('stockBatchLog', { batchId: tofu }))[0]).toMatchObject({ remark: '已核对', qty: '-1' });
    await expect(call('stockbatchlogs/submit', { qty: 1 })).rejects.toThrow(/log-not-made-by-hand/);
    await expect(call('stockbatchlogs/remove', { ids: move!['id'] })).rejects.toThrow(/log-not-removed/);
  });
  test('EP-0663: lots of a supplier', async () => {
    expect(await call('stockbatch/selectStockBatchBySupplierId', { supplierId: '1' })).toEqual([]);
  });
});

test.each`
  name            | counts
  ${'stock'}      | ${{ stock: 2, short: 0, near: 1, expired: 1, hold: 1, zero: 0 }}
  ${'stockBatch'} | ${{ stock: 4, near: 2, expired: 1, unknown: 0, hold: 1, used: 0 }}
`('the tabs of $name say how many rows they hold, under the same filters, and hold them', async ({ name, counts }) => {
  if (name === 'stock') await room.act((context) => received(context, thing.oil, 5, '50', {})); // nothing is wrong with it
  const declaration: Declaration = registry.find(name);
  const filter = { warehouse: place.warehouse };
  const { allRows, ...found } = await room.act((context) =>
    countStates(declaration, context, { ...filter, status: 'near' }),
  );
  expect([found, allRows]).toEqual([counts, (await page(name, { ...filter, size: 200 })).length]);
  for (const [tab, count] of Object.entries(counts as Record<string, number>))
    expect((await page(name, { ...filter, status: tab })).length).toBe(count);
});

test('the parameter store.cost.method says whether stock is shown at the cost of its lots or at the moving average, now and as of then', async () => {
  const wine = '205';
  await room.act(async (context) => {
    await context.tx.run(
      sql`insert into material (id, code, name, material_type_id, base_unit_id) values (205, 'WINE', '料酒', 400, 301)`,
    );
    const { batchId } = await received(context, wine, 10, '100');
    await received(context, wine, 10, '300');
    await post(context, [
      {
        bill: aBill('otheroutstore'),
        lineId: '1',
        reason: 'other-out.post',
        materialId: wine,
        batchId,
        from: place.warehouse,
        qty: '10',
      },
    ]);
  });
  const shown = async (input: Record<string, unknown> = {}): Promise<string[]> =>
    (await page('stock', { materialId: wine, ...input })).map(
      (row) => `${row['amount']} at ${row['unitCost']}; average ${row['avgAmount']} at ${row['avgCost']}`,
    );
  const method = (value: string): Promise<unknown> =>
    room.act((context) =>
      context.tx.run(
        sql`insert into param (param_name, param_key, param_value) values ('成本方法', 'store.cost.method', ${value})
          on conflict (tenant_id, param_key) do update set param_value = excluded.param_value`,
      ),
    );
  expect(await shown()).toEqual(['300.00 at 30; average 200.00 at 20']);
  await method('moving-average');
  expect([await shown(), await shown({ asOf: '2025-03-16' })]).toEqual([
    ['200.00 at 20; average 200.00 at 20'],
    ['200.00 at 20; average 200.00 at 20'],
  ]);
  await method('batch');
  expect(await shown({ asOf: '2025-03-16' })).toEqual(['300.00 at 30; average 200.00 at 20']);
});

test('lots that came before their material had a shelf life say that their life is unknown', async () => {
  await room.act(async (context) => {
    await context.tx.run(
      sql`insert into material (id, code, name, material_type_id, base_unit_id) values (206, 'DATE', '红枣', 400, 301)`,
    );
    await received(context, '206', 3, '30');
    await context.tx.run(sql`update material set shelf_life_managed = 1, shelf_life_days = 30 where id = 206`);
  });
  expect(
    (await page('stockBatch', { tab: 'unknown' })).map(
      (row) => `${row['materialName']} ${row['qty']} ${row['lifeStateName']}`,
    ),
  ).toEqual(['红枣 3 效期未知']);
});
