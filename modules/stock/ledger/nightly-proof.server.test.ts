import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Services } from '../../../kernel/server/registry.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { FailedForSome } from '../../../parts/jobs/tenant-tasks.ts';
import { replayByNight } from './nightly-proof.server.ts';
import { post } from './posting.server.ts';
import { prove } from './proof.server.ts';
import { aBill, aStockRoom, place, received, thing, type StockRoom } from './stock-room.testing.ts';

let room: StockRoom;
const night = (): Promise<void> =>
  replayByNight({ database: room.database, registry: () => room.registry } as Services).run();

beforeAll(async () => {
  room = await aStockRoom();
  await room.act(async (context) => {
    await context.tx.run(sql`insert into tenant (tenant_id, tenant_name) values ('000001', '一号')`);
    const { batchId } = await received(context, thing.rice, 10, '30', {});
    await received(context, thing.oil, 4, '12', {});
    await post(context, [
      {
        bill: aBill('other'),
        lineId: '1',
        reason: 'other-out.post',
        materialId: thing.rice,
        batchId,
        qty: '2',
        from: place.warehouse,
      },
    ]);
  });
});
afterAll(() => room.close());

/** What is proved once `change` was made, which is then taken back. */
async function provedAfter(change: Sql, part: Parameters<typeof prove>[1] = {}): Promise<unknown> {
  const undone = new Error('undone');
  let proof: unknown;
  await room
    .act(async (context) => {
      await context.tx.run(change);
      proof = await prove(context, part);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return proof;
}
const SOLD = sql`update stock_move_cost c set running_qty = 1, held_qty = 1 from stock_move m
  where m.id = c.move_id and m.material_id = ${thing.rice}::bigint and m.qty > 0`;

test('before a night every move is replayed', async () => {
  expect(await provedAfter(SOLD)).toMatchObject({ ok: false, checked: 2, firstBadRow: { wrong: 'held' } });
});
test('after a night balances are still compared with lots, reservations and the last move, and what moved since is replayed', async () => {
  await night();
  expect(await provedAfter(sql`select 1`)).toEqual({ ok: true, checked: 2, firstBadRow: null });
  const ofRice = sql`where material_id = ${thing.rice}::bigint`;
  for (const change of [
    sql`update stock set qty = qty + 1 ${ofRice}`,
    sql`update stock set amount = amount + 1 ${ofRice}`,
    sql`update stock set avg_amount = avg_amount + 1 ${ofRice}`,
    sql`update stock set reserved_qty = 1 ${ofRice}`,
    sql`update stock_batch set qty = qty + 1 ${ofRice}`,
    sql`update stock_move_cost c set held_qty = 1 from stock_move m
      where m.id = c.move_id and m.material_id = ${thing.rice}::bigint and m.qty < 0`,
  ])
    expect(await provedAfter(change)).toMatchObject({ ok: false, firstBadRow: { material: '大米' } });
  // What only a replay sees is left to the night, until goods move.
  expect(await provedAfter(SOLD)).toMatchObject({ ok: true });
  expect(await provedAfter(SOLD, { replayed: true })).toMatchObject({ ok: false });
  const MOVED = sql`with moved as (update stock set last_move_time = now() ${ofRice} returning id)
    update stock_move_cost c set running_qty = 1, held_qty = 1 from stock_move m
    where m.id = c.move_id and m.material_id = ${thing.rice}::bigint and m.qty > 0`;
  expect(await provedAfter(MOVED)).toMatchObject({ ok: false, firstBadRow: { wrong: 'held' } });
});
test('a place that is not right is named by night and replayed by day, until it is', async () => {
  await room.act((context) => context.tx.run(SOLD));
  const failure = await night().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(FailedForSome);
  expect(String((failure as Error).cause)).toContain('"wrong":"held"');
  expect(await provedAfter(sql`select 1`)).toMatchObject({ ok: false });
});
