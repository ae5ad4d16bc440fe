/**
 * An area below issuing asks for goods with a document of its own: picking, signing and settling serve it as they are.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { document } from '../../kernel/core/declaration.ts';
import { quantity, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readRecord } from '../../kernel/server/record-query.ts';
import { actingOf, moveState } from '../../kernel/server/run-action.ts';
import { lockRows, saveRecord } from '../../kernel/server/save.ts';
import { schemaOf, targetTableOf } from '../../tools/schema/schema-of.ts';
import { makeRoom, reserve } from '../stock/ledger/reservations.server.ts';
import {
  aStockRoom,
  balanceOf,
  place,
  received,
  thing,
  unit,
  type StockRoom,
} from '../stock/ledger/stock-room.testing.ts';
import { outStoreSources, type OutStoreSource } from './out-store-source.port.server.ts';
import { makeOutStores } from './out-store.server.ts';
import { promisesShortened } from './promises-shortened.server.ts';

const swap = document('swap', {
  label: label('换仓单', 'Swap'),
  service: 'store-management',
  segment: 'swap',
  scope: null,
  fields: {
    fromId: ref('调出', 'From', 'warehouse'),
    toId: ref('调入', 'To', 'warehouse'),
    progress: text('进度', 'Progress', { optional: true }),
  },
  lines: {
    details: {
      label: label('明细', 'Lines'),
      fields: {
        materialId: ref('物料', 'Material', 'material'),
        qty: quantity('数量', 'Quantity'),
        picked: quantity('已拣', 'Picked', { default: '0' }),
        held: quantity('占用', 'Held', { default: '0' }),
        came: quantity('已到', 'Came', { default: '0' }),
      },
    },
  },
  life: {
    prefix: 'HC',
    states: {
      asked: { label: label('已申请', 'Asked'), tone: 'next' },
      done: { label: label('已完成', 'Done'), tone: 'done' },
    },
    first: 'asked',
    editable: ['asked'],
    removable: [],
    done: ['done'],
    actions: {},
  },
});

const swaps: OutStoreSource = {
  type: 'allocation',
  document: swap,
  shipReason: 'allocation.ship',
  receiveReason: 'allocation.receive',
  shipped: (id, figures) => [
    sql`update swap set progress = 'shipped' where id = ${id}::bigint`,
    sql`update swap_detail d set picked = g.picked, held = 0 from ${figures} where d.id = g.source`,
  ],
  held: (_id, figures) => [sql`update swap_detail d set held = g.reserved from ${figures} where d.id = g.source`],
  shortened: (promised) => [sql`update swap_detail d set held = h.qty from ${promised} h where d.id = h.line_id`],
  async received(context, _id, outStoreId) {
    await context.tx.run(
      sql`update swap_detail d set came = o.received_qty from out_store_detail o
        where o.out_store_id = ${outStoreId}::bigint and d.id = o.source_detail_id::bigint`,
    );
  },
  async finished(context, id) {
    await moveState(
      swap,
      context,
      (await lockRows(swap, context, [id])).map(actingOf),
      'complete',
      { to: 'done' },
      null,
    );
  },
};

let room: StockRoom;
beforeAll(async () => {
  room = await aStockRoom({ area: 'issuing', beside: [{ name: 'swaps', provides: [outStoreSources.by(swaps)] }] });
  const owner = new pg.Client({ connectionString: room.ownerUrl });
  await owner.connect();
  const { tables, references } = schemaOf(swap, targetTableOf(room.registry.find));
  for (const statement of [...tables, ...references]) await owner.query(statement);
  await owner.end();
});
afterAll(() => room.close());

const call = <T = unknown>(path: string, input: Record<string, unknown>): Promise<T> =>
  room.act(
    (context) => room.registry.calls.find((each) => each.path === path)!.handle(context, input, null) as Promise<T>,
  );
const swapOf = (id: string): Promise<Record<string, unknown> | undefined> =>
  room.act((context) => readRecord(swap, context, { id }));

/** A swap of so much rice from the first warehouse to the second, with what it asks for held. */
const aSwap = (qty: string): Promise<{ id: string; lineId: string; outstoreId: string }> =>
  room.act(async (context) => {
    const id = await saveRecord(swap, context, {
      fromId: place.warehouse,
      toId: place.otherWarehouse,
      details: [{ materialId: thing.rice, qty }],
    });
    const row = (await lockRows(swap, context, [id]))[0]!;
    const source = { type: 'allocation', id, code: String(row['billCode']) } as const;
    const line = (await context.tx.row<{ id: string }>(sql`select id from swap_detail where swap_id = ${id}::bigint`))!;
    const [reserved] = await reserve(context, [
      {
        bill: source,
        lineId: line.id,
        locationId: place.warehouse,
        materialId: thing.rice,
        qty,
        needDate: '2025-03-17',
      },
    ]);
    const [outstoreId] = await makeOutStores(context, [
      {
        source,
        warehouseId: place.warehouse,
        toLocationId: place.otherWarehouse,
        row: { needTime: '2025-03-17 08:00:00' },
        lines: [
          {
            id: line.id,
            lineNo: 1,
            materialId: thing.rice,
            unitId: unit.kg,
            qty,
            factor: '1',
            baseUnitId: unit.kg,
            baseQty: qty,
            reservedBaseQty: reserved!,
          },
        ],
      },
    ]);
    return { id, lineId: line.id, outstoreId: outstoreId! };
  });

test('picked in part, picked to the end, signed for: its figures and its state follow, and the goods are there', async () => {
  const lot = await room.act((context) => received(context, thing.rice, 20, '80'));
  const { id, outstoreId } = await aSwap('5');
  const [line] = (await call<{ details: { id: string }[] }>('invoutstore/prePicking', { outstoreId })).details;
  await call('invoutstore/doPicking', {
    outstoreId,
    keepOpen: '1',
    details: [{ detailId: line!.id, picks: [{ batchId: lot.batchId, qty: '2' }] }],
  });
  expect(await swapOf(id)).toMatchObject({ progress: 'shipped', details: [{ picked: '2', held: '3', came: '0' }] });
  await call('invoutstore/doPicking', { outstoreId });
  expect(await swapOf(id)).toMatchObject({ status: 'asked', details: [{ picked: '5', held: '0' }] });
  await call('invoutstore/received', { outstoreId });
  expect(await swapOf(id)).toMatchObject({ status: 'done', details: [{ came: '5' }] });
  expect(await room.act((context) => balanceOf(context, place.otherWarehouse, thing.rice))).toMatchObject({ qty: '5' });
  expect(await call('invoutstore/getSourceBill', { id: outstoreId })).toMatchObject({
    sourceBillType: 'allocation',
    id,
    details: [{ came: '5' }],
  });
});

test('what it was promised and is not there any more is written at its lines', async () => {
  const { id } = await aSwap('10');
  await room.act(async (context) =>
    promisesShortened(
      context,
      await makeRoom(context, [{ locationId: place.warehouse, materialId: thing.rice, qty: '8' }]),
    ),
  );
  expect(await swapOf(id)).toMatchObject({ details: [{ held: '7' }] });
});

test('an out-store of what no area provides is nobody’s to pick', async () => {
  const { outstoreId } = await aSwap('1');
  await room.act((context) =>
    context.tx.run(sql`update out_store set source_bill_type = 'resend' where id = ${outstoreId}::bigint`),
  );
  await expect(call('invoutstore/doPicking', { outstoreId })).rejects.toThrow('No area provides out-stores for resend');
});
